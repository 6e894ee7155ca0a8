import CLinux
import Confinement

/// The system calls the helper may still make. Everything else fails with EPERM, so that a library
/// that asks too much goes on without.
enum SystemCallFilter {
  /// Calls that are harmless with any argument, given what is open.
  private static var free: [Int32] {
    var calls: [Int32] = [
      SYS_read, SYS_write, SYS_close, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_lseek, SYS_pread64,
      SYS_readv, SYS_writev, SYS_mmap, SYS_mprotect, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk,
      SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_sched_yield,
      SYS_sched_getaffinity, SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_gettime,
      SYS_clock_getres, SYS_gettimeofday, SYS_getpid, SYS_gettid, SYS_getuid, SYS_geteuid,
      SYS_getgid, SYS_getegid, SYS_sendmsg, SYS_sendto, SYS_recvmsg, SYS_exit, SYS_exit_group,
      SYS_futex, SYS_rseq, SYS_set_robust_list, SYS_set_tid_address, SYS_memfd_create,
      SYS_ftruncate, SYS_fcntl, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_getdents64,
      SYS_getcwd, SYS_uname, SYS_sysinfo, SYS_getrusage, SYS_getrandom, SYS_ppoll, SYS_eventfd2,
      SYS_restart_syscall, SYS_membarrier, SYS_fstatfs, SYS_dup,
    ]
    #if arch(x86_64)
      calls += [
        SYS_access, SYS_readlink, SYS_stat, SYS_lstat, SYS_poll, SYS_arch_prctl, SYS_time,
        SYS_getrlimit, SYS_setrlimit,
      ]
    #endif
    return calls
  }

  /// Installs the filter for this thread and those it starts.
  static func install() -> Bool {
    var program = FilterProgram()
    program.checkArchitecture()
    for call in free { program.allow(UInt32(call)) }
    // Files only to read: none of O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND.
    let writing = UInt32(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)
    program.allow(UInt32(SYS_openat), argument: 2, without: writing)
    #if arch(x86_64)
      program.allow(UInt32(SYS_open), argument: 1, without: writing)
    #endif
    // Threads, never processes. clone3 hides its flags in memory: refused as unknown, so that the
    // C library takes clone.
    program.allow(UInt32(SYS_clone), argument: 0, with: UInt32(CLONE_THREAD))
    program.refuse(UInt32(SYS_clone3), with: UInt32(ENOSYS))
    // Its own limits and names, its own threads.
    program.allow(UInt32(SYS_prlimit64), argument: 0, equal: 0)
    program.allow(UInt32(SYS_prctl), argument: 0, equal: UInt32(PR_SET_NAME))
    program.allow(UInt32(SYS_tgkill), argument: 0, equal: UInt32(getpid()))
    program.refuse(with: UInt32(EPERM))
    return program.install()
  }
}
