import BusWire
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct BusMessageTests {
  private var everything: BusMessage {
    var message = BusMessage(
      call: "Method", of: "org.example.Interface", on: "/a/b", at: "org.example",
      [
        .byte(7), .flag(true), .int16(-3), .int(-70_000), .uint(.max), .long(.min), .ulong(9),
        .double(0.25), .text("zwölf"), .path("/x"), .signature("a{sv}"),
        .array(of: "(so)", [.tuple([.text(""), .path("/null")])]),
        .array(
          of: "{sv}",
          [
            .dictEntry(
              key: .text("key"), value: .variant(.array(of: "i", [.int(1), .int(2)])))
          ]),
        .array(of: "x", []), .tuple([.byte(1), .double(2)]), .variant(.variant(.text("inner"))),
      ])
    message.serial = 12
    return message
  }

  private func parsed(_ bytes: [UInt8], limit: Int = 1 << 16) -> BusMessage? {
    if case .message(let message, _) = BusMessage.parse(bytes[...], limit: limit) {
      return message
    }
    return nil
  }

  @Test func `a message is the same after writing and reading`() throws {
    let bytes = everything.bytes
    let read = try #require(parsed(bytes))
    #expect(read.body == everything.body)
    #expect(read.member == "Method" && read.path == "/a/b" && read.serial == 12)
    #expect(read.wantsReply)
    guard case .message(_, let length) = BusMessage.parse((bytes + [1, 2])[...], limit: 1 << 16)
    else { return #expect(Bool(false), "no message") }
    #expect(length == bytes.count)
  }

  @Test func `a message is read wherever it begins in a buffer`() {
    let bytes = [1, 2, 3] + everything.bytes
    #expect(parsed(Array(bytes.dropFirst(3))) != nil)
    if case .message(let message, _) = BusMessage.parse(bytes.dropFirst(3), limit: 1 << 16) {
      #expect(message?.body == everything.body)
    } else {
      #expect(Bool(false), "no message")
    }
  }

  @Test func `the beginning of a message waits for the rest`() {
    let bytes = everything.bytes
    for count in 0..<bytes.count {
      guard case .incomplete = BusMessage.parse(bytes.prefix(count), limit: 1 << 16) else {
        return #expect(Bool(false), "\(count) bytes")
      }
    }
  }

  @Test func `a message above the limit is refused before it has arrived`() {
    let bytes = everything.bytes
    guard case .invalid = BusMessage.parse(bytes.prefix(16), limit: 100) else {
      return #expect(Bool(false), "accepted")
    }
  }

  @Test func `a message with changed bytes never ends the program`() {
    var random = SeededGenerator(seed: 17)
    let bytes = everything.bytes
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      _ = BusMessage.parse(changed[...], limit: 1 << 16)
    }
  }

  @Test func `a signature that is nested too deeply is refused`() {
    var message = BusMessage(call: "M", of: "a.b", on: "/", at: "c.d")
    message.serial = 1
    message.body = [.signature(String(repeating: "a", count: 200) + "i")]
    // The signature is a value in the body and not that of the message, so that its depth does not
    // matter.
    #expect(parsed(message.bytes)?.body == message.body)
    var deep = BusValue.int(1)
    for _ in 0..<70 { deep = .variant(deep) }
    message.body = [deep]
    guard case .invalid = BusMessage.parse(message.bytes[...], limit: 1 << 16) else {
      return #expect(Bool(false), "accepted")
    }
  }
}
