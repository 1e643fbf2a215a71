from fractions import Fraction


def merge(summaries):
    n = s = q = 0
    for count, total, squares in summaries:
        if count:
            n, s, q = n + count, s + Fraction(total), q + Fraction(squares)
    return None if n == 0 else float(q / n - (s / n) ** 2)
