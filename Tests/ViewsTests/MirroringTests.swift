import Drawing
import Geometry
import Input
import Pixels
import TestSupport
import Testing
import Views

/// The layout of languages that are written from right to left.
@MainActor @Suite struct MirroringTests {
  /// A view of one colour that records its events.
  private final class Patch: View {
    let color: Color
    var events: [InputEvent] = []

    init(_ frame: Rect, _ color: Color) {
      self.color = color
      super.init(frame: frame)
    }

    override func draw(in canvas: Canvas, damage: Rect) { canvas.fill(bounds, color) }

    override func receive(_ event: InputEvent) -> Bool {
      events.append(event)
      return true
    }
  }

  private let rig = StageRig(100, 40)
  private let bar = Patch(Rect(x: 0, y: 0, width: 100, height: 40), Color(white: 0))
  private let button = Patch(Rect(x: 10, y: 5, width: 20, height: 10), Color(white: 1))

  init() {
    bar.mirroring = .byLanguage
    bar.add(button)
    rig.stage.root.add(bar)
  }

  /// Runs `body` in a language that is written from right to left.
  private func fromRightToLeft(_ body: () -> Void) {
    LayoutDirection.isRightToLeft = true
    rig.stage.root.languageDidChange()
    body()
    LayoutDirection.isRightToLeft = false
  }

  private func isWhite(_ x: Int, _ y: Int) -> Bool { rig.pixel(x, y) & 0xFFFFFF == 0xFFFFFF }

  @Test func `a view at the left is drawn and hit at the right`() {
    fromRightToLeft {
      rig.frame()
      #expect(isWhite(75, 10) && isWhite(70, 5) && !isWhite(69, 10) && !isWhite(15, 10))
      #expect(button.inStage(button.bounds) == Rect(x: 70, y: 5, width: 20, height: 10))
      #expect(button.originInStage == Point(x: 70, y: 5))
      rig.press(88, 8)
      guard case .pointer(let event) = button.events.last else {
        Issue.record("the button gets no press")
        return
      }
      #expect(event.location == Point(x: 2, y: 3))
      rig.press(15, 8)
      #expect(button.events.count == 1 && bar.events.count == 1)
    }
  }

  @Test(arguments: [
    (Icon.check, true), (Icon.clock, true), (Icon.play, true), (Icon.back, false),
  ])
  func `ticks, clocks and players look alike in every language`(icon: Icon, isAlike: Bool) {
    func pixels(isMirrored: Bool) -> [UInt32] {
      let picture = Bitmap.drawn(24, 24) { canvas in
        if isMirrored { canvas.mirror(width: 24) }
        icon.draw(in: canvas, Rect(x: 0, y: 0, width: 24, height: 24), .white)
      }
      return (0..<24).flatMap { y in (0..<24).map { picture.pixel(x: $0, y: y) } }
    }
    #expect((pixels(isMirrored: true) == pixels(isMirrored: false)) == isAlike)
  }

  @Test func `other languages are not mirrored`() {
    rig.frame()
    #expect(isWhite(15, 10) && !isWhite(75, 10))
    #expect(button.originInStage == Point(x: 10, y: 5))
  }

  @Test func `a picture in a mirrored view is not mirrored in itself`() {
    let inner = Patch(Rect(x: 0, y: 0, width: 5, height: 10), Color(red: 1, green: 0, blue: 0))
    button.mirroring = .never
    button.add(inner)
    fromRightToLeft {
      rig.frame()
      #expect(rig.pixel(72, 8) & 0xFFFFFF == 0xFF0000)
      #expect(isWhite(80, 8))
      rig.press(72, 8)
      guard case .pointer(let event) = inner.events.last else {
        Issue.record("the inner view gets no press")
        return
      }
      #expect(event.location == Point(x: 2, y: 3))
    }
  }

  @Test func `a cached bitmap is the same as the drawing`() {
    fromRightToLeft {
      rig.frame()
      let direct = (0..<100).map { rig.pixel($0, 10) }
      bar.isRasterized = true
      bar.setNeedsDisplay()
      rig.frame()
      #expect((0..<100).map { rig.pixel($0, 10) } == direct)
    }
  }

  @Test func `a part that is drawn again is where it was`() {
    fromRightToLeft {
      rig.frame()
      let whole = (0..<100).map { rig.pixel($0, 10) }
      button.setNeedsDisplay()
      rig.frame()
      #expect(rig.damage == [Rect(x: 70, y: 5, width: 20, height: 10)])
      #expect((0..<100).map { rig.pixel($0, 10) } == whole)
    }
  }

  @Test func `an arrow key keeps the direction in which it is seen`() {
    button.isFocusable = true
    rig.stage.setFocus(button)
    fromRightToLeft {
      rig.stage.receive(.key(KeyEvent(.left, time: rig.now)))
      guard case .key(let key) = button.events.last else {
        Issue.record("the button gets no key")
        return
      }
      #expect(key.name == .right)
    }
  }

  @Test func `texts of a view follow a change of the language`() {
    bar.accessibilityLabel = "Close"
    rig.stage.root.languageDidChange()
    #expect(bar.accessibilityLabel == "Close")
  }
}
