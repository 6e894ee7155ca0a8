import CLinux
import Descriptors

/// The file descriptors of an event loop, combined into one descriptor that another event loop can
/// wait for.
///
/// A descriptor may be added several times; it stays in the set until it was removed as often.
nonisolated final class PollSet {
  /// The descriptor that is readable while a member of the set is; −1 when the process has no
  /// descriptor left.
  var descriptor: Int32 { epoll.number }
  private let epoll = OwnedDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
  private var counts: [Int32: Int] = [:]

  /// Adds a file descriptor to the set. A member that was closed has left the set by itself, so
  /// that a new descriptor with its number can be added.
  func add(_ member: Int32) {
    counts[member, default: 0] += 1
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    // For a descriptor that is already in the set, the call fails with EEXIST and has no effect.
    epoll_ctl(descriptor, EPOLL_CTL_ADD, member, &event)
  }

  /// Removes a file descriptor from the set; it may already be closed.
  func remove(_ member: Int32) {
    guard let count = counts[member] else { return }
    counts[member] = count > 1 ? count - 1 : nil
    guard count == 1 else { return }
    var event = epoll_event()
    epoll_ctl(descriptor, EPOLL_CTL_DEL, member, &event)
  }
}
