import ArchiveReading
import ArchiveWire
import CLinux
import HelperProcesses
import TestSupport
import Testing

/// The service for the pages of a document, in the process of the test.
struct DocumentServiceTests {
  @Test func `a request for the bytes of a page is answered by a failure`() throws {
    let folder = try TemporaryFolder()
    let document = OwnedDescriptor(
      linux_open_for_reading(try folder.write([1], named: "document.pdf")))
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let (viewer, helper) = (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
    func send(_ request: ArchiveRequest, _ descriptor: Int32) {
      let bytes = ArchiveWireWriter.encode(request)
      #expect(helper_send(viewer.number, bytes, bytes.count, descriptor) == bytes.count)
    }
    send(.open(limits: ArchiveLimits(), maxUnrequestedBytes: 0), document.number)
    send(.readEntry(index: 0), -1)
    // The service reads both requests, and ends when there are no more.
    _ = shutdown(viewer.number, Int32(SHUT_WR))
    let page = Array("1.pdf".utf8)
    let ending = ArchiveService.run(
      socket: helper.number, libraries: .forDocuments { _ in .success([page]) })
    #expect(ending == .viewerClosed)
    _ = shutdown(helper.number, Int32(SHUT_WR))
    var replies: [ArchiveReply] = []
    while true {
      var bytes = [UInt8](repeating: 0, count: ArchiveWireFormat.maxMessageBytes)
      var (descriptor, count): (Int32, Int32) = (-1, 0)
      let received = helper_receive(viewer.number, &bytes, bytes.count, &descriptor, &count)
      guard received > 0 else { break }
      replies.append(try ArchiveWireReader.reply(from: Array(bytes[..<received])))
    }
    let entry = ArchiveEntry(index: 0, name: page, size: 0, modifiedSeconds: 0)
    #expect(
      replies == [
        .entries([entry], isSequential: false), .listingEnded(nil),
        .entryFailed(index: 0, ArchiveFailure(.noSuchFile)),
      ])
  }
}
