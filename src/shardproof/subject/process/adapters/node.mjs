// Asks a JavaScript file as a subject: the other end of the subject protocol, version 1.
//
//     node node.mjs FILE.mjs|FILE.js|FILE.cjs
//
// FILE exports (by name, as default, or as module.exports) a function `merge(summaries)` or `solve(stats)`, summaries
// being an array of [count, sum, sumsq]; or a class with `accumulate(x)`, `merge(other)` and `finalise()`, constructible
// without arguments. Both return the population variance, or null for no observations; a merge may be async. Further
// exports may say more: `name`; `numbers` ("int53", "int64", "bigint", "float64", "any"; "float64" if unsaid);
// `interface` ("merge", "aggregate") where the file has a function and a class.
//
// Numbers arrive as Number. With `numbers` "int64", "bigint" or "any" integers arrive as BigInt, all of them; with
// "any" what is neither an integer nor a Number arrives as the text "n/d".
//
// A state may do more, and is asked all that it does: see shardproof_node/subjects.mjs.
//
// The file cannot disturb the conversation: what it prints goes to standard error, its standard input is at its end.

import { readRequests, takeStreams, writeReply } from "./shardproof_node/streams.mjs";
import { exitInstead, load, Unusable } from "./shardproof_node/loading.mjs";
import { readJson } from "./shardproof_node/numbers.mjs";

const protocol = 1;

/** Answers every request until bye or the end. */
async function converse(streams, subject, hello, unusable) {
  for (const line of readRequests(streams)) {
    const request = readJson(line, subject?.exact);
    const { seq, op } = request;
    if (op === "bye") return;
    if (op === "hello") {
      if (request.protocol !== protocol) {
        unusable = `this adapter speaks version ${protocol} of the protocol, not ${request.protocol}`;
      }
      writeReply(streams, JSON.stringify(unusable ? { seq, error: unusable } : { seq, ...hello }));
      if (unusable) return;
    } else if (op === subject?.interface) {
      const answers = await subject.ask(request.trials, line);
      writeReply(streams, `{"seq":${seq},"answers":[${answers.join(",")}]}`);
    } else {
      writeReply(streams, JSON.stringify({ seq, error: `asked ${op}, which is neither hello, bye nor the interface` }));
    }
  }
}

async function main() {
  if (process.argv.length !== 3) {
    console.error("usage: node node.mjs FILE.mjs|FILE.js|FILE.cjs");
    process.exit(2);
  }
  const file = process.argv[2];
  const streams = takeStreams();
  const exit = exitInstead();
  // A promise that the file let go of, a timer that throws: neither is an answer, and neither ends the conversation.
  process.on("uncaughtException", (error) => console.error("uncaught:", error)); // rejected promises, too
  process.on("exit", (code) => {
    if (code === 13) console.error(`${file} waits for a promise that nothing will settle`);
  });
  process.argv.splice(1, 2, file);
  try {
    let subject, hello, unusable;
    try {
      [subject, hello] = await load(file);
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      unusable = error.message;
      console.error(error.cause ?? error.message);
    }
    await converse(streams, subject, hello, unusable);
  } catch (error) {
    if (error.code !== "EPIPE") {
      console.error(error);
      exit(1);
    }
    // Nobody is there any more.
  }
  exit(0); // whatever timers and sockets the file has left
}

main();
