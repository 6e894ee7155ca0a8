import BrowserHost
import CLinux
import Glibc
import HelperProcesses
import Localization
import Motion
import PhotoBrowser
import Synchronization
import Views

/// The state of work that the user can pause and cancel. The thread that copies reads it.
nonisolated final class TransferControl: Sendable {
  private enum State { case running, paused, cancelled }

  private let state = Mutex(State.running)
  private let onCancel: @Sendable () -> Void
  /// An eventfd that wakes the copying thread after a pause.
  private let wakeDescriptor = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC)))

  /// Makes the state of running work.
  ///
  /// - Parameter onCancel: called by each ``cancel()``, for work that does not read the state.
  ///   Default: does nothing.
  init(onCancel: @escaping @Sendable () -> Void = {}) { self.onCancel = onCancel }

  var isCancelled: Bool { state.withLock { $0 == .cancelled } }
  var isPaused: Bool { state.withLock { $0 == .paused } }

  func cancel() {
    change(to: .cancelled)
    onCancel()
  }

  func pause() { change(to: .paused) }

  func resume() { change(to: .running) }

  private func change(to next: State) {
    state.withLock { if $0 != .cancelled { $0 = next } }
    if next != .paused { _ = eventfd_write(wakeDescriptor.number, 1) }
  }

  /// Blocks the copying thread as long as the work is paused.
  ///
  /// - Returns: false when the work is cancelled.
  func waitWhilePaused() -> Bool {
    while true {
      switch state.withLock({ $0 }) {
      case .running: return true
      case .cancelled: return false
      case .paused:
        var count: eventfd_t = 0
        guard wakeDescriptor.number >= 0,
          eventfd_read(wakeDescriptor.number, &count) == 0 || errno == EINTR
        else {
          return true
        }
      }
    }
  }
}

/// A relay of progress from the copying thread to the main actor. Only the latest value waits for
/// the main actor.
nonisolated final class ProgressRelay: Sendable {
  private let latest = Mutex<TransferProgress?>(nil)
  private let receive: @MainActor @Sendable (TransferProgress) -> Void

  init(_ receive: @escaping @MainActor @Sendable (TransferProgress) -> Void) {
    self.receive = receive
  }

  func send(_ progress: TransferProgress) {
    let isFirst = latest.withLock { value in
      defer { value = progress }
      return value == nil
    }
    guard isFirst else { return }
    Task { @MainActor in
      let value = self.latest.withLock { value in
        defer { value = nil }
        return value
      }
      if let value { self.receive(value) }
    }
  }
}

/// The measurement of the speed of a transfer, from which the remaining time follows.
nonisolated struct TransferRate: Hashable, Sendable {
  /// The times in seconds and the numbers of copied bytes during the last seconds, oldest first.
  private var samples: [Sample] = []

  private struct Sample: Hashable, Sendable {
    var time: Double
    var copiedBytes: Int64
  }

  /// The period in seconds over which the speed is averaged: long enough to smooth the bursts of a
  /// disk cache.
  private static let averagingPeriod = 5.0
  /// The minimum time in seconds between the first and the last sample for computing a speed.
  private static let minPeriod = 1.0

  /// The minimum time in seconds between two samples of the number of copied bytes.
  private static let sampleInterval = 0.1

  /// Adds a sample: the number of bytes copied since the transfer began, at a time in seconds. A
  /// sample too soon after the last one is dropped.
  mutating func addSample(copied bytes: Int64, at time: Double) {
    if let last = samples.last, time - last.time < Self.sampleInterval { return }
    samples.append(Sample(time: time, copiedBytes: bytes))
    samples.removeAll { time - $0.time > Self.averagingPeriod }
  }

  /// Forgets all samples, because the transfer was paused.
  mutating func reset() { samples = [] }

  /// The speed in bytes per second; nil while it is not known.
  var bytesPerSecond: Double? {
    guard let first = samples.first, let last = samples.last,
      last.time - first.time >= Self.minPeriod
    else { return nil }
    return Double(last.copiedBytes - first.copiedBytes) / (last.time - first.time)
  }

  /// The text about the progress of a transfer, such as “1.2 MB of 3.4 MB · 52 MB/s · about 2
  /// minutes left”; empty when no bytes are copied.
  func text(of progress: TransferProgress) -> String {
    guard progress.totalBytes > 0 else { return "" }
    var parts = [
      tr(
        "{done} of {total}",
        [
          "done": ByteCount(Int(clamping: progress.copiedBytes)),
          "total": ByteCount(Int(clamping: progress.totalBytes)),
        ])
    ]
    if let rate = bytesPerSecond, rate >= 1 {
      parts.append(tr("{amount}/s", ["amount": ByteCount(Int(rate))]))
      parts.append(
        Self.timeLeft(seconds: Double(progress.totalBytes - progress.copiedBytes) / rate))
    }
    return parts.joined(separator: " · ")
  }

  private static func timeLeft(seconds: Double) -> String {
    func whole(_ number: Double) -> Int { Int(min(max(1, number.rounded(.up)), 1_000_000)) }
    if seconds < 60 {
      return trPlural(
        "about {count} second left", "about {count} seconds left", count: whole(seconds))
    }
    return seconds < 3600
      ? trPlural(
        "about {count} minute left", "about {count} minutes left", count: whole(seconds / 60))
      : trPlural(
        "about {count} hour left", "about {count} hours left", count: whole(seconds / 3600))
  }
}

/// The sheet with the progress of long work on files, which the user can pause and cancel.
final class TransferSheet: BottomSheet {
  /// Whether the work has ended. Default: false.
  private(set) var isDone = false

  private let control: TransferControl
  private let bar = FormProgress()
  private let progressText = FormText(" ")
  /// The note that the window closes when the work has ended; empty and hidden until
  /// ``announceClosing()``.
  private let closingNote = FormText()
  private let pauseButton = PillButton(tr("Pause"))
  private let cancelButton = PillButton(tr("Cancel"))
  private let buttons: FormButtons
  private var rate = TransferRate()

  /// Makes a sheet for work that runs.
  ///
  /// - Parameters:
  ///   - control: the state of the work, which the buttons change.
  ///   - canPause: whether the work can be paused and reports bytes. Default: true.
  init(_ title: String, control: TransferControl, canPause: Bool = true) {
    self.control = control
    buttons = FormButtons(canPause ? [cancelButton, pauseButton] : [cancelButton])
    super.init(title, items: (canPause ? [progressText] : []) + [bar, closingNote, buttons])
    showsWorkInProgress = true
    cancelButton.isSecondary = true
    cancelButton.action = { control.cancel() }
    pauseButton.action = { [weak self] in self?.togglePause() }
    onLeave = { [weak self] in
      if let self, !isDone { control.cancel() }
    }
    bar.completedShare = 0
  }

  private func togglePause() {
    if control.isPaused { control.resume() } else { control.pause() }
    rate.reset()
    pauseButton.title = control.isPaused ? tr("Resume") : tr("Pause")
    buttons.titlesDidChange()
    panelDidChange()
  }

  /// The message that the window closes after the running operations on files.
  static var closingMessage: String {
    tr("The window closes when the file operations are finished. Close it again to stop them.")
  }

  /// Shows the note that the window closes when the work has ended, and resumes paused work, for
  /// which the window would wait without end.
  func announceClosing() {
    closingNote.text = Self.closingMessage
    if control.isPaused { togglePause() }
    panelDidChange()
  }

  /// Shows the completed share, from 0 to 1, of work that does not report bytes.
  func show(share: Double) {
    bar.completedShare = share
    panelDidChange()
  }

  func show(_ progress: TransferProgress, at time: Timestamp) {
    rate.addSample(copied: progress.copiedBytes, at: time.seconds)
    bar.completedShare = progress.share
    progressText.text = rate.text(of: progress)
    panelDidChange()
  }

  /// Closes the sheet after the work has ended.
  func finish() {
    isDone = true
    close()
  }
}
