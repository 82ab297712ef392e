#!/usr/bin/env python3
"""Writes Journeys/program.ladder: a month of 5/3/1 with weighted pull-ups after each session.

Every expected weight, suggestion and volume is calculated here, and by nothing of Ladder: percentages of 90 % of the
first single, rounded down to 2.5 kg; pull-ups from 5 to 6 reps, then 2.5 kg more; volume = mass x reps, where pull-ups
move the body and the added weight.
"""
import pathlib
from fractions import Fraction

START = {"overhead press": 60, "deadlift": 180, "bench press": 100, "squat": 140}
STEP = {"overhead press": Fraction(5, 2), "deadlift": 5, "bench press": Fraction(5, 2), "squat": 5}
NAMES = {"overhead press": "press", "deadlift": "deadlift", "bench press": "bench", "squat": "squat"}
WEEKS = [
    ("fives", [(5, 65), (5, 75), (5, 85)]),
    ("threes", [(3, 70), (3, 80), (3, 90)]),
    ("single", [(5, 75), (3, 85), (1, 95)]),
    ("light", [(5, 40), (5, 50), (5, 60)]),
]
# The body weight on the first session of each week, in kilograms.
BODY = [Fraction(80), Fraction(161, 2), Fraction(81), Fraction(163, 2)]


def text(number):
    """A number as Ladder writes it: 47.5, 50."""
    return f"{float(number):.3f}".rstrip("0").rstrip(".")


def weight(exercise, percent, cycle=0):
    """The planned weight: a percentage of the training maximum, rounded down to 2.5 kg."""
    maximum = Fraction(START[exercise] * 9, 10) + cycle * STEP[exercise]
    return (maximum * percent / 100) // Fraction(5, 2) * Fraction(5, 2)


out = []
put = out.append
put("""# A person follows 5/3/1 for a month, and does weighted pull-ups after each session. Written by Tests/Scripts/month.py,
# which calculates every expected number.
clock 2026-03-01T18:00Z
db empty
as Ann
set unit kg
set rest-seconds 0
set prep-seconds 0

press P
expect "none followed"
expect "Linear 5x5"
expect "in 4 weeks"
press Down
press Enter
expect "5/3/1: record a set of overhead press first, as in 100x5"
shot followed
press d
expect "none followed"
press u
expect "record a set of overhead press first"
press Esc
expect "record a set of overhead press first"

# One set of each exercise is enough. It is not a session of the program.
press W
press s""")
for index, (exercise, single) in enumerate(START.items()):
    if index:
        put("press a")
    put(f'type "{exercise}"\npress Enter\ntype "{single}x1"\npress Enter')
put("advance 60s\npress s\npress Esc")

total = sum(START.values())
added, reps = 0, 5
best = 0
index = 0
for week, (scheme, sets) in enumerate(WEEKS):
    for exercise in START:
        body = BODY[week]
        put(f"\n# {scheme.capitalize()} {week + 1}, {exercise}.")
        put(f'expect "Next, today: 5/3/1 {NAMES[exercise]}, {scheme}  5/3/1, week {week + 1} of 4"')
        put("press n")
        volume = Fraction(0)
        for count, percent in sets:
            planned = weight(exercise, percent)
            put(f'expect "Planned     {text(planned)}x{count}"\npress Enter\nadvance 60s')
            volume += planned * count
        put(f'expect "3 of 3 sets, {text(volume)} kg"')
        put('press a\ntype "pull-up"\npress Enter')
        if exercise == "overhead press" and week:
            put(f'press b\ntype "{text(body)}"\npress Enter')
        for number in range(3):
            if index == 0:
                put('type "x5"\npress Enter')
                if number == 0:
                    put(f'expect "Body weight today"\ntype "{text(body)}"\npress Enter')
            else:
                load = f"+{text(added)}" if added else ""
                put(f'expect "> Suggested   {load}x{reps}"\npress Enter')
            volume += (body + added) * reps
        put(f'expect "3 of 3 sets, 3 more, {text(volume)} kg"')
        put("press s\npress Esc")
        total += volume
        best = max(best, (body + added) * (30 + reps) / 30)
        if index == 0:
            put("""
# The rule of the pull-ups.
press W
expect "pull-up"
press Enter
press e
press Tab
type "double 3x5-6 +2.5"
press Enter
expect "All 3 sets reached 5 reps with body weight: 6 reps now."
press Esc
press Esc""")
        if reps < 6:
            reps += 1
        else:
            reps, added = 5, added + Fraction(5, 2)
        index += 1
        if index < 16:
            put("advance 1440m\nadvance 1440m\npress 2\npress 1")

put(f"""
# The month: all volume, and the maximum of the pull-ups with the body.
press 3
press l
expect "{text(total)} kg"
shot month
press Esc
press 1
press W
press Enter
expect "{text(round(float(best), 1))} kg, estimated from"
shot pull-up
press Esc
press Esc

# The second cycle: 90 % of the first single and one step more.
advance 1440m
advance 1440m
press 2
press 1
expect "Next, today: 5/3/1 press, fives  5/3/1, week 1 of 4"
press P
expect "overhead press 5 @ {text(weight("overhead press", 65, 1))}kg"
expect "5 @ {text(weight("overhead press", 85, 1))}kg"
shot second-cycle
press Esc

# Without the last workout, its session is next again, with the weights of the first cycle.
press h
press d
press Esc
expect "Next, today: 5/3/1 squat, light  5/3/1, week 4 of 4"
press P
expect "squat 5 @ {text(weight("squat", 60))}kg\"""")
path = pathlib.Path(__file__).parent / "Journeys" / "program.ladder"
path.write_text("\n".join(out) + "\n")
