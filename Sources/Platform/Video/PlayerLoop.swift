/// The event loop that players need. The program's own loop conforms to it, so that one `poll`
/// serves the window and the players, and a frame of a clip needs no other thread.
@MainActor
public protocol PlayerLoop: AnyObject {
  /// Calls `onReadable` whenever `descriptor` is readable or hung up, until the returned closure is
  /// called. Level-triggered.
  func watchPlayer(
    descriptor: Int32, onReadable: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void

  /// Calls `action` once after `seconds`, unless the returned closure is called before.
  func schedulePlayer(
    after seconds: Double, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void
}
