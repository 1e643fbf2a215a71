"""Compares `shardproof merge` with Python's fractions on 20,000 random questions.

    merge_against_python_test.py        the program's path is in $SHARDPROOF

The oracle is round(float(v), 12) of the exact Fraction v. The questions, from one seed: integers to 10^30, small
spreads on offsets to 10^15, dyadic fractions, empty workers with garbage sums, huge counts, and ties of the rounding,
scaled and mixed with workers that do not change the variance. Every triple comes from observations, so none is
impossible. Answers are compared as text: the shortest that reads back as the same double is what repr prints.

Three wrong merges are asked the same questions afterwards; each must differ somewhere, or the questions would be too
tame to mean anything.
"""

import json
import os
import random
import subprocess
import sys
from fractions import Fraction

RNG = random.Random(2)
QUESTIONS = 20_000


def summarise(observations):
    """Count, sum and sum of squares of {value: times}."""
    return [
        sum(observations.values()),
        sum(times * value for value, times in observations.items()),
        sum(times * value * value for value, times in observations.items()),
    ]


def workers_of(draw, most_workers=8, most_observations=12, times=lambda: 1):
    workers = []
    for _ in range(RNG.randint(1, most_workers)):
        observations = {}
        for _ in range(RNG.randint(1, most_observations)):
            value = draw()
            observations[value] = observations.get(value, 0) + times()
        workers.append(summarise(observations))
    return workers


def integers():
    top = 10 ** RNG.randint(0, 30)
    return workers_of(lambda: RNG.randint(-top, top))


def offsets():
    offset = RNG.choice((-1, 1)) * 10 ** RNG.randint(3, 15)
    return workers_of(lambda: offset + RNG.randint(-3, 3))


def dyadics():
    # At most 20 bits after a numerator of 24: the squares still fit a double, so that they can be written as one.
    unit = Fraction(1, 1 << RNG.randint(1, 20))
    return workers_of(lambda: RNG.randint(-(1 << 11), 1 << 11) * unit)


def counts():
    return workers_of(lambda: RNG.randint(-9, 9), times=lambda: RNG.randint(1, 1 << RNG.randint(1, 60)))


def ties():
    """Variances that are odd multiples of 2^-13: halfway between two numbers of 12 decimals.

    [16384, 0, 2] has variance 1/8192. Replicas leave it, and so do a shift by an integer and workers without
    observations."""
    odd = 2 * RNG.randint(0, 500) + 1
    replicas = RNG.randint(1, 5)
    shift = RNG.randint(-100, 100)
    count, squares = 16384, 2 * odd
    # `squares` observations of 1 and -1 in equal numbers, zeros for the rest; then everything shifted.
    worker = [count, count * shift, squares + count * shift * shift]
    return [list(worker) for _ in range(replicas)]


def no_observations():
    return [[0, RNG.randint(-99, 99), RNG.randint(-99, 99)] for _ in range(RNG.randint(0, 3))]


KINDS = (integers, integers, offsets, offsets, dyadics, dyadics, counts, ties, ties, no_observations)


def with_empty_workers(workers):
    """Empty workers among the others, with sums that no data have."""
    for _ in range(RNG.choice((0, 0, 1, 3))):
        garbage = [0, RNG.randint(-(10**20), 10**20), RNG.choice((-1, 0.1, 1e300, 999))]
        workers.insert(RNG.randint(0, len(workers)), garbage)
    return workers


def as_json(number):
    """An integer as its digits, anything else as the double that it is."""
    if isinstance(number, Fraction):
        if number.denominator == 1 and RNG.random() < 0.5:
            return int(number)
        written = float(number)
        assert Fraction(written) == number
        return written
    return number


def rounded(variance):
    return repr(round(float(variance), 12) + 0.0)  # + 0.0: zero has no sign


def oracle(workers):
    present = [[Fraction(field) for field in worker] for worker in workers if worker[0] != 0]
    if not present:
        return "null"
    n, s, q = (sum(column) for column in zip(*present))
    return rounded(q / n - (s / n) ** 2)


def averages_variances(workers):
    present = [worker for worker in workers if worker[0] != 0]
    if not present:
        return "null"
    variances = [Fraction(q) / n - (Fraction(s) / n) ** 2 for n, s, q in present]
    return rounded(sum(variances) / len(variances))


def counts_garbage(workers):
    n, s, q = (sum(map(Fraction, column)) for column in zip(*workers)) if workers else (0, 0, 0)
    return rounded(q / n - (s / n) ** 2) if n else "null"


def rounds_half_up(workers):
    exact = oracle(workers)
    if exact == "null":
        return exact
    present = [[Fraction(field) for field in worker] for worker in workers if worker[0] != 0]
    n, s, q = (sum(column) for column in zip(*present))
    variance = Fraction(float(q / n - (s / n) ** 2))
    scaled = variance * 10**12
    return exact if scaled >= 8192 * 10**12 else repr(float(Fraction((scaled + Fraction(1, 2)).__floor__(), 10**12)))


def main():
    questions = [with_empty_workers(RNG.choice(KINDS)()) for _ in range(QUESTIONS)]
    lines = [json.dumps([[as_json(field) for field in worker] for worker in workers]) for workers in questions]
    run = subprocess.run(
        [os.environ["SHARDPROOF"], "merge"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=False
    )
    if run.returncode != 0:
        sys.exit(f"exit {run.returncode}: {run.stderr}")
    answers = run.stdout.splitlines()
    if len(answers) != len(questions):
        sys.exit(f"{len(questions)} questions, {len(answers)} answers")

    oracles = [oracle(workers) for workers in questions]
    for line, says, right in zip(lines, answers, oracles):
        if says != right:
            sys.exit(f"{line}\n  oracle says  {right}\n  subject says {says}")
    print(f"{len(answers)} questions compared, all equal; {oracles.count('null')} of them none")

    for wrong in (averages_variances, counts_garbage, rounds_half_up):
        differing = sum(wrong(workers) != right for workers, right in zip(questions, oracles))
        print(f"{wrong.__name__}: {differing} differ")
        if differing == 0:
            sys.exit(f"the questions do not tell {wrong.__name__} from the contract")


main()
