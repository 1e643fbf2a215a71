"""Numbers of requests, numbers of replies, and what stands for an answer that is none."""

import decimal
import math
import numbers
import operator
import traceback
from fractions import Fraction

LONGEST_TEXT = 300
# A Decimal may have an exponent of 18 digits; the exact value of such a one fills the memory.
LARGEST_EXPONENT = 5000


class Unusable(Exception):
    """Why the file cannot be asked, and what to do."""


class Misfit(Exception):
    """What was returned instead of a number or a state."""


def number_of(x):
    """A number of a request: texts are "n/d", "NaN", "Infinity" or "-Infinity"."""
    if type(x) is not str:
        return x
    return Fraction(x) if x[-1].isdigit() else float(x)


def float_text(x):
    if math.isfinite(x):
        return x
    return "NaN" if math.isnan(x) else "Infinity" if x > 0 else "-Infinity"


def answer_of(value, what="answer"):
    """What stands for `value` in a reply, exactly. Raises Misfit for what is none."""
    if value is None:
        return None
    kind = type(value)
    if kind is int:
        return value
    if kind is float:
        return float_text(value)
    complex_only = isinstance(value, numbers.Complex) and not isinstance(value, numbers.Real)
    if kind.__name__ not in ("bool", "bool_") and not complex_only and not getattr(value, "ndim", 0):
        if isinstance(value, float):
            return float_text(float(value))
        if isinstance(value, decimal.Decimal) and value.is_finite() and abs(value.adjusted()) > LARGEST_EXPONENT:
            raise Misfit(f"the {what} is a Decimal with an exponent beyond {LARGEST_EXPONENT}: {shown(value)}")
        if hasattr(kind, "__index__"):
            return operator.index(value)
        if hasattr(kind, "as_integer_ratio"):
            try:
                n, d = map(operator.index, value.as_integer_ratio())
                return n if d == 1 else f"{n}/{d}"
            except (OverflowError, ValueError):
                pass  # an infinity or NaN, which float() takes
        if hasattr(kind, "__float__"):
            return float_text(float(value))
    raise Misfit(f"the {what} is a {kind.__name__}, not a number or None: {shown(value)}")


def shown(value):
    try:
        return clipped(repr(value))
    except Exception:
        return "(its repr raises)"


def clipped(text):
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def failure_of(error):
    """The answer that says why there is none."""
    if isinstance(error, Misfit):
        return {"error": clipped(str(error))}
    note_first_traceback(error)
    try:
        message = str(error)
    except Exception:
        message = ""
    return {"error": clipped(f"{type(error).__name__}: {message}" if message else type(error).__name__)}


def note_first_traceback(error, noted=[]):
    """One traceback helps; a thousand that are alike would bury it."""
    if not noted:
        noted.append(True)
        traceback.print_exception(error)
