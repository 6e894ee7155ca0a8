import BusWire

extension FuzzTarget {
  /// The targets for messages of D-Bus, which the accessibility registry and its clients send.
  static let buses = [
    FuzzTarget("bus", seeds: busMessages.map(\.bytes) + [bigEndianCall]) { bytes in
      guard let message = busMessage(in: bytes) else { return }
      // NaN differs from itself, so that the bytes of the messages are compared.
      let written = message.bytes
      let again = busMessage(in: written)
      precondition(again?.bytes == written, "\(message) came back as \(String(describing: again))")
    }
  ]

  /// The maximum length of a message in bytes; larger than that of an input.
  private static let busLimit = 1 << 20

  private static func busMessage(in bytes: [UInt8]) -> BusMessage? {
    guard case .message(let message, let length) = BusMessage.parse(bytes[...], limit: busLimit)
    else { return nil }
    precondition((1...bytes.count).contains(length), "\(length) of \(bytes.count) bytes")
    return message
  }

  private static var busMessages: [BusMessage] {
    var call = BusMessage(
      call: "GetExtents", of: "org.a11y.atspi.Component", on: "/org/a11y/atspi/accessible/7",
      at: ":1.4", [.uint(1)])
    call.serial = 17
    call.sender = ":1.2"
    return [
      call,
      call.reply([.tuple([.int(-3), .int(4), .int(500), .int(600)])]),
      call.errorReply("org.freedesktop.DBus.Error.UnknownMethod", "no such method"),
      BusMessage(
        signal: "StateChanged", of: "org.a11y.atspi.Event.Object",
        from: "/org/a11y/atspi/accessible/9",
        [
          .text("focused"), .int(1), .int(0), .variant(.variant(.text("in two boxes"))),
          .array(of: "{sv}", []),
        ]),
    ]
  }

  /// A big-endian method call without arguments.
  private static let bigEndianCall: [UInt8] =
    [0x42, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 26, 3, 1, 0x73, 0, 0, 0, 0, 4]
    + Array("Ping".utf8) + [0, 0, 0, 0, 1, 1, 0x6f, 0, 0, 0, 0, 1, 0x2f, 0, 0, 0, 0, 0, 0, 0]
}
