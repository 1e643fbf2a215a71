"""What a JavaScript file may be, and what becomes of what it does."""

import shutil
import unittest

from conversing import NODE, SUBJECTS, AdapterTest, merge_request, state_request

TWO = [[1, 0, 0], [1, 2, 4]]  # the workers saw 0 and 2
WITHOUT_NODE = unittest.skipUnless(shutil.which("node"), "there is no node")


@WITHOUT_NODE
class NodeMerge(AdapterTest):
    adapter = NODE
    suffix = ".mjs"

    def answer(self, expression, trial=TWO, numbers="float64"):
        """What arrives of a merge that returns this."""
        text = f"export const numbers = '{numbers}';\nexport function merge(s) {{ return {expression}; }}"
        return self.ask(text, trial)[0]

    def test_the_hello_says_what_the_file_says(self):
        hello = self.talk("export const name = 'mine', numbers = 'bigint'; export const merge = (s) => 1;").hello
        self.assertEqual(hello, {"seq": 1, "name": "mine", "interface": "merge", "numbers": "bigint"})

    def test_every_way_of_exporting_is_understood(self):
        for text, suffix in (
            ("export function merge(s) { return 5; }", ".mjs"),
            ("export const solve = async (stats) => 5;", ".mjs"),
            ("export default function (s) { return 5; }", ".mjs"),
            ("export default { solve: () => 5 };", ".mjs"),
            ("module.exports = { merge: (s) => 5 };", ".cjs"),
            ("exports.solve = (s) => 5;", ".js"),
            ("module.exports = (s) => 5;", ".js"),
            ("const { setTimeout: wait } = require('timers/promises');\n"
             "exports.merge = async (s) => { await wait(20); return 5; };", ".cjs"),
        ):
            with self.subTest(text):
                self.assertEqual(self.ask(text, TWO, TWO, suffix=suffix), [5, 5])

    def test_answers_are_exact(self):
        for expression, answer in {
            "null": None,
            "undefined": None,
            "0.1": 0.1,
            "1e300": 1e300,
            "2 ** 60": 2.0**60,
            "7n": 7,
            "10n ** 5000n": 10**5000,
            "NaN": "NaN",
            "Infinity": "Infinity",
            "-Infinity": "-Infinity",
        }.items():
            with self.subTest(expression):
                self.assertEqual(self.answer(expression), answer)

    def test_negative_zero_keeps_its_sign(self):
        self.assertEqual(str(self.answer("-0")), "-0.0")

    def test_what_is_no_number_is_an_error(self):
        for expression, kind in {"true": "boolean", "'abc'": "string", "[1]": "Array", "{a: 1}": "Object"}.items():
            with self.subTest(expression):
                self.assertRegex(self.answer(f"({expression})")["error"], f"^the answer is a {kind}, not a number or null: ")
        self.assertLess(len(self.answer("'x'.repeat(1e6)")["error"]), 400)

    def test_numbers_arrive_as_what_they_are(self):
        seen = "s[0].map((x) => typeof x + ' ' + x).join()"
        big = 2**63 - 1
        for numbers, worker, arrived in (
            ("float64", [3, 0.5, -(10**20)], "number 3,number 0.5,number -100000000000000000000"),
            ("int53", [3, 4, 2**53 - 1], "number 3,number 4,number 9007199254740991"),
            ("int64", [3, -big, big], f"bigint 3,bigint {-big},bigint {big}"),
            ("bigint", [0, -(10**40), 10**15], f"bigint 0,bigint {-10**40},bigint {10**15}"),
            ("any", [1, 0.1234567890123456789, "-10000000000000000/3"],
             "bigint 1,number 0.12345678901234568,string -10000000000000000/3"),
        ):
            with self.subTest(numbers):
                self.assertIn(f'"{arrived}"', self.answer(seen, [worker], numbers)["error"])

    def test_big_integers_are_exact(self):
        self.assertEqual(self.answer("s[0][0] + 1n", [[10**6000, 0, 0]], "bigint"), 10**6000 + 1)

    def test_a_failure_is_that_of_its_trial_alone(self):
        text = ("class Odd extends Error {}\nexport function merge(s) {\n"
                "  if (s.length === 1) throw new Odd('no');\n  if (s.length === 0) process.exit(1);\n"
                "  if (s.length === 3) throw 'text';\n"
                "  return s.length === 4 ? Promise.reject(new TypeError('later')) : s.length;\n}")
        answers = self.ask(text, TWO, [TWO[0]], [], [TWO[0]] * 3, [TWO[0]] * 4, TWO)
        self.assertEqual(answers, [2, {"error": "Odd: no"}, {"error": "process.exit(1)"}, {"error": 'thrown: "text"'},
                                   {"error": "TypeError: later"}, 2])

    def test_prints_do_not_disturb(self):
        talk = self.talk(
            "import fs from 'node:fs';\nimport { execSync } from 'node:child_process';\n"
            "function noise() {\n"
            "  console.log('by console'); process.stdout.write('by write\\n'); fs.writeSync(1, 'by descriptor\\n');\n"
            "  execSync('echo by child', { stdio: 'inherit' });\n}\n"
            "noise();\nexport function merge(s) { noise(); return 1; }",
            merge_request(TWO, TWO),
        )
        self.assertEqual(talk.answers, [[1, 1]])
        for means in ("console", "write", "descriptor", "child"):
            self.assertEqual(talk.stderr.count(f"by {means}\n"), 3)

    def test_the_file_cannot_read_the_requests(self):
        text = "import fs from 'node:fs';\nconst seen = fs.readFileSync(0);\nexport const merge = (s) => seen.length;"
        self.assertEqual(self.ask(text, TWO), [0])
        text = ("let seen = 0;\nprocess.stdin.on('data', (data) => { seen += data.length; });\n"
                "export const merge = async () => seen;")
        self.assertEqual(self.ask(text, TWO), [0])

    def test_what_is_left_to_happen_does_not_disturb(self):
        text = ("setInterval(() => {}, 1000);\nPromise.reject(new Error('dropped'));\n"
                "setTimeout(() => { throw new Error('late'); }, 1);\nsetTimeout(() => process.exit(3), 1);\n"
                "export const merge = (s) => new Promise((done) => setTimeout(done, 20, 5));")
        self.assertEqual(self.ask(text, TWO), [5])
        text = "export const merge = async (s) => { Promise.reject(new Error('dropped')); return 5; };"
        self.assertEqual(self.ask(text, TWO, TWO), [5, 5])

    def test_commonjs_that_exits_when_its_checks_are_done_is_asked(self):
        text = "exports.solve = (s) => 5;\nprocess.exit(1);\nexports.solve = (s) => 6;"
        self.assertEqual(self.ask(text, TWO, suffix=".cjs"), [5])

    def test_replies_come_before_the_next_request(self):
        self.assert_replies_before_the_next_request(SUBJECTS / "javascript/average_of_variances.cjs")

    def test_a_long_line_arrives_whole(self):
        trials = [[[1, i, i * i]] for i in range(50_000)]
        self.assertEqual(self.ask("export const merge = (s) => s[0][1];", *trials), list(range(50_000)))

    def test_what_is_not_usable_is_said_in_the_hello(self):
        for text, error, suffix in (
            ("export function bar(x, y) {}", "stranger.mjs exports no merge(summaries), no solve(stats) and no class with "
             "accumulate, merge and finalise; it exports: bar (2 parameters)", ".mjs"),
            ("function solve(s) {}", "it exports: nothing", ".cjs"),
            ("export const merge = (left, right) => 1;", "it exports: merge (2 parameters)", ".mjs"),
            ("let a;\nlet b = ;", "stranger.mjs:2: SyntaxError: ", ".mjs"),
            ("let a;\nlet b = ;", "stranger.cjs:2: SyntaxError: ", ".cjs"),
            ("let a;\nfoo();", "stranger.mjs:2: ReferenceError: foo is not defined", ".mjs"),
            ("import 'no-such-package-anywhere';", "Cannot find package 'no-such-package-anywhere'", ".mjs"),
            ("export const merge = 1;\nprocess.exit(1);", "stranger.mjs:2 calls process.exit(1) while it is loaded", ".mjs"),
            ("export const numbers = 'f16', merge = () => 1;", "numbers is \"f16\"; it can be int53, ", ".mjs"),
        ):
            with self.subTest(text):
                self.assertIn(error, self.error_of_hello(text, suffix))

    def test_a_file_that_cannot_be_read_is_said_in_the_hello(self):
        self.assertIn("cannot be read", self.talk_to(self.folder / "none.mjs").hello["error"])


SUMS = """
export const numbers = "bigint";
export class Sums {
  xs = [];
  accumulate(x) { this.xs.push(x); }
  merge(other) { this.xs = this.xs.concat(other.xs); }
  finalise() {  // n² times the variance
    if (this.xs.length === 0) return null;
    let [s, q] = [0n, 0n];
    for (const x of this.xs) [s, q] = [s + x, q + x * x];
    return BigInt(this.xs.length) * q - s * s;
  }
  //more
}
"""
MORE = SUMS.replace("//more", """
  retract(x) { this.xs.splice(this.xs.indexOf(x), 1); }
  encode() { return this.xs.join(); }
  static decode(text) { const state = new Sums(); state.xs = text.split(",").map(BigInt); return state; }
  get count() { return this.xs.length; }
  mean() { return this.xs.length ? Number(this.xs.reduce((a, b) => a + b)) / this.xs.length : null; }
  static mergeInto(a, b, out) { out.xs = a.xs.concat(b.xs); }
  static mergeAll(states) { const all = new Sums(); for (const state of states) all.merge(state); return all; }
  static synchronise(states) { const { xs } = this.mergeAll(states); for (const state of states) state.xs = [...xs]; }
""")


@WITHOUT_NODE
class NodeState(AdapterTest):
    adapter = NODE
    suffix = ".mjs"

    def test_the_hello_says_what_a_state_can_do(self):
        hello = self.talk(MORE).hello
        self.assertEqual(hello["interface"], "aggregate")
        self.assertEqual(hello["steps"], ["self-merge", "copy", "encode", "retract", "merge-into", "merge-all", "synchronise"])
        self.assertEqual(hello["reads"], ["count", "mean"])
        plain = self.talk(SUMS).hello
        self.assertEqual((plain["steps"], plain["reads"]), (["self-merge", "copy"], []))

    def test_every_step(self):
        read = ["finalise", 0]
        big = 10**30
        for plan, parts, variances in (
            ([read, ["merge", 0, 1], read, ["finalise", 1]], [[0], [2 * big]], [0, 4 * big**2, 0]),
            ([["merge", 0, 0], read], [[0, 3]], [36]),
            ([["finalise", 5], ["merge", 5, 0], ["finalise", 5]], [[0, 2]], [None, 4]),
            ([["copy", 1, 0], ["merge", 0, 2], ["finalise", 1], read], [[0], [9], [2]], [0, 4]),
            ([["encode", 0], ["merge", 0, 1], read], [[1], [3]], [4]),
            ([["retract", 0, [9, 9]], read], [[9, 0, 2, 9]], [4]),
            ([["merge-into", 0, 1, 0], read, ["finalise", 1]], [[0], [2]], [4, 0]),
            ([["merge-into", 0, 1, 1], read, ["finalise", 1]], [[0], [2]], [0, 4]),
            ([["merge-all", 3, 3], ["finalise", 3], ["merge-all", 0, 0], read], [[0], [], [2]], [4, None]),
            ([["accumulate", 0, [big]], ["synchronise", 2], read, ["finalise", 1]], [[], [0, 0]], [2 * big**2] * 2),
        ):
            with self.subTest(plan):
                self.assertEqual(self.variances(MORE, parts, *plan), variances)

    def test_observations_may_not_be_finite(self):
        text = ("export class S {\n  s = 0;\n  accumulate(x) { this.s += x; }\n  merge(o) { this.s += o.s; }\n"
                "  finalize() { return this.s; }\n}")
        parts = [["NaN"], ["-Infinity", 1.5], [1.5]]
        self.assertEqual(self.variances(text, parts, *(["finalise", i] for i in range(3))), ["NaN", "-Infinity", 1.5])

    def test_states_whose_fields_cannot_be_copied_are_not_asked_to_be(self):
        private = SUMS.replace("this.xs", "this.#xs").replace("other.xs", "other.#xs").replace("  xs = []", "  #xs = []")
        bound = SUMS.replace("//more", "first = () => this.xs[0];")
        for text in (private, bound):
            self.assertEqual(self.talk(text).hello["steps"], ["self-merge"])
            copy = "copy() { const s = new Sums(); s.merge(this); return s; }"
            with_copy = text.replace("accumulate(x)", f"{copy}\n  accumulate(x)")
            self.assertEqual(self.talk(with_copy).hello["steps"], ["self-merge", "copy"])

    def test_a_field_that_is_0_before_the_first_observation_is_no_wrong_mean(self):
        reads = self.follow(SUMS.replace("//more", "mean = 0;"), [[], [2]], ["finalise", 0], ["finalise", 1])
        self.assertEqual([read["mean"] for read in reads], [None, 0])

    def test_an_error_is_that_of_its_trial_alone(self):
        text = SUMS.replace("this.xs = this", "if (other.xs.length === 0) return 7;\n    this.xs = this")
        good = state_request([[0], [2]], ["merge", 0, 1], ["finalise", 0])["trials"]
        bad = state_request([[0], []], ["merge", 0, 1], ["finalise", 0])["trials"]
        answers = self.talk(text, {"op": "aggregate", "trials": [*good, *bad, *good]}).answers[0]
        self.assertEqual(answers, [[{"variance": 4}], {"error": "merge returned a number, not a state: 7"}, [{"variance": 4}]])

    def test_of_several_classes_state_is_the_one(self):
        two = SUMS + "export class Other extends Sums {}\n"
        self.assertIn("several states, ", self.error_of_hello(two))
        self.assertEqual(self.talk(two + "export { Other as State };").hello["interface"], "aggregate")

    def test_a_function_comes_first_unless_the_file_says_otherwise(self):
        both = SUMS + "export const merge = (s) => 1;\n"
        self.assertEqual(self.talk(both).hello["interface"], "merge")
        self.assertEqual(self.talk(both + "const i = 'aggregate'; export { i as interface };").hello["interface"], "aggregate")
