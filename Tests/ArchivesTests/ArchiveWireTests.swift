import ArchiveWire
import Testing
import Wire

struct ArchiveWireTests {
  private static let replies: [ArchiveReply] = [
    .entries(
      [
        ArchiveEntry(index: 0, name: Array("a/b.png".utf8), size: 5, modifiedSeconds: -1),
        ArchiveEntry(index: 7, name: [0xFF, 0x2F, 0x61], size: .max, modifiedSeconds: .max),
      ], isSequential: true),
    .entries([], isSequential: false), .listingEnded(nil),
    .listingEnded(ArchiveFailure(.damaged, detail: "Truncated")),
    .entryRead(index: 3, size: 1 << 40),
    .entryFailed(index: 1, ArchiveFailure(.encrypted)),
  ]

  @Test(arguments: replies) func `a reply is the same when decoded`(_ reply: ArchiveReply) throws {
    #expect(try ArchiveWireReader.reply(from: ArchiveWireWriter.encode(reply)) == reply)
  }

  @Test func `a request is the same when decoded`() throws {
    for request in [
      ArchiveRequest.open(limits: ArchiveLimits(maxEntries: 3), maxUnrequestedBytes: 9),
      .readEntry(index: 4),
    ] {
      #expect(try ArchiveWireReader.request(from: ArchiveWireWriter.encode(request)) == request)
    }
  }

  @Test(arguments: replies) func `a reply that is cut or too long is refused`(_ reply: ArchiveReply)
  {
    let bytes = ArchiveWireWriter.encode(reply)
    for count in 0..<bytes.count {
      #expect(throws: WireError.self) { try ArchiveWireReader.reply(from: Array(bytes[..<count])) }
    }
    #expect(throws: WireError.self) { try ArchiveWireReader.reply(from: bytes + [0]) }
  }

  @Test func `a message holds as many of the longest names as the reader puts into it`() {
    let name = [UInt8](repeating: 0x61, count: ArchiveLimits.maxNameBytes)
    let entry = ArchiveEntry(index: 1, name: name, size: 1, modifiedSeconds: 1)
    let bytes = ArchiveWireWriter.encode(.entries([entry], isSequential: false))
    #expect(bytes.count <= entry.encodedByteCount + 64)
    #expect(bytes.count <= ArchiveWireFormat.maxMessageBytes)
  }
}
