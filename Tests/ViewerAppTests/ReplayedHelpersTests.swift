import DecoderWire
import Foundation
import HelperProcesses
import Imaging
import Pixels
import Recordings
import Testing

@testable import ViewerApp

/// Hostile answers of helpers: in a recording, and while one is made.
@MainActor struct ReplayedHelpersTests {
  /// The events of a helper.
  @MainActor private final class Events {
    private(set) var messages = 0
    private(set) var failures = 0

    func take(_ event: TransportEvent) {
      if case .message = event { messages += 1 } else { failures += 1 }
    }
  }

  /// The events after a recorded answer with pixels of a size, for a request with memory of one
  /// page.
  private static func events(_ size: PixelSize, inRequestMemory: Bool) throws -> Events {
    let tree = try #require(ReplayedTree())
    defer { tree.remove() }
    let memory = try #require(SharedMemory(bytes: 1))
    let file = OwnedDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC))
    let request = DecodeRequest(
      id: 1, kind: .thumbnail, target: PixelSize(width: 64, height: 64),
      memoryCapacity: memory.capacity)
    let helpers = ReplayedHelpers(tree)
    let helper = try helpers.launch(loadsAllLibraries: false)
    let events = Events()
    helper.onEvent = { events.take($0) }
    let isSent = helper.send(
      DecoderWireWriter.encode(request), descriptors: [file.number, memory.descriptor.number])
    #expect(isSent)
    let layout = DecodeReply.PixelLayout(
      size: size, stride: size.width * 4, isOpaque: true, usesRequestMemory: inRequestMemory)
    let reply = DecodeReply(
      id: 1, result: .thumbnail(DecodeReply.ThumbnailInfo(source: .decoded), layout))
    helpers.deliver(
      RecordedLine.HelperAnswer(
        requestDigest: request.digest(path: nil), message: DecoderWireWriter.encode(reply)))
    return events
  }

  @Test func `an answer that does not fit into the memory of its request is delivered as it is`()
    throws
  {
    let events = try Self.events(PixelSize(width: 128, height: 128), inRequestMemory: true)
    #expect(events.messages == 1 && events.failures == 0)
  }

  @Test func `an answer with too many pixels gets no memory`() throws {
    let small = try Self.events(PixelSize(width: 128, height: 128), inRequestMemory: false)
    #expect(small.messages == 1 && small.failures == 0)
    let huge = try Self.events(PixelSize(width: 30_000, height: 30_000), inRequestMemory: false)
    #expect(huge.messages == 0 && huge.failures == 1)
  }

  @Test func `the digest of pixels reads no memory that is too small`() throws {
    let memory = try #require(SharedMemory(bytes: 1))
    let number = memory.descriptor.number
    #expect(PixelDigest.of(number, bytes: memory.capacity) != 0)
    #expect(PixelDigest.of(number, bytes: 100 * memory.capacity) == 0)
  }
}
