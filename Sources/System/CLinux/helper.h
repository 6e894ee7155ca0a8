#pragma once
// Functions for the helpers that Swift cannot import: variadic calls, and blocking packets.
#include "shim.h"
#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int helper_prctl(int option, unsigned long a, unsigned long b) {
  return prctl(option, a, b, 0UL, 0UL);
}
static inline long helper_syscall(long number, long a, long b, long c, long d) {
  // Unused arguments are zeros, not the random contents of registers.
  return syscall(number, a, b, c, d, 0L, 0L);
}
static inline void helper_ignore(int number) { signal(number, SIG_IGN); }
static inline int helper_open(const char *path, int flags) {
  return open(path, flags | O_CLOEXEC);
}
static inline void *helper_map(size_t length, int protection, int flags, int descriptor) {
  void *address = mmap(0, length, protection, flags, descriptor, 0);
  return address == MAP_FAILED ? 0 : address;
}

// Waits for one packet. At most `*count` received descriptors are stored in `descriptors`,
// close-on-exec, and `*count` becomes their number. Further descriptors are closed.
static inline ssize_t helper_receive(
    int socket, void *bytes, size_t length, int *descriptors, int *count) {
  int came[LINUX_MOST_DESCRIPTORS], number, truncated, room = *count;
  ssize_t received;
  do {
    received = linux_receive_descriptors(socket, bytes, length, came, &number, &truncated, 0);
  } while (received < 0 && errno == EINTR);
  *count = 0;
  for (int i = 0; i < number; i++) {
    if (*count < room) {
      descriptors[(*count)++] = came[i];
    } else {
      close(came[i]);
    }
  }
  return received;
}

// Sends one packet, with `descriptor` unless it is negative, and waits until it fits into the
// socket.
static inline ssize_t helper_send(int socket, const void *bytes, size_t length, int descriptor) {
  ssize_t sent;
  do {
    sent = linux_send_descriptors(socket, bytes, length, &descriptor, descriptor >= 0, 0);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

// `ioctl` is variadic; `process_vm_readv` has more arguments than `helper_syscall`.
static inline int linux_control(int descriptor, unsigned long request, void *argument) {
  return (int)syscall(SYS_ioctl, descriptor, request, argument);
}
static inline int linux_connect(int socket, const struct sockaddr *address, socklen_t length) {
  return connect(socket, address, length);
}
// Copies memory of another process, which the caller must be permitted to trace. -1 and errno on
// failure.
static inline ssize_t linux_read_memory(
    pid_t process, unsigned long address, void *bytes, size_t count) {
  struct iovec to = { bytes, count }, from = { (void *)address, count };
  return syscall(SYS_process_vm_readv, process, &to, 1UL, &from, 1UL, 0UL);
}
// Sends one byte to a socket address that may be an invalid pointer.
static inline ssize_t linux_send_to(int socket, unsigned long address) {
  return syscall(SYS_sendto, socket, "", 1UL, MSG_DONTWAIT, address, sizeof(struct sockaddr_un));
}
