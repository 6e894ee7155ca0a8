#pragma once
// What the decoder helper needs and Swift cannot import: variadic calls, and blocking packets.
#include "shim.h"
#include <errno.h>
#include <fcntl.h>
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
  return syscall(number, a, b, c, d);
}
static inline void helper_ignore(int number) { signal(number, SIG_IGN); }
static inline int helper_open(const char *path, int flags) {
  return open(path, flags | O_CLOEXEC);
}
static inline void *helper_map(size_t length, int protection, int flags, int descriptor) {
  void *address = mmap(0, length, protection, flags, descriptor, 0);
  return address == MAP_FAILED ? 0 : address;
}

// Waits for one packet; at most `*count` descriptors that came with it go to `descriptors`, close
// on exec, and `*count` becomes their number. Others are closed.
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

// Sends one packet, with `descriptor` unless it is negative; waits for room.
static inline ssize_t helper_send(int socket, const void *bytes, size_t length, int descriptor) {
  ssize_t sent;
  do {
    sent = linux_send_descriptors(socket, bytes, length, &descriptor, descriptor >= 0, 0);
  } while (sent < 0 && errno == EINTR);
  return sent;
}
