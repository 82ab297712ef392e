#pragma once

#include <stdint.h>

/// A date and time in the local time zone.
struct csys_local_time {
  int year;     ///< 2026
  int month;    ///< 1…12
  int day;      ///< 1…31
  int hour;     ///< 0…23
  int minute;   ///< 0…59
  int second;   ///< 0…60
  int weekday;  ///< 0 Sunday … 6 Saturday
  int yearday;  ///< 1…366
  int offset;   ///< Seconds east of UTC.
  char zone[16];  ///< Abbreviation, NUL-terminated ("CET").
};

/// Computes the local time at `seconds` since 1970 UTC. Returns 0, or -1 if the year is out of range.
int csys_local_time(int64_t seconds, struct csys_local_time *out);

/// Returns the seconds since 1970 UTC of a local date and time; months and days out of range are normalized. An hour
/// that occurs twice is the earlier one.
int64_t csys_seconds_of_local_time(int year, int month, int day, int hour, int minute, int second);

/// Reads TZ again, for tests. Not safe while another thread reads the environment.
void csys_time_zone_reload(void);

/// Returns the nanoseconds since 1970 UTC.
int64_t csys_wall_clock_ns(void);

/// Returns the nanoseconds since boot, including sleep (CLOCK_BOOTTIME).
int64_t csys_boot_clock_ns(void);

/// Returns the CPU time of the process in nanoseconds.
int64_t csys_process_cpu_ns(void);
