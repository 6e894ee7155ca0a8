import Foundation

/// A message to the `inputtest` driver, protocol 1.1: native byte order and C alignment. Each
/// message begins with its length and its type, 32 bits each.
struct InputMessage {
  /// The whole message, including the header.
  let bytes: [UInt8]

  private init(type: UInt32, build: (inout [UInt8]) -> Void) {
    var body: [UInt8] = []
    build(&body)
    bytes = Self.raw(UInt32(8 + body.count)) + Self.raw(type) + body
  }

  /// The first message: the protocol version.
  static let version = InputMessage(type: 0) { $0 += raw(UInt16(1)) + raw(UInt16(1)) }
  /// Requests a reply when all messages sent so far have been processed.
  static let synchronise = InputMessage(type: 1) { _ in }

  /// Pointer motion. Axes: 0 and 1 are x and y, 2 and 3 horizontal and vertical scroll, 4 pressure.
  static func motion(isAbsolute: Bool, values: [Int: Double]) -> InputMessage {
    InputMessage(type: 2) { body in
      body += raw(UInt32(isAbsolute ? 1 : 0)) + padding + valuators(values)
    }
  }

  /// One phase of a touch.
  static func touch(
    _ stage: InputDevices.Stage, finger: UInt32, values: [Int: Double]
  ) -> InputMessage {
    InputMessage(type: 6) { body in
      body += raw(finger) + raw(UInt32(18 + stage.offset)) + valuators(values)
    }
  }

  /// One phase of a touchpad pinch.
  static func pinch(
    _ stage: InputDevices.Stage, fingers: UInt16, scale: Double
  ) -> InputMessage {
    InputMessage(type: 7) { body in
      body += raw(UInt16(27 + stage.offset)) + raw(fingers) + raw(UInt32(0))
      for value in [0, 0, 0, 0, scale, 0] { body += raw(value) }
    }
  }

  private static let padding: [UInt8] = [0, 0, 0, 0]
  private static let axisCount = 64

  /// The valuators of a message: `has_unaccelerated` (u32), an 8-byte mask, 64 values, 64
  /// unaccelerated values.
  private static func valuators(_ values: [Int: Double]) -> [UInt8] {
    var mask = [UInt8](repeating: 0, count: axisCount / 8)
    var list = [Double](repeating: 0, count: axisCount)
    for (axis, value) in values {
      mask[axis / 8] |= 1 << (axis % 8)
      list[axis] = value
    }
    let doubles = (list + list).flatMap { raw($0) }
    return raw(UInt32(0)) + mask + padding + doubles
  }

  private static func raw<Value>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value) { Array($0) }
  }
}

extension InputDevices.Stage {
  /// The offset from the type of `begin`: begin, update and end have consecutive numbers.
  fileprivate var offset: Int {
    switch self {
    case .begin: 0
    case .update: 1
    case .end: 2
    }
  }
}

/// The connection to one device, kept open while the server runs.
final class InputSocket {
  private let descriptor: Int32

  /// Connects and negotiates the version.
  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { throw HarnessError("socket path too long: \(path)") }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else { throw HarnessError("\(path): \(String(cString: strerror(errno)))") }
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    try send(.version)
    _ = try receive(12)
  }

  deinit { close(descriptor) }

  func send(_ message: InputMessage) throws {
    let count = Glibc.send(
      descriptor, message.bytes, message.bytes.count, Int32(MSG_NOSIGNAL))
    guard count == message.bytes.count else {
      throw HarnessError("input device: \(String(cString: strerror(errno)))")
    }
  }

  /// Returns when the server has processed all messages sent.
  func synchronise() throws {
    try send(.synchronise)
    _ = try receive(8)
  }

  private func receive(_ count: Int) throws -> [UInt8] {
    var answer = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = answer.withUnsafeMutableBytes { buffer in
        recv(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, 0)
      }
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { throw HarnessError("the server closed an input device") }
      filled += got
    }
    return answer
  }
}
