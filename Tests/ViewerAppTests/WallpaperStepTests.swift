import BrowserHost
import Desktop
import Synchronization
import Testing
import Views

@testable import ViewerApp

/// The setting of a wallpaper as a step of the operations of a window.
@MainActor @Suite struct WallpaperStepTests {
  private let operations: FileOperations
  private let window: ViewerWindow

  init() throws {
    window = try MemoryViewer.window()
    operations = FileOperations(in: window, log: Log(level: .off))
  }

  /// Counts calls on any thread.
  nonisolated private final class Calls: Sendable {
    let count = Mutex(0)
  }

  @Test func `a wallpaper is set after the operations before it, and is a step of Undo`() async {
    let calls = Calls()
    operations.enqueue {}
    operations.setWallpaper(FilePath("/p/a.jpg")) { () throws(DesktopError) in
      calls.count.withLock { $0 += 1 }
      return Wallpaper.Outcome(former: .feh([]))
    }
    #expect(calls.count.withLock { $0 } == 0 && operations.undoTitle == nil)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      _ = operations.whenDone { continuation.resume() }
      operations.finishOperation()
    }
    #expect(calls.count.withLock { $0 } == 1)
    #expect(operations.undoTitle?.hasPrefix("Undo") == true)
  }

  @Test func `a wallpaper that cannot be set is no step, and the queue goes on`() async {
    operations.setWallpaper(FilePath("/p/a.jpg")) { () throws(DesktopError) -> Wallpaper.Outcome in
      throw .noSession
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isWaiting = operations.whenDone { continuation.resume() }
      #expect(isWaiting)
      if !isWaiting { continuation.resume() }
    }
    #expect(operations.undoTitle == nil)
  }
}
