"""What an R file may be, and what becomes of what it does."""

import random
import shutil
import unittest

from conversing import R, SUBJECTS, AdapterTest, merge_request

TWO = [[1, 0, 0], [1, 2, 4]]  # the workers saw 0 and 2


@unittest.skipUnless(shutil.which("Rscript"), "there is no Rscript")
class RMerge(AdapterTest):
    adapter = R
    suffix = ".R"

    def test_the_hello_says_what_the_file_says(self):
        hello = self.talk("name <- 'mine \"quoted\"'\nnumbers <- 'int53'\nmerge_summaries <- function(summaries) 1").hello
        self.assertEqual(hello, {"seq": 1, "name": 'mine "quoted"', "interface": "merge", "numbers": "int53"})

    def test_answers_are_exact(self):
        values = {
            "NULL": None, "NA": None, "NA_real_": None, "0.1": 0.1, "7L": 7, "1e300": 1e300, "5e-324": 5e-324, "NaN": "NaN",
            "Inf": "Infinity", "-Inf": "-Infinity", "c(n = 2.5)": 2.5,
        }
        text = f"solve <- function(stats) list({', '.join(values)})[[stats[[1]][1]]]"
        self.assertEqual(self.ask(text, *([[i, 0, 0]] for i in range(1, len(values) + 1))), list(values.values()))
        self.assertEqual(str(self.ask("solve <- function(stats) -0", TWO)), "[-0.0]")

    def test_what_is_no_number_is_an_error(self):
        values = {"TRUE": "logical", "'abc'": "character", "1i": "complex", "c(1, 2)": "numeric of length 2",
                  "list(1)": "list", "strrep('x', 1e6)": "character"}
        text = f"solve <- function(stats) list({', '.join(values)})[[stats[[1]][1]]]"
        answers = self.ask(text, *([[i, 0, 0]] for i in range(1, len(values) + 1)))
        for answer, kind in zip(answers, values.values(), strict=True):
            self.assertRegex(answer["error"], f"^the answer is a {kind}, not a number, NULL or NA: ")
            self.assertLess(len(answer["error"]), 400)

    def test_numbers_arrive_as_the_doubles_that_they_are(self):
        rng = random.Random(1)
        xs = [rng.uniform(-1, 1) * 10.0 ** rng.randint(-300, 300) for _ in range(1000)]
        xs += [float(rng.randint(1, 2**53) * 2 ** rng.randint(0, 400)) for _ in range(500)]
        xs += [2.0**e for e in range(-1074, 1024, 7)] + [0.1, 1e23, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308]
        xs += [62.68965356, -415.0960441302785]  # as.numeric() is off by one place
        sent = [[[1, int(x) if x.is_integer() else x, 0]] for x in xs]
        self.assertEqual(self.ask("solve <- function(stats) stats[[1]][2]", *sent), xs)

    def test_a_failure_is_that_of_its_trial_alone(self):
        text = ("solve <- function(stats) {\n  if (length(stats) == 0) stop('a \"bad\" one')\n"
                "  if (length(stats) == 1) quit(status = 3)\n  length(stats)\n}")
        self.assertEqual(self.ask(text, TWO, [], [TWO[0]], TWO),
                         [2, {"error": 'simpleError: a "bad" one'}, {"error": "quit(status = 3)"}, 2])

    def test_prints_do_not_disturb(self):
        talk = self.talk("print('hi')\nsolve <- function(stats) { cat('ho\\n'); warning('hm'); 1 }", merge_request(TWO, TWO))
        self.assertEqual(talk.answers, [[1, 1]])
        self.assertIn("hi", talk.stderr)
        self.assertEqual(talk.stderr.count("ho\n"), 2)

    def test_the_file_cannot_read_the_requests(self):
        for read in ("readLines(file('stdin'))", "readLines(stdin())", "readLines('stdin')", "readLines()"):
            with self.subTest(read):
                text = f"x <- {read}\nsolve <- function(stats) length(x)"
                self.assertEqual(self.ask(text, TWO), [0])

    def test_a_file_that_quits_when_its_checks_are_done_is_asked(self):
        for ending in ("quit(status = 1)", "q()", "stopifnot(solve(1) == 2)"):
            with self.subTest(ending):
                self.assertEqual(self.ask(f"solve <- function(stats) 5\n{ending}\nsolve <- function(stats) 6", TWO), [5])

    def test_replies_come_before_the_next_request(self):
        self.assert_replies_before_the_next_request(SUBJECTS / "r/average_of_variances.R")

    def test_what_is_not_usable_is_said_in_the_hello(self):
        for text, error in {
            "foo <- 1": "stranger.R defines no merge_summaries(summaries), no merge(summaries) and no solve(stats); it has: foo",
            "x <- 1\ny <- (": "stranger.R:3:0: unexpected end of input",
            "x <- 1\nfoo(x)": "stranger.R:2: simpleError: could not find function \"foo\", before the file defined",
            "numbers <- 'bigint'\nsolve <- function(stats) 1": "numbers is \"bigint\"; in R it can be \"float64\" or \"int53\"",
        }.items():
            with self.subTest(text):
                self.assertIn(error, self.error_of_hello(text))

    def test_a_file_that_cannot_be_read_is_said_in_the_hello(self):
        self.assertIn("cannot be read", self.talk_to(self.folder / "none.R").hello["error"])
