import CLinux
package import Descriptors

/// The address of a Unix socket that has a path in the file system.
nonisolated enum SocketAddress {
  /// The maximum length of a socket path in bytes: the size of `sun_path` without the terminating
  /// zero.
  static let maxPathBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
  /// The offset of `sun_path` in `sockaddr_un`, in bytes.
  static let pathOffset = MemoryLayout<sa_family_t>.size

  /// The socket address structure of `path`, which is cut off after `maxPathBytes`.
  static func make(_ path: [UInt8]) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: path.prefix(maxPathBytes))
    }
    return address
  }

  /// The socket path in the bytes of an address that a process passed to `connect`; nil for an
  /// address of another family or without a path.
  static func path(in bytes: [UInt8]) -> [UInt8]? {
    let family = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) }
    guard bytes.starts(with: family), bytes.count > pathOffset else { return nil }
    return Array(bytes[pathOffset...].prefix { $0 != 0 })
  }
}

/// A broker that answers the `connect` calls of a confined process, whose seccomp filter suspends
/// each call until the owner of the notification descriptor (the listener) answers it.
///
/// A call for the path of the one allowed server is answered with a socket that this process has
/// connected itself, by its own copy of the path. The memory of the confined process decides only
/// whether the process gets that socket or EACCES, so changing the memory after the check gains
/// nothing. The kernel is never told to continue the call.
///
/// - Source: seccomp_unotify(2); Linux `include/uapi/linux/seccomp.h`, whose structures are ABI and
///   therefore written out here.
nonisolated package final class ConnectionBroker {
  /// The offsets of fields in `struct seccomp_notif`, in bytes, and its size. The structure of a
  /// newer kernel may be larger.
  private enum NotificationLayout {
    static let size = 80
    static let idOffset = 0
    static let processOffset = 8
    static let callOffset = 16
    static let argumentsOffset = 32
  }
  private struct Response {
    var id: UInt64
    var value: Int64 = 0
    var error: Int32 = 0
    var flags: UInt32 = 0
  }
  private struct AddedDescriptor {
    var id: UInt64
    /// `SECCOMP_ADDFD_FLAG_SETFD`: the new descriptor gets the given number in the confined
    /// process, where the old descriptor of that number is closed.
    var flags: UInt32 = 1
    var sourceDescriptor: UInt32
    var targetDescriptor: UInt32
    var targetFlags = UInt32(O_CLOEXEC)
  }

  private static let receiveIoctl: UInt = 0xC050_2100
  private static let sendIoctl: UInt = 0xC018_2101
  private static let addDescriptorIoctl: UInt = 0x4018_2103
  private static let notificationSizesOperation = 3

  /// The maximum number of `connect` calls that are answered; a client of the sound server makes
  /// only a few.
  private static let maxCalls = 64
  /// The maximum number of sockets that are connected for the confined process.
  private static let maxConnections = 8
  /// The smallest descriptor number in the confined process that a connected socket may replace;
  /// smaller numbers are the standard streams and the socket to the viewer.
  private static let minReplaceableDescriptor = 4

  private let listener: OwnedDescriptor
  private let serverPath: [UInt8]
  private var callCount = 0
  private var connectionCount = 0
  private var notification: [UInt8]

  /// Makes a broker for the calls of a confined process.
  ///
  /// - Parameters:
  ///   - listener: the seccomp notification descriptor of the confined process.
  ///   - server: the path of the only Unix socket to which the broker connects.
  package init(_ listener: OwnedDescriptor, server: [UInt8]) {
    self.listener = listener
    serverPath = server
    notification = [UInt8](
      repeating: 0, count: max(NotificationLayout.size, Self.kernelNotificationSize))
  }

  /// Answers one `connect` call of the confined process, if one waits; never blocks.
  ///
  /// - Returns: false when no further call is to be answered: the process has ended, or has made
  ///   more calls than any client needs.
  package func answerNextCall() -> Bool {
    var waiting = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 0) >= 0 else { return pbview_errno() == EINTR }
    if waiting.revents & Int16(POLLIN) == 0 { return waiting.revents == 0 }
    // The kernel requires a zeroed buffer.
    for index in notification.indices { notification[index] = 0 }
    guard linux_control(listener.number, Self.receiveIoctl, &notification) == 0 else {
      // ENOENT: a signal interrupted the call, or the calling process has ended.
      return [EINTR, ENOENT, EAGAIN].contains(pbview_errno())
    }
    callCount += 1
    let id = field(NotificationLayout.idOffset, UInt64.self)
    var response = Response(id: id)
    response.error = -connect(id)
    _ = linux_control(listener.number, Self.sendIoctl, &response)
    return callCount < Self.maxCalls
  }

  /// Connects a socket to the server and puts it in place of the socket that the suspended call
  /// would connect.
  ///
  /// - Parameter id: the seccomp notification's identifier of the call.
  /// - Returns: 0, or the error number of the call.
  private func connect(_ id: UInt64) -> Int32 {
    let number = Int(truncatingIfNeeded: argument(0))
    guard field(NotificationLayout.callOffset, Int32.self) == SYS_connect,
      number >= Self.minReplaceableDescriptor, number <= Int32.max,
      connectionCount < Self.maxConnections,
      requestedPath == serverPath
    else { return EACCES }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let made = socket(AF_UNIX, kind, 0)
    guard made >= 0 else { return pbview_errno() }
    // The client's own socket and its options are replaced. The new socket is non-blocking, as
    // libpulse makes its own before it connects.
    let connected = OwnedDescriptor(made)
    var address = SocketAddress.make(serverPath)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        linux_connect(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { return pbview_errno() }
    var added = AddedDescriptor(
      id: id, sourceDescriptor: UInt32(connected.number), targetDescriptor: UInt32(number))
    guard linux_control(listener.number, Self.addDescriptorIoctl, &added) >= 0 else {
      return EACCES
    }
    connectionCount += 1
    return 0
  }

  /// The socket path in the arguments of the suspended call, read from the memory of the confined
  /// process; nil when the memory cannot be read or holds no socket path.
  private var requestedPath: [UInt8]? {
    let count = min(Int(truncatingIfNeeded: argument(2)), MemoryLayout<sockaddr_un>.size)
    guard count > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let process = field(NotificationLayout.processOffset, Int32.self)
    guard linux_read_memory(process, UInt(argument(1)), &bytes, count) == count else { return nil }
    return SocketAddress.path(in: bytes)
  }

  private func argument(_ index: Int) -> UInt64 {
    field(NotificationLayout.argumentsOffset + index * 8, UInt64.self)
  }

  private func field<T: FixedWidthInteger>(_ offset: Int, _: T.Type) -> T {
    notification.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: T.self) }
  }

  /// The size of the running kernel's `struct seccomp_notif` in bytes; 0 when unknown.
  private static var kernelNotificationSize: Int {
    // `struct seccomp_notif_sizes`: the sizes of notification, response and data.
    var sizes = [UInt16](repeating: 0, count: 3)
    let status = sizes.withUnsafeMutableBytes {
      helper_syscall(
        Int(SYS_seccomp), notificationSizesOperation, 0, Int(bitPattern: $0.baseAddress), 0)
    }
    return status == 0 ? Int(sizes[0]) : 0
  }
}
