import PhotoBrowser
import TestSupport
import Testing

/// Tests of page effects in a browser: in drags, after commands, and at rest.
@MainActor @Suite struct PageEffectTests {
  private static func options(_ name: String? = "cube") -> BrowserOptions {
    var options = BrowserOptions()
    options.pageEffect = pageEffect(named: name)
    return options
  }

  private func rig(_ name: String? = "cube", count: Int = 3, start: Int = 0) -> BrowserRig {
    BrowserRig(.album(count), options: Self.options(name), start: start)
  }

  @Test func `a drag scrubs the cube, and dragging back restores every pixel`() throws {
    let rig = rig(start: 1)
    let rest = rig.picture
    rig.press(200, 80)
    rig.drag(to: 190, 80, over: 0.05)
    rig.drag(to: 100, 80, over: 0.2)
    rig.frame()
    let there = rig.position
    let seen = rig.picture
    #expect(there > 1.3 && there < 1.5 && rig.browser.isTurning)
    rig.drag(to: 40, 80, over: 0.2)
    rig.drag(to: 100, 80, over: 0.2)
    rig.frame()
    #expect(rig.position == there)
    #expect(rig.picture.isSame(as: seen), "the same place looks the same")
    // The drag goes back past its start towards the previous page, and returns.
    rig.drag(to: 230, 80, over: 0.2)
    rig.frame()
    #expect(rig.position < 1)
    rig.capture()
    rig.drag(to: 192, 80, over: 0.2)
    rig.wait(0.2)
    rig.release()
    rig.settle()
    #expect(!rig.browser.isTurning && rig.browser.pageIndex == 1)
    #expect(rig.picture.isSame(as: rest))
  }

  @Test(arguments: PageEffects.builtIn.map(\.name))
  func `a cancelled turn restores every pixel`(_ name: String) {
    let rig = rig(name, start: 1)
    let rest = rig.picture
    for x in [60.0, 200] {
      rig.press(120, 80)
      rig.drag(to: x, 80, over: 0.1)
      rig.frame()
      #expect(!rig.picture.isSame(as: rest))
      rig.stage.receive(.cancelled(rig.now))
      rig.settle()
      #expect(rig.browser.pageIndex == 1)
      #expect(rig.picture.isSame(as: rest))
    }
  }

  @Test(arguments: PageEffects.builtIn.map(\.name))
  func `frames of a turn equal full redraws, and the last one is the resting page`(_ name: String) {
    let rig = rig(name)
    rig.perform(.turn(1, animated: true))
    var isFilmed = false
    rig.afterFrame = {
      guard rig.frames.isMultiple(of: 7) else { return }
      isFilmed = isFilmed || rig.browser.isTurning
      rig.capture()
    }
    rig.settle()
    let plain = BrowserRig(.album(3), start: 1)
    #expect(isFilmed)
    #expect(rig.picture.isSame(as: plain.picture))
  }

  @Test func `a commanded turn takes one second and is slow at both ends`() {
    let rig = rig()
    rig.perform(.turn(1, animated: rig.browser.animatesTurns))
    let start = rig.now
    rig.wait(0.1)
    #expect(rig.position > 0 && rig.position < 0.05)
    rig.wait(0.4)
    #expect(abs(rig.position - 0.5) < 0.05)
    rig.wait(0.45)
    #expect(rig.position < 1 && rig.browser.isTurning)
    rig.settle()
    #expect(abs(rig.now - start - 1) < 0.1)
    #expect(rig.browser.pageIndex == 1)
  }

  @Test func `the duration of a turn is an option`() {
    var options = Self.options()
    options.pageEffectDuration = 0.2
    let rig = BrowserRig(.album(3), options: options)
    rig.perform(.turn(1, animated: true))
    rig.wait(0.26)
    #expect(!rig.browser.isTurning && rig.position == 1)
  }

  @Test func `a running turn can be caught, held and thrown back`() throws {
    let rig = rig()
    rig.perform(.turn(1, animated: true))
    rig.wait(0.4)
    rig.capture()  // the cube turned by a third
    rig.press(100, 80)
    rig.frame()
    let caught = rig.position
    rig.wait(0.3)
    rig.capture()  // the held cube
    #expect(rig.position == caught && caught > 0.2 && caught < 0.5)
    rig.drag(to: 130, 80, over: 0.05)
    rig.frame()
    rig.capture()  // the cube follows the drag back
    rig.release()
    rig.wait(0.06)
    rig.capture()  // the released cube turns back
    rig.settle()
    rig.capture()
    #expect(rig.browser.pageIndex == 0)
    try rig.check("effect-caught", columns: 5)
  }

  @Test func `a second command during a turn continues without a jump`() {
    let rig = rig(count: 5)
    rig.perform(.turn(1, animated: true))
    rig.wait(0.5)
    let before = rig.position
    rig.frame()
    let step = rig.position - before
    rig.perform(.turn(1, animated: true))
    rig.frame()
    let next = rig.position - before - step
    #expect(abs(next - step) < step * 0.2, "\(step), then \(next)")
    rig.settle()
    #expect(rig.browser.pageIndex == 2)
  }

  @Test func `past the album's ends the page gives way and returns`() throws {
    let rig = rig(count: 2, start: 1)
    let rest = rig.picture
    rig.press(200, 80)
    rig.drag(to: 60, 80, over: 0.2)
    rig.frame()
    rig.capture()  // the cube turned a little; its next side is empty
    #expect(rig.position > 1.05)
    rig.release()
    rig.settle()
    #expect(rig.picture.isSame(as: rest))
    rig.perform(.turn(1, animated: true))
    #expect(rig.listener.log.contains("end 1"))
    rig.wait(0.04)
    rig.capture()  // a turn by a key
    rig.settle()
    #expect(rig.picture.isSame(as: rest))
    try rig.check("effect-end", columns: 2)
  }

  @Test func `with reduced motion a drag slides and a command jumps`() {
    var options = Self.options()
    options.tuning.reducesMotion = true
    let rig = BrowserRig(.album(3), options: options)
    rig.perform(.turn(1, animated: rig.browser.animatesTurns))
    rig.frame()
    #expect(rig.position == 1)
    rig.press(200, 80)
    rig.drag(to: 100, 80, over: 0.1)
    rig.frame()
    #expect(!rig.browser.isTurning && rig.browser.shownFrame?.pages.count == 2)
  }

  @Test func `Without an effect pages slide`() {
    let rig = rig(nil)
    #expect(!rig.browser.animatesTurns)
    #expect(rig.browser.state.layout.spacing == 30)
    let cube = self.rig()
    #expect(cube.browser.state.layout.spacing == 0)
    cube.browser.options.pageEffect = nil
    #expect(cube.browser.state.layout.spacing == 30)
  }

  @Test(arguments: PageEffects.builtIn.map(\.name))
  func `closing in the middle of a turn ends the turn first`(_ name: String) {
    let rig = rig(name)
    rig.perform(.turn(1, animated: true))
    rig.wait(0.4)
    rig.frame()
    #expect(rig.browser.isTurning && rig.position > 0)
    rig.perform(.close)
    rig.frame()
    #expect(rig.browser.isTurning && rig.browser.state.pull == nil)
    rig.settle()
    #expect(rig.listener.log.last == "dismissed")
  }

  @Test func `a host can prevent the animation of closing in the middle of a turn`() {
    let rig = rig()
    rig.browser.hooks.willDismiss = { false }
    rig.perform(.turn(1, animated: true))
    rig.wait(0.4)
    rig.frame()
    #expect(rig.browser.isTurning)
    rig.perform(.close)
    #expect(rig.browser.state.isDismissed)
  }

  @Test func `a sharper picture that arrives during a turn is shown at once`() {
    let rig = rig("push")
    rig.press(200, 80)
    rig.drag(to: 80, 80, over: 0.1)
    rig.frame()
    let cell = rig.browser.cell(at: 1) as? PhotoCell
    cell?.content = .photo(Bitmap.computed(240, 160) { _, _ in 0xFF12_3456 })
    rig.frame()
    #expect(rig.pixel(230, 80) == 0xFF12_3456)
    #expect(rig.pixel(10, 20) != 0xFF12_3456)
  }

  @Test func `a turn of a zoomed page starts from its visible part`() throws {
    let rig = rig("page-curl")
    rig.perform(.zoomTo(2, at: Point(x: 0, y: 0), animated: false))
    rig.settle()
    rig.capture()  // the upper left quarter of the picture
    rig.perform(.turn(1, animated: true))
    rig.wait(0.5)
    rig.capture()  // the page peeled off the next page, which is whole
    rig.settle()
    try rig.check("effect-zoomed", columns: 2)
  }

  @Test func `a running turn cannot become a pull-down`() {
    let rig = rig()
    rig.perform(.turn(1, animated: true))
    rig.wait(0.5)
    rig.press(120, 40)
    rig.drag(to: 121, 120, over: 0.1)
    rig.frame()
    #expect(rig.browser.isTurning && rig.browser.shownFrame?.pullScale == 1)
    rig.release()
    rig.settle()
    #expect(!rig.browser.isTurning)
  }

  @Test func `inserting pages before does not disturb a turn`() {
    let rig = rig("reveal", start: 1)
    rig.press(120, 80)
    rig.drag(to: 200, 80, over: 0.1)
    rig.frame()
    let seen = rig.picture
    rig.source.pages.insert(contentsOf: [PhotoContent].album(2), at: 0)
    rig.source.renumber { $0 + 2 }
    rig.browser.insertItems(2, at: 0)
    rig.frame()
    #expect(rig.picture.isSame(as: seen))
  }
}
