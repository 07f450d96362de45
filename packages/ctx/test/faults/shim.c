// Loaded before libc: lets one call of the program fail, come back short, or be its last. Only calls on files below
// FAULT_UNDER count. Compiled and set by shim.ts, which says what each variable means.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN, READ, WRITE, FSYNC, RENAME, LINK, UNLINK, ACCESS, STAT, LIST, MKDIR, TRUNCATE, CHANGE, KINDS };
static const char *const names[KINDS] = {"open",   "read",   "write", "fsync", "rename", "link",     "unlink",
                                         "access", "stat",   "list",  "mkdir", "truncate", "change"};

static const char *under, *tell, *how;
static int wanted = -1, code, lasting;
static long nth;
static atomic_long counts[KINDS];

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, name)

static long raw_write(int fd, const void *bytes, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  return real(fd, bytes, size);
}

static void note(const char *text) {
  if (tell == NULL) return;
  int (*open_real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  int fd = open_real(tell, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd >= 0) {
    raw_write(fd, text, strlen(text));
    close(fd);
  }
}

__attribute__((constructor)) static void begin(void) {
  under = getenv("FAULT_UNDER");
  tell = getenv("FAULT_TELL");
  how = getenv("FAULT_HOW");
  const char *call = getenv("FAULT_CALL");
  for (int kind = 0; call != NULL && kind < KINDS; kind++)
    if (strcmp(call, names[kind]) == 0) wanted = kind;
  if (getenv("FAULT_NTH") != NULL) nth = atol(getenv("FAULT_NTH"));
  if (getenv("FAULT_ERRNO") != NULL) code = atoi(getenv("FAULT_ERRNO"));
  lasting = getenv("FAULT_LASTING") != NULL;
  // What the program starts is left alone.
  unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void) {
  if (nth != 0) return;
  for (int kind = 0; kind < KINDS; kind++) {
    char line[64];
    snprintf(line, sizeof line, "%s %ld\n", names[kind], atomic_load(&counts[kind]));
    note(line);
  }
}

static int is_ours(const char *path) {
  if (under == NULL || path == NULL) return 0;
  return path[0] != '/' || strncmp(path, under, strlen(under)) == 0;
}

static int is_open_ours(int fd) {
  char name[64], path[4096];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(name, path, sizeof path - 1);
  if (size <= 0) return 0;
  path[size] = 0;
  return path[0] == '/' && is_ours(path);
}

static int falls_on(int kind) {
  long count = atomic_fetch_add(&counts[kind], 1) + 1;
  if (kind != wanted || nth == 0) return 0;
  if (count != nth && !(lasting && count > nth)) return 0;
  if (count == nth) note("hit\n");
  return 1;
}

static void die(const char *when) {
  if (how != NULL && strcmp(how, when) == 0) syscall(SYS_kill, getpid(), SIGKILL);
}

// Whether this call fails. It may also be the program's last.
static int fails(int kind, int changes) {
  int falls = changes && falls_on(CHANGE);
  falls |= falls_on(kind);
  if (!falls) return 0;
  die("killed-before");
  return how == NULL || strcmp(how, "killed-after") != 0;
}

static void done(int kind, int changes) {
  if ((changes && wanted == CHANGE) || wanted == kind)
    if (atomic_load(&counts[wanted]) == nth) die("killed-after");
}

#define FAIL() do { errno = code; return -1; } while (0)

static int opened(const char *name, const char *path, int flags, mode_t mode) {
  int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, name);
  int changes = (flags & O_CREAT) != 0;
  if (!is_ours(path)) return real(path, flags, mode);
  if (fails(OPEN, changes)) FAIL();
  int fd = real(path, flags, mode);
  done(OPEN, changes);
  return fd;
}

static mode_t mode_in(int flags, va_list rest) {
  return (flags & O_CREAT) ? va_arg(rest, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_in(flags, rest);
  va_end(rest);
  return opened("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_in(flags, rest);
  va_end(rest);
  return opened("open64", path, flags, mode);
}

// A torn write comes back short, and what follows fails.
static int is_short(size_t size) {
  if (how == NULL || size < 2) return 0;
  return strcmp(how, "short") == 0 || (strcmp(how, "torn") == 0 && atomic_load(&counts[wanted]) == nth);
}

ssize_t write(int fd, const void *bytes, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  if (!is_open_ours(fd)) return real(fd, bytes, size);
  if (fails(WRITE, 1)) {
    if (is_short(size)) return real(fd, bytes, size / 2);
    FAIL();
  }
  ssize_t written = real(fd, bytes, size);
  done(WRITE, 1);
  return written;
}

static ssize_t placed(const char *name, int fd, const void *bytes, size_t size, off_t offset) {
  ssize_t (*real)(int, const void *, size_t, off_t) =
      (ssize_t(*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, name);
  if (!is_open_ours(fd)) return real(fd, bytes, size, offset);
  if (fails(WRITE, 1)) {
    if (is_short(size)) return real(fd, bytes, size / 2, offset);
    FAIL();
  }
  ssize_t written = real(fd, bytes, size, offset);
  done(WRITE, 1);
  return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  return placed("pwrite", fd, bytes, size, offset);
}
ssize_t pwrite64(int fd, const void *bytes, size_t size, off_t offset) {
  return placed("pwrite64", fd, bytes, size, offset);
}

ssize_t read(int fd, void *bytes, size_t size) {
  REAL(ssize_t, "read", int, void *, size_t);
  if (is_open_ours(fd) && fails(READ, 0)) {
    if (is_short(size)) return real(fd, bytes, size / 2);
    FAIL();
  }
  return real(fd, bytes, size);
}

ssize_t pread64(int fd, void *bytes, size_t size, off_t offset) {
  REAL(ssize_t, "pread64", int, void *, size_t, off_t);
  if (is_open_ours(fd) && fails(READ, 0)) {
    if (is_short(size)) return real(fd, bytes, size / 2, offset);
    FAIL();
  }
  return real(fd, bytes, size, offset);
}

static int synced(const char *name, int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  if (!is_open_ours(fd)) return real(fd);
  if (fails(FSYNC, 1)) FAIL();
  int result = real(fd);
  done(FSYNC, 1);
  return result;
}

int fsync(int fd) { return synced("fsync", fd); }
int fdatasync(int fd) { return synced("fdatasync", fd); }

static int ofTwo(const char *name, int kind, const char *from, const char *to) {
  int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, name);
  if (!is_ours(to)) return real(from, to);
  if (fails(kind, 1)) FAIL();
  int result = real(from, to);
  done(kind, 1);
  return result;
}

int rename(const char *from, const char *to) { return ofTwo("rename", RENAME, from, to); }
int link(const char *from, const char *to) { return ofTwo("link", LINK, from, to); }

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  if (!is_ours(path)) return real(path);
  if (fails(UNLINK, 1)) FAIL();
  int result = real(path);
  done(UNLINK, 1);
  return result;
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  if (!is_ours(path)) return real(path, mode);
  if (fails(MKDIR, 1)) FAIL();
  int result = real(path, mode);
  done(MKDIR, 1);
  return result;
}

static int truncated(const char *name, int fd, off_t size) {
  int (*real)(int, off_t) = (int (*)(int, off_t))dlsym(RTLD_NEXT, name);
  if (!is_open_ours(fd)) return real(fd, size);
  if (fails(TRUNCATE, 1)) FAIL();
  int result = real(fd, size);
  done(TRUNCATE, 1);
  return result;
}

int ftruncate(int fd, off_t size) { return truncated("ftruncate", fd, size); }
int ftruncate64(int fd, off_t size) { return truncated("ftruncate64", fd, size); }

typedef int (*chooses)(const struct dirent *);
typedef int (*compares)(const struct dirent **, const struct dirent **);

static int listed(const char *name, const char *path, struct dirent ***entries, chooses chosen, compares order) {
  int (*real)(const char *, struct dirent ***, chooses, compares) =
      (int (*)(const char *, struct dirent ***, chooses, compares))dlsym(RTLD_NEXT, name);
  if (is_ours(path) && fails(LIST, 0)) FAIL();
  return real(path, entries, chosen, order);
}

int scandir(const char *path, struct dirent ***entries, chooses chosen, compares order) {
  return listed("scandir", path, entries, chosen, order);
}
int scandir64(const char *path, struct dirent64 ***entries, int (*chosen)(const struct dirent64 *),
              int (*order)(const struct dirent64 **, const struct dirent64 **)) {
  return listed("scandir64", path, (struct dirent ***)entries, (chooses)chosen, (compares)order);
}

int access(const char *path, int mode) {
  REAL(int, "access", const char *, int);
  if (is_ours(path) && fails(ACCESS, 0)) FAIL();
  return real(path, mode);
}

// Node's library asks for a file's facts by the number of the call.
long syscall(long number, ...) {
  static long (*real)(long, ...);
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "syscall");
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_statx) {
    const char *path = (const char *)b;
    int ours = path != NULL && path[0] != 0 ? is_ours(path) : is_open_ours((int)a);
    if (ours && fails(STAT, 0)) FAIL();
  }
  return real(number, a, b, c, d, e, f);
}

int statx(int folder, const char *path, int flags, unsigned mask, void *facts) {
  REAL(int, "statx", int, const char *, int, unsigned, void *);
  int ours = path != NULL && path[0] != 0 ? is_ours(path) : is_open_ours(folder);
  if (ours && fails(STAT, 0)) FAIL();
  return real(folder, path, flags, mask, facts);
}
