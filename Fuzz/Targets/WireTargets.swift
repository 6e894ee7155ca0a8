import ClipWire
import DecoderWire

extension FuzzTarget {
  /// The messages between viewer and helpers, in both directions. A message that can be decoded can
  /// also be encoded, and decodes to the same value.
  static let wires = [
    FuzzTarget("request") { bytes in
      check(bytes, { try WireReader.request(from: $0) }, WireWriter.encode)
    },
    FuzzTarget("reply") { bytes in
      check(bytes, { try WireReader.reply(from: $0, maxFrames: .max) }, { WireWriter.encode($0) })
    },
    FuzzTarget("command") { bytes in
      check(bytes, { try ClipWireReader.command(from: $0) }, ClipWireWriter.encode)
    },
    FuzzTarget("report") { bytes in
      check(bytes, { try ClipWireReader.report(from: $0) }, ClipWireWriter.encode)
    },
  ]

  static func check<Message: Equatable>(
    _ bytes: [UInt8], _ read: ([UInt8]) throws -> Message, _ write: (Message) -> [UInt8]
  ) {
    guard let heard = try? read(bytes) else { return }
    // Text that was no text grows when it is repaired, and is cut again: only once.
    let once = try? read(write(heard))
    let twice = once.flatMap { try? read(write($0)) }
    precondition(once != nil && twice == once, "\(heard) came back as \(String(describing: once))")
  }
}
