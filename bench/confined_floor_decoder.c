// The helper process of confined_floor.c: gives up every privilege, decodes the JPEG files that it receives, and
// answers with their pixels in sealed memory.

#include "confined_floor.h"
#include "floor_jpeg.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static void limit(int resource, rlim_t value) {
    setrlimit(resource, &(struct rlimit){value, value});
}

// A Landlock ruleset without rules: no file can be opened by its path.
static int refuse_files(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return 0;
    uint64_t rights = version >= 5 ? 0xffff : version >= 3 ? 0x7fff : version == 2 ? 0x3fff : 0x1fff;
    int ruleset = syscall(SYS_landlock_create_ruleset, &rights, sizeof rights, 0);
    int holds = ruleset >= 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return holds;
}

// A seccomp filter that allows the calls of the decode and of the answer, and refuses every other call.
static int filter_calls(void) {
    static const int allowed[] = {
        SYS_recvmsg, SYS_sendmsg, SYS_mmap, SYS_munmap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_close, SYS_fstat,
        SYS_newfstatat, SYS_memfd_create, SYS_ftruncate, SYS_fcntl, SYS_futex, SYS_rt_sigreturn, SYS_exit_group,
    };
    enum { COUNT = sizeof allowed / sizeof *allowed };
    struct sock_filter code[2 * COUNT + 5] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    unsigned short length = 4;
    for (int i = 0; i < COUNT; i++) {
        code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[i], 0, 1);
        code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
    code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog program = {length, code};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

// Decodes the picture in `file`. Returns the sealed memory with its pixels; -1 when there is none.
static int decode(tjhandle handle, int file, Size *size) {
    struct stat about;
    if (fstat(file, &about)) return -1;
    unsigned char *bytes = mmap(NULL, about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (bytes == MAP_FAILED) return -1;
    JPEG jpeg = open_jpeg(handle, bytes, about.st_size);
    *size = (Size){jpeg.width, jpeg.height};
    size_t length = (size_t)jpeg.width * jpeg.height * 4;
    int memory = memfd_create("pixels", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0 || ftruncate(memory, length)) return -1;
    unsigned char *pixels = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (pixels == MAP_FAILED) return -1;
    decode_jpeg(jpeg, pixels);
    munmap(pixels, length);
    munmap(bytes, about.st_size);
    fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    return memory;
}

int main(void) {
    tjhandle handle = tjInitDecompress();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 3;
    syscall(SYS_close_range, HELPER_SOCKET + 1, ~0u, 0);
    limit(RLIMIT_AS, 6ul << 30);
    limit(RLIMIT_FSIZE, 4ul << 30);
    limit(RLIMIT_NOFILE, 24);
    limit(RLIMIT_CORE, 0);
    if (!refuse_files() || !filter_calls()) return 3;
    for (;;) {
        Size size;
        int file = receive_descriptor(HELPER_SOCKET, &size);
        if (file < 0) return 0;
        int memory = decode(handle, file, &size);
        if (memory < 0 || !send_descriptor(HELPER_SOCKET, memory, size)) return 4;
        close(memory);
    }
}
