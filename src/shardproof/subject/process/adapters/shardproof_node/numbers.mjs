// Numbers of requests, numbers of replies, and what stands for an answer that is none.

const longestText = 300;

/** What was returned instead of a number or a state. */
export class Misfit extends Error {}

/** What process.exit throws instead of ending the conversation. */
export class Exit extends Error {
  constructor(code) {
    super(`process.exit(${code ?? ""})`);
  }
}

/**
 * Reads a request. With `exact`, an integer too long for a Number is kept as the text "#" and its digits, for
 * `exactNumber`: JSON.parse would round it. Strings are left alone.
 */
export function readJson(line, exact) {
  if (!exact || !/\d{16}/.test(line)) return JSON.parse(line);
  return JSON.parse(
    line.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) =>
      /^-?\d{16,}$/.test(token) ? `"#${token}"` : token,
    ),
  );
}

/** A number of a request as a Number; texts are "NaN", "Infinity" or "-Infinity". */
export function plainNumber(x) {
  return Number(x);
}

/** A number of a request, integers as BigInt; a text "n/d" stays one. */
export function exactNumber(x) {
  if (typeof x === "number") return Number.isInteger(x) ? BigInt(x) : x;
  if (x[0] === "#") return BigInt(x.slice(1));
  return /^-?\d+$/.test(x) ? BigInt(x) : x.includes("/") ? x : Number(x);
}

/** The JSON text of an answer. Throws a Misfit for what is none. */
export function answerText(value, what = "answer") {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return `"${value}"`;
    // Up to 1e21 String() writes the shortest digits and then zeros, which reads as another integer.
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return value.toExponential();
    return Object.is(value, -0) ? "-0.0" : String(value);
  }
  if (value === null || value === undefined) return "null";
  if (typeof value === "bigint") return String(value);
  throw new Misfit(`the ${what} is a ${kindOf(value)}, not a number or null: ${shown(value)}`);
}

export function kindOf(value) {
  return typeof value === "object" ? value?.constructor?.name ?? "object" : typeof value;
}

export function shown(value) {
  try {
    return clipped(JSON.stringify(value) ?? String(value));
  } catch {
    return "(it cannot be shown)";
  }
}

export function clipped(text) {
  return text.length <= longestText ? text : text.slice(0, longestText - 1) + "…";
}

/** What an error says, by its class and message. */
export function errorText(error) {
  if (error instanceof Misfit || error instanceof Exit) return clipped(error.message);
  if (error instanceof Error) return clipped(`${error.constructor?.name ?? error.name}: ${error.message}`);
  return clipped(`thrown: ${shown(error)}`);
}

let noted = false;

/** The answer that says why there is none. */
export function failureText(error) {
  if (!noted && !(error instanceof Misfit)) {
    noted = true; // one stack helps; a thousand that are alike would bury it
    console.error(error);
  }
  return JSON.stringify({ error: errorText(error) });
}
