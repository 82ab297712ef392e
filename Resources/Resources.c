#include "Resources.h"

// Without unsafe flags, SwiftPM can request C17 at most. Clang supports #embed there, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define RESOURCE(function, array) \
  ladder_resource function(void) { return (ladder_resource){array, sizeof array}; }

// To embed another file, declare its function in Resources.h and add three lines like these.
static const unsigned char catalogue[] = {
#embed "catalogue.txt"
};
RESOURCE(ladder_catalogue, catalogue)

static const unsigned char gym[] = {
#embed "fixtures/gym.txt"
};
RESOURCE(ladder_fixture_gym, gym)

static const unsigned char barbell[] = {
#embed "fixtures/barbell.txt"
};
RESOURCE(ladder_fixture_barbell, barbell)

static const unsigned char tour_demo[] = {
#embed "demos/tour.ladder"
};
RESOURCE(ladder_demo_tour, tour_demo)

static const unsigned char screens_demo[] = {
#embed "demos/screens.ladder"
};
RESOURCE(ladder_demo_screens, screens_demo)

static const unsigned char workout_demo[] = {
#embed "demos/workout.ladder"
};
RESOURCE(ladder_demo_workout, workout_demo)

static const unsigned char ghost_demo[] = {
#embed "demos/ghost.ladder"
};
RESOURCE(ladder_demo_ghost, ghost_demo)

static const unsigned char race_demo[] = {
#embed "demos/race.ladder"
};
RESOURCE(ladder_demo_race, race_demo)

static const unsigned char leaderboard_demo[] = {
#embed "demos/leaderboard.ladder"
};
RESOURCE(ladder_demo_leaderboard, leaderboard_demo)

static const unsigned char small_terminal_demo[] = {
#embed "demos/small-terminal.ladder"
};
RESOURCE(ladder_demo_small_terminal, small_terminal_demo)

static const unsigned char exercises[] = {
#embed "exercises.txt"
};
RESOURCE(ladder_exercises, exercises)

static const unsigned char body_weight[] = {
#embed "body-weight.txt"
};
RESOURCE(ladder_body_weight, body_weight)

static const unsigned char imports[] = {
#embed "imports.txt"
};
RESOURCE(ladder_imports, imports)

static const unsigned char muscles[] = {
#embed "muscles.txt"
};
RESOURCE(ladder_muscles, muscles)

static const unsigned char schema[] = {
#embed "schema.sql"
};
RESOURCE(ladder_schema, schema)

static const unsigned char programs[] = {
#embed "programs.txt"
};
RESOURCE(ladder_programs, programs)

static const unsigned char wall_style[] = {
#embed "wall/wall.css"
};
RESOURCE(ladder_wall_style, wall_style)

static const unsigned char wall_script[] = {
#embed "wall/wall.js"
};
RESOURCE(ladder_wall_script, wall_script)

static const unsigned char join_script[] = {
#embed "wall/join.js"
};
RESOURCE(ladder_join_script, join_script)

static const unsigned char report_style[] = {
#embed "report.css"
};
RESOURCE(ladder_report_style, report_style)

static const unsigned char words[] = {
#embed "words.txt"
};
RESOURCE(ladder_words, words)

static const unsigned char variations[] = {
#embed "variations.txt"
};
RESOURCE(ladder_variations, variations)
