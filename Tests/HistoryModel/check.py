#!/usr/bin/env python3
"""Compares Ladder's numbers with those of an independent model, for random histories.

    check.py LADDER [--count N] [--seed S] [--jobs J] [--keep]

Each history is entered as a person would: first with `ladder log` in several time zones, then with a script that plays
workouts, enters sessions, and corrects, deletes and restores workouts. Totals, streaks, records, estimated maxima,
volumes, goals and suggestions must be those of model.py. A difference is printed with its seed; `--keep` keeps the folder.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction
from zoneinfo import ZoneInfo

import model
from model import Set, Workout

ZONES = ["Europe/Berlin", "America/Los_Angeles", "Asia/Tokyo", "Pacific/Auckland", "Asia/Kolkata", "UTC"]
# Spellings of the same exercise.
EXERCISES = [
    ["squat", "Squats", "squats"],
    ["bench press", "Bench-Press", "bench presses"],
    ["pull-up", "Pull Ups", "pullup"],
    ["push-up", "push-ups", "Push Up"],
    ["diamond push-up", "Diamond Push-Ups"],
    ["Élévation", "elevation"],
]
RULES = [
    ("linear", 5, 5, 5, Fraction("2.5")),
    ("linear", 3, 8, 8, Fraction("1.25")),
    ("double", 3, 8, 12, Fraction("2.5")),
    ("double", 2, 5, 8, Fraction(5)),
]
WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


class Difference(Exception):
    pass


def expect(what, shown, right):
    if shown != right:
        raise Difference(f"{what}: Ladder has {shown!r}, the model has {right!r}")


def clock_text(milliseconds):
    hundredths = milliseconds // 10
    return f"{hundredths // 6000:02}:{hundredths // 100 % 60:02}.{hundredths % 100:02}"


def count_text(number, singular):
    return f"{number} {singular}{'' if number == 1 else 's'}"


class History:
    """A person's history, in Ladder's database and in the model."""

    def __init__(self, ladder, seed, folder):
        self.ladder = ladder
        self.random = random.Random(seed)
        self.folder = folder
        self.workouts = []
        # Workouts of another person, who is only on the leaderboards.
        self.rival_workouts = []
        self.script = []
        self.today = date(2025, 11, 20) + timedelta(self.random.randrange(7))
        self.units = {}
        self.training = sorted(self.random.sample(range(1, 8), self.random.choice([3, 5, 7])))
        self.goal = self.random.choice(["workouts", "minutes", "reps", "push-ups", "squats"])
        self.zone = self.random.choice(ZONES)
        self.rules = {}
        self.starts = set()

    # --- ladder log

    def run(self, *arguments, zone="UTC"):
        """Runs a command and returns its output."""
        environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "TZ": zone, "LADDER_USER": "Ann",
            "XDG_CONFIG_HOME": f"{self.folder}/config", "LADDER_DATA": f"{self.folder}/data",
            "LANG": "C.UTF-8",
        }
        result = subprocess.run(
            [self.ladder, *arguments], env=environment, capture_output=True, text=True, cwd=self.folder)
        if result.returncode != 0:
            raise Difference(f"{arguments}: {result.stderr.strip() or result.stdout.strip()}")
        return result.stdout

    def moment(self):
        """Returns the time zone, the local time, and the start in seconds since 1970 of a new workout."""
        while True:
            zone = self.random.choice(ZONES)
            back = self.random.randrange(1, self.random.choice([8, 20, 60, 400]))
            minute = self.random.randrange(24 * 60)
            day = self.today - timedelta(back)
            local = datetime(day.year, day.month, day.day, minute // 60, minute % 60)
            aware = local.replace(tzinfo=ZoneInfo(zone))
            back_again = aware.astimezone(timezone.utc).astimezone(ZoneInfo(zone))
            # The local time must not be in an hour that a time change skips or repeats.
            is_unique = aware.utcoffset() == aware.replace(fold=1).utcoffset()
            start = aware.timestamp()
            if back_again.replace(tzinfo=None) == local and is_unique and start not in self.starts:
                self.starts.add(start)
                return zone, local, start

    def sets(self, spellings, count):
        """Returns random sets of an exercise."""
        r = self.random
        kind = "weight" if r.random() < 0.75 else r.choice(["added", "assisted", "body"])
        unit = r.choice(["kg", "kg", "lb"])
        base = Fraction(r.randrange(8, 60)) * Fraction("2.5")
        sets = []
        for _ in range(count):
            if r.random() < 0.15:
                unit = r.choice(["kg", "lb"])
            number = base if r.random() < 0.6 else base + Fraction(r.randrange(-3, 6)) * Fraction("1.25")
            if kind == "body":
                number = Fraction(0)
            sets.append(Set(
                spellings[0], kind, number, unit, r.choice([1, 3, 5, 5, 5, 8, 10, 12]),
                is_warm_up=r.random() < 0.2, effort=r.choice(["", "", "", "8", "9.5"])))
        return sets

    def set_texts(self, sets, unit):
        """Returns sets as a person types them, often without the unit if it is the same as in the previous set."""
        texts = []
        for s in sets:
            text = s.result
            if s.kind != "body":
                if s.unit == unit and self.random.random() < 0.7:
                    text = text.replace(s.unit, "", 1)
                unit = s.unit
            texts.append(text)
        return texts

    def log_sets(self):
        spellings = self.random.choice(EXERCISES)
        zone, local, start = self.moment()
        sets = self.sets(spellings, self.random.randrange(1, 8))
        unit = self.unit_of_exercise(spellings)
        texts = self.set_texts(sets, unit)
        if unit is None:
            # The first weight decides the unit of the exercise.
            texts = [sets[0].result] + texts[1:]
        duration = self.random.randrange(60, 4000) * 1000
        self.run(
            "log", self.random.choice(spellings), "--at", local.strftime("%Y-%m-%d %H:%M"), "--time",
            clock_text(duration), "--", *texts, zone=zone)
        self.workouts.append(
            self.with_sets(Workout("sets", local.date(), start, zone, duration), sets))

    def with_sets(self, workout, sets):
        """Returns the workout with sets. The first weight of an exercise decides the exercise's unit permanently."""
        for s in sets:
            if s.kind != "body":
                self.units.setdefault(s.exercise, s.unit)
        return model.with_sets(workout, sets)

    def unit_of_exercise(self, spellings):
        """Returns the unit of the exercise's first weight; None if no weight was entered."""
        return self.units.get(spellings[0])

    def log_workout(self):
        r = self.random
        zone, local, start = self.moment()
        at = ["--at", local.strftime("%Y-%m-%d %H:%M")]
        if r.random() < 0.3:
            at += ["--rpe", r.choice(["7", "8.5"])]
        is_rival = r.random() < 0.3
        at += ["--as", "Ben" if is_rival else "Ann"]
        kind = r.choice(["pushups-2min", "pushups-100", "plank-hold", "run", "circuit"])
        w = Workout(kind, local.date(), start, zone, 0)
        if kind == "pushups-2min":
            w.reps, w.milliseconds = r.randrange(1, 120), 120_000
            w.score, w.exercises = ("reps", w.reps), {"pushup": w.reps}
            self.run("log", kind, "--reps", str(w.reps), *at, zone=zone)
        elif kind == "pushups-100":
            w.reps = 100 if r.random() < 0.7 else r.randrange(1, 100)
            w.milliseconds = r.randrange(60_000, 900_000) // 10 * 10
            w.is_complete = w.reps == 100
            w.score, w.exercises = ("time", w.milliseconds), {"pushup": w.reps}
            self.run("log", kind, "--reps", str(w.reps), "--time", clock_text(w.milliseconds), *at, zone=zone)
        else:
            w.milliseconds = r.randrange(1_200_000, 2_400_000) // 10 * 10
            w.score = ("hold" if kind == "plank-hold" else "time", w.milliseconds)
            text = {"plank-hold": "plank-hold", "run": "run 5km", "circuit": CIRCUIT}[kind]
            if kind == "circuit":
                w.reps, w.exercises = CIRCUIT_REPS, {"pushup": CIRCUIT_REPS}
            self.run("log", text, "--time", clock_text(w.milliseconds), *at, zone=zone)
        (self.rival_workouts if is_rival else self.workouts).append(w)

    # --- The script

    def play(self):
        """Plays the script and returns the screens that it saved, by name."""
        day = self.today
        self.clock = datetime(day.year, day.month, day.day, 12, 0, tzinfo=ZoneInfo(self.zone)).timestamp()
        start = datetime.fromtimestamp(self.clock, timezone.utc).strftime("%Y-%m-%dT%H:%MZ")
        self.script = [
            "size 110x50", f"clock {start}", f"zone {self.zone}", "db data/ladder.db", "as Ann",
            "set prep-seconds 0", "set rest-seconds 0", f'set goal "100000 {self.goal}"',
            f'set training-days "{" ".join(WEEKDAYS[d - 1] for d in self.training)}"',
        ]
        for _ in range(self.random.randrange(0, 4)):
            self.random.choice([self.play_reps, self.play_hold, self.play_circuit, self.play_run])()
        for _ in range(self.random.randrange(0, 4)):
            self.random.choice([self.delete, self.correct_effort, self.correct_result, self.correct_day])()
        self.choose_rules()
        self.lines("press 3", "shot profile.txt")
        path = f"{self.folder}/history.ladder"
        with open(path, "w") as file:
            file.write("\n".join(self.script) + "\n")
        self.run("play", path, "--speed", "max", "--shots", f"{self.folder}/shots")

    def lines(self, *lines):
        self.script += lines

    def screen(self, name):
        with open(f"{self.folder}/shots/{name}.txt") as file:
            return file.read().split("--- styles")[0].splitlines()

    def wait(self, milliseconds):
        self.clock += milliseconds / 1000
        self.lines(f"advance {milliseconds}ms")

    def begin(self, query):
        """Opens a challenge and starts it."""
        # Workouts that begin in the same millisecond would have no order.
        self.wait(60_000)
        self.lines("press 1", "press /", f'type "{query}"', "press Enter", "press s")
        local = datetime.fromtimestamp(self.clock, ZoneInfo(self.zone))
        return Workout("", local.date(), self.clock, self.zone, 0)

    def end(self, workout):
        # Goes back to the list, which shows all challenges again.
        self.wait(3_000)
        self.lines("press Esc x4")
        self.workouts.append(workout)

    def rep(self, count, milliseconds):
        self.lines(f"rep {count} every {milliseconds}ms")
        self.clock += count * milliseconds / 1000

    def play_reps(self):
        w = self.begin("push-ups in 2")
        # Nine presses a second for a minute are more than anyone can do.
        is_possible = self.random.random() < 0.8
        pace = self.random.randrange(600, 2500) if is_possible else 110
        w.reps = self.random.randrange(1, 40) if is_possible else 500
        self.rep(w.reps, pace)
        self.wait(120_000 - w.reps * pace)
        w.what, w.milliseconds, w.is_possible = "pushups-2min", 120_000, is_possible
        w.score, w.exercises = ("reps", w.reps), {"pushup": w.reps}
        self.end(w)

    def play_hold(self):
        w = self.begin("plank hold")
        w.what, w.milliseconds = "plank-hold", self.random.randrange(500, 9000) * 10
        w.score = ("hold", w.milliseconds)
        self.wait(w.milliseconds)
        self.lines("press Space")
        self.end(w)

    def play_run(self):
        if not any(w.what == "run" for w in self.workouts):
            return
        w = self.begin("run 5km")
        is_possible = self.random.random() < 0.8
        w.what, w.is_possible = "run", is_possible
        w.milliseconds = self.random.randrange(120_000, 240_000) * 10 if is_possible else 10_000
        w.score = ("time", w.milliseconds)
        self.wait(w.milliseconds)
        self.lines("press Space")
        self.end(w)

    def play_circuit(self):
        """Plays two rounds of three push-ups and a plank of 11 s, which may be skipped. The last rest is left out."""
        if not any(w.what == "circuit" for w in self.workouts):
            return
        w = self.begin("2x(push-up 3")
        w.what, w.reps, w.exercises = "circuit", CIRCUIT_REPS, {"pushup": CIRCUIT_REPS}
        start = self.clock
        for round in range(2):
            self.rep(3, self.random.randrange(700, 3000))
            if self.random.random() < 0.25:
                # A skip in the first seconds of a round is treated as an accidental key press.
                self.wait(6_000)
                self.lines("press n")
                w.is_complete = False
            else:
                self.wait(11_000)
            if round == 0:
                self.wait(5_000)
        w.milliseconds = round_ms(self.clock - start)
        w.score = ("time", w.milliseconds)
        self.end(w)

    # --- Corrections

    def select(self):
        """Selects a random workout in the history, which is newest first; returns its index in the model, or None."""
        if not self.workouts:
            return None
        # Changes at the same instant would have no order.
        self.wait(1_000)
        order = sorted(range(len(self.workouts)), key=lambda i: -self.workouts[i].start)
        place = self.random.randrange(len(order))
        self.lines("press 1", "press h", "press Home", *([f"press Down x{place}"] if place else []))
        return order[place]

    def leave(self):
        self.lines("press Esc x2")

    def delete(self):
        index = self.select()
        if index is None:
            return
        self.lines("press d")
        if self.random.random() < 0.4:
            self.lines("press u")
        else:
            del self.workouts[index]
        self.leave()

    def correct_effort(self):
        """Changes the effort. Nothing else may change."""
        index = self.select()
        if index is None:
            return
        w = self.workouts[index]
        fields = 3 if w.what == "sets" or self.has_reps(w) else 2
        self.lines("press e", f"press Down x{fields}", "press Backspace x9", 'type "9"', "press Enter")
        self.leave()

    def has_reps(self, w):
        return w.what in ("pushups-2min", "pushups-100", "circuit")

    def correct_result(self):
        """Types another result in the first field of the form."""
        index = self.select()
        if index is None:
            return
        w = self.workouts[index]
        if w.what == "sets":
            sets = self.sets([w.sets[0].exercise], len(w.sets))
            text = f"{w.sets[0].exercise} {' '.join(s.result for s in sets)}"
            self.type_over("press e", text)
            self.workouts[index] = self.with_sets(w, sets)
        elif w.what == "pushups-2min" and w.is_possible:
            reps = self.random.randrange(1, w.reps + 1)
            self.type_over("press e", str(reps))
            self.workouts[index] = replace(
                w, reps=reps, score=("reps", reps), exercises={"pushup": reps})
        self.leave()

    def type_over(self, open_form, text):
        self.lines(open_form, "press Backspace x200", f'type "{text}"', "press Enter")

    def correct_day(self):
        """Moves a workout by some days; its new day is the one that was typed."""
        index = self.select()
        if index is None:
            return
        w = self.workouts[index]
        zone = ZoneInfo(w.zone)
        offset = datetime.fromtimestamp(w.start, zone).utcoffset()
        local = datetime.fromtimestamp(w.start, timezone(offset)).replace(tzinfo=None, second=0, microsecond=0)
        local -= timedelta(self.random.randrange(1, 5), minutes=1)
        start = local.replace(tzinfo=timezone(offset)).timestamp()
        while start in self.starts:
            local -= timedelta(minutes=1)
            start -= 60
        self.starts.add(start)
        fields = 2 if w.what == "sets" or self.has_reps(w) else 1
        self.lines(
            "press e", f"press Down x{fields}", "press Backspace x40",
            f'type "{local.strftime("%Y-%m-%d %H:%M")}"', "press Enter")
        self.leave()
        self.workouts[index] = replace(w, start=start, day=local.date())

    # --- Progression rules

    def choose_rules(self):
        """Chooses a rule for each exercise, and saves a picture of the exercise's page."""
        last = {}
        for w in self.workouts:
            for s in w.sets:
                end = (w.day, w.start + w.milliseconds / 1000)
                last[s.exercise] = max(end, last.get(s.exercise, end))
        self.exercises = sorted(last, key=last.get, reverse=True)
        self.lines("press 1", "press W")
        for index, exercise in enumerate(self.exercises):
            rule = self.random.choice(RULES)
            self.rules[exercise] = rule
            kind, count, low, high, step = rule
            reps = f"{low}" if kind == "linear" else f"{low}-{high}"
            self.lines(
                *([f"press Down x{index}"] if index else []), "press Enter", "press e", "press Down",
                f'type "{kind} {count}x{reps} +{model.decimal(step)}"', "press Enter",
                f"shot exercise{index}.txt", "press Esc",
                *([f"press Up x{index}"] if index else []))
        self.lines("press Esc x2")

    # --- Comparing

    def check_records(self):
        """Compares the output of `ladder records` with the model, before the script is played."""
        shown = {model.identity(r["exercise"]): r for r in json.loads(self.run("records", "--json"))}
        by_exercise = {}
        for w in sorted(self.workouts, key=lambda w: w.start):
            for s in w.sets:
                by_exercise.setdefault(model.identity(s.exercise), []).append((w.day, s))
        expect("exercises", sorted(shown), sorted(by_exercise))
        for name, dated in by_exercise.items():
            record = shown[name]
            sets = [s for _, s in dated]
            estimate = model.best_estimate(sets)
            expect(f"{name}: maximum", record.get("estimated_maximum_g"), estimate and round_half_up(estimate * 1000))
            best = {b["reps"]: b["set"].split()[0] for b in record["best_by_reps"]}
            right = model.best_by_reps(sets)
            expect(f"{name}: numbers of reps", sorted(best), sorted(right))
            for reps, text in best.items():
                expect(f"{name}: best of {reps}", mass_of(text), right[reps])
            weeks = {}
            for day, s in dated:
                if not s.is_warm_up:
                    week = weeks.setdefault(model.monday(day).isoformat(), [0, 0, Fraction(0)])
                    week[0] += 1
                    week[1] += s.reps
                    week[2] += s.volume
            expect(
                f"{name}: weeks",
                {w["first_day"]: [w["sets"], w["reps"], w["volume_g"]] for w in record["weeks"]},
                {d: [n, reps, round_half_up(v * 1000)] for d, (n, reps, v) in weeks.items()})

    def check_days(self):
        """Compares the days and the start times in the output of `ladder history` with the model."""
        shown = sorted((w["started_at"], w.get("day")) for w in json.loads(self.run("history", "--json")))
        right = sorted(
            (datetime.fromtimestamp(w.start, ZoneInfo(w.zone)).isoformat(), w.day.isoformat())
            for w in self.workouts)
        expect(
            "days", sorted((datetime.fromisoformat(t).timestamp(), d) for t, d in shown),
            sorted((datetime.fromisoformat(t).timestamp(), d) for t, d in right))

    def check_leaderboards(self):
        for what in ["pushups-2min", "pushups-100", "plank-hold"]:
            shown = json.loads(self.run("leaderboard", what, "--json"))
            right = model.leaderboard({"Ann": self.workouts, "Ben": self.rival_workouts}, what)
            expect(f"leaderboard of {what}", [(s["rank"], s["name"]) for s in shown], right)

    def check_profile(self):
        screen = self.screen("profile")
        count, reps, milliseconds = model.totals(self.workouts)
        line = next(l for l in screen if re.match(r" \d+ workouts?, ", l)).strip()
        expect(
            "totals", line.rsplit(", ", 1)[0], f"{count_text(count, 'workout')}, {count_text(reps, 'rep')}")
        expect("time", minutes_of(line.rsplit(", ", 1)[1]), milliseconds // 60_000)
        today = datetime.fromtimestamp(self.clock, ZoneInfo(self.zone)).date()
        days = [w.day for w in self.workouts if w.counts]
        current, best = model.streak(days, self.training, today)
        weeks, best_weeks = model.week_streak(days, today)
        expect(
            "streaks", next(l for l in screen if "Streak:" in l).strip(),
            f"Streak: {count_text(current, 'day')} (best {best}), {count_text(weeks, 'week')} (best {best_weeks})")
        done = re.search(r"This week: (\d+) of", "\n".join(screen))
        expect(f"goal of {self.goal}", done and int(done[1]), model.goal(self.goal, self.workouts, today))
        self.check_latest_records(screen)

    def check_latest_records(self, screen):
        text = "\n".join(screen)
        right = model.records(self.workouts)
        lines = text.split("Latest records")[1].split("───")[0] if "Latest records" in text else ""
        for what, pattern in RECORD_LINES.items():
            shown = pattern.findall(lines)
            score = right.get(what)
            if score is None:
                expect(f"record of {what}", shown, [])
            elif shown:
                kind, value = score
                expect(f"record of {what}", shown, [f"{count_text(value, 'rep')}" if kind == "reps" else clock_text(value)])
        # The profile lists only as many of the latest records as there is room for.
        if not lines.strip() and right:
            raise Difference("no records are listed")

    def check_exercises(self):
        for index, exercise in enumerate(self.exercises):
            text = "\n".join(self.screen(f"exercise{index}"))
            ordered = sorted(self.workouts, key=lambda w: (w.day, w.start + w.milliseconds / 1000))
            sessions = [[s for s in w.sets if s.exercise == exercise] for w in ordered]
            sessions = [s for s in sessions if s]
            estimate = model.best_estimate([s for session in sessions for s in session])
            found = re.search(r"Maximum +([\d.]+) (kg|lb), estimated", text)
            if estimate is None:
                expect(f"{exercise}: maximum", found, None)
            else:
                mass = estimate if found and found[2] == "kg" else estimate / model.POUND
                expect(f"{exercise}: maximum", found and found[1], one_decimal(mass))
            right = model.suggestion(
                self.rules[exercise], sessions, self.unit_of_exercise([exercise]))
            found = re.search(r"Next +(.*?) *\n", text)
            expect(f"{exercise}: suggestion of {self.rules[exercise]}", found and found[1], right)

    def check(self):
        for _ in range(self.random.randrange(2, 12)):
            self.random.choice([self.log_sets, self.log_workout])()
        self.check_records()
        self.check_days()
        self.check_leaderboards()
        self.play()
        self.check_profile()
        self.check_exercises()


CIRCUIT = "2x(push-up 3, plank 11s, rest 5s)"
CIRCUIT_REPS = 6
RECORD_LINES = {
    "pushups-2min": re.compile(r"(\d+ reps?) +Push-ups in 2 minutes"),
    "pushups-100": re.compile(r"(\S+(?: of 100 reps)?) +100 push-ups for time"),
    "plank-hold": re.compile(r"(\S+) +Plank hold"),
    "run": re.compile(r"(\S+) +[Rr]un 5km"),
    "circuit": re.compile(r"(\S+(?: of 6 reps)?) +2x\(push-up"),
}


def round_ms(seconds):
    return round(seconds * 1000)


def round_half_up(number):
    return int(number + Fraction(1, 2))


def one_decimal(number):
    tenths = int(number * 10 + Fraction(1, 2))
    return f"{tenths // 10}" + (f".{tenths % 10}" if tenths % 10 else "")


def mass_of(text):
    """Returns the mass of a set that Ladder printed."""
    match = re.fullmatch(r"w?([+-]?)(?:([\d.]+)(kg|lb))?x\d+(?:@[\d.]+)?", text)
    number = Fraction(match[2] or 0) * (model.POUND if match[3] == "lb" else 1)
    return -number if match[1] == "-" else number


def minutes_of(text):
    """Returns the whole minutes of `54 min`, `2 h 5 min` or `12 s`."""
    parts = dict((unit, int(n)) for n, unit in re.findall(r"(\d+) (h|min|s)", text))
    return parts.get("h", 0) * 60 + parts.get("min", 0)


def check(ladder, seed, keep):
    folder = tempfile.mkdtemp(prefix=f"ladder-history-{seed}-")
    try:
        History(ladder, seed, folder).check()
        return None
    except Difference as difference:
        return f"seed {seed}: {difference}" + (f" ({folder})" if keep else "")
    except Exception as error:
        return f"seed {seed}: {traceback.format_exc()}" + (f" ({folder})" if keep else "")
    finally:
        if not keep:
            shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ladder")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    ladder = os.path.abspath(options.ladder)
    seeds = range(options.seed, options.seed + options.count)
    with ThreadPoolExecutor(options.jobs) as pool:
        differences = [d for d in pool.map(lambda s: check(ladder, s, options.keep), seeds) if d]
    for difference in differences:
        print(difference)
    print(f"{options.count - len(differences)} passed, {len(differences)} failed")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
