import CLinux

/// What every helper gives up first, whatever it is for.
public enum HelperProcess {
  /// The viewer hands over one end of a packet socket as this descriptor.
  public static let socket: Int32 = 3

  /// True when the viewer's socket is there.
  public static var hasSocket: Bool {
    var kind: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(socket, SOL_SOCKET, SO_TYPE, &kind, &length) == 0
      && kind == Int32(SOCK_SEQPACKET.rawValue)
  }

  /// Ties its life to the viewer's, hears signals, and keeps of all descriptors only the socket.
  ///
  /// - Returns: false when the kernel lets it gain rights by starting programs.
  public static func settle() -> Bool {
    // A viewer that dies takes its helpers along.
    _ = helper_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL), 0)
    guard helper_prctl(PR_SET_NO_NEW_PRIVS, 1, 0) == 0 else { return false }
    helper_ignore(SIGPIPE)
    // A file that would grow too large is an error like any other, not the end.
    helper_ignore(SIGXFSZ)
    hearSignals()
    endFirstWithoutMemory()
    closeStrangers()
    closeStandardStreams()
    // Otherwise a medium could not be taken out while a helper lives that was started on it.
    _ = chdir("/")
    return true
  }

  /// Politeness towards the viewer, on the system's scale from 0 to 19.
  private static let politeness: Int32 = 5

  /// From now on the viewer goes first, and the server that shows what it draws: a frame takes a
  /// moment, a picture all processors for many. Others are hardly noticed.
  public static func letViewerGoFirst() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, politeness)
  }

  // When the machine's memory is used up, the kernel ends a helper before any other program: its
  // picture can be decoded again. Memory files that no process maps count for nobody, so that the
  // size of the process alone would not tell.
  private static func endFirstWithoutMemory() {
    let file = helper_open("/proc/self/oom_score_adj", O_WRONLY)
    guard file >= 0 else { return }
    _ = write(file, "1000", 4)
    close(file)
  }

  // A helper started from a worker thread inherits its blocked signals, and with them a deaf ear for
  // the end of its processor time.
  private static func hearSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }

  // A viewer may be started with anything open; nothing of it is the helper's business.
  private static func closeStrangers() {
    let closeRange = 436
    _ = helper_syscall(closeRange, Int(socket) + 1, Int(UInt32.max), 0, 0)
  }

  // Libraries print; nobody wants to read it. Descriptor 3 is the socket, so 0, 1, 2 stay taken.
  private static func closeStandardStreams() {
    let null = helper_open("/dev/null", O_RDWR)
    guard null >= 0 else { return }
    for descriptor: Int32 in 0...2 { dup2(null, descriptor) }
    if null > 3 { close(null) }
  }
}
