import CLinux

/// A file descriptor with one owner: it is closed when the last reference goes.
package final class OwnedDescriptor: Sendable {
  /// The number.
  package let number: Int32

  /// Takes over an open descriptor.
  package init(_ number: Int32) { self.number = number }

  deinit { _ = close(number) }
}
