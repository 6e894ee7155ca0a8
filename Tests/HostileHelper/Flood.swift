import CLinux

/// One message that several threads send repeatedly until the viewer closes the socket.
final class Flood: Sendable {
  /// The descriptor of a helper's socket.
  static let socket: Int32 = 3
  private static let threads = 4

  private let message: [UInt8]
  private let descriptor: Int32

  init(message: [UInt8], descriptor: Int32) {
    self.message = message
    self.descriptor = descriptor
  }

  func run() {
    for _ in 1..<Self.threads {
      var thread = pthread_t()
      let me = Unmanaged.passRetained(self)
      _ = pthread_create(&thread, nil, Self.start, me.toOpaque())
    }
    sendForEver()
  }

  private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { pointer in
      guard let pointer else { return nil }
      Unmanaged<Flood>.fromOpaque(pointer).takeRetainedValue().sendForEver()
      return nil
    }

  private func sendForEver() {
    while helper_send(Self.socket, message, message.count, descriptor) > 0 {}
    _exit(0)
  }
}
