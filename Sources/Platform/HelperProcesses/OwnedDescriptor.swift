import CLinux

/// A file descriptor with shared ownership: it is closed when the last reference is released.
package final class OwnedDescriptor: Sendable {
  package let number: Int32

  /// Takes ownership of an open descriptor.
  package init(_ number: Int32) { self.number = number }

  deinit { _ = close(number) }
}
