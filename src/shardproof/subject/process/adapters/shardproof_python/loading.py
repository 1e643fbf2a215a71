"""From a file to whom to ask in it."""

import importlib.util
import inspect
import os
import sys
import traceback
import types
from importlib.machinery import SourceFileLoader

from .answers import Unusable, clipped
from .subjects import MergeSubject, StateSubject, finisher_of

NUMBERS = ("int53", "int64", "bigint", "float64", "any")
INTERFACES = ("merge", "aggregate")


def run_file(path):
    """Runs the file as a module and returns it, and the error that ended it early."""
    stem = os.path.splitext(os.path.basename(path))[0]
    # Under its own name pickles and process pools find it again; never under the name of a module that others import.
    taken = stem in sys.modules or stem in sys.stdlib_module_names or not stem.isidentifier()
    name = f"subject_{stem}" if taken else stem
    # The file's neighbours are importable as if it had been started itself; those of this program are not.
    sys.path[:1] = [os.path.dirname(os.path.abspath(path))]
    sys.argv = [path]
    loader = SourceFileLoader(name, path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_file_location(name, path, loader=loader))
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return module, error
    return module, None


def subject_of(module):
    """The function or class to ask; None if there is none."""
    wanted = getattr(module, "interface", None)
    if isinstance(wanted, str) and wanted not in INTERFACES:
        raise Unusable(f"interface is {wanted!r}; it can be {' or '.join(map(repr, INTERFACES))}")
    function = next((f for name in ("merge", "solve") if takes_one(f := getattr(module, name, None))), None)
    if function and wanted != "aggregate":
        return MergeSubject(function)
    state_class = None if wanted == "merge" else state_class_of(module)
    return StateSubject(state_class) if state_class else None


def takes_one(function):
    """Whether it is a function of one list. One of the standard library is not meant: heapq has a merge, too."""
    if not callable(function) or isinstance(function, type):
        return False
    if isinstance(function, (types.FunctionType, types.BuiltinFunctionType)):
        if (function.__module__ or "").partition(".")[0] in sys.stdlib_module_names:
            return False
    try:
        inspect.signature(function).bind([])
    except TypeError:
        return False
    except ValueError:
        pass  # written in C, without a signature
    return True


def state_class_of(module):
    found = {c: name for name, c in vars(module).items() if is_state_class(c)}
    if isinstance(named := getattr(module, "State", None), type) and named in found:
        return named
    # Imported ones count only if the file has none of its own: it may import its base class.
    own = [c for c in found if c.__module__ == module.__name__] or list(found)
    if len(own) > 1:
        raise Unusable(f"has several states, {', '.join(c.__name__ for c in own)}: say which by a line such as "
                       f"State = {own[-1].__name__}")
    return own[0] if own else None


def is_state_class(c):
    return (isinstance(c, type) and not inspect.isabstract(c) and finisher_of(c) is not None
            and all(callable(getattr(c, name, None)) for name in ("accumulate", "merge")))


def what_it_has(module):
    names = []
    for name, value in vars(module).items():
        if not name.startswith("_") and callable(value) and getattr(value, "__module__", "") == module.__name__:
            try:
                names.append(name if isinstance(value, type) else f"{name}{inspect.signature(value)}")
            except (TypeError, ValueError):
                names.append(name)
    return clipped(", ".join(names)) or "no function and no class of its own"


def line_of(error, path):
    """The line of the file that an error came from."""
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return lines[-1] if lines else None


def load(path):
    """The subject in the file and what its hello says. Raises Unusable."""
    base = os.path.basename(path)
    try:
        with open(path, "rb"):
            pass
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror}") from error
    module, error = run_file(path)
    try:
        subject = subject_of(module)
    except Unusable as unusable:
        raise Unusable(f"{base}: {unusable}") from unusable
    if error:
        line = line_of(error, path)
        place = f"{base}:{line}" if line else base
        what = clipped(f"{type(error).__name__}: {error}")
        if not subject:
            raise Unusable(f"{place}: {what}, before the file defined a merge(summaries), a solve(stats) or a class "
                           "with accumulate, merge and finalise; make it importable") from error
        print(f"{place}: {what}; what the file had defined by then is asked all the same", file=sys.stderr)
    if not subject:
        raise Unusable(f"{base} defines no merge(summaries), no solve(stats) and no class with accumulate, merge and "
                       f"finalise; it has: {what_it_has(module)}")
    holds, name = getattr(module, "numbers", None), getattr(module, "name", None)
    if isinstance(holds, str) and holds not in NUMBERS:
        raise Unusable(f"{base}: numbers is {holds!r}; it can be {', '.join(map(repr, NUMBERS))}")
    return subject, {
        "name": name if isinstance(name, str) and name else base,
        "interface": subject.interface,
        "numbers": holds if isinstance(holds, str) else "float64",
        **subject.more,
    }
