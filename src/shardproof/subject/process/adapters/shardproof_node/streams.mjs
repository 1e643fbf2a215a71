// The conversation's two streams, read and written synchronously: lines wait in the pipe while a trial is asked, and a
// reply has left the process when the next request is read.

import fs from "node:fs";

const { O_RDONLY, O_WRONLY, O_APPEND } = fs.constants;
const writing = O_WRONLY | O_APPEND;

/**
 * Moves the conversation out of reach of the file: descriptor 0 becomes an empty input, 1 the standard error.
 *
 * Node cannot duplicate a descriptor, but it can open the pipe that one stands for once more, and a freed number is the
 * next to be given away. Where there is no pipe (a file would be read from its beginning) or opening is refused, the
 * conversation stays on 0 and 1, and only the file's process.stdout and console are turned away.
 */
export function takeStreams() {
  const streams = { requests: 0, replies: 1 };
  if (fs.fstatSync(0).isFIFO() && fs.fstatSync(1).isFIFO()) {
    try {
      const opened = ["/dev/fd/0", "/dev/fd/1", "/dev/fd/2"].map((end, i) => fs.openSync(end, i ? writing : O_RDONLY));
      fs.closeSync(0);
      fs.openSync("/dev/null", O_RDONLY);
      fs.closeSync(1);
      fs.openSync("/dev/fd/2", writing);
      fs.closeSync(opened[2]); // was only asked whether it can be opened, before 1 was given up
      [streams.requests, streams.replies] = opened;
    } catch {
      // Nothing was closed unless all could be opened.
    }
  }
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return streams;
}

/** Each line that arrives, without its end. */
export function* readRequests({ requests }) {
  const chunk = Buffer.allocUnsafe(1 << 16);
  let begun = []; // of a line whose end has not arrived
  for (;;) {
    const size = patiently(() => fs.readSync(requests, chunk));
    if (size === 0) return;
    let from = 0;
    for (let end; (end = chunk.subarray(0, size).indexOf(10, from)) !== -1; from = end + 1) {
      begun.push(chunk.subarray(from, end));
      const line = Buffer.concat(begun).toString();
      begun = [];
      if (line.trim() !== "") yield line;
    }
    begun.push(Buffer.from(chunk.subarray(from, size))); // a copy: the chunk is read into again
  }
}

export function writeReply({ replies }, text) {
  const bytes = Buffer.from(text + "\n");
  for (let written = 0; written < bytes.length; ) {
    written += patiently(() => fs.writeSync(replies, bytes, written));
  }
}

/** Does what may be refused for now: whoever made the pipe may have set it to that. */
function patiently(attempt) {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (error.code === "EOF") return 0;
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // a millisecond's sleep
    }
  }
}
