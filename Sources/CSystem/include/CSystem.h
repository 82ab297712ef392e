#pragma once

// System functions that Swift 6 or Glibc's module does not provide: mutable C globals, varargs, and code that has to
// run inside a signal handler. This module contains no policy.

#include "csystem_crash.h"
#include "csystem_limits.h"
#include "csystem_locks.h"
#include "csystem_options.h"
#include "csystem_poll.h"
#include "csystem_programs.h"
#include "csystem_sandbox.h"
#include "csystem_signals.h"
#include "csystem_terminal.h"
#include "csystem_time.h"
