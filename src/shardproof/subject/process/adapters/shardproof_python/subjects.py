"""Those who are asked: a function that merges, or a class of states."""

import copy
import inspect
import math
import operator
import sys
import types

from .answers import Misfit, Unusable, answer_of, failure_of, number_of, shown


class MergeSubject:
    """A function, which is handed the summaries of a trial."""

    interface = "merge"

    def __init__(self, function):
        self.function = function
        self.more = {}

    def read_texts(self, trials):
        return [[[number_of(x) for x in worker] for worker in trial] for trial in trials]

    def ask(self, trials):
        merge = self.function
        isfinite = math.isfinite
        answers = []
        for trial in trials:
            try:
                value = merge(trial)
                # What most answers are, without a call.
                if not (type(value) is float and isfinite(value)):
                    value = answer_of(value)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # SystemExit, too, is only this trial's failure
                value = failure_of(error)
            answers.append(value)
        return answers


class StateSubject:
    """A class, whose states follow the plan of a trial."""

    interface = "aggregate"

    def __init__(self, state_class):
        self.new = state_class
        self.finish = finisher_of(state_class)
        self.mean_is_a_field = is_a_field(state_class, "mean")
        self.reads = [(what, read) for what in ("count", "mean") if (read := reader_of(self.fresh_one(), what))]
        self.reads.append(("variance", operator.methodcaller(self.finish)))
        self.copy_of = operator.methodcaller("copy") if callable(getattr(state_class, "copy", None)) else copy.deepcopy
        self.synchronise_all = static_of(state_class, "synchronise") or static_of(state_class, "synchronize")
        offered = {
            "self-merge": True,
            "copy": True,
            "encode": callable(getattr(state_class, "encode", None)) and static_of(state_class, "decode"),
            "retract": callable(getattr(state_class, "retract", None)),
            "merge-into": static_of(state_class, "merge_into"),
            "merge-all": static_of(state_class, "merge_all"),
            "synchronise": self.synchronise_all,
        }
        self.more = {
            "steps": [step for step, there in offered.items() if there],
            "reads": [what for what, _ in self.reads if what != "variance"],
        }
        self.take = {
            "merge": self.merge,
            "copy": self.copy,
            "encode": self.encode,
            "retract": self.retract,
            "merge-into": self.merge_into,
            "merge-all": self.merge_all,
            "accumulate": self.accumulate,
            "synchronise": self.synchronise,
        }

    def fresh_one(self):
        try:
            return self.new()
        except Exception as error:
            raise Unusable(f"{self.new.__name__}() raises {failure_of(error)['error']}; a state must be constructible "
                           "without arguments, and is empty then") from error

    def read_texts(self, trials):
        for trial in trials:
            trial["parts"] = [[number_of(x) for x in part] for part in trial["parts"]]
            for step in trial["plan"]:
                if type(step[-1]) is list:
                    step[-1] = [number_of(x) for x in step[-1]]
        return trials

    def ask(self, trials):
        answers = []
        for trial in trials:
            try:
                answer = self.follow(trial["parts"], trial["plan"])
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                answer = failure_of(error)
            answers.append(answer)
        return answers

    def follow(self, parts, plan):
        states = []
        for part in parts:
            state = self.new()
            accumulate = state.accumulate
            for x in part:
                accumulate(x)
            states.append(state)
        answer = []
        for step, *operands in plan:
            if step == "finalise":
                answer.append(self.read(self.at(states, *operands)))
            else:
                self.take[step](states, *operands)
        return answer

    def at(self, states, i):
        while i >= len(states):
            states.append(self.new())
        return states[i]

    def read(self, state):
        found = {what: answer_of(read(state), what) for what, read in self.reads}
        # A plain field `mean` is the state's own book-keeping, often 0 before the first observation; that there is none
        # is for finalise to say.
        if self.mean_is_a_field and found["variance"] is None and "mean" in found:
            found["mean"] = None
        return found

    def state_from(self, returned, step, in_place=None):
        """The state that a step returned; `in_place` if it returned None, having changed that one."""
        if returned is None and in_place is not None:
            return in_place
        if hasattr(returned, self.finish):
            return returned
        raise Misfit(f"{step} returned a {type(returned).__name__}, not a state: {shown(returned)}")

    def merge(self, states, a, b):
        state, other = self.at(states, a), self.at(states, b)
        states[a] = self.state_from(state.merge(other), "merge", state)

    def copy(self, states, a, b):
        self.at(states, a)
        states[a] = self.copy_of(self.at(states, b))

    def encode(self, states, a):
        states[a] = self.state_from(self.new.decode(self.at(states, a).encode()), "decode")

    def retract(self, states, a, xs):
        state = self.at(states, a)
        for x in xs:
            state.retract(x)

    def accumulate(self, states, a, xs):
        state = self.at(states, a)
        for x in xs:
            state.accumulate(x)

    def merge_into(self, states, a, b, c):
        left, right, out = self.at(states, a), self.at(states, b), self.at(states, c)
        states[c] = self.state_from(self.new.merge_into(left, right, out), "merge_into", out)

    def merge_all(self, states, a, n):
        self.at(states, max(a, n - 1))
        states[a] = self.state_from(self.new.merge_all(states[:n]), "merge_all")

    def synchronise(self, states, n):
        self.at(states, n - 1)
        workers = states[:n]
        returned = self.synchronise_all(workers)
        # Workers may be changed themselves, be replaced in their list, or come back in another.
        states[:n] = returned if isinstance(returned, list) and len(returned) == n else workers


def finisher_of(thing):
    return next((name for name in ("finalise", "finalize") if callable(getattr(thing, name, None))), None)


def static_of(state_class, name):
    """The static or class method of that name; an instance's method would be called without its instance."""
    kind = inspect.getattr_static(state_class, name, None)
    return getattr(state_class, name) if isinstance(kind, (staticmethod, classmethod)) else None


def is_a_field(state_class, name):
    """Whether it is stored in each state, and neither a method nor a property."""
    kind = inspect.getattr_static(state_class, name, None)
    return not hasattr(kind, "__get__") or isinstance(kind, types.MemberDescriptorType)  # the latter of __slots__


def reader_of(fresh, what):
    """What reads `count` or `mean`: a field, a property or a method; None if a fresh state has nothing to read."""
    try:
        if callable(getattr(fresh, what)):
            getattr(fresh, what)()
            return operator.methodcaller(what)
        return operator.attrgetter(what)
    except AttributeError:
        return None
    except Exception as error:
        print(f"{what} is not asked: of a fresh state it raises {type(error).__name__}: {error}", file=sys.stderr)
        return None
