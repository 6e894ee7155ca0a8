/// The functions of the event loop that a connection to a bus needs.
package struct BusLoop {
  /// Calls the closure whenever the descriptor is readable, until the returned closure is called.
  package var watch: (Int32, @escaping @MainActor () -> Void) -> () -> Void
  /// Calls the closure once after a time in seconds, unless the returned closure is called before.
  package var after: (Double, @escaping @MainActor () -> Void) -> () -> Void

  package init(
    watch: @escaping (Int32, @escaping @MainActor () -> Void) -> () -> Void,
    after: @escaping (Double, @escaping @MainActor () -> Void) -> () -> Void
  ) {
    self.watch = watch
    self.after = after
  }
}
