import DecoderWire
import Imaging
import ImagingTestSupport
import Pixels
import TestSupport
import Testing

@testable import BrowserHost

/// Tests of the frame requests that a player sends to the pipeline.
@MainActor struct PipelineFramesTests {
  private let launcher = ListeningLauncher()
  private let folder: TemporaryFolder
  private let pipeline: ImagePipeline
  private let natural = PixelSize(width: 2000, height: 1000)

  init() throws {
    folder = try TemporaryFolder()
    var configuration = ImagingConfiguration()
    configuration.helpersAtStart = 0
    pipeline = ImagePipeline(
      configuration: configuration, loop: StillLoop(), launcher: launcher)
  }

  private func frames(box: PixelSize) throws -> PipelineFrames {
    let path = FilePathBytes(try folder.write([1], named: "a.gif"))
    return PipelineFrames(path, naturalSize: natural, box: box, pipeline: pipeline)
  }

  @Test func `frames are requested at begin and discarded at end`() throws {
    let frames = try frames(box: PixelSize(width: 1000, height: 800))
    #expect(launcher.requests.isEmpty)
    frames.begin()
    #expect(launcher.requests.map(\.kind) == [.frames])
    frames.begin()
    #expect(launcher.requests.count == 1)
    frames.end()
    #expect(frames.count == nil && frames.frame(0) == nil)
  }

  @Test(arguments: [(1000, 500, false), (1010, 505, false), (1500, 750, true), (900, 450, false)])
  func `a zoomed-in animation gets frames with all their pixels`(
    width: Int, height: Int, isEnlarged: Bool
  ) throws {
    // The box of a tall page limits only the width.
    for box in [PixelSize(width: 1000, height: 800), PixelSize(width: 1000, height: 1 << 20)] {
      let frames = try frames(box: box)
      frames.begin()
      frames.box = PixelSize(width: width, height: height)
      launcher.closeLast()
      #expect(launcher.requests.last?.target == (isEnlarged ? natural : box))
      frames.end()
    }
  }
}

/// A launcher of helpers that record the requests and never answer.
@MainActor private final class ListeningLauncher: DecoderLauncher {
  private final class Helper: DecoderTransport {
    var onEvent: (@MainActor (TransportEvent) -> Void)?
    var onRequest: ((DecodeRequest) -> Void)?
    func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
      if let request = try? DecoderWireReader.request(from: message) { onRequest?(request) }
      return true
    }
    func end() {}
  }
  private(set) var requests: [DecodeRequest] = []
  private var last: Helper?

  func launch(loadsAllLibraries: Bool) throws(DecodeFailure) -> any DecoderTransport {
    let helper = Helper()
    helper.onRequest = { [weak self] in self?.requests.append($0) }
    last = helper
    return helper
  }

  /// Ends the latest helper, so that its open requests are sent to another one.
  func closeLast() { last?.onEvent?(.closed) }
}
