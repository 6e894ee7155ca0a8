import CLinux

/// A system call that remains, and what must be true of its arguments.
struct CallRule: Sendable {
  let call: Int32
  /// One argument's `mask` bits are one of `values`; nil: it is harmless with any argument. Only
  /// the argument's lower half is looked at: those in question are 32-bit numbers to the kernel.
  let condition: (argument: Int, mask: UInt32, values: [UInt32])?

  init(_ call: Int32, argument: Int, mask: UInt32, values: [UInt32]) {
    self.call = call
    condition = (argument, mask, values)
  }

  private init(any call: Int32) {
    self.call = call
    condition = nil
  }

  /// With any arguments.
  static func any(_ call: Int32) -> CallRule { CallRule(any: call) }

  /// With one of these numbers as an argument.
  static func only(_ call: Int32, argument: Int, _ values: [UInt32]) -> CallRule {
    CallRule(call, argument: argument, mask: .max, values: values)
  }

  /// With none of these bits in an argument.
  static func without(_ call: Int32, argument: Int, _ bits: UInt32) -> CallRule {
    CallRule(call, argument: argument, mask: bits, values: [0])
  }

  /// Files are opened with none of these flags.
  static func opening(without flags: UInt32) -> [CallRule] {
    var rules = [without(SYS_openat, argument: 2, flags)]
    #if arch(x86_64)
      rules.append(without(SYS_open, argument: 1, flags))
    #endif
    return rules
  }
}

extension CallRule {
  /// What any helper may do.
  static var common: [CallRule] { free.map(any) + bound }

  /// Calls that are harmless with any argument, given what is open and what Landlock leaves.
  private static var free: [Int32] {
    var calls: [Int32] = [
      SYS_read, SYS_write, SYS_close, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_lseek, SYS_pread64,
      SYS_readv, SYS_writev, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_rt_sigaction,
      SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_sched_yield,
      SYS_sched_getaffinity, SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_gettime,
      SYS_clock_getres, SYS_gettimeofday, SYS_getpid, SYS_gettid, SYS_getuid, SYS_geteuid,
      SYS_getgid, SYS_getegid, SYS_exit, SYS_exit_group, SYS_futex, SYS_rseq, SYS_set_robust_list,
      SYS_set_tid_address, SYS_memfd_create, SYS_ftruncate, SYS_faccessat, SYS_faccessat2,
      SYS_getdents64, SYS_getcwd, SYS_uname, SYS_sysinfo, SYS_getrusage, SYS_getrandom, SYS_ppoll,
      SYS_eventfd2, SYS_restart_syscall, SYS_membarrier, SYS_fstatfs, SYS_dup,
    ]
    #if arch(x86_64)
      calls += [
        SYS_access, SYS_stat, SYS_lstat, SYS_poll, SYS_arch_prctl, SYS_time, SYS_getrlimit,
        SYS_setrlimit,
      ]
    #endif
    return calls
  }

  /// Calls that are harmless with the right argument.
  private static var bound: [CallRule] {
    let writing = UInt32(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)
    let writable = UInt32(PROT_WRITE)
    let executable = UInt32(PROT_EXEC)
    return opening(without: writing) + [
      // Libraries are mapped when their format comes. Nothing that was written is ever executed.
      CallRule(
        SYS_mmap, argument: 2, mask: writable | executable, values: [0, writable, executable]),
      without(SYS_mprotect, argument: 2, executable),
      // Not F_SETOWN, F_SETSIG, F_SETLEASE or F_NOTIFY: they have the kernel send signals, to
      // anybody. F_SETFL makes nothing writable.
      only(
        SYS_fcntl, argument: 1,
        [F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_ADD_SEALS, F_GET_SEALS]
          .map(UInt32.init)),
      // Threads, never processes.
      CallRule(
        SYS_clone, argument: 0, mask: UInt32(CLONE_THREAD), values: [UInt32(CLONE_THREAD)]),
      // Its own limits and names, its own threads.
      only(SYS_prlimit64, argument: 0, [0]),
      only(SYS_prctl, argument: 0, [UInt32(PR_SET_NAME)]),
      only(SYS_tgkill, argument: 0, [UInt32(getpid())]),
    ]
  }
}
