#define _GNU_SOURCE
#include "csystem_time.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <time.h>

int csys_utc_offset(int64_t seconds) {
  time_t moment = (time_t)seconds;
  struct tm local;
  return localtime_r(&moment, &local) ? (int)local.tm_gmtoff : 0;
}

struct csys_date csys_date(int64_t days) {
  // Years begin on 1 March, so that a leap day is the last day of a year. They are counted in eras of 400 years, which
  // all have the same number of days.
  int64_t shifted = days + 719468, era = (shifted < 0 ? shifted - 146096 : shifted) / 146097;
  int64_t day_of_era = shifted - era * 146097;
  int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int64_t month = (5 * day_of_year + 2) / 153;
  return (struct csys_date){
      .year = era * 400 + year_of_era + (month >= 10),
      .month = (int)(month < 10 ? month + 3 : month - 9),
      .day = (int)(day_of_year - (153 * month + 2) / 5 + 1),
  };
}

void csys_adopt_date_locale(void) { setlocale(LC_TIME, ""); }

const char *csys_date_format(void) {
  // The locales "C", "C.UTF-8" and "POSIX" would have the American form.
  const char *name = setlocale(LC_TIME, NULL);
  if (!name || strcmp(name, "POSIX") == 0) return NULL;
  return name[0] == 'C' && (name[1] == 0 || name[1] == '.') ? NULL : nl_langinfo(D_FMT);
}

int64_t csys_boot_clock_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
