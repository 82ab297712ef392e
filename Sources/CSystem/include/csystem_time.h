#pragma once

#include <stdint.h>

/// Returns the offset from UTC of the local time zone at `seconds` since 1970 UTC, in seconds; 0 if it is unknown.
int csys_utc_offset(int64_t seconds);

/// A day of the Gregorian calendar.
struct csys_date {
  int64_t year;
  int month;
  int day;
};

/// Returns the day that is `days` after 1970-01-01. Async-signal-safe.
struct csys_date csys_date(int64_t days);

/// Adopts the person's locale for dates (LC_ALL, LC_TIME, LANG). Call it before other threads start.
void csys_adopt_date_locale(void);

/// Returns the strftime format of a numeric date in the locale; NULL in the locale "C", which all processes begin with.
const char *csys_date_format(void);

/// Returns the nanoseconds since boot, including sleep (CLOCK_BOOTTIME).
int64_t csys_boot_clock_ns(void);
