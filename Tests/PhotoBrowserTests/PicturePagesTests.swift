import PhotoBrowser
import TestSupport
import Testing

/// A loader whose updates are sent by the test.
@MainActor final class ManualLoader: PictureLoader {
  private(set) var asked: [Picture.Request] = []
  private(set) var running: [Picture.Request] = []
  private(set) var cancelled: [Picture.Request] = []
  var cachedLevels: [String: Picture] = [:]
  var stored: Set<String> = []
  /// The names that are answered before `load` returns.
  var atOnce: [String: Picture.Update] = [:]
  private var updates: [Picture.Request: @MainActor (Picture.Update) -> Void] = [:]

  func load(
    _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
  ) -> Picture.Load {
    asked.append(request)
    #expect(!running.contains(request), "\(request.name) is asked for twice")
    running.append(request)
    updates[request] = update
    if let answer = atOnce[request.name] { self.answer(request.name, answer) }
    return Picture.Load { [weak self] in self?.end(request) }
  }

  func cached(_ request: Picture.Request) -> Picture? { cachedLevels[request.name] }
  func isStored(_ request: Picture.Request) -> Bool { stored.contains(request.name) }

  private func end(_ request: Picture.Request) {
    guard running.contains(request) else { return }
    running.removeAll { $0 == request }
    cancelled.append(request)
  }

  /// Sends an update to the running request of a name.
  func answer(_ name: String, _ update: Picture.Update) {
    for request in running where request.name == name {
      switch update {
      case .finished, .failed: running.removeAll { $0 == request }
      case .progress, .partial: break
      }
      updates[request]?(update)
    }
  }

  /// Sends an update to all requests of a name, also to those that were cancelled.
  func answerLate(_ name: String, _ update: Picture.Update) {
    for (request, send) in updates where request.name == name { send(update) }
  }

  var names: Set<String> { Set(running.map(\.name)) }
}

@MainActor @Suite(.tags(.seeded)) struct PicturePagesTests {
  private let loader = ManualLoader()
  private let pages: PicturePages
  private let rig = BrowserRig([])

  private static let natural = PixelSize(width: 2400, height: 1600)

  init() {
    pages = PicturePages(
      (0..<9).map {
        Picture.Levels(
          screen: "s\($0)", thumbnail: "t\($0)",
          original: Picture.Levels.Original("o\($0)", byteCount: 3_000_000),
          naturalSize: Self.natural)
      }, loader: loader)
  }

  private func open(at index: Int = 0) {
    rig.browser.initialIndex = index
    rig.browser.dataSource = pages
    rig.settle()
  }

  private func go(to index: Int) {
    rig.perform(.go(to: index, animated: false))
    rig.frame()
  }

  private static func picture(_ width: Int) -> Picture {
    Picture(SyntheticPhoto.gradient(width, width * 2 / 3))
  }

  private var cell: PhotoCell? { rig.browser.visibleCell as? PhotoCell }
  private var shown: Picture? {
    if case .picture(let picture) = cell?.content { picture } else { nil }
  }
  private var ring: ProgressRing? { cell?.children.compactMap { $0 as? ProgressRing }.first }
  private var strip: NoticeStrip? { cell?.children.compactMap { $0 as? NoticeStrip }.first }

  @Test func `live and prefetched pages are loaded at the page size`() {
    open(at: 3)
    #expect(loader.names == Set([2, 3, 4, 5, 6].flatMap { ["s\($0)", "t\($0)"] }))
    #expect(loader.asked.allSatisfy { $0.box == PixelSize(width: 240, height: 160) })
  }

  @Test func `a thumbnail is shown until the picture is loaded`() {
    open()
    loader.answer("t0", .finished(Self.picture(30)))
    rig.frame()
    #expect(rig.content.pixelAligned == Rect(x: 0, y: 0, width: 240, height: 160))
    #expect(shown?.naturalSize == Self.natural)
    loader.answer("s0", .finished(Self.picture(240)))
    rig.settle()
    #expect(rig.content.pixelAligned == Rect(x: 0, y: 0, width: 240, height: 160))
    #expect(rig.picture.isSame(as: SyntheticPhoto.gradient(240, 160)))
    #expect(!loader.names.contains("t0"))
  }

  @Test func `a page keeps its zoom when its picture is replaced by a better one`() {
    open()
    loader.answer("s0", .finished(Self.picture(240)))
    rig.frame()
    rig.perform(.zoomTo(0.4, at: nil, animated: false))
    rig.frame()
    let rect = rig.content
    pages.viewOriginal(at: 0)
    loader.answer("o0", .finished(Self.picture(2400)))
    rig.frame()
    #expect(rig.content == rect)
    #expect(shown?.bitmaps.map(\.size.width) == [2400, 240], "small ones stay for drawing small")
  }

  @Test func `the ring turns over a partial picture until the whole one is loaded`() {
    open()
    rig.wait(0.2)
    #expect(ring?.isHidden == false)
    loader.answer("s0", .partial(Self.picture(60)))
    loader.answer("s0", .progress(Picture.Progress(received: 1, total: 4)))
    #expect(ring?.isHidden == false && ring?.progress == 0.25 && shown != nil)
    loader.answer("s0", .finished(Self.picture(240)))
    #expect(ring?.isHidden == true)
  }

  @Test func `a failure is shown over the thumbnail, and Retry loads again`() {
    open()
    loader.answer("t0", .finished(Self.picture(30)))
    loader.answer("s0", .failed(FailureMessage(sentence: "the server is gone")))
    rig.settle()
    #expect(strip?.message == "the server is gone" && shown != nil)
    strip?.retryButton?.action()
    #expect(loader.names.contains("s0") && strip == nil)
    loader.answer("s0", .failed(FailureMessage(sentence: "not found", canRetry: false)))
    rig.settle()
    #expect(strip?.message == "not found" && strip?.retryButton == nil)
    #expect(pages.offer(at: 0) == .offered(byteCount: 3_000_000), "the original may be there")
  }

  @Test func `a page that leaves is no longer loaded`() {
    open()
    go(to: 8)
    #expect(loader.names == Set([7, 8].flatMap { ["s\($0)", "t\($0)"] }))
    #expect(loader.cancelled.contains { $0.name == "s0" })
    loader.answerLate("s0", .finished(Self.picture(240)))
    #expect(shown == nil, "a late answer is nobody's")
  }

  @Test func `a prefetched picture is not loaded again`() {
    open()
    loader.answer("s2", .finished(Self.picture(240)))
    go(to: 2)
    #expect(loader.asked.count { $0.name == "s2" } == 1)
    #expect(shown != nil)
  }

  @Test func `an original that was viewed loads by itself when its page returns`() {
    open()
    loader.answer("s0", .finished(Self.picture(240)))
    #expect(pages.offer(at: 0).label == "View original (3.0 MB)")
    pages.viewOriginal(at: 0)
    loader.answer("o0", .progress(Picture.Progress(share: 0.5)))
    #expect(pages.offer(at: 0) == .loading(share: 0.5))
    loader.answer("o0", .finished(Self.picture(1200)))
    #expect(pages.offer(at: 0) == .hidden)
    go(to: 8)
    go(to: 0)
    loader.answer("s0", .finished(Self.picture(240)))
    #expect(loader.names.contains("o0") && pages.offer(at: 0) == .hidden)
  }

  @Test func `the host is notified of the state of the shown button`() {
    var offers: [Int: ViewOriginalButton.Offer] = [:]
    pages.onOfferChange = { offers[$0] = $1 }
    open()
    for step: Picture.Update in [
      .progress(Picture.Progress(share: 0.1)), .finished(Self.picture(240)),
    ] {
      loader.answer("s0", step)
      #expect(offers[0] == pages.offer(at: 0))
    }
    #expect(offers[0] == .offered(byteCount: 3_000_000))
  }

  @Test func `a cached picture is shown at once without a request`() {
    loader.cachedLevels = ["s0": Self.picture(240)]
    open()
    #expect(shown != nil && !loader.asked.contains { $0.name == "s0" || $0.name == "t0" })
  }

  @Test func `a loader may answer at once`() {
    loader.atOnce = [
      "t0": .finished(Self.picture(30)), "s0": .finished(Self.picture(240)),
      "s1": .failed(FailureMessage(sentence: "broken")),
    ]
    loader.stored = ["o0"]
    loader.atOnce["o0"] = .finished(Self.picture(1200))
    open()
    #expect(pages.picture(at: 0)?.state.isOriginalLoaded == true)
    #expect(pages.picture(at: 1)?.state.failure?.sentence == "broken")
    #expect(!loader.names.contains { $0.hasSuffix("0") })
  }

  @Test func `removing a page ends only its own requests`() {
    open(at: 1)
    pages.items.remove(at: 1)
    rig.browser.removeItem(at: 1)
    rig.frame()
    #expect(!loader.names.contains("s1"))
    #expect(loader.asked.count { $0.name == "s2" } == 1, "the next one goes on")
    #expect(pages.picture(at: 1)?.levels.screen == "s2")
  }

  @Test(arguments: 0..<40)
  func `after random actions only nearby pages are loaded`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    open(at: dice.whole(0...8))
    for step in 0..<30 {
      switch dice.whole(0...4) {
      case 0: go(to: dice.whole(0...8))
      case 1: rig.perform(.turn(dice.chance(0.5) ? 1 : -1, animated: true))
      case 2:
        let picture = Self.picture(dice.chance(0.5) ? 30 : 240)
        if let some = loader.names.sorted().randomElement(using: &dice) {
          loader.answer(
            some,
            dice.chance(0.7)
              ? .finished(picture) : .failed(FailureMessage(sentence: "broken")))
        }
      case 3: pages.viewOriginal(at: rig.browser.pageIndex)
      default: rig.wait(dice.number(0...0.3))
      }
      rig.frame()
      let window = rig.browser.state.pageWindow
      let near = Set((window.live + window.prefetch).flatMap { ["s\($0)", "t\($0)", "o\($0)"] })
      #expect(loader.names.isSubset(of: near), "seed \(seed), step \(step)")
      for page in window.live {
        let wanted = pages.picture(at: page)?.state.wantedLevels.compactMap { level in
          pages.items[page].name(of: level)
        }
        #expect(loader.names.isSuperset(of: wanted ?? ["?"]), "seed \(seed), step \(step)")
      }
    }
  }
}
