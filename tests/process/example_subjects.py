"""The example subjects get the answers that their first lines promise, and faux.py misbehaves as it says."""

import json
import random
import shutil
import subprocess
import sys
import unittest
from fractions import Fraction

from conversing import LIMIT, NODE, PYTHON, R, SUBJECTS, Talk, merge_request, state_request

ADAPTERS = {"python": PYTHON, "javascript": NODE, "r": R}
EXAMPLES = sorted(path for language in ADAPTERS for path in (SUBJECTS / language).iterdir() if path.is_file())
RNG = random.Random(3)


def summarise(xs):
    return [len(xs), sum(xs), sum(x * x for x in xs)]


def contract(parts):
    """The variance of all observations, as mean squared deviation, rounded as the contract says."""
    xs = [Fraction(x) for part in parts for x in part]
    if not xs:
        return None
    mean = sum(xs) / len(xs)
    return round(float(sum((x - mean) ** 2 for x in xs) / len(xs)), 12)


def datasets(offset=0, spread=3, amount=300):
    return [[[offset + RNG.randint(-spread, spread) for _ in range(RNG.randint(0, 4))] for _ in range(RNG.randint(0, 5))]
            for _ in range(amount)]


SMALL = datasets()
OFFSET = datasets(offset=10**8)
WIDE = [parts for top in (10**9, 10**20, 10**60, 10**150) for parts in datasets(spread=top, amount=60)]


def talk_to(path, *requests):
    talk = Talk([*ADAPTERS[path.parent.name], path], requests)
    if talk.code != 0 or "error" in talk.hello:
        raise AssertionError(f"{path.name}: {talk.stdout}{talk.stderr}")
    return talk


def merged(path, data):
    return talk_to(path, merge_request(*([summarise(part) for part in parts] for parts in data))).answers[0]


def folded(path, data):
    """The variances of states that are merged from the left."""
    plans = [(parts, *(["merge", 0, i] for i in range(1, len(parts))), ["finalise", 0]) for parts in data]
    trials = [state_request(parts, *plan)["trials"][0] for parts, *plan in plans]
    return [reads[0]["variance"] for reads in talk_to(path, {"op": "aggregate", "trials": trials}).answers[0]]


def near(answer, right, relative):
    return answer == right or None not in (answer, right) and abs(answer - right) <= relative * max(abs(right), 1e-12)


class ExampleSubjects(unittest.TestCase):
    def examples(self, stem):
        """The examples of this name in those languages that this machine speaks."""
        found = [path for path in EXAMPLES if path.stem == stem]
        self.assertTrue(found)
        return [path for path in found if shutil.which(ADAPTERS[path.parent.name][0])]

    def assert_all_near(self, answers, data, relative=1e-9):
        for answer, parts in zip(answers, data, strict=True):
            self.assertTrue(near(answer, contract(parts), relative), f"{parts}: {answer}")

    def assert_some_wrong(self, answers, data):
        self.assertFalse(all(near(answer, contract(parts), 1e-3) for answer, parts in zip(answers, data, strict=True)))

    def test_each_says_in_its_first_line_what_verdict_it_must_get(self):
        for path in EXAMPLES:
            self.assertRegex(path.read_text().splitlines()[0], r"^(#|//) Must (hold|be broken)", path.name)

    def test_the_averages_lose_the_spread_between_workers(self):
        for stem in ("average_of_variances", "count_weighted_average"):
            for path in self.examples(stem):
                self.assertEqual(merged(path, [[[0], [2]], [[1, 3]], []]), [0, 1, None])

    def test_exact_fractions_keep_the_contract_to_the_bit(self):
        data = SMALL + OFFSET + WIDE
        for path in self.examples("exact_fractions"):
            self.assertEqual(merged(path, data), [contract(parts) for parts in data])

    def test_the_naive_formula_cancels(self):
        for path in self.examples("naive_double"):
            self.assert_all_near(merged(path, SMALL), SMALL)
            self.assert_some_wrong(merged(path, OFFSET), OFFSET)

    def test_the_exact_state_keeps_the_contract_to_the_bit(self):
        data = SMALL + OFFSET + WIDE
        for path in self.examples("exact_state"):
            self.assertEqual(folded(path, data), [contract(parts) for parts in data])

    def test_the_stable_state_keeps_its_digits(self):
        for path in self.examples("welford_state"):
            self.assert_all_near(folded(path, SMALL), SMALL)
            self.assert_all_near(folded(path, OFFSET), OFFSET, relative=1e-6)  # the mean is 10^8 times the spread

    def test_the_stable_state_has_one_policy_for_what_is_not_finite(self):
        for path in self.examples("welford_state"):
            plan = [["merge", 0, 1], ["finalise", 0], ["encode", 1], ["finalise", 1], ["finalise", 2]]
            reads = talk_to(path, state_request([[1, "NaN"], [3, "-Infinity"], []], *plan)).answers[0][0]
            self.assertEqual([(read["count"], read["mean"], read["variance"]) for read in reads],
                             [(4, "NaN", "NaN"), (2, "NaN", "NaN"), (0, None, None)])
            reads = talk_to(path, state_request([[1e308], [-1e308]], ["merge", 0, 1], ["finalise", 0])).answers[0][0]
            self.assertEqual(reads, [{"count": 2, "mean": 0, "variance": "Infinity"}])

    def test_the_stable_state_may_be_merged_with_itself(self):
        for path in self.examples("welford_state"):
            reads = talk_to(path, state_request([[1, 3]], ["merge", 0, 0], ["finalise", 0])).answers[0][0]
            self.assertEqual(reads, [{"count": 4, "mean": 2, "variance": 1}])

    def test_the_dropped_term_is_missing(self):
        for path in self.examples("welford_merge_drops_between"):
            self.assertEqual(folded(path, [[[0], [2]], [[1, 3]], []]), [0, 1, None])


def faux(*words):
    return [sys.executable, SUBJECTS / "faux.py", *words]


class Faux(unittest.TestCase):
    QUIET = ("none", "stderr-flood", "slow-hello", "slows-down", "never-flushes")  # what they say is right
    ENDLESS = ("hang", "hang-on", "ignores-sigterm", "closes-stdin", "closes-stdout", "fork-and-exit", "no-newline",
               "flood", "flood-lines", "grandchild", "grandchild-setsid")
    REQUESTS = (merge_request([[1, 0, 0], [1, 2, 4]], [[1, 1, 1], [0, 0, 0], [0, 0, 0]]), merge_request([[1, 0, 0], [1, 2, 4]]))

    def test_each_is_listed_with_what_it_does(self):
        listed = subprocess.run(faux("--list"), capture_output=True, text=True, timeout=LIMIT, check=True).stdout
        names = [line.split()[0] for line in listed.splitlines()]
        self.assertEqual(len(names), len(set(names)))
        self.assertLessEqual({*self.QUIET, *self.ENDLESS}, {*names})
        self.assertGreater(min(len(line.split()) for line in listed.splitlines()), 2)

    def test_each_that_ends_says_something_else_than_it_should(self):
        right = self.lines("none")
        self.assertEqual(right[1:], ['{"seq": 2, "answers": [1.0, 0.0]}', '{"seq": 3, "answers": [1.0]}', ""])
        listed = subprocess.run(faux("--list"), capture_output=True, text=True, timeout=LIMIT, check=True).stdout
        for name in (line.split()[0] for line in listed.splitlines()):
            if name not in self.ENDLESS:
                with self.subTest(name):
                    (self.assertEqual if name in self.QUIET else self.assertNotEqual)(self.lines(name), right)

    def test_a_misbehaviour_waits_for_its_request(self):
        self.assertEqual(self.lines("not-json", "2"), [*self.lines("none")[:2], "the variance is 1", ""])

    def lines(self, *words):
        asked = [{"op": "hello", "protocol": 1}, *self.REQUESTS, {"op": "bye"}]
        text = "".join(json.dumps({"seq": seq, **request}) + "\n" for seq, request in enumerate(asked, 1))
        return subprocess.run(faux(*words), input=text, capture_output=True, text=True, timeout=LIMIT).stdout.split("\n")
