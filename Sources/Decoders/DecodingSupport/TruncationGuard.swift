import CLinux

/// A guard that keeps a process alive when a mapped file is truncated. Access to the missing pages
/// raises SIGBUS; the handler replaces the pages with zeros, and the decoder reports a failure when
/// it has ended.
package enum TruncationGuard {
  // Written by the thread that maps a file, read by the signal handler on any thread that accesses
  // the pages. At most one file is watched at a time.
  nonisolated(unsafe) private static var isWatching = false
  nonisolated(unsafe) private static var watchedStart: UInt = 0
  nonisolated(unsafe) private static var watchedEnd: UInt = 0
  /// Whether pages of the watched file were missing, and were replaced.
  nonisolated(unsafe) private(set) static var hasReplacedPages = false
  nonisolated(unsafe) private static var pageSize: UInt = 4096

  /// Installs the handler of SIGBUS. From now on a ``PictureFile`` is watched when it is mapped;
  /// the process must decode one file at a time.
  package static func install() {
    pageSize = UInt(max(4096, sysconf(Int32(_SC_PAGESIZE))))
    isWatching = true
    var action = sigaction()
    action.__sigaction_handler.sa_sigaction = { _, info, _ in
      TruncationGuard.replacePage(at: UInt(bitPattern: info?.pointee._sifields._sigfault.si_addr))
    }
    action.sa_flags = SA_SIGINFO
    sigaction(SIGBUS, &action, nil)
  }

  static func watch(_ file: UnsafeRawBufferPointer) {
    guard isWatching else { return }
    hasReplacedPages = false
    watchedStart = UInt(bitPattern: file.baseAddress)
    watchedEnd = watchedStart + UInt(file.count)
  }

  package static func stopWatching() {
    guard isWatching else { return }
    (watchedStart, watchedEnd) = (0, 0)
  }

  // Runs in a signal handler: plain memory accesses and system calls only.
  private static func replacePage(at address: UInt) {
    let page = address & ~(pageSize - 1)
    guard address >= watchedStart, address < watchedEnd,
      let first = UnsafeMutableRawPointer(bitPattern: page),
      mmap(
        first, Int(watchedEnd - page), PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
        == first
    else {
      // The address is outside the watched file: with the default action restored, the instruction
      // faults again and ends the process.
      signal(SIGBUS, nil)
      return
    }
    hasReplacedPages = true
  }
}
