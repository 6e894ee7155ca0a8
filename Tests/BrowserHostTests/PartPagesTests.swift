import CLinux
import DecoderWire
import Geometry
import PhotoBrowser
import Pixels
import TestSupport
import Testing

@testable import BrowserHost
@testable import Imaging

/// Which pages are fetched in parts, and when.
@MainActor struct PartPagesTests {
  private let launcher = PartLauncher()
  private let loop = HandLoop()
  private let folder: TemporaryFolder
  private let parts: PartPages<String>
  private let pipeline: ImagePipeline
  private let cell = PhotoCell()
  private static let natural = PixelSize(width: 12_000, height: 8400)

  init() throws {
    folder = try TemporaryFolder()
    var configuration = ImagingConfiguration()
    configuration.helpersAtStart = 0
    pipeline = ImagePipeline(configuration: configuration, loop: loop, launcher: launcher)
    parts = PartPages(pipeline: pipeline, loop: loop)
  }

  private func show(
    _ natural: PixelSize = natural, hasParts: Bool = true, frames: Int = 1, name: String = "a.jpg",
    anew: Bool = false
  ) throws -> Bool {
    let file = FilePathBytes(try folder.write([1], named: Array(name.utf8)))
    let whole = Picture(SyntheticPhoto.gradient(240, 168), naturalSize: natural)
    let info = DecodeReply.Info(
      naturalSize: natural, format: "JPEG", frames: frames, hasParts: hasParts)
    return parts.show(whole, info, of: name, from: file, anew: anew, in: cell)
  }

  private var content: TiledContent? {
    guard case .zoomable(let content) = cell.content else { return nil }
    return content as? TiledContent
  }

  /// Rests at a scale, or is moved at it.
  private func look(at scale: Double, x: Double = 0, isMoving: Bool = false) {
    let rect = Rect(x: -x, y: -100, width: 12_000 * scale, height: 8400 * scale)
    let place = ContentPlace(
      rect, visible: Rect(x: 0, y: 0, width: 240, height: 160), isMoving: isMoving)
    if isMoving {
      _ = Bitmap.drawn(240, 160) { content?.draw(in: $0, at: place) }
    } else {
      content?.rest(at: place)
    }
  }

  @Test func `a picture that can be held whole is none of them, nor one without parts`() throws {
    #expect(try !show(PixelSize(width: 6000, height: 4000)))
    #expect(try !show(hasParts: false))
    #expect(try !show(frames: 9))
    #expect(content == nil)
    #expect(try show())
    #expect(content?.contentSize == Self.natural.size)
  }

  @Test func `parts are fetched when the zoom has stopped, one as it begins, none at fit`() throws {
    _ = try show()
    look(at: 0.02)
    #expect(loop.timers.isEmpty && launcher.requests.isEmpty)
    for scale in [0.1, 0.3, 0.7, 1] { look(at: scale) }
    #expect(loop.timers.count == 1)
    #expect(launcher.requests.map(\.purpose) == [.region])
    launcher.answer(Self.natural)
    look(at: 1.1)
    #expect(launcher.requests.count == 1)
    loop.fire()
    #expect(launcher.requests.last?.region?.whole == Self.natural)
    launcher.answer(Self.natural)
    #expect(content?.tileBytes ?? 0 > 0)
  }

  @Test func `a picture that is moved is followed at once`() throws {
    _ = try show()
    look(at: 1)
    loop.fire()
    while launcher.isAsked { launcher.answer(Self.natural) }
    let before = launcher.requests.count
    look(at: 1, x: 3000, isMoving: true)
    #expect(loop.timers.isEmpty && launcher.requests.count == before + 1)
    #expect(launcher.requests.last?.region?.x ?? 0 > 2000)
  }

  @Test func `it is shown like any other when it turns out to have no parts`() throws {
    _ = try show()
    var failed: [String] = []
    parts.onFailure = { failed.append($0) }
    look(at: 1)
    loop.fire()
    launcher.refuse()
    #expect(failed == ["a.jpg"])
    #expect(try !show())
    parts.cancel("a.jpg")
    #expect(try show(), "another visit is another try")
  }

  @Test func `only the page that is looked at keeps tiles`() throws {
    _ = try show()
    look(at: 1)
    loop.fire()
    launcher.answer(Self.natural)
    parts.look(at: "a.jpg")
    #expect(content?.tileBytes ?? 0 > 0)
    parts.look(at: "b.jpg")
    #expect(content?.tileBytes == 0)
  }

  /// Answers until nothing is asked any more.
  private func answerAll() {
    while launcher.isAsked { launcher.answer(Self.natural) }
  }

  @Test func `in other colours the tiles are fetched again, and the old ones stay until then`()
    throws
  {
    _ = try show()
    look(at: 1)
    loop.fire()
    answerAll()
    let before = (content: content, bytes: content?.tileBytes, asked: launcher.requests.count)
    pipeline.color = .untouched
    #expect(launcher.requests.count == before.asked + 1, "the seen ones, with the same helper")
    #expect(launcher.requests.last?.color != launcher.requests.first?.color)
    // The picture of the whole comes anew, too.
    #expect(try show(anew: true))
    #expect(content === before.content && content?.tileBytes == before.bytes)
    answerAll()
    #expect(content === before.content)
    let pictures = Set(launcher.requests.map { $0.region?.picture })
    #expect(pictures.count == 1, "nothing is opened again")
  }

  @Test func `a file that was written again is opened again, and the old tiles stay until then`()
    throws
  {
    _ = try show()
    look(at: 1)
    loop.fire()
    answerAll()
    let before = content
    #expect(try show(anew: true))
    #expect(content === before && content?.tileBytes ?? 0 > 0)
    #expect(Set(launcher.requests.map { $0.region?.picture }).count == 2)
  }

  @Test func `a page at rest between whole pixels is made sharp in the end`() async throws {
    _ = try show()
    look(at: 0.7)
    loop.fire()
    answerAll()
    look(at: 0.7)
    let part = try #require(content?.wantedRest)
    #expect(part.region.size == PixelSize(width: 240, height: 160))
    loop.fire()
    while content?.wantedRest != nil { await Task.yield() }
    look(at: 0.7)
    #expect(content?.wantedRest == nil && loop.timers.isEmpty)
  }

  @Test func `a better picture of the whole changes nothing else`() throws {
    _ = try show()
    let before = content
    #expect(try show())
    #expect(content === before)
  }
}

/// A helper that is answered by hand.
@MainActor private final class PartLauncher: DecoderLauncher {
  private final class Helper: DecoderTransport {
    var onEvent: (@MainActor (TransportEvent) -> Void)?
    weak var launcher: PartLauncher?

    func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
      guard let request = try? WireReader.request(from: message) else { return false }
      launcher?.requests.append(request)
      return true
    }

    func end() {}
  }

  var requests: [DecodeRequest] = []
  private var answered = 0
  private var helpers: [Helper] = []

  var isAsked: Bool { answered < requests.count }

  func launch() throws(DecodeFailure) -> any DecoderTransport {
    let helper = Helper()
    helper.launcher = self
    helpers.append(helper)
    return helper
  }

  /// Answers the oldest request with pixels.
  func answer(_ natural: PixelSize) {
    let size = requests[answered].target
    let memory = memfd_create("test", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    precondition(memory >= 0 && ftruncate(memory, off_t(size.width * size.height * 4)) == 0)
    precondition(linux_add_seals(memory, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
    send(
      .pixels(
        DecodeReply.Info(naturalSize: natural, format: "JPEG", hasParts: true),
        DecodeReply.PixelLayout(size: size, stride: size.width * 4, isOpaque: true)),
      [OwnedDescriptor(memory)])
  }

  /// Says that there is nothing.
  func refuse() { send(.failed(DecodeFailure(.unsupported)), []) }

  private func send(_ result: DecodeReply.Result, _ descriptors: [OwnedDescriptor]) {
    let reply = DecodeReply(id: requests[answered].id, result: result)
    answered += 1
    helpers.last?.onEvent?(.message(WireWriter.encode(reply), descriptors))
  }
}

/// A loop whose timers fire when the test says so; deadlines of helpers are none of them.
@MainActor private final class HandLoop: DescriptorWatching {
  /// Longer waits are for things that go wrong.
  private static let longest = 0.2
  private(set) var timers: [Int: @MainActor () -> Void] = [:]
  private var last = 0

  func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation {
    Cancellation {}
  }

  func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> Cancellation {
    guard seconds < Self.longest else { return Cancellation {} }
    last += 1
    let number = last
    timers[number] = action
    return Cancellation { [weak self] in self?.timers[number] = nil }
  }

  func fire() {
    let due = timers.values
    timers = [:]
    for action in due { action() }
  }
}
