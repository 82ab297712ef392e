#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "crash_parts.h"
#include "csystem_crash.h"
#include "csystem_time.h"

#define NAME "crash-report.txt"
#define OLD "crash-report.old.txt"

enum { FRAMES = 40, ISSUES = 20 };

static int folder = -1;
static char path[PATH_MAX];
static char facts[256];
/// The name of the program, for finding its symbols.
static char program[64];
static _Atomic int columns, rows;

/// The source locations of issues, one per line. Only complete lines are counted.
static char issues[2048];
static _Atomic size_t issues_length;
static int issue_count;
/// Whether this process has created the file, and has renamed an earlier one.
static _Atomic int has_written;

/// The program's load address, and its build ID.
static struct {
  uintptr_t base, start, end;
  unsigned char id[20];
  size_t id_length;
} image;

// MARK: Preparation

static int is_path_byte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '+' || byte == '-' || byte == '.' ||
         byte == '/';
}

/// Finds the program's build ID among its notes.
static void find_id(const ElfW(Nhdr) *note, const ElfW(Nhdr) *end) {
  while (note + 1 <= end) {
    const char *name = (const char *)(note + 1);
    const unsigned char *content = (const unsigned char *)name + ((note->n_namesz + 3u) & ~3u);
    if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && !memcmp(name, "GNU", 4)) {
      image.id_length = note->n_descsz < sizeof image.id ? note->n_descsz : sizeof image.id;
      memcpy(image.id, content, image.id_length);
    }
    note = (const void *)(content + ((note->n_descsz + 3u) & ~3u));
  }
}

/// Inspects the first object, which is the program.
static int find_program(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size, (void)context;
  image.base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    uintptr_t start = image.base + header->p_vaddr;
    if (header->p_type == PT_LOAD && (header->p_flags & PF_X)) {
      image.start = start;
      image.end = start + header->p_memsz;
    }
    if (header->p_type == PT_NOTE) {
      find_id((const void *)start, (const void *)(start + header->p_memsz));
    }
  }
  return 1;
}

/// Copies argv[0], which may be any text, only if it is a plain name.
static void copy_name(void) {
  const char *given = program_invocation_short_name;
  size_t count = strlen(given), harmless = 0;
  while (harmless < count && given[harmless] != '/' && is_path_byte(given[harmless])) harmless++;
  int is_name = count > 0 && count == harmless && count < sizeof program;
  strcpy(program, is_name ? given : "ladder");
}

int csys_report_prepare(const char *directory, const char *new_facts) {
  char whole[PATH_MAX];
  if (!realpath(directory, whole)) return -errno;
  if (strlen(whole) + sizeof "/" NAME > sizeof path) return -ENAMETOOLONG;
  int opened = open(whole, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return -errno;
  strcpy(path, whole);
  strcat(path, "/" NAME);
  strncpy(facts, new_facts, sizeof facts - 1);
  copy_name();
  dl_iterate_phdr(find_program, NULL);
  folder = opened;
  return 0;
}

void csys_report_size(int new_columns, int new_rows) {
  atomic_store(&columns, new_columns);
  atomic_store(&rows, new_rows);
}

// MARK: Writing, also in a signal handler

static void add_time(struct text *text) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  long long days = now.tv_sec / 86400, second = now.tv_sec % 86400;
  struct csys_date date = csys_date(days);
  long long parts[] = {date.year, date.month, date.day, second / 3600, second / 60 % 60, second % 60};
  for (int i = 0; i < 6; i++) {
    text_add_number(text, parts[i], i == 0 ? 4 : 2);
    text_add_bytes(text, &"--T::Z"[i], 1);
  }
}

/// Returns the length of the `Module/File.swift:12` at the start of a line, or 0 if there is none. Parent folders are
/// omitted, because they may contain a user name.
static size_t location_in(const char *line, size_t count, const char **place) {
  size_t end = 0;
  while (end < count && is_path_byte(line[end])) end++;
  static const char suffix[] = ".swift";
  size_t length = sizeof suffix - 1;
  if (end <= length || memcmp(line + end - length, suffix, length) != 0) return 0;
  size_t digits = end + 1;
  while (digits < count && line[digits] >= '0' && line[digits] <= '9') digits++;
  if (line[end] != ':' || digits == end + 1) return 0;
  size_t start = end;
  for (int slashes = 0; start > 0; start--) {
    if (line[start - 1] == '/' && ++slashes == 2) break;
  }
  *place = line + start;
  return digits - start;
}

/// Adds the last source location in standard error. The message is omitted, because it may contain personal data.
static void add_location(struct text *text, const struct text *stderr_text) {
  const char *found = NULL;
  size_t found_length = 0;
  for (size_t start = 0; start < stderr_text->count;) {
    const char *place = NULL;
    size_t length = location_in(stderr_text->bytes + start, stderr_text->count - start, &place);
    if (length > 0) found = place, found_length = length;
    const char *end = memchr(stderr_text->bytes + start, '\n', stderr_text->count - start);
    start = end ? (size_t)(end - stderr_text->bytes) + 1 : stderr_text->count;
  }
  if (!found) return;
  text_add(text, "where: ");
  text_add_bytes(text, found, found_length);
  text_add(text, "\n");
}

/// Reads two words. An invalid address causes an error instead of a second crash.
static int read_words(uintptr_t address, uintptr_t words[2]) {
  struct iovec local = {words, 2 * sizeof *words}, remote = {(void *)address, 2 * sizeof *words};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == 2 * sizeof *words ? 0 : -1;
}

static void add_frame(struct text *text, uintptr_t address) {
  int is_ours = address >= image.start && address < image.end;
  text_add(text, "  ");
  text_add_hex(text, is_ours ? address - image.base : address);
  text_add(text, is_ours ? "\n" : " outside the program\n");
}

/// Adds the call stack, innermost frame first, by following the frame pointers that Swift maintains.
static void add_frames(struct text *text, const void *context) {
  uintptr_t at = 0, frame = 0;
  const ucontext_t *user = context;
#if defined(__x86_64__)
  at = (uintptr_t)user->uc_mcontext.gregs[REG_RIP];
  frame = (uintptr_t)user->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
  at = user->uc_mcontext.pc;
  frame = user->uc_mcontext.regs[29];
#else
  (void)user;
#endif
  text_add(text, "calls, innermost first:\n");
  add_frame(text, at);
  for (int count = 1; count < FRAMES; count++) {
    uintptr_t words[2];
    if (frame == 0 || frame % sizeof *words != 0 || read_words(frame, words) < 0) return;
    if (words[1] == 0) return;
    add_frame(text, words[1]);
    // The frame of an async function has this bit set in its frame pointer.
    uintptr_t next = words[0] & ~((uintptr_t)1 << 60);
    if (next <= frame) return;
    frame = next;
  }
}

static const char *name_of(int signal) {
  switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGILL: return "SIGILL";
    case SIGTRAP: return "SIGTRAP";
    case SIGFPE: return "SIGFPE";
    case SIGABRT: return "SIGABRT";
    default: return "SIGSYS";
  }
}

static void add_facts(struct text *text) {
  text_add(text, "time: ");
  add_time(text);
  text_add(text, "\n");
  text_add(text, facts);
  text_add(text, "build: ");
  for (size_t i = 0; i < image.id_length; i++) {
    text_add_bytes(text, &"0123456789abcdef"[image.id[i] >> 4], 1);
    text_add_bytes(text, &"0123456789abcdef"[image.id[i] & 15], 1);
  }
  text_add(text, image.id_length ? "\n" : "unknown\n");
  text_add(text, "terminal: ");
  text_add_number(text, atomic_load(&columns), 1);
  text_add(text, "x");
  text_add_number(text, atomic_load(&rows), 1);
  text_add(text, "\n");
  size_t length = atomic_load(&issues_length);
  if (length > 0) text_add(text, "issues:\n");
  text_add_bytes(text, issues, length);
}

static int write_file(const struct text *text) {
  if (!atomic_exchange(&has_written, 1)) renameat(folder, NAME, folder, OLD);
  // If a file with that name exists now, it is from another process or an earlier call.
  unlinkat(folder, NAME, 0);
  int file = openat(folder, NAME, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  fchmod(file, 0600);
  size_t written = 0;
  while (written < text->count) {
    ssize_t count = write(file, text->bytes + written, text->count - written);
    if (count <= 0 && errno != EINTR) break;
    if (count > 0) written += (size_t)count;
  }
  close(file);
  return written == text->count ? 0 : -1;
}

static void add_closing(struct text *text) {
  text_add(text, "This report has no personal data. Calls are addresses in the program:\n");
  text_add(text, "addr2line -fie ");
  text_add(text, program);
  text_add(text, " NUMBER. Delete this file when it is no longer needed.\n");
}

const char *report_program_name(void) { return program; }

const char *report_crash(int signal, const siginfo_t *info, const void *context,
                         const struct text *stderr_text) {
  if (folder < 0) return NULL;
  struct text text = {0};
  text_add(&text, "Ladder crashed: ");
  text_add(&text, name_of(signal));
  int is_sent = info->si_code <= 0 && info->si_pid != getpid();
  text_add(&text, is_sent ? ", sent by another program\n" : "\n");
  add_location(&text, stderr_text);
  add_facts(&text);
  add_frames(&text, context);
  add_closing(&text);
  return write_file(&text) == 0 ? path : NULL;
}

int csys_report_issue(const char *place) {
  size_t length = atomic_load(&issues_length), more = strlen(place);
  if (issue_count < ISSUES && length + more + 3 <= sizeof issues) {
    memcpy(issues + length, "  ", 2);
    memcpy(issues + length + 2, place, more);
    issues[length + 2 + more] = '\n';
    atomic_store(&issues_length, length + more + 3);
    issue_count++;
  }
  if (folder < 0) return 0;
  struct text text = {0};
  text_add(&text, "Ladder reported an internal issue and continued.\n");
  add_facts(&text);
  add_closing(&text);
  return write_file(&text) == 0;
}
