#pragma once
// Swift's own modules (Glibc, Dispatch) import the C library without _GNU_SOURCE. With it, `fd_set`
// and `__rusage_who` differ, and a module with both versions does not compile. Therefore these
// headers are included without _GNU_SOURCE first, and the others with it.
#include <sys/types.h>
#include <sys/select.h>
#include <sys/resource.h>
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#undef _FEATURES_H
#include <features.h>
#endif
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

// The CMSG_* macros cannot be imported by Swift. Neither function raises SIGPIPE; with MSG_DONTWAIT
// in `flags` neither blocks.

#define LINUX_MOST_DESCRIPTORS 8

// Sends one packet with `count` descriptors. -1 and errno on failure.
static inline ssize_t linux_send_descriptors(
    int socket, const void *bytes, size_t length, const int *descriptors, int count,
    int flags) {
  if (count < 0 || count > LINUX_MOST_DESCRIPTORS) { errno = EINVAL; return -1; }
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int) * LINUX_MOST_DESCRIPTORS)]; } control;
  memset(&control, 0, sizeof control);
  struct iovec part = { (void *)bytes, length };
  struct msghdr message = { 0 };
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (count > 0) {
    message.msg_control = control.room;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)count);
  }
  return sendmsg(socket, &message, flags | MSG_NOSIGNAL);
}

// Receives one packet. The received descriptors are close-on-exec and owned by the caller, who
// provides room for LINUX_MOST_DESCRIPTORS. 0 is the end of the connection; -1 and errno a failure.
// `truncated` is set when bytes or descriptors did not fit.
static inline ssize_t linux_receive_descriptors(
    int socket, void *bytes, size_t length, int *descriptors, int *count, int *truncated,
    int flags) {
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int) * LINUX_MOST_DESCRIPTORS)]; } control;
  struct iovec part = { bytes, length };
  struct msghdr message = { 0 };
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.room;
  message.msg_controllen = sizeof control.room;
  *count = 0;
  *truncated = 0;
  ssize_t received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  *truncated = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    int got = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    for (int i = 0; i < got && *count < LINUX_MOST_DESCRIPTORS; i++) {
      memcpy(&descriptors[*count], CMSG_DATA(header) + sizeof(int) * (size_t)i, sizeof(int));
      *count += 1;
    }
  }
  return received;
}

// libdispatch offers its main queue to a foreign event loop as an eventfd and a drain function.
// Foundation's run loop is built on both; they have no public header. Without them, work for the
// main actor would not run while the program waits in its own `poll`. Only the main thread may
// drain. If they were removed: use Foundation's run loop with the X descriptor as a source.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

// `errno` is a macro, which Swift cannot import.
static inline int pbview_errno(void) { return errno; }

// Makes an empty file in memory without a name, which is closed on exec; -1 and errno on failure.
// `allows_seals` is false for a file that nobody may seal.
static inline int linux_open_memory(const char *name, _Bool allows_seals) {
  return memfd_create(name, MFD_CLOEXEC | (allows_seals ? MFD_ALLOW_SEALING : 0));
}

// Writes all bytes, and continues after interruptions by signals. -1 and errno when some of them
// could not be written.
static inline int linux_write_all(int descriptor, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t written = write(descriptor, next, count);
    if (written < 0 && errno == EINTR) continue;
    if (written == 0) errno = ENOSPC;
    if (written <= 0) return -1;
    next += written;
    count -= (size_t)written;
  }
  return 0;
}

// `open` and `fcntl` are variadic, and `environ` is a global variable, which Swift cannot import.

static inline int linux_open_for_reading(const char *path) {
  return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}
// Creates an unnamed file for its owner only, in a folder whose file system supports O_TMPFILE.
static inline int linux_open_unnamed(const char *folder) {
  return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
}
// Gives an unnamed file a name that must not exist yet.
static inline int linux_link_unnamed(int descriptor, const char *path) {
  char source[32];
  char *end = source + sizeof source;
  *--end = 0;
  do { *--end = (char)('0' + descriptor % 10); } while ((descriptor /= 10) > 0);
  static const char folder[] = "/proc/self/fd/";
  end -= sizeof folder - 1;
  memcpy(end, folder, sizeof folder - 1);
  return linkat(AT_FDCWD, end, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}
// Creates the file for its owner only if it is missing. Symbolic links are not followed, and
// opening a FIFO without a reader fails instead of waiting.
static inline int linux_open_for_appending(const char *path) {
  return open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);
}
// Opens an existing file for locking, not for changes.
static inline int linux_open_for_locking(const char *path) {
  return open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
}
// Signal handlers. Unlike an ignored signal, a handled signal has its default action again in a
// program started with exec.
static inline void linux_on_signal_nothing(int number) { (void)number; }
static inline void linux_on_signal_exit(int number) { (void)number; _exit(0); }
static inline void linux_let_signal_pass(int number) { signal(number, linux_on_signal_nothing); }
static inline void linux_exit_on_signal(int number) { signal(number, linux_on_signal_exit); }
static inline void linux_default_on_signal(int number) { signal(number, SIG_DFL); }
// Whether a signal is ignored; before the first handler is set, whether it was ignored by the
// parent.
static inline int linux_is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
// `rename` is declared in stdio.h, which differs with _GNU_SOURCE.
static inline int linux_rename(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
// Renames without replacing an existing file (RENAME_NOREPLACE is 1).
static inline int linux_rename_new(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1);
}
// Exchanges the names of two files atomically (RENAME_EXCHANGE is 2).
static inline int linux_rename_exchange(const char *one, const char *two) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, two, 2);
}
// Gives a process and its future threads only the processor and disk time that no other process wants:
// policy SCHED_IDLE (5), and IOPRIO_CLASS_IDLE (3, from bit 13 on) for one process
// (IOPRIO_WHO_PROCESS is 1). Neither glibc nor the headers of Debian 12 declare the latter.
static inline int linux_become_idle(pid_t process) {
  struct sched_param none;
  memset(&none, 0, sizeof none);
  const int result = sched_setscheduler(process, 5, &none);
  syscall(SYS_ioprio_set, 1, (int)process, 3 << 13);
  return result;
}
// Has this process and its future threads wait for the end of the running process's time slice when they
// wake up (policy SCHED_BATCH, 3). Their share of the processor stays the same. A process with another
// policy than the ordinary one (SCHED_OTHER, 0) keeps it.
static inline int linux_become_batch(void) {
  if (sched_getscheduler(0) != 0) return 0;
  struct sched_param none;
  memset(&none, 0, sizeof none);
  return sched_setscheduler(0, 3, &none);
}
static inline int linux_seals(int descriptor) { return fcntl(descriptor, F_GET_SEALS); }
static inline int linux_add_seals(int descriptor, int seals) {
  return fcntl(descriptor, F_ADD_SEALS, seals);
}
static inline char **linux_environment(void) { return environ; }

// Gives back the memory of the program's own relocation table (DT_RELA), which the dynamic linker has
// read completely and nobody reads again: 1.6 MB of pbview. The pages are those of the program's file,
// so that a later access reads them from there. Returns the number of bytes; 0 without such a table.
extern ElfW(Dyn) _DYNAMIC[] __attribute__((weak, visibility("hidden")));
extern const char __ehdr_start[] __attribute__((weak, visibility("hidden")));
static inline size_t linux_release_relocations(void) {
  uintptr_t table = 0, size = 0;
  if (!_DYNAMIC || !__ehdr_start) return 0;
  for (const ElfW(Dyn) *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_RELA) table = entry->d_un.d_ptr;
    if (entry->d_tag == DT_RELASZ) size = entry->d_un.d_val;
  }
  // glibc has replaced the offset in the program by the address; other C libraries keep the offset.
  const uintptr_t base = (uintptr_t)__ehdr_start;
  if (table && table < base) table += base;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;
  const uintptr_t first = (table + page) & ~page, end = (table + size) & ~page;
  if (!table || first >= end) return 0;
  return madvise((void *)first, end - first, MADV_DONTNEED) == 0 ? end - first : 0;
}
