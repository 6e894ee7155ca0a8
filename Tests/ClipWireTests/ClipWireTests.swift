import ClipWire
import Pixels
import TestSupport
import Testing
import Wire

@Suite(.tags(.seeded)) struct ClipWireTests {
  private static let commands: [ClipCommand] = [
    .open(PlaybackOptions()), .open(PlaybackOptions(isMuted: true, loops: true, usesSound: false)),
    .surface(ClipSurface(id: 7, size: PixelSize(width: 1280, height: 720), slotCount: 4)),
    .play, .pause, .seek(to: 12.5, isExact: true), .seek(to: 0, isExact: false), .setMuted(true),
    .setMuted(false), .setLooping(true), .release(surfaceID: .max, slot: 3),
  ]
  private static let reports: [ClipReport] = [
    .ready(hasBroker: true), .ready(hasBroker: false),
    .opened(ClipInfo(size: PixelSize(width: 640, height: 480), duration: 3.25, hasSound: true)),
    .opened(ClipInfo(size: PixelSize(width: 2, height: 16384), duration: nil, hasSound: false)),
    .frame(ClipFrame(surfaceID: 1, slot: 0)), .position(seconds: 0.04), .ended,
    .failed(ClipFailure(.unknownFormat)), .failed(ClipFailure(.noLibrary, detail: "libmpv ✗")),
  ]

  @Test(arguments: commands)
  func `a decoded command equals the encoded one`(command: ClipCommand) throws {
    #expect(try ClipWireReader.command(from: ClipWireWriter.encode(command)) == command)
  }

  @Test(arguments: reports)
  func `a decoded report equals the encoded one`(report: ClipReport) throws {
    #expect(try ClipWireReader.report(from: ClipWireWriter.encode(report)) == report)
  }

  @Test func `every truncated message and every message with an extra byte is refused`() {
    for bytes in Self.commands.map(ClipWireWriter.encode) {
      for end in 0..<bytes.count {
        #expect(throws: WireError.self) {
          try ClipWireReader.command(from: Array(bytes[..<end]))
        }
      }
      #expect(throws: WireError.wrongLength) {
        try ClipWireReader.command(from: bytes + [0])
      }
    }
    for bytes in Self.reports.map(ClipWireWriter.encode) {
      for end in 0..<bytes.count {
        #expect(throws: WireError.self) {
          try ClipWireReader.report(from: Array(bytes[..<end]))
        }
      }
      #expect(throws: WireError.wrongLength) { try ClipWireReader.report(from: bytes + [0]) }
    }
  }

  @Test(arguments: Seeds.block(0, of: 4))
  func `a report read from corrupted bytes survives a round trip`(seed: Int) {
    var dice = SeededGenerator(seed: UInt64(seed))
    var read = 0
    for _ in 0..<4000 {
      var bytes = ClipWireWriter.encode(Self.reports.randomElement(using: &dice) ?? .ended)
      for _ in 0...Int.random(in: 0...2, using: &dice) {
        bytes[Int.random(in: 6..<bytes.count, using: &dice)] = .random(in: 0...255, using: &dice)
      }
      guard let report = try? ClipWireReader.report(from: bytes) else { continue }
      read += 1
      #expect((try? ClipWireReader.report(from: ClipWireWriter.encode(report))) == report)
    }
    #expect(read > 100)
  }

  @Test func `control and bidirectional characters in a detail become spaces`() throws {
    let bytes = ClipWireWriter.encode(
      .failed(ClipFailure(.damaged, detail: "a\u{1B}[2Jb\nc\u{202E}d")))
    #expect(
      try ClipWireReader.report(from: bytes) == .failed(ClipFailure(.damaged, detail: "a [2Jb c d"))
    )
  }

  @Test func `a long detail is cut between characters`() throws {
    let long = String(repeating: "ä", count: 900)
    let bytes = ClipWireWriter.encode(.failed(ClipFailure(.badLibrary, detail: long)))
    #expect(bytes.count <= ClipWireFormat.maxMessageBytes)
    guard case .failed(let failure) = try ClipWireReader.report(from: bytes) else {
      Issue.record("not a failure")
      return
    }
    #expect(failure.detail.unicodeScalars.allSatisfy { $0 == "ä" })
    #expect(failure.detail.utf8.count == ClipWireFormat.maxTextBytes)
  }

  @Test func `invalid times are refused when read and clamped when written`() throws {
    for time in [Double.nan, .infinity, -1, 1e12] {
      let bytes = ClipWireWriter.encode(.position(seconds: time))
      guard case .position(let read) = try ClipWireReader.report(from: bytes) else {
        Issue.record("not a position")
        return
      }
      #expect(read >= 0 && read <= ClipWireFormat.maxSeconds)
      var forged = bytes
      for byte in 0..<8 { forged[8 + byte] = UInt8(time.bitPattern >> (byte * 8) & 0xFF) }
      #expect(throws: WireError.badField("seconds")) {
        try ClipWireReader.report(from: forged)
      }
    }
  }

  @Test func `a surface with an invalid or excessive memory size is refused`() {
    func surface(_ width: Int, _ height: Int, _ slots: Int) -> ClipSurface {
      ClipSurface(id: 1, size: PixelSize(width: width, height: height), slotCount: slots)
    }
    #expect(surface(3840, 2160, 4).byteCount == 3840 * 2160 * 16)
    #expect(surface(1, 1, 1).byteCount == 64)
    #expect(surface(0, 10, 1).byteCount == nil)
    #expect(surface(10, 10, 0).byteCount == nil)
    #expect(surface(16384, 16384, 4).byteCount == nil)
    #expect(surface(.max, .max, 4).byteCount == nil)
    for bad in [surface(16384, 16384, 4), surface(4, 4, 0), surface(4, 4, 9)] {
      #expect(throws: WireError.badField("surface")) {
        try ClipWireReader.command(from: ClipWireWriter.encode(.surface(bad)))
      }
    }
  }
}
