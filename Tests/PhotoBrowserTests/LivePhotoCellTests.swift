import TestSupport
import Testing

@testable import PhotoBrowser

/// A live-photo cell on a stage.
@MainActor private final class LiveRig: StageRig {
  let browser = Browser()
  let clip = FakeClip()
  let listener = Listener()
  private let source: LiveSource

  init() {
    source = LiveSource(clip)
    super.init(480, 320)
    browser.fillsParent = true
    stage.root.add(browser)
    browser.delegate = listener
    browser.dataSource = source
    wait(0.05)
    if !clip.log.contains("open") { cell.didAppear() }
    frame()
  }

  var cell: LivePhotoCell { browser.cell(at: 0) as? LivePhotoCell ?? LivePhotoCell() }

  /// Reports that the clip is open, and delivers its first frame.
  func open() {
    clip.open(960, 640, seconds: 2)
    clip.show(ClipRig.scene(0), at: 0)
    frame()
  }
}

@MainActor private final class LiveSource: BrowserDataSource {
  let clip: FakeClip

  init(_ clip: FakeClip) { self.clip = clip }

  func numberOfItems(in browser: Browser) -> Int { 1 }

  func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell { LivePhotoCell() }

  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    guard let cell = cell as? LivePhotoCell else { return }
    cell.content = .photo(SyntheticPhoto.quadrants(480, 320))
    cell.show(clip)
  }
}

@MainActor @Suite struct LivePhotoCellTests {
  @Test func `the clip is opened after its page has appeared, and stays paused`() {
    let rig = LiveRig()
    rig.open()
    #expect(rig.clip.log == ["open"])
    #expect(rig.clip.size == PixelSize(width: 480, height: 320))
    #expect(rig.redrawn.pixel(x: 240, y: 60) != 0xFF2A_5D8F)
  }

  @Test func `another clip of a photo on its page is opened in place of the first`() {
    let rig = LiveRig()
    rig.open()
    let renamed = FakeClip()
    rig.cell.show(renamed)
    #expect(rig.clip.log == ["open", "close"] && renamed.log == ["open"])
  }

  @Test func `the clip plays while the photo is pressed, and no menu opens`() {
    let rig = LiveRig()
    rig.open()
    rig.press(200, 100)
    rig.wait(0.3)
    #expect(rig.clip.log == ["open"])
    rig.wait(0.4)
    #expect(rig.clip.log == ["open", "play"])
    rig.clip.show(ClipRig.scene(1), at: 0.1)
    rig.wait(0.5)
    #expect(rig.redrawn.pixel(x: 440, y: 60) == 0xFF2A_5D8F)
    rig.release()
    #expect(rig.clip.log == ["open", "play", "pause", "seek 0.0"])
    rig.wait(0.5)
    #expect(rig.redrawn.pixel(x: 440, y: 60) != 0xFF2A_5D8F)
    #expect(!rig.stage.needsFrame)
    #expect(!rig.listener.log.contains("menu"))
  }

  @Test func `the secondary button opens the menu`() {
    let rig = LiveRig()
    rig.open()
    rig.pointer(.pressed(.secondary), 200, 100)
    rig.pointer(.released(.secondary), 200, 100)
    rig.frame()
    #expect(rig.listener.log.contains("menu"))
    #expect(rig.clip.log == ["open"])
  }

  @Test func `the secondary button opens the menu after a drag, too`() {
    let rig = LiveRig()
    rig.open()
    rig.press(200, 100)
    rig.drag(to: 120, 100, over: 0.2)
    rig.release()
    rig.settle()
    rig.pointer(.pressed(.secondary), 200, 100)
    rig.pointer(.released(.secondary), 200, 100)
    rig.frame()
    #expect(rig.listener.log.contains("menu"))
    #expect(!rig.cell.isHeldDown && !rig.clip.log.contains("play"))
  }

  @Test func `a clip that plays again after a failure has its badge again`() {
    let rig = LiveRig()
    rig.open()
    rig.frame()
    let seen = rig.redrawn
    rig.clip.onEvent?(.failed(FailureMessage(sentence: "no")))
    rig.frame()
    #expect(!rig.redrawn.isSame(as: seen))
    rig.open()
    rig.frame()
    #expect(rig.redrawn.isSame(as: seen))
  }

  @Test func `a live photo whose clip fails is a photo with its menu`() {
    let rig = LiveRig()
    rig.clip.onEvent?(.failed(FailureMessage(sentence: "no")))
    rig.press(200, 100)
    rig.wait(0.8)
    rig.release()
    #expect(rig.listener.log.contains("menu"))
    guard case .picture = rig.cell.content else {
      Issue.record("the still is gone")
      return
    }
  }

  @Test func `leaving the page pauses the clip and closes its player`() {
    let rig = LiveRig()
    rig.open()
    rig.cell.hold(true)
    #expect(rig.clip.log.last == "play")
    rig.cell.willDisappear()
    #expect(rig.clip.log.suffix(2) == ["pause", "seek 0.0"])
    rig.cell.didDisappear()
    #expect(rig.clip.log.last == "close")
    #expect(!rig.cell.isHeldDown)
  }

  @Test func `a clip that was opened too late is opened again before it plays`() {
    let rig = LiveRig()
    rig.cell.willDisappear()
    rig.cell.didDisappear()
    rig.clip.open(960, 640, seconds: 2)
    rig.cell.didAppear()
    rig.cell.hold(true)
    #expect(rig.clip.log == ["open", "close", "open"])
    rig.clip.open(960, 640, seconds: 2)
    #expect(rig.clip.log.last == "play")
  }

  @Test func `a pressed live photo matches the recorded frames`() throws {
    let rig = LiveRig()
    rig.open()
    rig.keep(rig.seen("still", slack: 1))  // the still with its badge
    rig.press(200, 100)
    rig.wait(0.7)
    rig.clip.show(ClipRig.scene(1), at: 0.1)
    rig.wait(0.13)
    rig.keep(rig.seen("fading", slack: 1))  // the cross-fade half-way
    rig.wait(0.3)
    rig.clip.show(ClipRig.scene(2), at: 0.5)
    rig.frame()
    rig.keep(rig.seen("moving", slack: 1))  // the clip, the badge lit
    rig.release()
    rig.wait(0.5)
    rig.keep(rig.seen("over", slack: 1))  // the still again
    try rig.check("live-photo", columns: 2)
  }
}
