import CLinux
import Confinement

/// The system calls the player may still make. Everything else fails with EPERM, so that a library
/// that asks too much goes on without.
///
/// It is wider than the decoder's: sound needs sockets to a server on this machine, devices that are
/// written, and threads with priorities. No way leads to a network, to another program or process,
/// or to a file that is written.
enum SystemCallFilter {
  /// Calls that are harmless with any argument, given what is open and what Landlock leaves.
  private static var free: [Int32] {
    var calls: [Int32] = [
      SYS_read, SYS_write, SYS_close, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_lseek, SYS_pread64,
      SYS_readv, SYS_writev, SYS_mmap, SYS_mprotect, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk,
      SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_sched_yield,
      SYS_sched_getaffinity, SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_gettime,
      SYS_clock_getres, SYS_gettimeofday, SYS_getpid, SYS_getppid, SYS_gettid, SYS_getuid,
      SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups,
      SYS_sendmsg, SYS_sendto, SYS_recvmsg, SYS_recvfrom, SYS_exit, SYS_exit_group, SYS_futex,
      SYS_rseq, SYS_set_robust_list, SYS_set_tid_address, SYS_memfd_create, SYS_ftruncate,
      SYS_fcntl, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_getdents64, SYS_getcwd,
      SYS_uname, SYS_sysinfo, SYS_getrusage, SYS_getrandom, SYS_ppoll, SYS_eventfd2,
      SYS_restart_syscall, SYS_membarrier, SYS_fstatfs, SYS_dup, SYS_dup3, SYS_pipe2,
      SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_timerfd_create, SYS_timerfd_settime,
      SYS_connect, SYS_getsockopt, SYS_setsockopt, SYS_getsockname, SYS_getpeername, SYS_shutdown,
      SYS_sched_getparam, SYS_sched_getscheduler, SYS_getpriority,
    ]
    #if arch(x86_64)
      calls += [
        SYS_access, SYS_readlink, SYS_stat, SYS_lstat, SYS_poll, SYS_arch_prctl, SYS_time,
        SYS_getrlimit, SYS_pipe, SYS_select, SYS_epoll_wait, SYS_dup2,
      ]
    #endif
    return calls
  }

  /// Installs the filter for this thread and those it starts.
  ///
  /// - Parameter isFenced: Landlock sees to it that only sound devices are written and controlled.
  static func install(isFenced: Bool) -> Bool {
    var program = FilterProgram()
    program.checkArchitecture()
    for call in free { program.allow(UInt32(call)) }
    // Sound cards are written and controlled; files are neither made nor, without a fence, written.
    let making = UInt32(O_CREAT | O_TRUNC)
    let refused = isFenced ? making : making | UInt32(O_WRONLY | O_RDWR | O_APPEND)
    if isFenced { program.allow(UInt32(SYS_ioctl)) }
    program.allow(UInt32(SYS_openat), argument: 2, without: refused)
    #if arch(x86_64)
      program.allow(UInt32(SYS_open), argument: 1, without: refused)
    #endif
    // Servers on this machine, never a network.
    program.allow(UInt32(SYS_socket), argument: 0, equal: UInt32(AF_UNIX))
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
