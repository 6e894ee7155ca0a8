import Imaging
import Video

/// The event loop as the players of clips use it.
extension LoopBridge: PlayerLoop {
  /// Calls `onReadable` whenever `descriptor` is readable, until the returned closure is called.
  package func watchPlayer(
    descriptor: Int32, onReadable: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    let watch = watch(descriptor: descriptor, onReadable: onReadable)
    return { watch.cancel() }
  }

  /// Calls `action` once after `seconds`, unless the returned closure is called before.
  package func schedulePlayer(
    after seconds: Double, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    let timer = schedule(after: seconds, action)
    return { timer.cancel() }
  }
}
