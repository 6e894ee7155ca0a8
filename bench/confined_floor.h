// The messages between the floor of pbview's architecture and its helper process.

#define _GNU_SOURCE
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HELPER_SOCKET = 3 }; // the descriptor of the socket in the helper

typedef struct { int width, height; } Size;

// A message with a descriptor: the file for the helper, or the memory with the pixels.
static inline int send_descriptor(int socket, int descriptor, Size size) {
    char control[CMSG_SPACE(sizeof descriptor)] = {0};
    struct iovec bytes = {&size, sizeof size};
    struct msghdr message = {
        .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(part), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, MSG_NOSIGNAL) == sizeof size;
}

// Waits for a message. Returns its descriptor; -1 when the other process has ended or sent none.
static inline int receive_descriptor(int socket, Size *size) {
    int descriptor = -1;
    char control[CMSG_SPACE(sizeof descriptor)] = {0};
    struct iovec bytes = {size, sizeof *size};
    struct msghdr message = {
        .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) != sizeof *size) return -1;
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    if (!part || part->cmsg_type != SCM_RIGHTS) return -1;
    memcpy(&descriptor, CMSG_DATA(part), sizeof descriptor);
    return descriptor;
}
