#define _GNU_SOURCE
#include "csystem_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// The kernel only accepts a filter from a process that cannot gain privileges by starting a program.
static int set_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define REFUSE RETURN(SECCOMP_RET_ERRNO | EPERM)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE_CALL(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), REFUSE

int csys_forbid_programs_and_sockets(void) {
#ifdef ARCHITECTURE
  struct sock_filter filter[] = {
      // System call numbers differ between architectures, and for the x32 ABI.
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      REFUSE,
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      REFUSE,
      REFUSE_CALL(SYS_execve),
      REFUSE_CALL(SYS_execveat),
      REFUSE_CALL(SYS_socket),
      // io_uring could perform these operations without separate system calls.
      REFUSE_CALL(SYS_io_uring_setup),
      REFUSE_CALL(SYS_ptrace),
      REFUSE_CALL(SYS_process_vm_readv),
      REFUSE_CALL(SYS_process_vm_writev),
      RETURN(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (set_no_new_privileges() != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#else
  errno = ENOSYS;
  return -1;
#endif
}

// The kernel's headers define this constant from Linux 6.2 on, and Landlock has the access right from version 3 on.
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

static const uint64_t writing_files = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;

static const uint64_t writing =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
    LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
    LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

static void allow(int rules, const char *path, uint64_t supported) {
  struct landlock_path_beneath_attr rule = {
      .allowed_access = supported, .parent_fd = open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent_fd < 0) return;
  struct stat status;
  if (fstat(rule.parent_fd, &status) == 0) {
    if (!S_ISDIR(status.st_mode)) rule.allowed_access &= writing_files;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  close(rule.parent_fd);
}

int csys_forbid_writes_except(const char *const *paths, size_t count) {
  long version =
      syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return -1;
  uint64_t supported = version < 3 ? writing & ~LANDLOCK_ACCESS_FS_TRUNCATE : writing;
  struct landlock_ruleset_attr attributes = {.handled_access_fs = supported};
  int rules = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  if (rules < 0) return -1;
  for (size_t index = 0; index < count; index++) allow(rules, paths[index], supported);
  long result = set_no_new_privileges();
  if (result == 0) result = syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  return (int)result;
}
