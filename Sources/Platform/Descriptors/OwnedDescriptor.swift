import CLinux

/// A file descriptor with shared ownership: the descriptor is closed when the last reference to
/// this object is released.
///
/// Objects that keep a descriptor for as long as they live have it in this type. Functions that
/// open and close a descriptor themselves use the number.
package final class OwnedDescriptor: Sendable {
  /// The number of the descriptor; negative when the system call that should open it has failed.
  package let number: Int32

  /// Takes ownership of a file descriptor; a negative number is never closed.
  package init(_ number: Int32) { self.number = number }

  deinit { if number >= 0 { _ = close(number) } }
}
