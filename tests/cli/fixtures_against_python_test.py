"""`shardproof fixtures --format json` prints, byte for byte, what Python does.

Three programs of the seed's shape stand below in Python's own numbers: integers that are exact until they are
divided, floats from then on, and fractions for the repair. At eight scales their output is compared with the
program's, the scales where a last digit shows among them.

Not checked: scales whose squares need more than 53 bits and for which the C library's power, which Python takes,
and a product, which we take, differ in the last bit. That is one in a thousand of them; none of the eight is.
"""

import json
import os
import subprocess
import sys
from fractions import Fraction

SCALES = (1, 2, 3, 7, 10**3, 10**6, 10**9, 10**12)


def spread_within(count, total, squares):
    """A worker's own variance, as a float."""
    return squares / count - (total / count) ** 2


def observing(workers):
    return [worker for worker in workers if worker[0] > 0]


def average_of_variances(workers):
    present = observing(workers)
    if not present:
        return None
    return sum(spread_within(*worker) for worker in present) / len(present)


def count_weighted_average(workers):
    present = observing(workers)
    if not present:
        return None
    weighted = sum(spread_within(*worker) * worker[0] for worker in present)
    return weighted / sum(worker[0] for worker in present)


def repair(workers):
    count, total, squares = (sum(column) for column in zip(*observing(workers), (0, 0, 0)))
    if count == 0:
        return None
    return round(float(Fraction(squares, count) - Fraction(total, count) ** 2), 12)


def fixtures(n):
    """Label, workers, what the contract expects."""
    return [
        ("between-worker spread", [(1, 0, 0), (1, 2, 4)], 1),
        ("unequal workers with within variance",
         [(2, 2 * n, 4 * n**2), (1, 5 * n, 25 * n**2)], round(38 * n**2 / 9, 12)),
        ("one constant worker", [(n, 3 * n, 9 * n)], 0),
        ("empty", [], None),
        ("zero observations", [(0, 0, 0)], None),
        ("zero worker excluded", [(0, 99 * n, 999 * n), (1, n, n**2)], 0),
    ]


def printed(program, n):
    checks = []
    for label, workers, expected in fixtures(n):
        actual = program(workers)
        checks.append({"check": label, "actual": actual, "expected": expected, "passed": actual == expected})
    everything = all(check["passed"] for check in checks)
    return json.dumps({"observations": checks, "passed": everything}, ensure_ascii=False) + "\n"


def main():
    wrong = 0
    for n in SCALES:
        command = [os.environ["SHARDPROOF"], "fixtures", "--scale", str(n), "--format", "json"]
        done = subprocess.run(command, capture_output=True, check=False)
        by_python = "".join(printed(program, n) for program in (average_of_variances, count_weighted_average, repair))
        if done.returncode != 0 or done.stderr or done.stdout != by_python.encode():
            wrong += 1
            print(f"N = {n}: exit {done.returncode}\n{done.stderr.decode()}shardproof says\n{done.stdout.decode()}"
                  f"Python says\n{by_python}", file=sys.stderr)
    print(f"{len(SCALES) - wrong} of {len(SCALES)} scales are equal, byte for byte")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
