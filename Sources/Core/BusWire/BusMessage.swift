/// A D-Bus message.
///
/// - Source: D-Bus specification, "Message protocol".
package struct BusMessage: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    case call = 1
    case reply = 2
    case error = 3
    case signal = 4
  }
  package var kind: Kind
  /// The serial number of the message, which its sender chooses for each message on a connection.
  package var serial: UInt32 = 0
  package var wantsReply = true
  /// Whether the bus may start the destination service if the service is not running.
  package var startsService = false
  package var path = ""
  package var interface = ""
  package var member = ""
  package var errorName = ""
  /// The serial number of the method call that this reply or error is for.
  package var replySerial: UInt32 = 0
  package var destination = ""
  package var sender = ""
  package var body: [BusValue] = []

  package init(_ kind: Kind) { self.kind = kind }

  /// Makes a message that calls the method `member` of an object at `path`.
  package init(
    call member: String, of interface: String, on path: String, at destination: String,
    _ body: [BusValue] = []
  ) {
    self.init(.call)
    (self.member, self.interface, self.path) = (member, interface, path)
    self.destination = destination
    self.body = body
  }

  /// Makes a message that emits the signal `member` of an object at `path`.
  package init(
    signal member: String, of interface: String, from path: String, _ body: [BusValue]
  ) {
    self.init(.signal)
    (self.member, self.interface, self.path) = (member, interface, path)
    self.body = body
    wantsReply = false
  }

  /// The method return message for this call, with `body` as the returned values.
  package func reply(_ body: [BusValue]) -> BusMessage {
    var reply = BusMessage(.reply)
    reply.replySerial = serial
    reply.destination = sender
    reply.body = body
    reply.wantsReply = false
    return reply
  }

  /// The error message for this call, with the D-Bus error `name` and a text for people.
  package func errorReply(_ name: String, _ text: String) -> BusMessage {
    var failure = reply([.text(text)])
    failure.kind = .error
    failure.errorName = name
    return failure
  }

  // MARK: Bytes

  private enum Field: UInt8 {
    case path = 1
    case interface, member, errorName, replySerial, destination, sender, signature
  }

  private static let noReplyFlag: UInt8 = 1
  private static let noAutoStartFlag: UInt8 = 2
  /// The length in bytes of the part of a message before the header fields.
  private static let fixedHeaderLength = 16

  /// The message in the wire format of D-Bus, little-endian.
  package var bytes: [UInt8] {
    var content = BusWriter()
    content.add(body)
    var fields: [BusValue] = []
    func add(_ field: Field, _ value: BusValue) {
      fields.append(.tuple([.byte(field.rawValue), .variant(value)]))
    }
    if !path.isEmpty { add(.path, .path(path)) }
    if !interface.isEmpty { add(.interface, .text(interface)) }
    if !member.isEmpty { add(.member, .text(member)) }
    if !errorName.isEmpty { add(.errorName, .text(errorName)) }
    if replySerial != 0 { add(.replySerial, .uint(replySerial)) }
    if !destination.isEmpty { add(.destination, .text(destination)) }
    if !body.isEmpty { add(.signature, .signature(body.map(\.signature).joined())) }
    var writer = BusWriter()
    writer.add([
      .byte(UInt8(ascii: "l")), .byte(kind.rawValue),
      .byte((wantsReply ? 0 : Self.noReplyFlag) | (startsService ? 0 : Self.noAutoStartFlag)),
      .byte(1),
      .uint(UInt32(truncatingIfNeeded: content.bytes.count)), .uint(serial),
      .array(of: "(yv)", fields),
    ])
    writer.align(8)
    return writer.bytes + content.bytes
  }

  /// The outcome of parsing bytes as a D-Bus message.
  package enum ParseResult {
    /// A message and its length in bytes. The message is nil when it is of an unknown kind, and to
    /// be ignored.
    case message(BusMessage?, length: Int)
    /// An incomplete message: more bytes have to arrive.
    case incomplete
    /// Bytes that are no D-Bus message, or a message longer than the limit.
    case invalid
  }

  /// Parses the D-Bus message at the beginning of `bytes`.
  ///
  /// - Parameter limit: the maximum length of a message in bytes.
  package static func parse(_ bytes: ArraySlice<UInt8>, limit: Int) -> ParseResult {
    guard let order = bytes.first else { return .incomplete }
    guard order == UInt8(ascii: "l") || order == UInt8(ascii: "B") else { return .invalid }
    guard bytes.count >= fixedHeaderLength else { return .incomplete }
    let isBigEndian = order == UInt8(ascii: "B")
    var reader = BusReader(bytes, isBigEndian: isBigEndian)
    guard let start = reader.values(of: "yyyyuuu"), start.count == 7,
      case .byte(let kind) = start[1], case .byte(let flags) = start[2],
      case .byte(1) = start[3], let bodyLength = start[4].integer,
      case .uint(let serial) = start[5], let fieldsLength = start[6].integer
    else { return .invalid }
    let headLength = (fixedHeaderLength + fieldsLength + 7) / 8 * 8
    let length = headLength + bodyLength
    guard length <= limit else { return .invalid }
    guard bytes.count >= length else { return .incomplete }
    let head = bytes.prefix(headLength)
    var fieldReader = BusReader(head, isBigEndian: isBigEndian)
    guard let fields = fieldReader.values(of: "yyyyuua(yv)")?.last,
      case .array(_, let list) = fields
    else { return .invalid }
    guard let kind = Kind(rawValue: kind) else { return .message(nil, length: length) }
    var message = BusMessage(kind)
    message.serial = serial
    message.wantsReply = kind == .call && flags & noReplyFlag == 0
    var signature = ""
    for case .tuple(let pair) in list {
      guard pair.count == 2, case .byte(let code) = pair[0] else { return .invalid }
      message.setHeaderField(pair[1].unwrapped, as: Field(rawValue: code), &signature)
    }
    var body = BusReader(
      bytes[(bytes.startIndex + headLength)..<(bytes.startIndex + length)],
      isBigEndian: isBigEndian)
    guard let values = body.values(of: signature), body.readByteCount == bodyLength else {
      return .invalid
    }
    message.body = values
    return .message(message, length: length)
  }

  private mutating func setHeaderField(
    _ value: BusValue, as field: Field?, _ signature: inout String
  ) {
    switch (field, value) {
    case (.path, .path(let text)): path = text
    case (.interface, .text(let text)): interface = text
    case (.member, .text(let text)): member = text
    case (.errorName, .text(let text)): errorName = text
    case (.replySerial, .uint(let number)): replySerial = number
    case (.destination, .text(let text)): destination = text
    case (.sender, .text(let text)): sender = text
    case (.signature, .signature(let text)): signature = text
    default: break
    }
  }
}
