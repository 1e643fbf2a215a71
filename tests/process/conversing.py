"""The harness's end of the subject protocol, as little of it as the adapters' tests need."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("SHARDPROOF_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
ADAPTERS = ROOT / "src/shardproof/subject/process/adapters"
SUBJECTS = ROOT / "fixtures/subjects"
LIMIT = 60  # seconds, for what takes one

PYTHON = [sys.executable, ADAPTERS / "python.py"]
NODE = ["node", ADAPTERS / "node.mjs"]
R = ["Rscript", ADAPTERS / "r.R"]

if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


class Talk:
    """One conversation: all is written, then all is read. `answers` has one entry for each request after the hello."""

    def __init__(self, command, requests):
        hello = {"seq": 1, "op": "hello", "protocol": 1}
        asked = [hello, *({"seq": seq, **request} for seq, request in enumerate(requests, 2))]
        lines = [json.dumps(request, separators=(",", ":")) for request in asked]
        # An adapter keeps its ways by itself, whatever its surroundings say.
        env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=LIMIT, env=env)
        self.stdout, self.stderr, self.code = done.stdout, done.stderr, done.returncode
        replies = [json.loads(line) for line in self.stdout.splitlines()]
        self.seqs = [reply["seq"] for reply in replies]
        self.hello = replies[0] if replies else None
        self.answers = [reply.get("answers", reply) for reply in replies[1:]]


class AdapterTest(unittest.TestCase):
    """Writes a stranger's file and converses with it."""

    adapter = None
    suffix = None

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def file(self, text, name="stranger", suffix=None):
        path = self.folder / f"{name}{suffix or self.suffix}"
        path.write_text(text, encoding="utf-8")
        return path

    def talk(self, text, *requests, suffix=None):
        return self.talk_to(self.file(text, suffix=suffix), *requests)

    def talk_to(self, path, *requests):
        talk = Talk([*self.adapter, path], requests)
        self.assertEqual(talk.code, 0, talk.stderr)
        self.assertEqual(talk.seqs, list(range(1, len(talk.seqs) + 1)))
        return talk

    def ask(self, text, *trials, suffix=None):
        """The answers to these trials of a merge."""
        talk = self.talk(text, merge_request(*trials), suffix=suffix)
        self.assertNotIn("error", talk.hello, talk.stderr)
        return talk.answers[0]

    def error_of_hello(self, text, suffix=None):
        hello = self.talk(text, suffix=suffix).hello
        self.assertEqual(list(hello), ["seq", "error"])
        return hello["error"]

    def follow(self, text, parts, *plan):
        """The reads of one trial of a state."""
        talk = self.talk(text, state_request(parts, *plan))
        self.assertNotIn("error", talk.hello, talk.stderr)
        return talk.answers[0][0]

    def variances(self, text, parts, *plan):
        return [read["variance"] for read in self.follow(text, parts, *plan)]

    def assert_replies_before_the_next_request(self, path):
        request = {"op": "merge", "trials": [[[1, 0, 0], [1, 2, 4]]]}
        with subprocess.Popen([*self.adapter, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True) as program:
            for seq, asked in enumerate([{"op": "hello", "protocol": 1}, request, request], 1):
                program.stdin.write(json.dumps({"seq": seq, **asked}) + "\n")
                program.stdin.flush()
                self.assertEqual(json.loads(program.stdout.readline())["seq"], seq)
            program.stdin.write('{"seq":4,"op":"bye"}\n')
            program.stdin.flush()
            self.assertEqual(program.wait(LIMIT), 0)  # though its input is open
            self.assertEqual(program.stdout.read(), "")


def merge_request(*trials):
    return {"op": "merge", "trials": trials}


def state_request(parts, *plan):
    return {"op": "aggregate", "trials": [{"parts": parts, "plan": plan}]}
