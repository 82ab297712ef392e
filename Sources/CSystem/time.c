#define _GNU_SOURCE
#include "csystem_time.h"

#include <string.h>
#include <time.h>

int csys_local_time(int64_t seconds, struct csys_local_time *out) {
  time_t moment = (time_t)seconds;
  struct tm tm;
  if (!localtime_r(&moment, &tm)) return -1;
  *out = (struct csys_local_time){
      .year = tm.tm_year + 1900,
      .month = tm.tm_mon + 1,
      .day = tm.tm_mday,
      .hour = tm.tm_hour,
      .minute = tm.tm_min,
      .second = tm.tm_sec,
      .weekday = tm.tm_wday,
      .yearday = tm.tm_yday + 1,
      .offset = (int)tm.tm_gmtoff,
  };
  if (tm.tm_zone) strncpy(out->zone, tm.tm_zone, sizeof out->zone - 1);
  return 0;
}

int64_t csys_seconds_of_local_time(int year, int month, int day, int hour, int minute, int second) {
  struct tm tm = {
      .tm_year = year - 1900,
      .tm_mon = month - 1,
      .tm_mday = day,
      .tm_hour = hour,
      .tm_min = minute,
      .tm_sec = second,
      .tm_isdst = -1,
  };
  return (int64_t)mktime(&tm);
}

void csys_time_zone_reload(void) { tzset(); }

static int64_t read_clock(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t csys_wall_clock_ns(void) { return read_clock(CLOCK_REALTIME); }
int64_t csys_boot_clock_ns(void) { return read_clock(CLOCK_BOOTTIME); }
int64_t csys_process_cpu_ns(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }
