"""Compares exact::round12 with Python's round(float(Fraction), 12), and to_text with repr.

    round12_python_test.py PROGRAM     PROGRAM is round12_of_lines

The cases are made here, from one seed: all magnitudes, ties of both roundings in both directions, and what lies
a hair beside them. Python's division of integers is correctly rounded, and its round() goes through the
correctly rounded decimal, so both steps are independent of ours. Zeros are compared without their sign.

Two wrong roundings are planted afterwards; each must be caught, or the cases would be too tame to mean anything.
"""

import math
import random
import subprocess
import sys
from fractions import Fraction

RNG = random.Random(12)
AT_LEAST = 100_000


def signed(value):
    return value if RNG.random() < 0.5 else -value


def beside(value):
    """The value, or a hair above or below it."""
    hair = Fraction(1, 1 << RNG.choice((90, 200, 1200)))
    return value + RNG.choice((0, 0, 1, -1)) * hair


def all_magnitudes(count):
    for _ in range(count):
        yield Fraction(RNG.getrandbits(RNG.randint(1, 1100)), RNG.getrandbits(RNG.randint(1, 1100)) + 1)


def contract_like(count):
    """Quotients of the size that variances have: n·Q − S² over n²."""
    for _ in range(count):
        n = RNG.randint(1, 10 ** RNG.randint(1, 9))
        yield Fraction(RNG.randint(0, n * n * 10 ** RNG.randint(0, 6)), n * n)


def decimal_ties(count):
    """Odd multiples of 2^-13 are the only doubles halfway between two multiples of 10^-12."""
    for _ in range(count):
        yield beside(Fraction(2 * RNG.randrange(1 << RNG.randint(1, 25)) + 1, 8192))


def near_decimal_ties(count):
    """Doubles next to (K + 1/2) × 10^-12, and the decimals themselves."""
    for _ in range(count):
        units = RNG.randrange(10 ** RNG.randint(1, 15))
        half = Fraction(2 * units + 1, 2 * 10**12)
        nearest = float(half)
        yield RNG.choice((half, Fraction(nearest), Fraction(math.nextafter(nearest, 0)), beside(half)))


def binary_ties(count):
    """Halfway between two doubles, subnormal ones included."""
    for _ in range(count):
        exponent = RNG.choice((RNG.randint(-1130, 980), RNG.randint(-60, 0), RNG.randint(-1076, -1060)))
        mantissa = 2 * ((1 << 52) + RNG.getrandbits(52)) + 1
        if exponent < -1070:
            mantissa = 2 * RNG.getrandbits(RNG.randint(1, 40)) + 1
        yield beside(mantissa * Fraction(2) ** exponent)


def around_8192(count):
    for _ in range(count):
        scale = RNG.choice((4096, 8192, 16384))
        yield beside(scale + RNG.randint(-(1 << 12), 1 << 12) * Fraction(1, 1 << RNG.randint(38, 44)))


def around_half_a_unit(count):
    for _ in range(count):
        yield beside(Fraction(5, 10**13) * (1 + Fraction(RNG.randint(-8, 8), 1 << RNG.randint(50, 56))))


def huge_and_tiny(count):
    for _ in range(count):
        yield RNG.choice(
            (
                Fraction(2) ** 1024 - Fraction(2) ** 970 + RNG.randint(-2, 2),  # halfway to infinity
                Fraction(2) ** 1024 - RNG.randint(0, 2),
                Fraction(10) ** RNG.randint(-400, 400),
                Fraction(RNG.getrandbits(1023)),
                beside(Fraction(1, 1 << 1075)),
            )
        )


def integers(count):
    for _ in range(count):
        yield Fraction(RNG.getrandbits(RNG.randint(1, 140)))


def seed_fixture(count):
    for n in range(1, count + 1):
        yield Fraction(38 * n * n, 9)


def cases():
    for kind, count in (
        (all_magnitudes, 15_000),
        (contract_like, 20_000),
        (decimal_ties, 15_000),
        (near_decimal_ties, 25_000),
        (binary_ties, 15_000),
        (around_8192, 10_000),
        (around_half_a_unit, 3_000),
        (huge_and_tiny, 3_000),
        (integers, 4_000),
        (seed_fixture, 5_000),
    ):
        for value in kind(count):
            yield kind.__name__, signed(value)


def python_says(value):
    try:
        rounded = round(float(value), 12)
    except OverflowError:
        return None
    return rounded + 0.0  # −0.0 + 0.0 is 0.0


def answers(program, questions, *way):
    lines = "".join(f"{value.numerator} {value.denominator}\n" for _, value in questions)
    run = subprocess.run([program, *way], input=lines, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def differs(line, oracle):
    if oracle is None:
        return line != "none"
    if line == "none":
        return True
    hexadecimal, decimal = line.split()
    return float.fromhex(hexadecimal).hex() != oracle.hex() or decimal != repr(oracle)


def main():
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    program = sys.argv[1]
    questions = list(cases())
    oracle = [python_says(value) for _, value in questions]

    failures = 0
    for way in ((), ("half-up",), ("scaled",)):
        lines = answers(program, questions, *way)
        if len(lines) != len(questions):
            sys.exit(f"{len(questions)} questions, {len(lines)} answers")
        wrong = [i for i in range(len(lines)) if differs(lines[i], oracle[i])]
        print(f"{way[0] if way else 'round12'}: {len(lines)} compared, {len(wrong)} differ from Python")
        if way and not wrong:
            failures += 1
            print(f"  {way[0]} is wrong and was not caught")
        if not way:
            failures += len(wrong)
            for i in wrong[:20]:
                kind, value = questions[i]
                print(f"  {kind}: {value}\n    Python says  {oracle[i]!r}\n    round12 says {lines[i]}")
    if len(questions) < AT_LEAST:
        sys.exit(f"only {len(questions)} cases; {AT_LEAST} were promised")
    sys.exit(1 if failures else 0)


main()
