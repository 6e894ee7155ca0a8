// A slow or blocking file system for one program, by LD_PRELOAD: intercepts calls on paths below a
// folder and delays or blocks them.
//
//   SLOW_FILES=FOLDER   delays calls on this folder and everything below it
//   SLOW_FILES_MS=N     milliseconds per call (0)
//   SLOW_FILES_GATE=F   while the file F exists, no call returns
//   SLOW_FILES_LOG=F    appends a line for every call: stat, open, list or watch, and the path
//
// Not a FUSE file system, because test machines may lack the rights for one.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static void pause_for(long nanoseconds) {
  struct timespec time = { nanoseconds / 1000000000, nanoseconds % 1000000000 };
  while (nanosleep(&time, &time) != 0) {}
}

// Uses a system call, because the library's own functions are intercepted.
static int exists(const char *path) { return syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0; }

static void note(const char *call, const char *path) {
  const char *log = getenv("SLOW_FILES_LOG");
  if (!log) return;
  char line[4096];
  int count = snprintf(line, sizeof line, "%s %s\n", call, path);
  int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  if (count > 0) syscall(SYS_write, file, line, (size_t)count);
  syscall(SYS_close, file);
}

static void slow(const char *call, const char *path) {
  const char *folder = getenv("SLOW_FILES");
  size_t length = folder ? strlen(folder) : 0;
  if (!length || !path || strncmp(path, folder, length) != 0) return;
  if (path[length] && path[length] != '/') return;
  note(call, path);
  const char *milliseconds = getenv("SLOW_FILES_MS"), *gate = getenv("SLOW_FILES_GATE");
  if (milliseconds) pause_for(atol(milliseconds) * 1000000);
  while (gate && exists(gate)) pause_for(2000000);
}

int stat(const char *path, struct stat *status) {
  REAL(stat);
  slow("stat", path);
  return real(path, status);
}

int lstat(const char *path, struct stat *status) {
  REAL(lstat);
  slow("stat", path);
  return real(path, status);
}

int access(const char *path, int mode) {
  REAL(access);
  slow("stat", path);
  return real(path, mode);
}

int open(const char *path, int flags, ...) {
  REAL(open);
  va_list rest;
  va_start(rest, flags);
  int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
  va_end(rest);
  slow("open", path);
  return real(path, flags, mode);
}

DIR *opendir(const char *path) {
  REAL(opendir);
  slow("list", path);
  return real(path);
}

int inotify_add_watch(int watch, const char *path, uint32_t mask) {
  REAL(inotify_add_watch);
  slow("watch", path);
  return real(watch, path, mask);
}
