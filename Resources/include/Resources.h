#pragma once

#include <stddef.h>

/// A file embedded in the program: read-only bytes that live as long as the process.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} ladder_resource;

/// The challenges that come with the program: a JSON array, as `Models` decodes it.
ladder_resource ladder_catalogue(void);

/// The exercises as frames of characters: ASCII, as `Models` reads it.
ladder_resource ladder_exercises(void);

// Workouts for demonstrations and tests: UTF-8, as `Fixture` reads them.
ladder_resource ladder_fixture_gym(void);
ladder_resource ladder_fixture_barbell(void);

// The scripts that `ladder demo` plays: UTF-8, as `Script` reads them.
ladder_resource ladder_demo_tour(void);
ladder_resource ladder_demo_screens(void);
ladder_resource ladder_demo_workout(void);
ladder_resource ladder_demo_ghost(void);
ladder_resource ladder_demo_race(void);
ladder_resource ladder_demo_leaderboard(void);
ladder_resource ladder_demo_small_terminal(void);

/// The percentages of the body's weight that exercises move: ASCII, as `Models` reads it.
ladder_resource ladder_body_weight(void);

/// The exercises of each muscle group: ASCII, as `Models` reads it.
ladder_resource ladder_muscles(void);

/// The columns of other programs' files: ASCII, as `Models` reads it.
ladder_resource ladder_imports(void);

/// The training programs that come with the program: UTF-8, as `Models` reads them.
ladder_resource ladder_programs(void);

/// The schema of a new database: SQL, as `ClientsLive` runs it.
ladder_resource ladder_schema(void);

// The style sheet of the server's pages, and the scripts of the wall page and the join page: UTF-8, as `Server` sends
// them.
ladder_resource ladder_wall_style(void);
ladder_resource ladder_wall_script(void);
ladder_resource ladder_join_script(void);

/// The style sheet of a report as a page and as a picture: UTF-8, as `Models` writes it into both.
ladder_resource ladder_report_style(void);

/// The 2048 English words of BIP 39 in alphabetical order, one per line: ASCII.
ladder_resource ladder_words(void);

/// The variations of exercises, from the easiest to the hardest: UTF-8, as `Models` reads them.
ladder_resource ladder_variations(void);
