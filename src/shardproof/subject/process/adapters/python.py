"""Asks a Python file as a subject: the other end of the subject protocol, version 1.

    python3 python.py FILE.py

FILE.py has a function `merge(summaries)` or `solve(stats)`, summaries being a list of [count, sum, sumsq]; or a class
with `accumulate(x)`, `merge(other)` and `finalise()`, constructible without arguments. Both return the population
variance, or None for no observations. Module variables may say more: `name`; `numbers` ("int53", "int64", "bigint",
"float64", "any"; "float64" if unsaid); `interface` ("merge", "aggregate") where the file has a function and a class.

A state may do more, and is asked all that it does: `retract(x)`; `encode()` with a static or class method
`decode(data)`; `count` and `mean`; `copy()`; static or class methods `merge_into(a, b, out)`, `merge_all(states)` and
`synchronise(states)`. Integers arrive as int, other numbers as float, "n/d" as Fraction.

The file cannot disturb the conversation: what it prints goes to standard error, its standard input is at its end.
"""

import atexit
import contextlib
import json
import os
import sys
import traceback

if sys.version_info < (3, 10):
    sys.exit("python.py needs Python 3.10 or later; this is " + sys.version.split()[0])
sys.dont_write_bytecode = True  # no folder that this runs in is ours to write to, an installed one least

from shardproof_python.answers import Unusable
from shardproof_python.loading import load

PROTOCOL = 1

to_json = json.JSONEncoder(separators=(",", ":")).encode


def take_streams():
    """Moves the conversation out of reach: descriptor 0 becomes an empty input, 1 the standard error.

    On the level of descriptors, since os.write(1), C extensions and child processes write there, too. The copies are
    not inherited by children.
    """
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    # Line by line, so that prints stand where they happened among the tracebacks.
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    return requests, replies


def converse(requests, reply, subject, hello, unusable):
    for line in requests:
        if line.isspace():
            continue
        request = json.loads(line)
        seq, op = request["seq"], request["op"]
        if op == "bye":
            return
        if op == "hello":
            if request["protocol"] != PROTOCOL:
                unusable = f"this adapter speaks version {PROTOCOL} of the protocol, not {request['protocol']}"
            if unusable:
                return reply({"seq": seq, "error": unusable})
            reply({"seq": seq, **hello})
        elif subject and op == subject.interface:
            trials = request["trials"]
            # Numbers that are texts are rare. In a request for trials nothing else has one of these in it.
            if b"/" in line or b'NaN"' in line or b'Infinity"' in line:
                trials = subject.read_texts(trials)
            reply({"seq": seq, "answers": subject.ask(trials)})
        else:
            reply({"seq": seq, "error": f"asked {op!r}, which is neither hello, bye nor the interface"})


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: python3 python.py FILE.py")
    requests, replies = take_streams()
    sys.set_int_max_str_digits(0)  # integers of any size, both ways

    def reply(message):
        replies.write(to_json(message).encode("ascii") + b"\n")
        replies.flush()

    subject, hello, unusable = None, None, None
    try:
        subject, hello = load(sys.argv[1])
    except Unusable as error:
        unusable = str(error)
        traceback.print_exception(error)
    try:
        converse(requests, reply, subject, hello, unusable)
    except BrokenPipeError:
        pass  # nobody is there any more
    # The file's exit handlers run, but neither they nor threads that it left behind decide how this program ends.
    with contextlib.suppress(BaseException):
        atexit._run_exitfuncs()
        sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
