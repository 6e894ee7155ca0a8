import DecoderWire
import Imaging
import Pixels
import Testing

/// Requests of metadata, which a helper of their own answers.
@MainActor
struct MetadataTaskTests {
  private final class Answers {
    var photos: [PhotoDescription] = []
    var failures: [DecodeFailure.Kind] = []
  }

  private static let metadata: PhotoMetadata = {
    var metadata = PhotoMetadata()
    metadata.make = "Canon"
    return metadata
  }()

  private func request(
    _ f: Fixture, _ name: String = "a.jpg", header: Bool = false
  ) -> (MetadataTask, Answers) {
    let answers = Answers()
    let task = f.pipeline.metadata(of: f.folder.file(name), includingHeader: header) {
      switch $0 {
      case .success(let photo): answers.photos.append(photo)
      case .failure(let failure): answers.failures.append(failure.kind)
      }
    }
    return (task, answers)
  }

  private func helper(_ f: Fixture, _ kind: DecodeRequest.Kind) throws -> FakeHelper {
    try #require(
      f.launcher.helpers.last { !$0.isEnded && $0.isBusy && $0.last?.kind == kind })
  }

  @Test func `metadata comes once, from a helper that decodes no pages`() throws {
    let f = Fixture()
    f.ask(f.folder.file("page.jpg"))
    let (task, answers) = request(f)
    let helper = try helper(f, .metadata)
    #expect(helper !== f.helper(holding: "page.jpg"))
    helper.answer(.metadata(Self.metadata))
    #expect(answers.photos.map(\.metadata) == [Self.metadata] && answers.photos[0].header == nil)
    #expect(!helper.isBusy && answers.failures.isEmpty)
    task.cancel()
  }

  @Test func `the header is read first when it is requested`() throws {
    let f = Fixture()
    let (task, answers) = request(f, header: true)
    let helper = try helper(f, .probe)
    helper.answer(.info(helper.info(PixelSize(width: 30, height: 20))))
    #expect(answers.photos.isEmpty && helper.last?.kind == .metadata)
    helper.answer(.metadata(Self.metadata))
    #expect(answers.photos.map { $0.header?.naturalSize.width } == [30])
    task.cancel()
  }

  @Test func `the helper is told the wanted languages with the request of the metadata`() throws {
    let f = Fixture()
    let task = f.pipeline.metadata(
      of: f.folder.file("a.jpg"), includingHeader: true, languages: ["de-AT", "en"]
    ) { _ in }
    let helper = try helper(f, .probe)
    #expect(helper.last?.languages == [])
    helper.answer(.info(helper.info(PixelSize(width: 30, height: 20))))
    #expect(helper.last?.kind == .metadata && helper.last?.languages == ["de-AT", "en"])
    task.cancel()
  }

  @Test func `a picture that cannot be shown keeps its metadata`() throws {
    let f = Fixture()
    let (task, answers) = request(f, header: true)
    try helper(f, .probe).answer(.failed(DecodeFailure(.unsupported)))
    try helper(f, .metadata).answer(.metadata(Self.metadata))
    #expect(answers.photos.map(\.headerFailure?.kind) == [.unsupported])
    #expect(answers.photos.map(\.metadata) == [Self.metadata])
    task.cancel()
  }

  /// Requests a photo with two possible sidecars, of which the second exists.
  private func requestWithSidecar(_ f: Fixture) -> (MetadataTask, Answers) {
    let answers = Answers()
    let sidecars = [FilePathBytes("/nonexistent/a.jpg.xmp"), f.folder.file("a.xmp")]
    let task = f.pipeline.metadata(
      of: f.folder.file("a.jpg"), sidecars: sidecars, urgency: .listed
    ) {
      if case .success(let photo) = $0 { answers.photos.append(photo) }
    }
    return (task, answers)
  }

  @Test func `the facts of a sidecar are merged into those of the photo`() throws {
    let f = Fixture()
    let (task, answers) = requestWithSidecar(f)
    try helper(f, .metadata).answer(.metadata(Self.metadata))
    #expect(answers.photos.isEmpty)
    var sidecar = PhotoMetadata()
    sidecar.rating = 4
    try helper(f, .metadata).answer(.metadata(sidecar))
    #expect(answers.photos.map(\.metadata.rating) == [4])
    #expect(answers.photos.map(\.metadata.make) == ["Canon"])
    task.cancel()
  }

  @Test func `a sidecar that crashes the helper costs only its own facts`() throws {
    let f = Fixture()
    let (task, answers) = requestWithSidecar(f)
    try helper(f, .metadata).answer(.metadata(Self.metadata))
    for _ in 1...2 { try helper(f, .metadata).onEvent?(.closed) }
    #expect(answers.photos.map(\.metadata) == [Self.metadata])
    task.cancel()
  }

  @Test func `many photos are read by two helpers at a time`() throws {
    let f = Fixture()
    let tasks = (1...4).map { number in
      f.pipeline.metadata(of: f.folder.file("\(number).jpg"), urgency: .listed) { _ in }
    }
    #expect(f.launcher.helpers.count { !$0.isEnded && $0.last?.kind == .metadata } == 2)
    #expect(!f.launcher.helpers.contains { $0.isIdle })
    for task in tasks { task.cancel() }
  }

  @Test func `a whole library is read by helpers that take only idle time`() throws {
    let f = Fixture()
    let tasks = (1...4).map { number in
      f.pipeline.metadata(of: f.folder.file("\(number).jpg"), urgency: .idle) { _ in }
    }
    let helpers = f.launcher.helpers.filter { !$0.isEnded && $0.last?.kind == .metadata }
    #expect(helpers.count == 2 && helpers.allSatisfy(\.isIdle))
    for task in tasks { task.cancel() }
  }

  /// Requests the metadata of a photo at idle priority.
  private func readIdly(
    _ f: Fixture, _ name: String, then finish: @escaping @MainActor () -> Void = {}
  ) -> MetadataTask {
    f.pipeline.metadata(of: f.folder.file(name), urgency: .idle) { _ in finish() }
  }

  @Test func `helpers of idle priority end at once when no request is left, those of pages stay`()
    throws
  {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("page.jpg"))
    let tasks = (1...3).map { readIdly(f, "\($0).jpg") }
    let helpers = f.launcher.helpers.filter(\.isIdle)
    try #require(helpers.count == 2)
    f.pipeline.endUnusedIdleMetadataHelpers()
    #expect(helpers.map(\.isEnded) == [false, false])
    helpers[1].answer(.metadata(Self.metadata))
    f.pipeline.endUnusedIdleMetadataHelpers()
    #expect(helpers.map(\.isEnded) == [false, true], "the third photo waits for the first helper")
    for _ in 1...2 { helpers[0].answer(.metadata(Self.metadata)) }
    f.pipeline.endUnusedIdleMetadataHelpers()
    #expect(helpers.map(\.isEnded) == [true, true])
    f.helper(holding: "page.jpg")?.succeed()
    #expect(f.log == ["page.jpg exact"] && f.launcher.helpers.count { !$0.isEnded } == 1)

    let another = readIdly(f, "4.jpg")
    #expect(f.launcher.helpers.count { $0.isIdle && !$0.isEnded } == 1)
    withExtendedLifetime((tasks, another)) {}
  }

  @Test func `a helper that its last answer ends leaves no timer`() throws {
    let f = Fixture { $0.helpersAtStart = 0 }
    let task = readIdly(f, "a.jpg") { [pipeline = f.pipeline] in
      pipeline.endUnusedIdleMetadataHelpers()
    }
    f.launcher.helpers[0].answer(.metadata(Self.metadata))
    #expect(f.launcher.helpers[0].isEnded && f.loop.timerCount == 0)
    withExtendedLifetime(task) {}
  }

  @Test func `a helper with all libraries, started after the former was ended, declines no file`()
    throws
  {
    let f = Fixture { $0.helpersAtStart = 0 }
    let answers = Answers()
    let first = readIdly(f, "a.jpg") { [pipeline = f.pipeline] in
      pipeline.endUnusedIdleMetadataHelpers()
    }
    f.launcher.helpers[0].answer(.declined)
    try #require(f.launcher.completeHelpers.count == 1)
    f.launcher.helpers[1].answer(.metadata(Self.metadata))
    #expect(f.launcher.helpers[1].isEnded)
    // The second request goes to the other helper of idle priority.
    let second = readIdly(f, "b.jpg")
    let third = f.pipeline.metadata(of: f.folder.file("c.jpg"), urgency: .idle) {
      if case .failure(let failure) = $0 { answers.failures.append(failure.kind) }
    }
    for _ in 1...2 {
      f.launcher.helpers.last { $0.last?.nameHint == "c.jpg" }?.answer(.declined)
    }
    #expect(answers.failures == [.crashed])
    withExtendedLifetime((first, second, third)) {}
  }

  @Test func `the second crash fails the request, and no page notices`() throws {
    let f = Fixture()
    f.ask(f.folder.file("page.jpg"))
    let (task, answers) = request(f)
    try helper(f, .metadata).onEvent?(.closed)
    #expect(answers.failures.isEmpty)
    try helper(f, .metadata).onEvent?(.closed)
    #expect(answers.failures == [.crashed])
    f.helper(holding: "page.jpg")?.succeed()
    #expect(f.log == ["page.jpg exact"])
    task.cancel()
  }

  @Test func `a reply of another kind, or with a descriptor, ends the helper`() throws {
    for isPicture in [true, false] {
      let f = Fixture()
      let (task, answers) = request(f)
      let liar = try helper(f, .metadata)
      if isPicture {
        let size = PixelSize(width: 4, height: 4)
        liar.answer(.pixels(liar.info(size), liar.layout(size)), [TestMemory.sealed(bytes: 64)])
      } else {
        liar.answer(.metadata(Self.metadata), [TestMemory.sealed(bytes: 64)])
      }
      #expect(liar.isEnded && answers.photos.isEmpty)
      task.cancel()
    }
  }

  @Test func `a helper for pages cannot answer with metadata`() throws {
    let f = Fixture()
    f.ask(f.folder.file("page.jpg"))
    let liar = try #require(f.helper(holding: "page.jpg"))
    liar.answer(.metadata(Self.metadata))
    #expect(liar.isEnded)
  }

  @Test func `a cancelled request receives nothing`() throws {
    let f = Fixture()
    let (task, answers) = request(f)
    let helper = try helper(f, .metadata)
    task.cancel()
    helper.answer(.metadata(Self.metadata))
    #expect(answers.photos.isEmpty && answers.failures.isEmpty)
  }

  @Test func `a file that does not exist fails`() {
    let f = Fixture()
    let answers = Answers()
    let missing = FilePathBytes("/nonexistent/a.jpg")
    let task = f.pipeline.metadata(of: missing) { result in
      if case .failure(let failure) = result { answers.failures.append(failure.kind) }
    }
    #expect(answers.failures.count == 1)
    task.cancel()
  }
}
