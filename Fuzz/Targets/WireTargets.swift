import ClipWire
import DecoderWire

extension FuzzTarget {
  /// The targets for messages between the viewer and its helpers, in both directions. A message
  /// that can be decoded must be encoded to a message that decodes to the same value.
  static let wires = [
    FuzzTarget("request", seeds: decodeRequestSeeds) { bytes in
      check(
        bytes, in: DecoderWireFormat.version, { try DecoderWireReader.request(from: $0) },
        DecoderWireWriter.encode)
    },
    FuzzTarget("reply", seeds: decodeReplySeeds) { bytes in
      check(
        bytes, in: DecoderWireFormat.version,
        { try DecoderWireReader.reply(from: $0, maxFrames: .max) },
        { DecoderWireWriter.encode($0) })
    },
    FuzzTarget("command", seeds: clipCommandSeeds) { bytes in
      check(
        bytes, in: ClipWireFormat.version, { try ClipWireReader.command(from: $0) },
        ClipWireWriter.encode)
    },
    FuzzTarget("report", seeds: clipReportSeeds) { bytes in
      check(
        bytes, in: ClipWireFormat.version, { try ClipWireReader.report(from: $0) },
        ClipWireWriter.encode)
    },
  ]

  /// The same message with another version number. The corpus has messages of older versions, which
  /// the readers refuse.
  package static func updated(_ message: [UInt8], to version: UInt16) -> [UInt8] {
    // The version follows the four bytes of the magic number.
    guard message.count >= 6 else { return message }
    var message = message
    message[4] = UInt8(truncatingIfNeeded: version)
    message[5] = UInt8(truncatingIfNeeded: version >> 8)
    return message
  }

  /// Checks a message as it is, and with the current version number of its format.
  private static func check<Message: Equatable>(
    _ bytes: [UInt8], in version: UInt16, _ read: ([UInt8]) throws -> Message,
    _ write: (Message) -> [UInt8]
  ) {
    check(bytes, read, write)
    let present = updated(bytes, to: version)
    if present != bytes { check(present, read, write) }
  }

  static func check<Message: Equatable>(
    _ bytes: [UInt8], _ read: ([UInt8]) throws -> Message, _ write: (Message) -> [UInt8]
  ) {
    guard let heard = try? read(bytes) else { return }
    // Invalid UTF-8 becomes longer when it is repaired, and is then cut to the maximum length. The
    // second reading must change nothing.
    let once = try? read(write(heard))
    let twice = once.flatMap { try? read(write($0)) }
    precondition(once != nil && twice == once, "\(heard) came back as \(String(describing: once))")
  }
}
