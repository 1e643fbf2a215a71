// From a file to whom to ask in it.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { clipped, errorText, Exit } from "./numbers.mjs";
import { finisherOf, MergeSubject, StateSubject } from "./subjects.mjs";

const numberTypes = ["int53", "int64", "bigint", "float64", "any"];
const interfaces = ["merge", "aggregate"];
const { cache } = createRequire(import.meta.url);

/** Why the file cannot be asked, and what to do. */
export class Unusable extends Error {}

let exportsBeforeExit; // of a CommonJS file that ends itself while it is loaded
let loading; // its path

/** Makes process.exit throw, and returns what it was. A program may end itself when its own checks are done. */
export function exitInstead() {
  const exit = process.exit.bind(process);
  process.exit = (code) => {
    exportsBeforeExit ??= cache[loading]?.exports;
    throw new Exit(code);
  };
  return exit;
}

/** The subject in the file and what its hello says. Throws Unusable. */
export async function load(file) {
  const base = path.basename(file);
  try {
    loading = fs.realpathSync(file);
    fs.accessSync(loading, fs.constants.R_OK);
  } catch (error) {
    throw new Unusable(`${file} cannot be read: ${error.message}`, { cause: error });
  }
  const found = await exportsOf(base);
  const text = (name) => {
    const value = found.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const oneOf = (name, values) => {
    const value = text(name);
    if (value !== undefined && !values.includes(value)) {
      throw new Unusable(`${base}: ${name} is "${value}"; it can be ${values.join(", ")}`);
    }
    return value;
  };
  const numbers = oneOf("numbers", numberTypes) ?? "float64";
  const subject = subjectOf(found, oneOf("interface", interfaces), ["int64", "bigint", "any"].includes(numbers), base);
  return [subject, { name: text("name") || base, interface: subject.interface, numbers, ...subject.more }];
}

/** What the file exports, by name; a default that is an object is opened. */
async function exportsOf(base) {
  let module;
  try {
    module = await import(pathToFileURL(loading));
  } catch (error) {
    if (!(error instanceof Exit)) throw new Unusable(whyNot(error, base), { cause: error });
    if (exportsBeforeExit === undefined) {
      throw new Unusable(
        `${base}${lineOf(error, base)} calls ${error.message} while it is loaded, which leaves an ES module without ` +
          "exports: export first and let the checks run elsewhere, or make it CommonJS (.cjs) that sets " +
          "module.exports before it exits",
        { cause: error },
      );
    }
    console.error(`${base} calls ${error.message} while it is loaded; what it had exported by then is asked all the same`);
    module = { default: exportsBeforeExit };
  }
  const opened = module.default !== null && typeof module.default === "object" ? module.default : {};
  return new Map([...Object.entries(opened), ...Object.entries(module)]);
}

function subjectOf(found, wanted, exact, base) {
  const functions = ["merge", "solve", "default"].map((name) => found.get(name));
  const merge = functions.find((f) => typeof f === "function" && !isStateClass(f) && f.length <= 1);
  if (merge && wanted !== "aggregate") return new MergeSubject(merge, exact);
  const classes = wanted === "merge" ? [] : [...new Set([...found.values()].filter(isStateClass))];
  const State = isStateClass(found.get("State")) ? found.get("State") : classes[0];
  if (State && classes.length > 1 && State !== found.get("State")) {
    const names = classes.map((c) => c.name).join(", ");
    throw new Unusable(`${base} exports several states, ${names}: export the one to ask as State`);
  }
  if (!State) {
    const names = [...found].filter(([name]) => name !== "default" && name !== "module.exports").map(shownExport);
    throw new Unusable(
      `${base} exports no merge(summaries), no solve(stats) and no class with accumulate, merge and finalise; ` +
        `it exports: ${clipped(names.join(", ")) || "nothing"}`,
    );
  }
  try {
    return new StateSubject(State, exact);
  } catch (error) {
    throw new Unusable(
      `${base}: new ${State.name}() throws ${errorText(error)}; a state must be constructible without arguments, and ` +
        "is empty then",
      { cause: error },
    );
  }
}

function isStateClass(value) {
  const methods = typeof value === "function" && value.prototype;
  return methods && ["accumulate", "merge"].every((name) => typeof methods[name] === "function") && !!finisherOf(value);
}

function shownExport([name, value]) {
  return typeof value === "function" && !value.prototype?.accumulate ? `${name} (${value.length} parameters)` : name;
}

/** ":12" if the error's stack has line 12 of the file. */
function lineOf(error, base) {
  const stack = String(error?.stack ?? "");
  const at = stack.indexOf(`${base}:`);
  return at === -1 ? "" : stack.slice(at + base.length).match(/^:\d+/)?.[0] ?? "";
}

function whyNot(error, base) {
  let line = lineOf(error, base);
  // An ES module's syntax error keeps its place to itself; node --check prints it first.
  if (!line && error instanceof SyntaxError) {
    line = lineOf({ stack: spawnSync(process.execPath, ["--check", loading]).stderr }, base);
  }
  const module = error instanceof SyntaxError && /import statement|'export'|exports? is not/.test(error.message);
  const advice = module ? "name an ES module .mjs" : "it must be importable, with its exports in place afterwards";
  return `${base}${line}: ${errorText(error)}; ${advice}`;
}
