import Imaging
import Video

/// Players are served like everything else.
extension LoopBridge: PlayerLoop {
  /// Calls `onReadable` whenever `descriptor` is readable, until the result is called.
  package func watchPlayer(
    descriptor: Int32, onReadable: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    let watch = watch(descriptor: descriptor, onReadable: onReadable)
    return { watch.cancel() }
  }

  /// Calls `action` once, unless the result is called before.
  package func schedulePlayer(
    after seconds: Double, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    let timer = schedule(after: seconds, action)
    return { timer.cancel() }
  }
}
