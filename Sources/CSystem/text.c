#include <string.h>

#include "crash_parts.h"

void text_add_bytes(struct text *text, const char *bytes, size_t count) {
  size_t room = sizeof text->bytes - text->count;
  if (count > room) count = room;
  memcpy(text->bytes + text->count, bytes, count);
  text->count += count;
}

void text_add(struct text *text, const char *string) {
  text_add_bytes(text, string, strlen(string));
}

void text_add_number(struct text *text, long long number, int digits) {
  char reversed[24];
  int count = 0;
  unsigned long long rest = number < 0 ? -(unsigned long long)number : (unsigned long long)number;
  do reversed[count++] = (char)('0' + rest % 10);
  while ((rest /= 10) > 0 || count < digits);
  if (number < 0) text_add(text, "-");
  while (count > 0) text_add_bytes(text, &reversed[--count], 1);
}

void text_add_hex(struct text *text, unsigned long long number) {
  int shift = 60;
  while (shift > 0 && number >> shift == 0) shift -= 4;
  text_add(text, "0x");
  for (; shift >= 0; shift -= 4) text_add_bytes(text, &"0123456789abcdef"[number >> shift & 15], 1);
}
