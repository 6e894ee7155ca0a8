import PhotoBrowser
import TestSupport
import Testing

@MainActor @Suite struct LoadingTests {
  private func ring(_ rig: BrowserRig) -> ProgressRing? {
    rig.browser.visibleCell?.children.compactMap { $0 as? ProgressRing }.first
  }
  private func card(_ rig: BrowserRig) -> MessageCard? {
    rig.browser.visibleCell?.children.compactMap { $0 as? MessageCard }.first
  }

  @Test func `loading for longer than 150 ms shows a ring until it ends`() {
    let rig = BrowserRig([.loading(progress: nil)])
    #expect(ring(rig)?.isHidden == true)
    rig.wait(0.08)
    #expect(ring(rig)?.isHidden == true)
    rig.wait(0.05)
    #expect(ring(rig)?.isHidden == false)
    #expect(rig.stage.needsFrame, "it turns")
    (rig.browser.visibleCell as? PhotoCell)?.content = [PhotoContent].album(1)[0]
    rig.settle()
    #expect(ring(rig)?.isHidden == true)
    #expect(rig.redrawn.isSame(as: rig.picture))
  }

  @Test func `progress updates do not delay the ring`() {
    let rig = BrowserRig([.loading(progress: 0)])
    let cell = rig.browser.visibleCell as? PhotoCell
    for step in 1...20 {
      rig.wait(0.03)
      cell?.content = .loading(progress: Double(step) / 20)
      #expect(ring(rig)?.progress == Double(step) / 20)
      if step > 5 { #expect(ring(rig)?.isHidden == false, "step \(step)") }
    }
  }

  @Test func `a page without a picture shows the known aspect ratio`() {
    let rig = BrowserRig([])
    rig.source.pages = [.loading(progress: nil)]
    rig.source.knownSizes = [0: Size(width: 100, height: 100)]
    rig.browser.reloadData()
    rig.frame()
    #expect(rig.content == Rect(x: 70, y: 30, width: 100, height: 100))
    #expect(rig.pixel(120, 32) != rig.pixel(20, 80))
  }

  @Test func `a page seen before keeps its aspect ratio while it loads again`() {
    let rig = BrowserRig(.album(6, 100, 100))
    rig.perform(.go(to: 5, animated: false))
    rig.frame()
    rig.source.pages[0] = .loading(progress: nil)
    rig.perform(.go(to: 0, animated: false))
    rig.frame()
    #expect(rig.content == Rect(x: 70, y: 30, width: 100, height: 100))
  }

  @Test func `the exact picture replaces its preview without a flash`() {
    let exact = SyntheticPhoto.gradient(240, 160)
    let preview = SyntheticPhoto.gradient(60, 40)
    let natural = PixelSize(width: 2400, height: 1600)
    let rig = BrowserRig([.photo(preview, natural: natural)])
    rig.settle()
    let before = rig.picture
    let rect = rig.content
    var seen: [Bitmap] = []
    rig.afterFrame = { [unowned rig] in seen.append(rig.picture) }
    if let picture = Picture([preview, exact], naturalSize: natural) {
      (rig.browser.visibleCell as? PhotoCell)?.content = .picture(picture)
    }
    rig.settle()
    #expect(rig.content == rect)
    for frame in seen {
      #expect(frame.isSame(as: exact))
      #expect(frame.largestDifference(from: before) < 10, "the same picture, only sharper")
    }
    #expect(seen.count <= 2)
  }

  @Test func `a preview becomes exact during a drag without moving`() {
    let natural = PixelSize(width: 2400, height: 1600)
    let rig = BrowserRig([.photo(SyntheticPhoto.gradient(61, 40), natural: natural)])
    rig.press(100, 40)
    rig.drag(to: 110, 90, over: 0.2)
    rig.frame()
    let rect = rig.content
    (rig.browser.visibleCell as? PhotoCell)?.content = .photo(
      SyntheticPhoto.gradient(240, 160), natural: natural)
    rig.frame()
    #expect(rig.content == rect)
  }

  @Test func `a failed page shows its error and Retry, and paging continues`() {
    let rig = BrowserRig(
      [.failed(FailureMessage(sentence: "a.heic: no loader", hint: "sudo apt install x"))]
        + .album(2), width: 600, height: 400)
    rig.settle()
    #expect(card(rig)?.message == "a.heic: no loader")
    let button = card(rig)?.retryButton
    let middle = (button?.originInStage ?? .zero) + Vector(dx: 10, dy: 10)
    rig.click(middle.x, middle.y)
    rig.wait(0.1)
    #expect(rig.source.retries == [0])
    #expect(!rig.listener.log.contains("tap"))
    (rig.browser.visibleCell as? PhotoCell)?.content = .loading(progress: nil)
    rig.frame()
    #expect(card(rig) == nil)
    (rig.browser.visibleCell as? PhotoCell)?.content = .failed(FailureMessage(sentence: "b"))
    rig.press(500, 80)
    rig.drag(to: 100, 80, over: 0.2)
    rig.release()
    rig.settle()
    #expect(rig.browser.pageIndex == 1)
  }

  @Test func `a failure beside a picture is a strip at the bottom that can be dismissed`() throws {
    let rig = BrowserRig(.album(2), width: 600, height: 400)
    rig.settle()
    let cell = try #require(rig.browser.visibleCell as? PhotoCell)
    func strip() -> NoticeStrip? { cell.children.compactMap { $0 as? NoticeStrip }.first }
    cell.failure = FailureMessage(sentence: "Only a part could be read", canRetry: false)
    rig.frame()
    let shown = try #require(strip())
    #expect(card(rig) == nil && shown.retryButton == nil)
    #expect(shown.accessibilityLabel == "Only a part could be read")
    #expect(shown.frame.maxY < 400 && shown.frame.minY > 300)
    #expect(abs(shown.frame.midX - 300) <= 1 && shown.frame.width < 420)
    let button = shown.closeButton.originInStage + Vector(dx: 10, dy: 10)
    rig.click(button.x, button.y)
    rig.wait(0.1)
    #expect(strip() == nil && !rig.listener.log.contains("tap"))
    cell.failure = nil
    cell.failure = FailureMessage(sentence: "Only a part could be read", canRetry: false)
    #expect(strip() == nil, "it stays dismissed")
    cell.failure = FailureMessage(sentence: "The connection broke off")
    rig.frame()
    strip()?.retryButton?.action()
    #expect(rig.source.retries == [0])
  }

  @Test func `the error card of a failed page follows a pull-down`() {
    let rig = BrowserRig([.failed(FailureMessage(sentence: "broken"))], width: 600, height: 400)
    rig.settle()
    let before = card(rig)?.originInStage ?? .zero
    rig.press(300, 20)
    rig.drag(to: 300, 220, over: 0.3)
    rig.frame()
    let pulled = card(rig)?.originInStage ?? .zero
    #expect(pulled.y - before.y > 50, "it follows the hand")
    rig.release()
    rig.wait(0.06)
    #expect((card(rig)?.alpha ?? 1) < 1, "and fades")
    rig.wait(1)
    #expect(rig.listener.log.last == "dismissed")
  }

  @Test func `the source gets the size at which a picture is shown`() {
    let rig = BrowserRig(.album(2, 480, 320))
    rig.frame()
    #expect(rig.source.shownSizes[0] == PixelSize(width: 240, height: 160))
    rig.perform(.zoomTo(2, at: nil, animated: true))
    rig.frame()
    #expect(rig.source.shownSizes[0] == PixelSize(width: 960, height: 640), "at once, not at rest")
  }

  @Test(arguments: [1, 9])
  func `a jump to a page that is loading keeps the old picture for a moment`(goal: Int) {
    let rig = BrowserRig(.album(10))
    rig.source.pages[1] = .loading(progress: nil)
    rig.source.pages[9] = .loading(progress: nil)
    rig.browser.reloadData()
    rig.settle()
    let before = rig.picture
    rig.perform(.go(to: goal, animated: false))
    rig.frame()
    #expect(rig.browser.pageIndex == goal && rig.picture.isSame(as: before))
    rig.wait(0.2)
    #expect(!rig.picture.isSame(as: before), "it was only for a moment")
    #expect(ring(rig)?.isHidden == false)
  }

  @Test func `a passed page whose picture loads late is shown in place of the loading page`() throws
  {
    let rig = BrowserRig(.album(10))
    for page in 1...3 { rig.source.pages[page] = .loading(progress: nil) }
    rig.browser.reloadData()
    rig.settle()
    let before = rig.picture
    rig.perform(.go(to: 1, animated: false))
    rig.frame()
    rig.perform(.go(to: 2, animated: false))
    rig.frame()
    #expect(rig.picture.isSame(as: before))
    let passed = try #require(rig.browser.cell(at: 1) as? PhotoCell)
    passed.content = BrowserRig(.album(10)).source.pages[1]
    rig.frame()
    #expect(rig.browser.pageIndex == 2 && !rig.picture.isSame(as: before))
  }

  @Test func `a page passed between two frames is the picture that stays`() throws {
    let rig = BrowserRig(.album(10))
    rig.source.pages[2] = .loading(progress: nil)
    rig.browser.reloadData()
    rig.settle()
    rig.perform(.go(to: 1, animated: false))
    rig.perform(.go(to: 2, animated: false))
    rig.frame()
    #expect(rig.picture.isSame(as: SyntheticPhoto.numberedGrid(240, 160, cell: 40)))
  }

  @Test func `during fast paging the old picture stays, and no ring appears`() {
    let rig = BrowserRig(.album(10))
    rig.source.pages[5] = .loading(progress: nil)
    rig.browser.reloadData()
    rig.settle()
    let before = rig.picture
    rig.browser.isPagingFast = true
    rig.perform(.go(to: 5, animated: false))
    rig.wait(1)
    #expect(rig.picture.isSame(as: before) && ring(rig)?.isHidden == true)
    rig.browser.isPagingFast = false
    rig.wait(0.1)
    #expect(rig.picture.isSame(as: before), "it is waited for from here on")
    rig.wait(0.1)
    #expect(!rig.picture.isSame(as: before) && ring(rig)?.isHidden == false)
  }

  @Test func `a visible ring hides during fast paging`() {
    let rig = BrowserRig([.loading(progress: nil)])
    rig.wait(0.2)
    #expect(ring(rig)?.isHidden == false)
    rig.browser.isPagingFast = true
    #expect(ring(rig)?.isHidden == true)
  }

  @Test func `a stand-in of a nearby page lies where it would rest`() {
    let rig = BrowserRig(.album(10))
    rig.source.pages[5] = .loading(progress: nil)
    rig.browser.reloadData()
    rig.settle()
    rig.perform(.go(to: 5, animated: false))
    rig.frame()
    let narrow = SyntheticPhoto.gradient(80, 160)
    #expect(rig.browser.showStandIn(Picture(narrow)))
    rig.frame()
    #expect(rig.pixel(79, 80) == 0xFF00_0000 && rig.pixel(160, 80) == 0xFF00_0000)
    #expect(rig.pixel(81, 1) != 0xFF00_0000 && rig.pixel(158, 158) != 0xFF00_0000)
    rig.perform(.go(to: 6, animated: false))
    rig.frame()
    #expect(!rig.browser.showStandIn(Picture(narrow)), "it has its own")
  }

  @Test func `a moving page shows no stand-in of another page`() {
    let rig = BrowserRig(.album(10))
    rig.source.pages[5] = .loading(progress: nil)
    rig.perform(.go(to: 5, animated: false))
    rig.frame()
    #expect(rig.pixel(10, 10) != 0xFF00_0000)
    rig.press(120, 80)
    rig.drag(to: 60, 80, over: 0.05)
    rig.frame()
    #expect(rig.pixel(10, 10) == 0xFF00_0000)
  }

  @Test func `the missing part of a partial picture shows its thumbnail`() throws {
    let rig = BrowserRig([.empty], width: 240, height: 160)
    rig.settle()
    let cell = try #require(rig.browser.visibleCell as? PhotoCell)
    cell.thumbnail = Picture(
      Bitmap.computed(30, 20) { _, _ in 0xFF20_60A0 },
      naturalSize: PixelSize(width: 480, height: 320))
    var part = Picture(
      Bitmap.computed(240, 160, isOpaque: false) { _, y in y < 80 ? 0xFFC0_3010 : 0 },
      naturalSize: PixelSize(width: 480, height: 320))
    part.isPartial = true
    cell.content = .picture(part)
    rig.settle()
    #expect(rig.redrawn.pixel(x: 120, y: 40) == 0xFFC0_3010)
    #expect(rig.redrawn.pixel(x: 120, y: 120) == 0xFF20_60A0)
    // The thumbnail of another picture is not used.
    cell.thumbnail = Picture(Bitmap.computed(30, 30) { _, _ in 0xFF20_60A0 })
    rig.settle()
    cell.setNeedsDisplay()
    #expect(rig.redrawn.pixel(x: 120, y: 120) != 0xFF20_60A0)
  }
}
