import CLinux

extension Attempt {
  /// Access to other programs and processes.
  static func processes(_ target: Target) -> [Attempt] {
    let viewer = Int(target.viewer)
    var attempts = [
      Attempt("make a process") { parting(SYS_clone, Int(SIGCHLD)) },
      Attempt("make a process with the latest call") { call(SYS_clone3) },
      Attempt("run a program") {
        "/nonexistent".withCString { call(SYS_execve, Int(bitPattern: $0)) }
      },
      Attempt("run a program that lies beside its libraries") { runningDynamicLoader() },
      Attempt("run an open program") { call(SYS_execveat, -1) },
      Attempt("signal the viewer") { call(SYS_kill, viewer, 0) },
      Attempt("signal a thread of the viewer") { call(SYS_tgkill, viewer, viewer, 0) },
      Attempt("signal any thread") { call(SYS_tkill, viewer, 0) },
      Attempt("send the viewer a message with a signal") { call(SYS_rt_sigqueueinfo, viewer, 0) },
      Attempt("signal a process it holds") { call(SYS_pidfd_send_signal, -1) },
      Attempt("trace a process") { call(SYS_ptrace, 0x4206, 1 << 24) },
      Attempt("read another's memory") { call(SYS_process_vm_readv, viewer) },
      Attempt("write another's memory") { call(SYS_process_vm_writev, viewer) },
      Attempt("set the viewer's limits") { call(SYS_prlimit64, viewer, Int(RLIMIT_CORE.rawValue)) },
      Attempt("set the viewer's place in the queue") { call(SYS_setpriority, 0, viewer, 0) },
      Attempt("choose the viewer's processors") { call(SYS_sched_setaffinity, viewer) },
      Attempt("begin a session") { call(SYS_setsid) },
      Attempt("be somebody else") { call(SYS_setuid, Int(getuid())) },
      Attempt("outlive the viewer") { call(SYS_prctl, Int(PR_SET_PDEATHSIG), 0) },
    ]
    #if arch(x86_64)
      attempts += [
        Attempt("make a process in the old way") { parting(SYS_fork) },
        Attempt("make a process that borrows its memory", isOrdinary: false) {
          parting(SYS_vfork)
        },
        Attempt("open by a number of another kind") {
          // The x32 ABI: the same architecture with a separate range of system call numbers.
          target.secret.withCString { call(0x4000_0000 | SYS_open, Int(bitPattern: $0)) }
        },
      ]
    #endif
    return attempts
  }

  #if arch(x86_64)
    private static let dynamicLoader = "/lib64/ld-linux-x86-64.so.2"
  #else
    private static let dynamicLoader = "/lib/ld-linux-aarch64.so.1"
  #endif

  /// Runs the dynamic loader, a program in a folder that helpers may read, in a child process. It
  /// only prints its version.
  private static func runningDynamicLoader() -> Int32 {
    let words: [UnsafeMutablePointer<CChar>?] = [strdup(dynamicLoader), strdup("--version"), nil]
    defer { for word in words { free(word) } }
    return words.withUnsafeBufferPointer { words in
      let child = helper_syscall(Int(SYS_clone), Int(SIGCHLD), 0, 0, 0)
      guard child >= 0 else { return pbview_errno() }
      if child == 0 {
        close(STDOUT_FILENO)
        _ = helper_syscall(
          Int(SYS_execve), Int(bitPattern: words[0]), Int(bitPattern: words.baseAddress), 0, 0)
        _exit(pbview_errno())
      }
      var status: Int32 = 0
      waitpid(pid_t(child), &status, 0)
      return status >> 8 & 0xFF
    }
  }

  /// Creates a child process, which exits at once.
  private static func parting(_ number: Int32, _ flags: Int = 0) -> Int32 {
    let child = helper_syscall(Int(number), flags, 0, 0, 0)
    guard child >= 0 else { return pbview_errno() }
    if child == 0 { _exit(0) }
    waitpid(pid_t(child), nil, 0)
    return 0
  }

  /// System calls with a history of sandbox escapes, called with null arguments. The result in an
  /// unconfined process depends on the machine.
  static var kernel: [Attempt] {
    let doors: [(String, Int32)] = [
      ("io_uring_setup", 425), ("bpf", SYS_bpf), ("userfaultfd", SYS_userfaultfd),
      ("perf_event_open", SYS_perf_event_open), ("mount", SYS_mount), ("umount2", SYS_umount2),
      ("pivot_root", SYS_pivot_root), ("chroot", SYS_chroot), ("unshare", SYS_unshare),
      ("setns", SYS_setns), ("keyctl", SYS_keyctl), ("add_key", SYS_add_key),
      ("request_key", SYS_request_key), ("init_module", SYS_init_module),
      ("finit_module", SYS_finit_module), ("kexec_load", SYS_kexec_load),
      ("seccomp", SYS_seccomp), ("personality", SYS_personality), ("shmget", SYS_shmget),
      ("msgget", SYS_msgget), ("semget", SYS_semget), ("mq_open", SYS_mq_open),
      ("inotify_init1", SYS_inotify_init1), ("fanotify_init", SYS_fanotify_init),
      ("open_by_handle_at", SYS_open_by_handle_at), ("syslog", SYS_syslog),
      ("clock_settime", SYS_clock_settime), ("setxattr", SYS_setxattr),
      ("sendfile", SYS_sendfile), ("splice", SYS_splice), ("vmsplice", SYS_vmsplice),
      ("copy_file_range", SYS_copy_file_range), ("memfd_secret", 447), ("landlock", 444),
      ("process_madvise", 440), ("kcmp", SYS_kcmp), ("timer_create", SYS_timer_create),
    ]
    let listener = 1 << 3
    return doors.map { name, number in
      Attempt("the kernel's \(name)", isOrdinary: false) { call(number) }
    } + [
      Attempt("enter the strict mode of seccomp", isOrdinary: false) {
        call(SYS_seccomp, 0, 1, 1)
      },
      Attempt("make a filter with a listener", isOrdinary: false) {
        call(SYS_seccomp, 1, listener, 0)
      },
    ]
  }
}
