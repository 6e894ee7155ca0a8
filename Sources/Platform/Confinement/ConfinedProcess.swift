import CLinux

/// The steps of confinement that every helper process performs first.
public enum ConfinedProcess {
  /// The number of the descriptor of the packet socket to the viewer, which a helper inherits.
  public static let socket: Int32 = 3

  /// Whether this process has inherited a packet socket to the viewer.
  public static var hasSocket: Bool {
    var kind: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(socket, SOL_SOCKET, SO_TYPE, &kind, &length) == 0
      && kind == Int32(SOCK_SEQPACKET.rawValue)
  }

  /// Makes the process end with the viewer, unblocks signals, and closes all inherited descriptors
  /// but the socket to the viewer.
  ///
  /// - Returns: false when the kernel cannot exclude that the process gains privileges by `execve`
  ///   (`PR_SET_NO_NEW_PRIVS`).
  public static func prepare() -> Bool {
    // The kernel kills this process when the viewer ends.
    _ = helper_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL), 0)
    guard helper_prctl(PR_SET_NO_NEW_PRIVS, 1, 0) == 0 else { return false }
    helper_ignore(SIGPIPE)
    // Writing beyond the file size limit returns an error instead of ending the process.
    helper_ignore(SIGXFSZ)
    unblockSignals()
    preferAsOOMVictim()
    closeInheritedDescriptors()
    discardStandardStreams()
    // A working directory on a removable medium would prevent unmounting it.
    _ = chdir("/")
    return true
  }

  /// The nice value of helper processes, from 0 (ordinary priority) to 19 (lowest).
  private static let niceness: Int32 = 5

  /// Lowers the priority of this process below that of the viewer and the X server: a frame needs a
  /// processor for milliseconds, a decode needs all of them for up to seconds. Other processes are
  /// hardly affected. With the lower priority, a request that arrives at a helper does not
  /// interrupt the drawing of a frame in the viewer, either.
  public static func lowerOwnPriority() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
    _ = linux_become_batch()
  }

  // The kernel kills a helper before any other process if memory is exhausted, because its picture
  // can be decoded again. Memfds that no process maps are not attributed to any process, so that
  // the size of the process alone would not suffice.
  private static func preferAsOOMVictim() {
    let file = helper_open("/proc/self/oom_score_adj", O_WRONLY)
    guard file >= 0 else { return }
    _ = write(file, "1000", 4)
    close(file)
  }

  // A helper started from a worker thread inherits the blocked signals of that thread, and would
  // miss the signal at the end of its processor time.
  private static func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }

  // The viewer may have inherited open descriptors that the helper must not have.
  private static func closeInheritedDescriptors() {
    let closeRange = 436
    _ = helper_syscall(closeRange, Int(socket) + 1, Int(UInt32.max), 0, 0)
  }

  // The standard streams become `/dev/null`, which discards the output of libraries. They are not
  // closed, because files that are opened later would get their numbers.
  private static func discardStandardStreams() {
    let null = helper_open("/dev/null", O_RDWR)
    guard null >= 0 else { return }
    for descriptor: Int32 in 0...2 { dup2(null, descriptor) }
    if null > 3 { close(null) }
  }
}
