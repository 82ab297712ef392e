#pragma once

#include <stddef.h>

/// A file that the program carries inside itself: read-only bytes that live as long as the process.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} ladder_resource;

/// The challenges that come with the program: a JSON array, as `Models` decodes it.
ladder_resource ladder_catalogue(void);

/// The script that `ladder demo` plays: UTF-8, as `Scripting` reads it.
ladder_resource ladder_demo(void);

/// The exercises as frames of characters: ASCII, as `Models` reads it.
ladder_resource ladder_exercises(void);
