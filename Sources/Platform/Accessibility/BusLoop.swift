/// The functions of the program's event loop that connections to a bus need.
package struct BusLoop {
  /// Watches a file descriptor: calls the closure on the main thread whenever the descriptor is
  /// readable, until the returned closure is called.
  package var watchReadable: (Int32, @escaping @MainActor () -> Void) -> () -> Void
  /// Starts a timer: calls the closure once on the main thread after a time in seconds, unless the
  /// returned closure is called before.
  package var startTimer: (Double, @escaping @MainActor () -> Void) -> () -> Void

  package init(
    watchReadable: @escaping (Int32, @escaping @MainActor () -> Void) -> () -> Void,
    startTimer: @escaping (Double, @escaping @MainActor () -> Void) -> () -> Void
  ) {
    self.watchReadable = watchReadable
    self.startTimer = startTimer
  }
}
