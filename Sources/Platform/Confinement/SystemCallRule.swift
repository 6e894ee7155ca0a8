import CLinux

/// A rule of the seccomp filter: a system call, conditions on its arguments, and the action if all
/// conditions hold. If one does not, the call fails with EPERM.
struct SystemCallRule: Sendable {
  /// The action for a system call whose arguments satisfy the conditions.
  enum CallAction: Sendable {
    /// The kernel performs the system call.
    case allow
    /// The system call waits until the process with the listener of the filter replies
    /// (`SECCOMP_RET_USER_NOTIF`).
    case notify
  }

  /// A test of 32 bits of an argument of a system call.
  struct ArgumentCondition: Sendable {
    /// The half of the 64-bit argument that is tested. The kernel uses only the low half of flags
    /// and descriptors; of a pointer, both halves have to be tested.
    enum ArgumentHalf: UInt32 {
      case low = 0
      case high = 4
    }
    let argument: Int
    var half = ArgumentHalf.low
    /// The mask of the bits of the argument that are compared.
    let mask: UInt32
    /// The values that the masked bits may have.
    let values: [UInt32]
  }

  let call: Int32
  let conditions: [ArgumentCondition]
  let action: CallAction

  init(_ call: Int32, _ conditions: [ArgumentCondition], _ action: CallAction = .allow) {
    self.call = call
    self.conditions = conditions
    self.action = action
  }

  init(_ call: Int32, argument: Int, mask: UInt32, values: [UInt32]) {
    self.init(call, [ArgumentCondition(argument: argument, mask: mask, values: values)])
  }

  /// The rule that allows a system call with any arguments.
  static func allow(_ call: Int32) -> SystemCallRule { SystemCallRule(call, []) }

  /// The rule that allows a system call whose argument, counted from 0, is one of `values`.
  static func only(_ call: Int32, argument: Int, _ values: [UInt32]) -> SystemCallRule {
    SystemCallRule(call, argument: argument, mask: .max, values: values)
  }

  /// The rule that allows a system call whose argument, counted from 0, has none of `bits`.
  static func without(_ call: Int32, argument: Int, _ bits: UInt32) -> SystemCallRule {
    SystemCallRule(call, argument: argument, mask: bits, values: [0])
  }

  /// The rule that allows a system call whose pointer argument, counted from 0, is null.
  static func null(_ call: Int32, argument: Int) -> SystemCallRule {
    SystemCallRule(
      call,
      [.low, .high].map {
        ArgumentCondition(argument: argument, half: $0, mask: .max, values: [0])
      })
  }

  /// The rule that lets the process with the listener of the filter decide on a system call.
  static func notify(_ call: Int32) -> SystemCallRule { SystemCallRule(call, [], .notify) }

  /// The rules that allow files to be opened without any of `flags`.
  static func opening(without flags: UInt32) -> [SystemCallRule] {
    var rules = [without(SYS_openat, argument: 2, flags)]
    #if arch(x86_64)
      rules.append(without(SYS_open, argument: 1, flags))
    #endif
    return rules
  }

  /// This rule without one of its conditions.
  func omitting(condition index: Int) -> SystemCallRule {
    var conditions = conditions
    conditions.remove(at: index)
    return SystemCallRule(call, conditions, action)
  }
}

extension SystemCallRule {
  /// The rules of every helper. They take effect after all libraries are loaded: from then on,
  /// neither files nor memory can be mapped as executable.
  static var common: [SystemCallRule] { unconditional.map(allow) + conditional }

  /// The system calls that are harmless with any arguments, given the open descriptors and the
  /// Landlock rules.
  private static var unconditional: [Int32] {
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

  /// The rules for system calls that are harmless with certain arguments only.
  private static var conditional: [SystemCallRule] {
    let writing = UInt32(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)
    return opening(without: writing) + [
      // A filter cannot distinguish a library from a memfd with other contents, so neither may be
      // mapped as executable.
      without(SYS_mmap, argument: 2, UInt32(PROT_EXEC)),
      without(SYS_mprotect, argument: 2, UInt32(PROT_EXEC)),
      // F_SETOWN, F_SETSIG, F_SETLEASE and F_NOTIFY are not allowed, because with them the kernel
      // sends signals to any process. F_SETFL cannot make a descriptor writable.
      only(
        SYS_fcntl, argument: 1,
        [F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_ADD_SEALS, F_GET_SEALS]
          .map(UInt32.init)),
      // Only threads can be created, not processes.
      SystemCallRule(
        SYS_clone, argument: 0, mask: UInt32(CLONE_THREAD), values: [UInt32(CLONE_THREAD)]),
      // These calls are limited to this process and its threads.
      only(SYS_prlimit64, argument: 0, [0]),
      only(SYS_prctl, argument: 0, [UInt32(PR_SET_NAME)]),
      only(SYS_tgkill, argument: 0, [UInt32(getpid())]),
    ]
  }
}
