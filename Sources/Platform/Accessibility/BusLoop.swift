/// The functions of the event loop that a connection to a bus needs.
package struct BusLoop {
  /// Watches a descriptor: calls the closure whenever it is readable, until the returned closure is
  /// called.
  package var watch: (Int32, @escaping @MainActor () -> Void) -> () -> Void
  /// Starts a timer: calls the closure once after a time in seconds, unless the returned closure is
  /// called before.
  package var after: (Double, @escaping @MainActor () -> Void) -> () -> Void

  package init(
    watch: @escaping (Int32, @escaping @MainActor () -> Void) -> () -> Void,
    after: @escaping (Double, @escaping @MainActor () -> Void) -> () -> Void
  ) {
    self.watch = watch
    self.after = after
  }
}
