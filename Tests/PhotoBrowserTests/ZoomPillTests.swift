import PhotoBrowser
import TestSupport
import Testing

/// Tests of the zoom percentage, which is shown while the zoom changes.
@MainActor @Suite struct ZoomPillTests {
  private func rig(_ pages: [PhotoContent] = .album(3, 480, 320), scale: Double = 1)
    -> (BrowserRig, ZoomPill)
  {
    let rig = BrowserRig(
      pages, width: Int(480 * scale), height: Int(320 * scale), scale: scale)
    let pill = ZoomPill()
    rig.browser.addOverlay(pill)
    rig.settle()
    return (rig, pill)
  }

  @Test func `a zoom by key is shown while it runs and for a moment after`() {
    let (rig, pill) = rig(.album(3, 960, 640))
    rig.wait(0.5)
    #expect(!pill.isShown, "opening is no zoom")
    rig.perform(.zoomTo(1, at: nil, animated: true))
    var texts: [String] = []
    var labels: Set<String> = []
    for _ in 0..<30 {
      rig.frame()
      if pill.isShown, texts.last != pill.text { texts.append(pill.text) }
      if pill.isShown { labels.insert(pill.accessibilityLabel) }
    }
    #expect(labels == ["100 %"], "a screen reader speaks the end of the zoom, not its steps")
    #expect(texts.count > 5 && texts.last == "100 %", "\(texts)")
    let rising = texts.compactMap { Int($0.dropLast(2)) }
    #expect(rising == rising.sorted() && rising.allSatisfy { (50...100).contains($0) })
    #expect(rig.seen(slack: 1).size == rig.picture.size)
    rig.wait(0.5)
    #expect(pill.isShown)
    rig.wait(1.2)
    #expect(!pill.isShown && !rig.stage.needsFrame && rig.stage.nextDeadline == nil)
  }

  @Test func `a zoom by wheel or fingers is shown too`() {
    let (rig, pill) = rig()
    rig.wheel(0, -1, at: 240, 160, .control)
    rig.wait(0.4)
    #expect(pill.isShown && pill.text == "125 %")
    rig.wait(2)
    let middle = Point(x: 240, y: 160)
    rig.fingers(.began, around: middle, span: 100)
    rig.pinch(from: (middle, 100), to: (middle, 160), over: 0.2)
    rig.frame()
    #expect(pill.isShown && pill.text != "125 %")
    rig.fingers(.ended, around: middle, span: 160)
    rig.settle()
  }

  @Test func `page turns, resizes and pull-downs show no zoom`() {
    let (rig, pill) = rig()
    rig.perform(.turn(1, animated: true))
    for _ in 0..<40 {
      rig.frame()
      #expect(!pill.isShown)
    }
    rig.stage.size = Size(width: 300, height: 200)
    rig.browser.frame = rig.stage.bounds
    for _ in 0..<20 {
      rig.frame()
      #expect(!pill.isShown)
    }
    rig.press(150, 60)
    rig.drag(to: 150, 160, over: 0.3)
    rig.frame()
    #expect(!pill.isShown)
    rig.drag(to: 150, 90, over: 0.2)
    rig.release()
    for _ in 0..<40 {
      rig.frame()
      #expect(!pill.isShown)
    }
  }

  @Test func `a typed number is shown instead of the zoom while it is typed`() {
    let (rig, pill) = rig()
    pill.replacementText = "12"
    rig.wait(3)
    #expect(pill.isShown && pill.text == "12")
    rig.perform(.zoomTo(2, at: nil, animated: true))
    rig.wait(0.2)
    #expect(pill.text == "12")
    pill.replacementText = nil
    rig.wait(2)
    #expect(!pill.isShown)
  }

  @Test(arguments: [1.0, 2])
  func `the zoom pill lies below the page number`(scale: Double) throws {
    let (rig, pill) = rig(.album(3, 960, 640), scale: scale)
    let number = NumberPageIndicator()
    rig.browser.indicator = number
    rig.settle()
    rig.perform(.zoomTo(2, at: nil, animated: true))
    rig.wait(0.4)
    #expect(pill.isShown && pill.frame.minY >= number.frame.maxY + 4 * scale)
    rig.capture(slack: 1)
    try rig.check("zoom-pill-\(Int(scale))x", columns: 1)
  }

  @Test func `the indicator hides with the host's controls, and the zoom pill does not`() {
    let (rig, pill) = rig()
    let dots = DotPageIndicator()
    rig.browser.indicator = dots
    rig.settle()
    #expect(dots.alpha == 1)
    rig.browser.indicatorOpacity = 0
    rig.frame()
    #expect(dots.alpha == 0 && pill.alpha == 1)
    rig.perform(.turn(1, animated: true))
    rig.settle()
    #expect(dots.alpha == 0)
    rig.browser.indicatorOpacity = 0.5
    rig.frame()
    #expect(dots.alpha == 0.5)
    #expect(rig.redrawn.isSame(as: rig.picture))
  }
}
