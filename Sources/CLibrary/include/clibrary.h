#pragma once

#include <dlfcn.h>
#include <stddef.h>

// Opens a library at run time, so that a program that does not need it does not load it.
//
// CLIBRARY(FUNCTIONS, file) defines `library`, a structure with a pointer to each function in the list
// `FUNCTIONS(X)`, and `open_library`, which fills it. `open_library` returns NULL, or the reason for a failure.

#define CLIBRARY_DECLARE(name) __typeof__(&name) name;

#define CLIBRARY_LOAD(name)                                                                      \
  library.name = (__typeof__(library.name))dlsym(handle, #name);                                 \
  if (!library.name) return dlerror();

#define CLIBRARY(FUNCTIONS, file)                                                                \
  static struct {                                                                                \
    FUNCTIONS(CLIBRARY_DECLARE)                                                                  \
  } library;                                                                                     \
  static const char *open_library(void) {                                                        \
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);                                          \
    if (!handle) return dlerror();                                                               \
    FUNCTIONS(CLIBRARY_LOAD)                                                                     \
    return NULL;                                                                                 \
  }
