#include "ctest_disk.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// The content that a write or a truncation replaced: bytes, and the length of the file.
struct undo {
  struct undo *next;
  sqlite3_int64 size, offset;
  int count;
  char bytes[];
};

// A file, and the real file it wraps.
struct file {
  sqlite3_file base;
  struct file *next;
  const char *name;
  struct undo *unsynced;
  sqlite3_file *real;
};

static struct {
  struct file *open;
  long left, failures;
  enum ctest_disk_fault fault;
  int is_cut;
  long log_syncs;
} disk = {.left = -1};

static sqlite3_file *real(sqlite3_file *file) { return ((struct file *)file)->real; }

static void forget(struct file *file) {
  while (file->unsynced) {
    struct undo *undo = file->unsynced;
    file->unsynced = undo->next;
    free(undo);
  }
}

// Returns the error code of the next operation, or `SQLITE_OK` if it does not fail.
static int fails(int is_write) {
  if (disk.is_cut) return SQLITE_IOERR;
  if (disk.left < 0) return SQLITE_OK;
  if (disk.left > 0) {
    disk.left--;
    return SQLITE_OK;
  }
  if (disk.fault == CTEST_DISK_FULL && !is_write) return SQLITE_OK;
  disk.failures++;
  if (disk.fault == CTEST_DISK_ONCE) disk.left = -1;
  return disk.fault == CTEST_DISK_FULL ? SQLITE_FULL : SQLITE_IOERR;
}

// Records the file's content from `offset` on.
static void note(struct file *file, sqlite3_int64 offset, sqlite3_int64 count) {
  sqlite3_int64 size = 0;
  file->real->pMethods->xFileSize(file->real, &size);
  if (offset > size) count = 0;
  else if (offset + count > size) count = size - offset;
  struct undo *undo = malloc(sizeof(struct undo) + (size_t)count);
  if (!undo) abort();
  *undo = (struct undo){
    .next = file->unsynced, .size = size, .offset = offset, .count = (int)count};
  if (count > 0) file->real->pMethods->xRead(file->real, undo->bytes, (int)count, offset);
  file->unsynced = undo;
}

static int ends(const char *name, const char *ending) {
  size_t length = name ? strlen(name) : 0, count = strlen(ending);
  return length >= count && strcmp(name + length - count, ending) == 0;
}

static int close_file(sqlite3_file *base) {
  struct file *file = (struct file *)base;
  for (struct file **each = &disk.open; *each; each = &(*each)->next) {
    if (*each != file) continue;
    *each = file->next;
    break;
  }
  forget(file);
  return file->real->pMethods->xClose(file->real);
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = fails(0);
  // SQLite's own file system reports EIO with this code.
  return code ? SQLITE_IOERR_CORRUPTFS : real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int code = fails(1);
  if (code) return code == SQLITE_FULL ? code : SQLITE_IOERR_WRITE;
  note((struct file *)file, offset, count);
  return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  if (fails(0)) return SQLITE_IOERR_TRUNCATE;
  sqlite3_int64 before = 0;
  real(file)->pMethods->xFileSize(real(file), &before);
  note((struct file *)file, size, before > size ? before - size : 0);
  return real(file)->pMethods->xTruncate(real(file), size);
}

static int sync_file(sqlite3_file *base, int flags) {
  struct file *file = (struct file *)base;
  if (fails(0)) return SQLITE_IOERR_FSYNC;
  forget(file);
  if (ends(file->name, "-wal")) disk.log_syncs++;
  return file->real->pMethods->xSync(file->real, flags);
}

static int size_of_file(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}
static int lock(sqlite3_file *file, int kind) {
  return real(file)->pMethods->xLock(real(file), kind);
}
static int unlock(sqlite3_file *file, int kind) {
  return real(file)->pMethods->xUnlock(real(file), kind);
}
static int check_lock(sqlite3_file *file, int *is_locked) {
  return real(file)->pMethods->xCheckReservedLock(real(file), is_locked);
}
static int control(sqlite3_file *file, int what, void *value) {
  return real(file)->pMethods->xFileControl(real(file), what, value);
}
static int sector_size(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}
static int characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}
static int map_memory(sqlite3_file *file, int page, int size, int grows, void volatile **memory) {
  return real(file)->pMethods->xShmMap(real(file), page, size, grows, memory);
}
static int lock_memory(sqlite3_file *file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void order_memory(sqlite3_file *file) {
  real(file)->pMethods->xShmBarrier(real(file));
}
static int unmap_memory(sqlite3_file *file, int removes) {
  return real(file)->pMethods->xShmUnmap(real(file), removes);
}

static const sqlite3_io_methods methods = {
  .iVersion = 2, .xClose = close_file, .xRead = read_file, .xWrite = write_file,
  .xTruncate = truncate_file, .xSync = sync_file, .xFileSize = size_of_file, .xLock = lock,
  .xUnlock = unlock, .xCheckReservedLock = check_lock, .xFileControl = control,
  .xSectorSize = sector_size, .xDeviceCharacteristics = characteristics, .xShmMap = map_memory,
  .xShmLock = lock_memory, .xShmBarrier = order_memory, .xShmUnmap = unmap_memory,
};

static sqlite3_vfs vfs;

static sqlite3_vfs *below(sqlite3_vfs *own) { return own->pAppData; }

static int open_file(sqlite3_vfs *own, const char *name, sqlite3_file *base, int flags, int *out) {
  struct file *file = (struct file *)base;
  *file = (struct file){.name = name, .real = (sqlite3_file *)(file + 1)};
  int code = below(own)->xOpen(below(own), name, file->real, flags, out);
  if (code != SQLITE_OK) return code;
  file->base.pMethods = &methods;
  file->next = disk.open;
  disk.open = file;
  return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *own, const char *name, int syncs) {
  if (fails(0)) return SQLITE_IOERR_DELETE;
  return below(own)->xDelete(below(own), name, syncs);
}

void ctest_disk_prepare(void) {
  if (!vfs.zName) {
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    // Copies the functions of the usual file system. Only those that open and delete files are replaced.
    vfs = *usual;
    vfs.zName = "faulty";
    vfs.pNext = NULL;
    vfs.pAppData = usual;
    vfs.szOsFile = (int)sizeof(struct file) + usual->szOsFile;
    vfs.xOpen = open_file;
    vfs.xDelete = delete_file;
    sqlite3_vfs_register(&vfs, 0);
  }
  disk.left = -1;
  disk.failures = disk.log_syncs = 0;
  disk.is_cut = 0;
}

void ctest_disk_fail(long operations, enum ctest_disk_fault fault) {
  disk.left = operations;
  disk.fault = fault;
  disk.failures = 0;
}

long ctest_disk_failures(void) { return disk.failures; }

long ctest_disk_log_syncs(void) { return disk.log_syncs; }

void ctest_disk_cut(void) {
  for (struct file *file = disk.open; file; file = file->next) {
    for (struct undo *undo = file->unsynced; undo; undo = undo->next) {
      if (undo->count > 0) {
        file->real->pMethods->xWrite(file->real, undo->bytes, undo->count, undo->offset);
      }
      file->real->pMethods->xTruncate(file->real, undo->size);
    }
    forget(file);
  }
  disk.is_cut = 1;
}
