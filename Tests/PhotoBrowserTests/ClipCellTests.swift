import TestSupport
import Testing

@testable import PhotoBrowser

@MainActor @Suite struct ClipCellTests {
  @Test func `a clip shows its cover and plays once its page has appeared`() {
    let rig = ClipRig()
    #expect(rig.clip.log == ["open"])
    rig.clip.open(960, 540)
    rig.frame()
    #expect(rig.clip.size == PixelSize(width: 480, height: 270))
    rig.clip.show(ClipRig.scene(0), at: 0)
    rig.frame()
    #expect(rig.pixel(240, 60) == 0xFF2A_5D8F)
    rig.clip.forget()
    if !rig.cell.state.isCurrent { rig.cell.didAppear() }
    #expect(rig.clip.log.filter { $0 == "play" }.count <= 1)
    #expect(rig.cell.state.isPlaying)
  }

  @Test func `a clip smaller than its page is enlarged to fit it`() {
    let rig = ClipRig()
    rig.clip.open(96, 54)
    rig.frame()
    let page = rig.browser.shownFrame?.pages.first { $0.index == 0 }
    #expect(page?.content.roundedOut == Rect(x: 0, y: 25, width: 480, height: 270))
  }

  @Test func `a frame of a clip changes only the picture`() {
    let rig = ClipRig()
    rig.begin()
    rig.browser.perform(.zoomTo(1, at: Point(x: 100, y: 100), animated: false), at: rig.now)
    rig.frame()
    let before = rig.browser.shownFrame?.pages.last
    rig.clip.show(ClipRig.scene(2), at: 0.5)
    rig.frame()
    #expect(rig.browser.shownFrame?.pages.last == before)
    #expect(before?.scale == 1)
  }

  @Test func `a clip zoomed in at rest requests the visible resolution`() {
    let rig = ClipRig()
    rig.begin()
    rig.browser.perform(.zoomTo(1, at: nil, animated: true), at: rig.now)
    rig.wait(0.1)
    #expect(rig.clip.size == PixelSize(width: 480, height: 270))
    rig.settle()
    rig.frame()
    #expect(rig.clip.size == PixelSize(width: 960, height: 540))
  }

  @Test func `a pull-down pauses the clip, and its return resumes it`() {
    let rig = ClipRig()
    rig.begin()
    rig.clip.forget()
    rig.press(100, 100)
    rig.drag(to: 110, 200, over: 0.2)
    rig.frame()
    #expect(rig.clip.log == ["pause"])
    rig.drag(to: 105, 120, over: 0.2)
    rig.release()
    rig.wait(0.6)
    #expect(rig.clip.log == ["pause", "play"])
    #expect(rig.cell.state.isPlaying)
  }

  @Test func `leaving the page pauses the clip, and reusing the cell closes its player`() {
    let rig = ClipRig(count: 8)
    rig.begin()
    rig.clip.forget()
    rig.cell.willDisappear()
    #expect(rig.clip.log == ["pause"])
    rig.cell.didDisappear()
    let cell = rig.cell
    rig.browser.perform(.go(to: 6, animated: false), at: rig.now)
    rig.wait(0.2)
    #expect(rig.clip.log.last == "close")
    #expect(!cell.state.isPlaying && cell.isWaiting)
    // Events of a player that was closed are ignored.
    rig.clip.open(10, 10)
    #expect(cell.state.phase == .opening)
  }

  @Test func `a click on the play sign toggles playback, and other clicks are the host's`() {
    let rig = ClipRig()
    rig.begin()
    rig.cell.togglePlaying()
    rig.wait(0.4)
    rig.clip.forget()
    rig.click(240, 160)
    rig.wait(0.6)
    #expect(rig.clip.log == ["play"])
    #expect(!rig.listener.log.contains("tap"))
    rig.click(60, 40)
    rig.wait(0.6)
    #expect(rig.listener.log.last == "tap")
    #expect(rig.clip.log == ["play"])
  }

  @Test func `clip controls hide during playback, return with the pointer and stay in a pause`() {
    let rig = ClipRig()
    rig.begin()
    rig.wait(3.5)
    #expect(rig.cell.controlsOpacity == 0)
    #expect(!rig.stage.needsFrame)
    rig.move(to: 200, 100)
    rig.wait(0.4)
    #expect(rig.cell.controlsOpacity == 1)
    rig.wait(2.8)
    #expect(rig.cell.controlsOpacity == 0)
    rig.cell.togglePlaying()
    rig.wait(9)
    #expect(rig.cell.controlsOpacity == 1)
    #expect(!rig.stage.needsFrame)
  }

  @Test func `a clip that comes under the resting pointer in a slideshow shows no controls`() {
    let rig = ClipRig()
    rig.begin()
    rig.wait(3.5)
    rig.browser.startSlideshow(every: 60)
    rig.cell.hoverChanged(true, at: rig.now)
    rig.wait(0.4)
    #expect(rig.cell.controlsOpacity == 0)
    rig.browser.stopSlideshow()
    rig.cell.hoverChanged(true, at: rig.now)
    rig.wait(0.4)
    #expect(rig.cell.controlsOpacity == 1)
  }

  @Test func `scrubbing shows nearby frames and ends on the exact one`() {
    let rig = ClipRig()
    rig.begin(hasSound: false)
    rig.cell.togglePlaying()
    rig.wait(0.4)
    rig.clip.forget()
    let bar = rig.scrubFrame
    rig.press(bar.midX, bar.midY)
    rig.drag(to: bar.maxX - 1, bar.midY, over: 0.1)
    rig.release()
    #expect(rig.clip.log.first == "seek 30.0 near")
    #expect(rig.clip.log.last == "seek 60.0")
    // The page below received no drag.
    #expect(rig.browser.isAtRest && rig.browser.pageIndex == 0)
  }

  @Test func `arrow keys seek with the focus on the scrub bar, and page otherwise`() {
    let rig = ClipRig()
    rig.begin()
    rig.cell.togglePlaying()
    rig.wait(0.4)
    rig.clip.forget()
    #expect(!rig.key(.right))
    rig.cell.focusScrubBar()
    #expect(rig.key(.right))
    #expect(rig.key(.right))
    #expect(rig.key(.left))
    #expect(rig.clip.log == ["seek 5.0", "seek 10.0", "seek 5.0"])
    #expect(!rig.key(.pageDown))
  }

  @Test func `mute and loop are switched, and mute is reported`() {
    let rig = ClipRig()
    rig.begin()
    rig.clip.forget()
    var reports: [Bool] = []
    rig.cell.onMute = { reports.append($0) }
    rig.cell.toggleMuted()
    rig.cell.toggleMuted()
    rig.cell.toggleLooping()
    #expect(rig.clip.log == ["mute", "unmute", "once"])
    #expect(reports == [true, false])
  }

  @Test func `a clip that cannot be played shows an error, and Retry opens it again`() {
    let rig = ClipRig()
    rig.clip.onEvent?(.failed(FailureMessage(sentence: "a.mp4: the clip is damaged")))
    rig.settle()
    #expect(rig.cell.state.phase == .failed)
    #expect(rig.cell.controlsOpacity == 0)
    rig.cell.onRetry?()
    #expect(rig.source.retries == [0])
    #expect(rig.clip.log == ["open", "open"])
    rig.begin()
    #expect(rig.cell.state.isPlaying)
  }

  @Test func `during playback one frame is drawn for each frame of the clip`() {
    let rig = ClipRig()
    rig.begin()
    rig.wait(3.5)
    let before = rig.frames
    for step in 0..<10 {
      rig.clip.show(ClipRig.scene(step % 4), at: Double(step) / 10)
      rig.wait(0.1)
    }
    #expect(rig.frames - before == 10)
  }
}

extension ClipRig {
  /// The frame of the scrub bar, in the coordinates of the cell.
  fileprivate var scrubFrame: Rect {
    let bar = cell.children.compactMap { $0 as? ClipBar }.first
    return bar.map { $0.scrubBar.frame.offset(by: $0.frame.origin - .zero) } ?? .zero
  }
}
