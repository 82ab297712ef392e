"""The rules of Ladder's numbers, written a second time from the documents alone.

Nothing here is shared with the program: masses are fractions, days are those of Python's calendar, and every figure is
computed again from all workouts.
"""

import re
import unicodedata
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction

POUND = Fraction("0.45359237")


def identity(name):
    """Returns a text that is equal for two spellings of the same exercise."""
    letters = unicodedata.normalize("NFD", name.casefold())
    plain = "".join(c for c in letters if not unicodedata.combining(c)).strip()
    words = re.split(r"[\s-]+", plain)
    if re.search(r"(ss|sh|ch|x|z)es$", words[-1]):
        words[-1] = words[-1][:-2]
    elif re.search(r"[^s]s$", words[-1]):
        words[-1] = words[-1][:-1]
    return "".join(words)


# --- Sets with weights


@dataclass
class Set:
    exercise: str
    kind: str  # weight, added, assisted or body
    number: Fraction = Fraction(0)
    unit: str = "kg"
    reps: int = 1
    is_warm_up: bool = False
    effort: str = ""
    note: str = ""

    @property
    def mass(self):
        """The mass in kilograms by which loads are compared; negative for assistance."""
        mass = self.number * (POUND if self.unit == "lb" else 1)
        return {"weight": mass, "added": mass, "assisted": -mass, "body": Fraction(0)}[self.kind]

    @property
    def volume(self):
        return self.mass * self.reps if self.kind == "weight" and not self.is_warm_up else Fraction(0)

    @property
    def estimate(self):
        """The one-rep maximum by Epley's formula, in kilograms."""
        if self.kind != "weight" or self.is_warm_up or self.reps > 10:
            return None
        return self.mass * (1 + Fraction(self.reps, 30)) if self.reps > 1 else self.mass

    @property
    def result(self):
        """The text that Ladder prints, without the note."""
        sign = {"weight": "", "added": "+", "assisted": "-", "body": ""}[self.kind]
        load = f"{sign}{decimal(self.number)}{self.unit}" if self.kind != "body" else ""
        effort = f"@{self.effort}" if self.effort else ""
        return f"{'w' if self.is_warm_up else ''}{load}x{self.reps}{effort}"


def decimal(number):
    """Returns a number with at most three decimals as text."""
    return f"{float(number):.3f}".rstrip("0").rstrip(".")


def best_by_reps(sets):
    """For each number of reps that was done, returns the heaviest load with at least as many reps."""
    work = [s for s in sets if not s.is_warm_up]
    return {reps: max(s.mass for s in work if s.reps >= reps) for reps in {s.reps for s in work}}


def best_estimate(sets):
    return max((s.estimate for s in sets if s.estimate is not None), default=None)


# --- Progression rules


def suggestion(rule, sessions, unit):
    """Returns the text of the sets that a rule suggests after the last session; None without a load to start from.

    - linear SETSxREPS +STEP: the load plus a step if all sets reached the reps, otherwise the same load.
    - double SETSxLOW-HIGH +STEP: 1 rep more than the sets reached, up to HIGH, then LOW reps with the load plus a step.

    The working load of a session is the heaviest load with at least as many work sets as the rule has, or otherwise the
    load with the most sets. Loads at which no set reached four fifths of the reps are left out if another load remains;
    loads at which no set reached half of the reps are always left out.

    unit: The unit of the exercise, and so of the step; kilograms if the exercise has none yet.
    """
    kind, count, low, high, step = rule
    loads = {}
    for s in sessions[-1] if sessions else []:
        if not s.is_warm_up:
            loads.setdefault(s.mass, []).append(s)
    best = {mass: max(s.reps for s in sets) for mass, sets in loads.items()}
    candidates = [mass for mass in loads if best[mass] * 5 >= low * 4]
    candidates = candidates or [mass for mass in loads if best[mass] * 2 >= low]
    if not candidates:
        return None
    full = [mass for mass in candidates if len(loads[mass]) >= count]
    mass = max(full or candidates, key=lambda m: (0, 0, m) if full else (len(loads[m]), best[m] >= low, m))
    working = loads[mass][-1]
    reps = sorted((s.reps for s in loads[mass]), reverse=True)
    reached = reps[count - 1] if len(reps) >= count else 0
    if reached >= high:
        return plan_text(count, low, increased(working, step, unit))
    reps = high if kind == "linear" else min(max(reached + 1, low), high)
    return plan_text(count, reps, working)


def increased(working, step, unit):
    """Returns a set whose load is one step heavier; in an assisted set, the assistance is one step lower."""
    unit = unit or "kg"
    size = POUND if unit == "lb" else Fraction(1)
    number = working.mass / size + step
    if working.unit != unit and working.kind != "body" and number > 0:
        number = max(number // step, 1) * step
    if number == 0:
        return replace(working, kind="body")
    kind = "weight" if working.kind == "weight" else "added" if number > 0 else "assisted"
    return replace(working, kind=kind, number=round(abs(number) * 1000) / Fraction(1000), unit=unit)


def plan_text(count, reps, working):
    result = replace(working, reps=reps, effort="", note="").result
    load = result[: result.index("x")]
    return f"{count}x{reps} @ {load}" if load else " ".join([result] * count)


# --- Workouts


@dataclass
class Workout:
    what: str  # sets, or the name of the challenge
    day: date
    start: float  # seconds since 1970
    zone: str
    milliseconds: int
    reps: int = 0
    # The number of reps of each exercise, for goals of exercises.
    exercises: dict = field(default_factory=dict)
    sets: list = field(default_factory=list)
    # None for no score; otherwise ("reps", n), ("time", ms) or ("hold", ms).
    score: tuple = None
    is_possible: bool = True
    is_complete: bool = True

    @property
    def counts(self):
        """Whether the workout counts in totals, streaks and goals: it needs a score or sets with weights."""
        return self.is_possible and bool(self.score or self.sets)


def with_sets(workout, sets):
    """Returns a strength session with these sets."""
    work = [s for s in sets if not s.is_warm_up]
    exercises = {}
    for s in work:
        exercises[identity(s.exercise)] = exercises.get(identity(s.exercise), 0) + s.reps
    return replace(workout, sets=sets, reps=sum(s.reps for s in work), exercises=exercises)


def totals(workouts):
    counted = [w for w in workouts if w.counts]
    return len(counted), sum(w.reps for w in counted), sum(w.milliseconds for w in counted)


def streak(days, training, today):
    """Returns the current and the best streak of days with workouts, between which no training day was missed."""

    def misses(first, last):
        day = first + timedelta(1)
        while day < last:
            if day.isoweekday() in training:
                return True
            day += timedelta(1)
        return False

    best = count = 0
    previous = None
    for day in sorted(d for d in set(days) if d <= today):
        count = count + 1 if previous and not misses(previous, day) else 1
        best = max(best, count)
        previous = day
    return (count if previous and not misses(previous, today) else 0), best


def monday(day):
    return day - timedelta(day.isoweekday() - 1)


def week_streak(days, today):
    weeks = sorted({monday(d) for d in days if d <= today})
    best = count = 0
    previous = None
    for week in weeks:
        count = count + 1 if previous and week - previous == timedelta(7) else 1
        best = max(best, count)
        previous = week
    return (count if previous and monday(today) - previous <= timedelta(7) else 0), best


def goal(unit, workouts, today):
    """Returns the number that counts toward a week's goal of workouts, minutes, reps, or reps of an exercise."""
    week = [w for w in workouts if w.counts and monday(w.day) == monday(today)]
    if unit == "workouts":
        return len(week)
    if unit == "minutes":
        return sum(w.milliseconds for w in week) // 60_000
    if unit == "reps":
        return sum(w.reps for w in week)
    # A variation, such as a diamond push-up, counts for its exercise.
    wanted = identity(unit)
    return sum(n for w in week for name, n in w.exercises.items() if wanted in name)


def rank_key(workout):
    """Returns the sort key of a score: better scores have smaller keys, and incomplete scores follow all complete ones.

    Times are compared in hundredths of a second, as they are shown.
    """
    kind, value = workout.score
    if not workout.is_complete:
        return 1, -workout.reps
    return 0, {"reps": -value, "time": value // 10, "hold": -(value // 10)}[kind]


def best(workouts, what):
    """Returns the best ranked workout of a challenge, or the earliest one if several are equal."""
    ranked = [w for w in workouts if w.what == what and w.score and w.is_possible]
    return min(ranked, key=lambda w: (rank_key(w), w.start + w.milliseconds / 1000), default=None)


def records(workouts):
    """Returns the best complete score of each challenge."""
    bests = [best(workouts, what) for what in {w.what for w in workouts}]
    return {w.what: w.score for w in bests if w and w.is_complete}


def leaderboard(people, what):
    """Returns the places and names of people; equal scores share a place, and the earlier score is listed first."""
    bests = [(name, best(workouts, what)) for name, workouts in people.items()]
    rows = sorted(
        ((rank_key(w), w.start + w.milliseconds / 1000, name) for name, w in bests if w))
    return [(1 + sum(other[0] < row[0] for other in rows), row[2]) for row in rows]
