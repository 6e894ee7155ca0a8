/// What players need of an event loop. The program's own loop conforms to it, so that one `poll`
/// serves the window and the players, and a frame of a clip becomes one of the window without a hop.
@MainActor
public protocol PlayerLoop: AnyObject {
  /// Calls `onReadable` whenever `descriptor` has something to read or has been hung up, until the
  /// result is called. Level-triggered.
  func watchPlayer(
    descriptor: Int32, onReadable: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void

  /// Calls `action` once, `seconds` from this moment, unless the result is called before.
  func schedulePlayer(
    after seconds: Double, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void
}
