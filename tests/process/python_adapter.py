"""What a Python file may be, and what becomes of what it does."""

from conversing import PYTHON, SUBJECTS, AdapterTest, merge_request, state_request

TWO = [[1, 0, 0], [1, 2, 4]]  # the workers saw 0 and 2


class PythonMerge(AdapterTest):
    adapter = PYTHON
    suffix = ".py"

    def answer(self, expression, trial=TWO, numbers="any"):
        """What arrives of a merge that returns this."""
        before = "import decimal, fractions, math\nnumbers = " + repr(numbers)
        return self.ask(f"{before}\ndef merge(s):\n    return {expression}", trial)[0]

    def test_the_hello_says_what_the_file_says(self):
        hello = self.talk("name = 'mine'\nnumbers = 'int64'\ndef merge(s): return 1").hello
        self.assertEqual(hello, {"seq": 1, "name": "mine", "interface": "merge", "numbers": "int64"})

    def test_the_hello_has_defaults(self):
        hello = self.talk("name = 3\nnumbers = [1, 2]\ndef solve(stats): return 1").hello
        self.assertEqual(hello, {"seq": 1, "name": "stranger.py", "interface": "merge", "numbers": "float64"})

    def test_answers_are_exact(self):
        for expression, answer in {
            "None": None,
            "0.1": 0.1,
            "7": 7,
            "fractions.Fraction(1, 3)": "1/3",
            "fractions.Fraction(4, 2)": 2,
            "decimal.Decimal('0.1')": "1/10",
            "decimal.Decimal('-Infinity')": "-Infinity",
            "decimal.Decimal('NaN')": "NaN",
            "math.nan": "NaN",
            "math.inf": "Infinity",
            "-math.inf": "-Infinity",
            "10**5000": 10**5000,
            "type('F32', (), {'__float__': lambda self: 0.5})()": 0.5,
            "type('F64', (float,), {})(0.25)": 0.25,
            "type('I64', (), {'__index__': lambda self: 9})()": 9,
        }.items():
            with self.subTest(expression):
                self.assertEqual(self.answer(expression), answer)

    def test_negative_zero_keeps_its_sign(self):
        self.assertEqual(str(self.answer("-0.0")), "-0.0")

    def test_what_is_no_number_is_an_error(self):
        for expression, kind in {
            "True": "bool",
            "'abc'": "str",
            "[1.0]": "list",
            "1j": "complex",
            "decimal.Decimal('1E+999999999')": "Decimal",
        }.items():
            with self.subTest(expression):
                self.assertRegex(self.answer(expression)["error"], f"^the answer is a {kind}")
        self.assertEqual(self.answer("'abc'"), {"error": "the answer is a str, not a number or None: 'abc'"})
        self.assertLess(len(self.answer("'x' * 10**6")["error"]), 400)

    def test_numbers_arrive_as_what_they_are(self):
        seen = "repr([s[0][0], s[0][1], s[0][2]])"
        text = self.answer(seen, [[10**400, 0.1, "-1/3"]])["error"]
        self.assertIn("[1" + "0" * 200, text)
        self.assertTrue(self.answer(seen, [[1, 0.1, "-1/3"]])["error"].endswith("[1, 0.1, Fraction(-1, 3)]'"))
        self.assertEqual(self.answer("s[0][0] + 1", [[10**6000, 0, 0]]), 10**6000 + 1)

    def test_an_exception_is_the_failure_of_its_trial_alone(self):
        answers = self.ask("def merge(s):\n    if len(s) == 1: raise ValueError('no')\n    return len(s)", TWO, [TWO[0]], TWO)
        self.assertEqual(answers, [2, {"error": "ValueError: no"}, 2])

    def test_an_exit_is_the_failure_of_its_trial_alone(self):
        answers = self.ask("import sys\ndef merge(s):\n    if s: sys.exit(1)\n    raise MemoryError", TWO, [])
        self.assertEqual(answers, [{"error": "SystemExit: 1"}, {"error": "MemoryError"}])

    def test_of_many_failures_one_traceback_is_shown(self):
        talk = self.talk("def merge(s): return s[9]", merge_request(TWO, TWO, TWO))
        self.assertEqual(talk.stderr.count("Traceback"), 1)

    def test_prints_do_not_disturb(self):
        talk = self.talk(
            "import os, subprocess, sys\n"
            "def noise():\n"
            "    print('by print'); sys.stdout.write('by write\\n'); os.write(1, b'by descriptor\\n')\n"
            "    subprocess.run(['echo', 'by child']); sys.__stdout__.write('by the original\\n')\n"
            "noise()\n"
            "def merge(s):\n    noise(); return 1\n",
            merge_request(TWO, TWO),
        )
        self.assertEqual(talk.answers, [[1, 1]])
        for means in ("print", "write", "descriptor", "child", "the original"):
            self.assertEqual(talk.stderr.count(f"by {means}\n"), 3)

    def test_the_file_cannot_read_the_requests(self):
        self.assertEqual(
            self.ask("import os, sys\nseen = sys.stdin.read()\ndef merge(s): return len(seen) + len(os.read(0, 9))", TWO), [0])

    def test_a_file_that_exits_when_its_checks_are_done_is_asked(self):
        for ending in ("raise SystemExit(1)", "import sys; sys.exit()", "exit()", "assert merge([]) == 5"):
            with self.subTest(ending):
                self.assertEqual(self.ask(f"def merge(s): return 3\n{ending}\ndef merge(s): return 4", TWO), [3])

    def test_the_file_is_imported_and_not_run(self):
        self.file("VALUE = 6", name="neighbour")
        text = ("import sys, atexit\nfrom neighbour import VALUE\natexit.register(print, 'bye')\n"
                "if __name__ == '__main__': raise ValueError\n"
                "def merge(s): return VALUE if len(sys.argv) == 1 and sys.argv[0].endswith('stranger.py') else 0")
        talk = self.talk(text, merge_request(TWO))
        self.assertEqual(talk.answers, [[6]])
        self.assertIn("bye", talk.stderr)

    def test_a_file_may_be_called_like_a_module_of_pythons(self):
        path = self.file("from fractions import Fraction\ndef merge(s): return Fraction(8)", name="fractions")
        self.assertEqual(self.talk_to(path, merge_request(TWO)).answers, [[8]])

    def test_nothing_is_written_beside_the_file(self):
        self.file("VALUE = 6", name="neighbour")
        self.ask("import neighbour\ndef merge(s): return 8")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["neighbour.py", "stranger.py"])

    def test_a_merge_of_the_standard_library_is_not_meant(self):
        self.assertEqual(self.ask("from heapq import merge\ndef solve(stats): return 5", TWO), [5])

    def test_a_merge_of_two_is_not_meant(self):
        self.assertEqual(self.ask("def merge(left, right): return 4\ndef solve(stats): return 5", TWO), [5])

    def test_a_thread_that_is_left_behind_does_not_keep_it(self):
        self.assertEqual(self.ask("import threading, time\nthreading.Thread(target=time.sleep, args=[999]).start()\n"
                                  "def merge(s): return 5", TWO), [5])

    def test_replies_come_before_the_next_request(self):
        self.assert_replies_before_the_next_request(SUBJECTS / "python/average_of_variances.py")

    def test_what_is_not_usable_is_said_in_the_hello(self):
        for text, error in {
            "foo = 1\ndef bar(x, y): pass\nclass Baz: pass":
                "stranger.py defines no merge(summaries), no solve(stats) and no class with accumulate, merge and "
                "finalise; it has: bar(x, y), Baz",
            "": "it has: no function and no class of its own",
            "x = 1\ndef merge(s:\n  pass": "stranger.py:2: SyntaxError: ",
            "x = 1\nimport no_such_module_anywhere": "stranger.py:2: ModuleNotFoundError: No module named 'no_such_module",
            "raise SystemExit(1)": "stranger.py:1: SystemExit: 1, before the file defined ",
            "numbers = 'float16'\ndef merge(s): pass": "stranger.py: numbers is 'float16'; it can be 'int53', ",
            "interface = 'both'\ndef merge(s): pass": "stranger.py: interface is 'both'; it can be 'merge' or 'aggregate'",
        }.items():
            with self.subTest(text):
                self.assertIn(error, self.error_of_hello(text))

    def test_a_file_that_cannot_be_read_is_said_in_the_hello(self):
        self.assertIn("cannot be read: No such file", self.talk_to(self.folder / "none.py").hello["error"])

    def test_another_version_of_the_protocol_is_refused(self):
        asked = {"op": "hello", "protocol": 2}
        self.assertIn("version 1", self.talk("def merge(s): return 1", asked).answers[0]["error"])


SUMS = """
from fractions import Fraction
numbers = "any"
class Sums:
    def __init__(self): self.xs = []
    def accumulate(self, x): self.xs.append(Fraction(x))
    def merge(self, other): self.xs = self.xs + other.xs
    def finalise(self):
        n = len(self.xs)
        return sum(x * x for x in self.xs) / n - (sum(self.xs) / n) ** 2 if n else None
"""
MORE = SUMS + """
    def retract(self, x): self.xs.remove(x)
    def encode(self): return repr([str(x) for x in self.xs])
    @classmethod
    def decode(cls, text):
        state = cls(); state.xs = [Fraction(x) for x in eval(text)]; return state
    @property
    def count(self): return len(self.xs)
    def mean(self): return sum(self.xs) / len(self.xs) if self.xs else None
    @staticmethod
    def merge_into(a, b, out): out.xs = a.xs + b.xs
    @classmethod
    def merge_all(cls, states):
        whole = cls()
        for state in states: whole.merge(state)
        return whole
    @staticmethod
    def synchronise(states):
        whole = Sums.merge_all(states).xs
        for state in states: state.xs = list(whole)
"""


class PythonState(AdapterTest):
    adapter = PYTHON
    suffix = ".py"

    def test_the_hello_says_what_a_state_can_do(self):
        hello = self.talk(MORE).hello
        self.assertEqual(hello["interface"], "aggregate")
        self.assertEqual(hello["steps"], ["self-merge", "copy", "encode", "retract", "merge-into", "merge-all", "synchronise"])
        self.assertEqual(hello["reads"], ["count", "mean"])
        plain = self.talk(SUMS).hello
        self.assertEqual((plain["steps"], plain["reads"]), (["self-merge", "copy"], []))

    def test_the_example_of_the_protocol(self):
        plan = [["merge", 0, 1], ["merge", 0, 2], ["finalise", 0]]
        self.assertEqual(self.follow(MORE, [[0], [2], []], *plan), [{"count": 2, "mean": 1, "variance": 1}])

    def test_every_step(self):
        read = ["finalise", 0]
        for plan, parts, variances in (
            ([read, ["merge", 0, 1], read, ["finalise", 1]], [[0], [2]], [0, 1, 0]),
            ([["merge", 0, 0], read], [[0, 3]], ["9/4"]),
            ([["finalise", 5], ["merge", 5, 0], ["finalise", 5]], [[0, 2]], [None, 1]),
            ([["copy", 1, 0], ["merge", 0, 2], ["finalise", 1], read], [[0], [9], [2]], [0, 1]),
            ([["encode", 0], ["merge", 0, 1], read], [["1/2"], [2.5]], [1]),
            ([["retract", 0, [9, 9]], read], [[9, 0, 2, 9]], [1]),
            ([["merge-into", 0, 1, 0], read, ["finalise", 1]], [[0], [2]], [1, 0]),
            ([["merge-into", 0, 1, 1], read, ["finalise", 1]], [[0], [2]], [0, 1]),
            ([["merge-all", 3, 3], ["finalise", 3], ["merge-all", 0, 0], read], [[0], [], [2]], [1, None]),
            ([["accumulate", 0, [2]], ["synchronise", 2], read, ["finalise", 1]], [[0], [4, 4, -2]], ["136/25"] * 2),
        ):
            with self.subTest(plan):
                self.assertEqual(self.variances(MORE, parts, *plan), variances)

    def test_observations_may_not_be_finite(self):
        text = SUMS.replace("Fraction(x)", "x").replace('"any"', '"float64"')
        for x in ("NaN", "Infinity", "-Infinity"):
            self.assertEqual(self.variances(text, [[1.5, x], [1.5]], ["finalise", 0], ["finalise", 1]), ["NaN", 0])

    def test_the_class_may_return_new_states_and_spell_as_it_likes(self):
        text = SUMS.replace("self.xs = self.xs + other.xs", "s = Sums(); s.xs = self.xs + other.xs; return s")
        text = text.replace("finalise", "finalize")
        self.assertEqual(self.variances(text, [[0], [2]], ["merge", 0, 1], ["finalise", 0], ["finalise", 1]), [1, 0])

    def test_synchronised_workers_may_be_changed_or_replaced(self):
        plan = ["synchronise", 2], ["finalise", 0], ["finalise", 1], ["finalise", 2]
        for instead in ("states[:] = [Sums.merge_all(states)] * 2", "return [Sums.merge_all(states)] * 2"):
            text = MORE.replace("for state in states: state.xs = list(whole)", instead)
            self.assertEqual(self.variances(text, [[0], [2], [5, 7]], *plan), [1, 1, 1])
        self.assertEqual(self.variances(MORE, [[0], [2], [5, 9]], *plan), [1, 1, 4])

    def test_a_merge_that_returns_no_state_is_an_error(self):
        text = SUMS.replace("self.xs = self.xs + other.xs", "return 7")
        self.assertEqual(self.follow(text, [[0], [2]], ["merge", 0, 1]), {"error": "merge returned a int, not a state: 7"})

    def test_an_error_is_that_of_its_trial_alone(self):
        ask = state_request([[0], [2]], ["merge", 0, 1], ["finalise", 0])["trials"]
        bad = state_request([["1/3"]], ["retract", 0, [8]], ["finalise", 0])["trials"]
        answers = self.talk(MORE, {"op": "aggregate", "trials": [*ask, *bad, *ask]}).answers[0]
        self.assertEqual([type(answer) for answer in answers], [list, dict, list])
        self.assertIn("ValueError: ", answers[1]["error"])

    def test_a_read_that_is_no_number_says_which(self):
        text = MORE.replace("return len(self.xs)", "return 'many'")
        self.assertEqual(self.follow(text, [[0]], ["finalise", 0]), {"error": "the count is a str, not a number or None: 'many'"})

    def test_a_field_that_is_0_before_the_first_observation_is_no_wrong_mean(self):
        for fields in ("", "    __slots__ = ('xs', 'mean')\n"):
            text = SUMS.replace("class Sums:\n", "class Sums:\n" + fields)
            text = text.replace("self.xs = []", "self.xs = []; self.mean = 0.0")
            reads = self.follow(text, [[], [2]], ["finalise", 0], ["finalise", 1])
            self.assertEqual([read["mean"] for read in reads], [None, 0.0])

    def test_a_mean_that_raises_on_a_fresh_state_is_not_asked(self):
        text = MORE.replace(" if self.xs else None\n    @staticmethod", "\n    @staticmethod")
        self.assertEqual(self.talk(text).hello["reads"], ["count"])

    def test_of_several_classes_state_is_the_one(self):
        two = SUMS + "class Other(Sums): pass\n"
        self.assertIn("several states, Sums, Other: say which by a line such as State = Other", self.error_of_hello(two))
        self.assertEqual(self.talk(two + "State = Other").hello["interface"], "aggregate")

    def test_a_function_comes_first_unless_the_file_says_otherwise(self):
        both = SUMS + "def merge(s): return 1\n"
        self.assertEqual(self.talk(both).hello["interface"], "merge")
        self.assertEqual(self.talk(both + "interface = 'aggregate'").hello["interface"], "aggregate")

    def test_a_class_that_needs_arguments_is_said_in_the_hello(self):
        error = self.error_of_hello(SUMS.replace("__init__(self)", "__init__(self, size)"))
        self.assertIn("Sums() raises TypeError: ", error)
        self.assertIn("without arguments", error)
