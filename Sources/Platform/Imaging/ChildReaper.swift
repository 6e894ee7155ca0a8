import CLinux

/// The collection of ended helper processes (`waitpid`) without blocking: a killed process with
/// much memory takes some time to exit, and the main actor must not wait for it.
@MainActor
final class ChildReaper {
  /// The pause before the first poll and the maximum pause between polls, in seconds. The pause
  /// doubles after each poll.
  private static let firstLook = 0.05
  private static let maxPause = 10.0

  /// Called for each helper that had crashed before it was killed.
  var onCrash: (@MainActor (HelperCrash) -> Void)?

  private let loop: any DescriptorWatching
  private var waiting: [pid_t] = []
  private var pause = firstLook
  private var timer: Cancellation?

  init(loop: any DescriptorWatching) { self.loop = loop }

  /// Kills the child process `pid` and reaps it as soon as it has exited.
  func end(_ pid: pid_t) {
    _ = kill(pid, SIGKILL)
    waiting.append(pid)
    pause = Self.firstLook
    look()
  }

  private func look() {
    timer?.cancel()
    timer = nil
    waiting.removeAll(where: isGone)
    guard !waiting.isEmpty else { return }
    timer = loop.schedule(after: pause) { [weak self] in self?.look() }
    pause = min(Self.maxPause, pause * 2)
  }

  private func isGone(_ pid: pid_t) -> Bool {
    var status: Int32 = 0
    let found = waitpid(pid, &status, WNOHANG)
    if found == pid, let crash = HelperCrash(status: status) { onCrash?(crash) }
    return found != 0
  }
}
