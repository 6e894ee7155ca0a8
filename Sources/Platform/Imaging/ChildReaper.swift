import CLinux

/// Collects ended helpers without waiting for them: a killed process with a lot of memory needs
/// some time to go, and the main actor has none.
@MainActor
final class ChildReaper {
  /// Seconds until the first look and, doubled each time, at most between two looks.
  private static let firstLook = 0.05
  private static let mostPause = 10.0

  /// Told of those that had ended before anybody ended them.
  var onCrash: (@MainActor (HelperCrash) -> Void)?

  private let loop: any DescriptorWatching
  private var waiting: [pid_t] = []
  private var pause = firstLook
  private var timer: Cancellation?

  init(loop: any DescriptorWatching) { self.loop = loop }

  /// Kills `pid`, a child of ours, and sees to it that no zombie stays.
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
    pause = min(Self.mostPause, pause * 2)
  }

  private func isGone(_ pid: pid_t) -> Bool {
    var status: Int32 = 0
    let found = waitpid(pid, &status, WNOHANG)
    if found == pid, let crash = HelperCrash(status: status) { onCrash?(crash) }
    return found != 0
  }
}
