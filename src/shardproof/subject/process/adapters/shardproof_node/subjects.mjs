// Those who are asked: a function that merges, or a class of states. Answers are JSON texts.
//
// A state may have, and is then asked: `retract(x)`; `encode()` with a static `decode(data)`; `count` and `mean` (field,
// getter or method); `copy()` (without one, states whose fields can be copied are copied field by field); static
// `mergeInto(a, b, out)`, `mergeAll(states)`, `synchronise(states)`. A step that returns a state is taken at its word;
// one that returns nothing has changed its own.

import { answerText, errorText, exactNumber, failureText, kindOf, Misfit, plainNumber, shown } from "./numbers.mjs";

const isFunction = (value) => typeof value === "function";

/** What turns a request's number into the file's, or nothing where JSON.parse has done so. */
function reader(exact, line) {
  if (exact) return exactNumber;
  return line.includes('NaN"') || line.includes('Infinity"') ? plainNumber : undefined;
}

export class MergeSubject {
  interface = "merge";
  more = {};

  constructor(merge, exact) {
    this.merge = merge;
    this.exact = exact;
  }

  async ask(trials, line) {
    const { merge } = this;
    const read = reader(this.exact, line);
    const answers = [];
    for (let trial of trials) {
      try {
        if (read) trial = trial.map((worker) => worker.map(read));
        let value = merge(trial);
        if (isFunction(value?.then)) value = await value;
        answers.push(answerText(value));
      } catch (error) {
        answers.push(failureText(error));
      }
    }
    return answers;
  }
}

export class StateSubject {
  interface = "aggregate";

  constructor(State, exact) {
    this.State = State;
    this.exact = exact;
    this.finish = finisherOf(State);
    const fresh = new State();
    this.meanIsAField = Object.hasOwn(fresh, "mean") && !isFunction(fresh.mean);
    this.reads = ["count", "mean"].filter((what) => isRead(fresh, what));
    this.copyOf = copierOf(fresh, this.finish);
    this.synchroniseAll = (State.synchronise ?? State.synchronize)?.bind(State);
    const offered = {
      "self-merge": true,
      copy: this.copyOf,
      encode: isFunction(fresh.encode) && isFunction(State.decode),
      retract: isFunction(fresh.retract),
      "merge-into": isFunction(State.mergeInto),
      "merge-all": isFunction(State.mergeAll),
      synchronise: this.synchroniseAll,
    };
    this.more = { steps: Object.keys(offered).filter((step) => offered[step]), reads: this.reads };
  }

  ask(trials, line) {
    const read = reader(this.exact, line);
    return trials.map((trial) => {
      try {
        return this.follow(trial, read);
      } catch (error) {
        return failureText(error);
      }
    });
  }

  follow({ parts, plan }, read) {
    const { State, finish } = this;
    const states = parts.map((part) => feed(new State(), "accumulate", part, read));
    const at = (i) => {
      while (i >= states.length) states.push(new State());
      return states[i];
    };
    const take = {
      merge: (a, b) => (states[a] = this.stateFrom(at(a).merge(at(b)), "merge", states[a])),
      copy: (a, b) => (at(a), (states[a] = this.copyOf(at(b)))),
      encode: (a) => (states[a] = this.stateFrom(State.decode(at(a).encode()), "decode")),
      retract: (a, xs) => feed(at(a), "retract", xs, read),
      accumulate: (a, xs) => feed(at(a), "accumulate", xs, read),
      "merge-into": (a, b, c) => {
        const out = at(c);
        states[c] = this.stateFrom(State.mergeInto(at(a), at(b), out), "mergeInto", out);
      },
      "merge-all": (a, n) => {
        at(Math.max(a, n - 1));
        states[a] = this.stateFrom(State.mergeAll(states.slice(0, n)), "mergeAll");
      },
      synchronise: (n) => {
        at(n - 1);
        const workers = states.slice(0, n);
        const returned = this.synchroniseAll(workers);
        // Workers may be changed themselves, be replaced in their array, or come back in another.
        states.splice(0, n, ...(Array.isArray(returned) && returned.length === n ? returned : workers));
      },
    };
    const answer = [];
    for (const [step, ...operands] of plan) {
      if (step === "finalise") answer.push(this.read(at(...operands)));
      else take[step](...operands);
    }
    return `[${answer.join(",")}]`;
  }

  read(state) {
    const texts = this.reads.map((what) => {
      const value = state[what];
      return [what, answerText(isFunction(value) ? state[what]() : value, what)];
    });
    const variance = answerText(state[this.finish](), "variance");
    // A plain field `mean` is the state's own book-keeping, often 0 before the first observation; that there is none is
    // for finalise to say.
    const none = variance === "null" && this.meanIsAField;
    const pairs = texts.map(([what, text]) => `"${what}":${none && what === "mean" ? "null" : text}`);
    return `{${[...pairs, `"variance":${variance}`].join(",")}}`;
  }

  stateFrom(returned, step, inPlace) {
    if (returned === undefined && inPlace) return inPlace;
    if (isFunction(returned?.[this.finish])) return returned;
    throw new Misfit(`${step} returned a ${kindOf(returned)}, not a state: ${shown(returned)}`);
  }
}

function feed(state, method, xs, read) {
  for (const x of xs) state[method](read ? read(x) : x);
  return state;
}

export function finisherOf(State) {
  return ["finalise", "finalize"].find((name) => isFunction(State.prototype?.[name]));
}

/** Whether a fresh state has this to read. */
function isRead(fresh, what) {
  try {
    const value = fresh[what];
    if (isFunction(value)) fresh[what]();
    return value !== undefined;
  } catch (error) {
    console.error(`${what} is not asked: of a fresh state it throws ${errorText(error)}`);
    return false;
  }
}

/** How states are copied: by their own method, else field by field, if a copy of a fresh one answers. */
function copierOf(fresh, finish) {
  if (isFunction(fresh.copy)) return (state) => state.copy();
  if (Object.values(fresh).some(isFunction)) return undefined; // bound to the state that it was made in
  try {
    deepCopy(fresh)[finish](); // private fields are left behind, and missed here
    return deepCopy;
  } catch {
    return undefined;
  }
}

function deepCopy(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(deepCopy);
  if (ArrayBuffer.isView(value) || value instanceof Map || value instanceof Set) return structuredClone(value);
  const copy = Object.create(Object.getPrototypeOf(value));
  for (const key of Object.keys(value)) copy[key] = deepCopy(value[key]);
  return copy;
}
