import PhotoBrowser
import TestSupport
import Testing

/// Tests of the frames at rest and on the way to rest.
@MainActor @Suite struct StillnessTests {
  private func expectStill(_ rig: BrowserRig, _ what: String) {
    #expect(!rig.stage.needsFrame && rig.stage.damage.isEmpty, "\(what)")
    let before = rig.frames
    rig.wait(0.5)
    #expect(rig.frames <= before + 1, "\(what): \(rig.frames - before) frames for nothing")
  }

  @Test func `a browser at rest updates and draws nothing`() {
    let rig = BrowserRig(.album(3))
    rig.browser.indicator = DotPageIndicator()
    rig.settle()
    expectStill(rig, "after opening")
    rig.perform(.turn(1, animated: true))
    rig.settle()
    expectStill(rig, "after a slide")
    rig.stage.update(at: FrameTime(presentation: rig.now + 1))
    #expect(rig.stage.damage.isEmpty, "an update at rest changes nothing")
  }

  @Test func `a press that holds still draws no frames`() {
    let rig = BrowserRig(.album(3))
    rig.press(200, 80)
    rig.drag(to: 120, 80, over: 0.2)
    rig.wait(0.06)
    expectStill(rig, "dragging")
    rig.release()
    rig.settle()
    rig.press(120, 40)
    rig.drag(to: 120, 100, over: 0.2)
    rig.wait(0.06)
    expectStill(rig, "pulling")
  }

  @Test func `a zoom that continues under a press comes to rest`() {
    let rig = BrowserRig(.album(3, 480, 320))
    rig.perform(.zoomTo(1, at: nil, animated: false))
    rig.frame()
    rig.press(120, 80)
    rig.drag(to: 100, 70, over: 0.1)
    rig.frame()
    // A key zooms out while the mouse holds the picture without moving.
    rig.perform(.zoomTo(0.75, at: nil, animated: true))
    rig.wait(0.6)
    #expect(abs((rig.browser.shownFrame?.pages.last?.scale ?? 0) - 0.75) < 1e-6)
    expectStill(rig, "after the zoom")
  }

  @Test func `the last frame of a motion is the resting frame, pixel for pixel`() {
    func last(_ begin: (BrowserRig) -> Void) -> (Bitmap, Bitmap) {
      let rig = BrowserRig(.album(3, 301, 203), start: 1)
      begin(rig)
      rig.settle()
      let seen = rig.picture
      return (seen, rig.redrawn)
    }
    let reference = BrowserRig(.album(3, 301, 203), start: 1).redrawn
    let returned = last { rig in
      rig.press(100, 40)
      rig.drag(to: 110, 52, over: 0.2)
      rig.wait(0.2)
      rig.release()
    }
    let slid = last { rig in
      rig.perform(.turn(1, animated: true))
      rig.wait(0.1)
      rig.perform(.turn(-1, animated: true))
    }
    let zoomed = last { rig in
      rig.doubleClick(60, 50)
      rig.wait(0.5)
      rig.doubleClick(90, 70)
    }
    for (name, pair) in [("pull", returned), ("slide", slid), ("zoom", zoomed)] {
      #expect(pair.0.isSame(as: pair.1), "\(name): damage was missed")
      #expect(pair.1.isSame(as: reference), "\(name): rests elsewhere than it began")
    }
  }

  @Test func `no motion ends with a jump`() {
    let rig = BrowserRig(.album(3))
    rig.press(100, 40)
    rig.drag(to: 110, 52, over: 0.2)
    rig.wait(0.2)
    rig.release()
    var rects: [Rect] = []
    rig.afterFrame = { [unowned rig] in rects.append(rig.content) }
    rig.settle()
    for (a, b) in zip(rects.suffix(4), rects.suffix(4).dropFirst()) {
      #expect(abs(a.minX - b.minX) < 1 && abs(a.maxY - b.maxY) < 1)
    }
  }

  @Test(arguments: [(240, 160), (239, 159), (133, 160), (240, 91), (61, 160), (101, 99)])
  func `at rest a page's bitmap is shown pixel for pixel`(size: (Int, Int)) {
    let bitmap = SyntheticPhoto.noise(size.0, size.1, isOpaque: true, seed: 3)
    // The bitmap is a reduced picture of odd proportions, as the decoder gives it.
    let natural = PixelSize(width: size.0 * 7 + 3, height: size.1 * 7 + 3)
    let shown = ContentFit.fit.rect(
      content: natural.size, in: Rect(x: 0, y: 0, width: 240, height: 160))
    guard abs(shown.width - Double(size.0)) <= 1.5, abs(shown.height - Double(size.1)) <= 1.5 else {
      return exactly(bitmap, BrowserRig([.photo(bitmap)]))
    }
    exactly(bitmap, BrowserRig([.photo(bitmap, natural: natural)]))
  }

  private func exactly(_ bitmap: Bitmap, _ rig: BrowserRig) {
    let x0 = (240 - bitmap.size.width + 1) / 2
    let y0 = (160 - bitmap.size.height + 1) / 2
    let picture = rig.picture
    let isThere = [(x0, y0), (x0 - 1, y0), (x0, y0 - 1), (x0 - 1, y0 - 1)].contains { x, y in
      (0..<bitmap.size.height).allSatisfy { row in
        (0..<bitmap.size.width).allSatisfy { column in
          x >= 0 && y >= 0
            && picture.pixel(x: x + column, y: y + row) == bitmap.pixel(x: column, y: row)
        }
      }
    }
    #expect(isThere, "\(bitmap.size) is not drawn 1:1")
  }

  @Test func `a tap on a moving page only stops the page`() {
    let rig = BrowserRig(.album(3))
    rig.perform(.turn(1, animated: true))
    rig.wait(0.05)
    rig.click(120, 80)
    rig.wait(1)
    #expect(!rig.listener.log.contains("tap"))
    rig.settle()
    rig.click(120, 80)
    rig.wait(1)
    #expect(rig.listener.log.last == "tap")
    rig.browser.options.clickAction = .close
    rig.click(120, 80)
    rig.wait(1)
    #expect(rig.listener.log.last == "dismissed")
  }

  @Test func `keys are left to the host`() {
    let rig = BrowserRig([.failed(FailureMessage(sentence: "x.png: broken"))])
    rig.settle()
    #expect(!rig.browser.receive(.key(KeyEvent(.escape, time: rig.now))))
  }
}
