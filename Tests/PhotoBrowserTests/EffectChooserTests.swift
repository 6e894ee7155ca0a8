import Drawing
import PhotoBrowser
import TestSupport
import Testing

/// Tests of the sheet with the page effects. Only the previews are compared exactly, because fonts
/// differ between machines.
@MainActor @Suite struct EffectChooserTests {
  @MainActor private final class Desk {
    let rig: BrowserRig
    let chooser: EffectChooser
    var isClosed = false

    init(_ options: BrowserOptions = BrowserOptions(), width: Int = 640, height: Int = 400) {
      rig = BrowserRig(.album(3, width, height), width: width, height: height, options: options)
      chooser = rig.browser.makeEffectChooser()
      chooser.closingKeys = [.character("t")]
      chooser.onClose = { [weak self] in self?.isClosed = true }
      chooser.open(on: rig.stage)
    }

    func key(_ name: KeyEvent.Name, _ modifiers: Modifiers = []) {
      let event = KeyEvent(name, modifiers: modifiers, time: rig.now)
      #expect(rig.stage.receive(.key(event)), "\(name) went past the sheet")
    }

    /// The accessibility label of the view with the keyboard focus.
    var focus: String { rig.stage.focus?.accessibilityLabel ?? "" }
    var effect: String? { rig.browser.options.pageEffect.flatMap(PageEffects.name(of:)) }
    var sheet: View? { chooser.children.first }

    /// The preview with a label.
    func tile(_ label: String) -> View? {
      sheet?.children.first { $0.accessibilityLabel == label }
    }
  }

  private static func options(_ name: String?) -> BrowserOptions {
    var options = BrowserOptions()
    options.pageEffect = pageEffect(named: name)
    return options
  }

  @Test func `the sheet slides up in 0.25 seconds and away in 0.5 seconds`() {
    let desk = Desk()
    let height = desk.rig.stage.size.height
    desk.rig.frame()
    #expect((desk.sheet?.frame.minY ?? 0) > height - 40)
    desk.rig.wait(0.12)
    let middle = desk.sheet?.frame.minY ?? 0
    desk.rig.wait(0.2)
    let up = desk.sheet?.frame ?? .zero
    #expect(middle > up.minY && middle < height)
    #expect(up.maxY == height)
    desk.key(.escape)
    desk.rig.wait(0.45)
    #expect(!desk.isClosed && desk.chooser.isLeaving)
    desk.rig.wait(0.12)
    #expect(desk.isClosed && desk.chooser.parent == nil)
    #expect(desk.effect == nil)
  }

  @Test(arguments: [200, 320, 640])
  func `names are broken only between words at any width`(width: Int) {
    func length(of word: String, _ weight: TextStyle.Weight = .regular) -> Double {
      TextLayout(word, style: TextStyle(size: 13.5, weight: weight), flow: .line).size.width
    }
    for height in [220, 500] {
      let desk = Desk(Self.options("page-un-curl"), width: width, height: height)
      desk.rig.wait(0.4)
      let sheet = desk.sheet?.frame ?? .zero
      // The name of the current effect has a tick of 21 points before it.
      for (label, least) in [
        ("Reveal", length(of: "Reveal")), ("Move In", length(of: "Move")),
        ("Page Uncurl, in use", length(of: "Uncurl", .semibold) + 21),
      ] {
        let tile = desk.tile(label)?.frame ?? .zero
        #expect(tile.width >= least, "\(label), \(width) × \(height)")
        #expect(tile.maxX <= sheet.width)
      }
    }
  }

  @Test func `the page can be turned while the sheet slides out`() {
    let desk = Desk()
    desk.rig.wait(0.4)
    desk.rig.click(5, 5)
    #expect(desk.chooser.isLeaving)
    desk.rig.press(500, 200)
    desk.rig.drag(to: 300, 200, over: 0.1)
    desk.rig.frame()
    #expect(desk.rig.position > 0)
  }

  @Test func `a sheet that is reopened while it slides out returns from its position`() {
    let desk = Desk()
    desk.rig.wait(0.4)
    let up = desk.sheet?.frame.minY ?? 0
    desk.key(.escape)
    desk.rig.wait(0.15)
    let leaving = desk.sheet?.frame.minY ?? 0
    #expect(leaving > up)
    desk.chooser.open(on: desk.rig.stage)
    desk.rig.frame()
    #expect(abs((desk.sheet?.frame.minY ?? 0) - leaving) < 30)
    desk.rig.wait(0.6)
    #expect(desk.sheet?.frame.minY == up && !desk.isClosed)
  }

  @Test func `the effect in use has the focus, and arrow keys move through the grid`() {
    let desk = Desk(Self.options("cube"))
    #expect(desk.focus == "Cube, in use")
    desk.key(.left)
    #expect(desk.focus == "Reveal")
    desk.key(.up)
    #expect(desk.focus == "None")
    desk.key(.down)
    #expect(desk.focus == "Reveal")
    desk.key(.down)
    #expect(desk.focus == "Page Uncurl")
    desk.key(.down)
    desk.key(.right)
    #expect(desk.focus == "Page Uncurl")
    desk.key(.home)
    #expect(desk.focus == "None")
    desk.key(.tab, .shift)
    #expect(desk.focus == "Page Uncurl")
    desk.key(.tab)
    desk.key(.tab)
    #expect(desk.focus == "Fade")
  }

  @Test func `Enter applies the effect at once and closes the sheet`() {
    let desk = Desk()
    desk.rig.wait(0.4)
    #expect(desk.focus == "None, in use")
    desk.key(.down)
    desk.key(.right)
    desk.key(.enter)
    #expect(desk.effect == "cube" && desk.chooser.isLeaving)
    #expect(desk.rig.browser.animatesTurns)
    desk.chooser.open(on: desk.rig.stage)
    #expect(desk.focus == "Cube, in use")
    desk.key(.home)
    desk.key(.character(" "))
    #expect(desk.effect == nil && !desk.rig.browser.animatesTurns)
  }

  @Test func `other keys do nothing to the page behind the sheet`() {
    let desk = Desk()
    for name in [KeyEvent.Name.character("n"), .pageDown, .character("q"), .delete, .function(11)] {
      desk.key(name)
    }
    #expect(!desk.chooser.isLeaving)
    desk.key(.character("t"))
    #expect(desk.chooser.isLeaving)
  }

  @Test func `a click on a tile chooses its effect`() {
    let desk = Desk()
    desk.rig.wait(0.4)
    let point = desk.tile("Flip").map { $0.originInStage + Vector(dx: 20, dy: 20) } ?? .zero
    desk.rig.click(point.x, point.y)
    #expect(desk.effect == "flip" && desk.chooser.isLeaving)
  }

  @Test func `a tap chooses an effect, and a tap beside the sheet closes the sheet`() {
    let desk = Desk()
    desk.rig.wait(0.4)
    func tap(_ point: Point) {
      for phase in [InputEvent.Touch.Phase.began, .ended] {
        desk.rig.stage.receive(
          .touch(InputEvent.Touch(id: 1, phase, at: point, time: desk.rig.now)))
      }
    }
    tap(desk.tile("Push").map { $0.originInStage + Vector(dx: 20, dy: 20) } ?? .zero)
    #expect(desk.effect == "push")
    desk.rig.wait(1)
    desk.chooser.open(on: desk.rig.stage)
    desk.rig.wait(0.5)
    tap(Point(x: 3, y: 3))
    #expect(desk.chooser.isLeaving && desk.effect == "push")
  }

  @Test(arguments: [1.0, 2]) func `every tile lies on the sheet in any window`(
    _ scale: Double
  ) {
    for (width, height) in [(1600, 1000), (640, 400), (300, 500), (900, 300), (120, 90)] {
      let rig = BrowserRig(.album(2, width, height), width: width, height: height, scale: scale)
      let chooser = rig.browser.makeEffectChooser()
      chooser.open(on: rig.stage)
      rig.wait(0.5)
      guard let sheet = chooser.children.first else { return }
      for tile in sheet.children {
        #expect(!tile.frame.isEmpty)
        #expect(tile.frame.maxY <= sheet.bounds.maxY && tile.frame.minX >= 0, "\(width)×\(height)")
        for other in sheet.children where other !== tile {
          #expect(other.frame.intersection(tile.frame) == nil, "\(width)×\(height)")
        }
      }
    }
  }

  @Test func `in a small window the previews have the largest possible size`() {
    for (width, height, least) in [(400, 300, 60.0), (300, 500, 44), (360, 640, 60)] {
      let desk = Desk(width: width, height: height)
      desk.rig.wait(0.5)
      let preview = desk.tile("Cube")?.children.first?.frame ?? .zero
      #expect(preview.width >= least, "\(width)×\(height): \(preview)")
    }
  }

  @Test func `the previews match the recorded frames of the effects`() throws {
    let desk = Desk()
    desk.rig.wait(0.4)
    for seconds in [0.0, 1.2, 0.25, 0.25, 0.5, 1.3] {
      desk.rig.wait(seconds)
      let picture = desk.rig.picture
      for label in ["Fade", "Cube", "Page Curl"] {
        guard let tile = desk.tile(label), let preview = tile.children.first else { return }
        desk.rig.keep(picture, Rect(origin: preview.originInStage, size: preview.bounds.size))
      }
    }
    try desk.rig.check("effect-chooser", columns: 3)
  }

  @Test func `with reduced motion the sheet appears at once and nothing moves`() {
    var options = BrowserOptions()
    options.tuning.reducesMotion = true
    let desk = Desk(options)
    desk.rig.wait(0.05)
    #expect(desk.sheet?.frame.maxY == desk.rig.stage.size.height)
    desk.rig.settle(within: 0.5)
    desk.key(.escape)
    desk.rig.wait(0.05)
    #expect(desk.isClosed)
  }

  @Test func `frames while the sheet slides equal full redraws`() {
    let desk = Desk(Self.options("flip"))
    var count = 0
    desk.rig.afterFrame = {
      count += 1
      if count.isMultiple(of: 9) { desk.rig.capture() }
    }
    desk.rig.wait(1)
    desk.key(.escape)
    desk.rig.wait(1)
    #expect(desk.isClosed && count > 60)
  }
}
