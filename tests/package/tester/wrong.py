from fractions import Fraction


def merge(summaries):
    variances = [
        Fraction(squares) / count - (Fraction(total) / count) ** 2
        for count, total, squares in summaries
        if count
    ]
    return float(sum(variances) / len(variances)) if variances else None
