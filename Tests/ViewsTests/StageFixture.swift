import Drawing
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Views

/// A stage that draws a frame only when a test requests one. The time begins at zero.
@MainActor final class StageFixture {
  private let rig: StageRig

  init(_ width: Int, _ height: Int, scale: Double = 1) {
    rig = StageRig(width, height, scale: scale, start: .zero)
  }

  var stage: Stage { rig.stage }
  var buffer: PixelBuffer { rig.buffer }
  var now: Timestamp { rig.now }
  var picture: Bitmap { rig.picture }
  /// The picture of a full redraw, made in separate memory.
  func redrawn() -> Bitmap { rig.redrawn }

  /// Advances the time by `seconds`, then updates the stage and draws the damage.
  ///
  /// - Returns: The rectangles that were drawn.
  @discardableResult
  func frame(after seconds: Double = 0) -> [Rect] {
    rig.pause(seconds)
    rig.draw()
    return rig.damage
  }

  /// Fills the buffer with 0x5A bytes, so that areas without a redraw can be recognised.
  func spoil() {
    buffer.bytes.initializeMemory(
      as: UInt8.self, repeating: 0x5A, count: buffer.stride * buffer.size.height)
  }

  // MARK: Input

  @discardableResult
  func pointer(_ kind: InputEvent.Pointer.Kind, _ x: Double, _ y: Double) -> Bool {
    rig.pointer(kind, x, y)
  }

  func click(_ x: Double, _ y: Double) {
    pointer(.moved, x, y)
    pointer(.pressed(.primary), x, y)
    pointer(.released(.primary), x, y)
  }

  @discardableResult
  func key(_ name: KeyEvent.Name, modifiers: Modifiers = []) -> Bool {
    stage.receive(.key(KeyEvent(name, modifiers: modifiers, time: now)))
  }
}

/// A view of one colour that records its events, draws, hovers and layouts.
@MainActor final class Block: View {
  var color: Color { didSet { setNeedsDisplay() } }
  var takes: (InputEvent) -> Bool = { _ in false }
  var steals: (InputEvent) -> Bool = { _ in false }
  private(set) var passing: [InputEvent] = []
  private(set) var events: [InputEvent] = []
  private(set) var drawn: [Rect] = []
  private(set) var hovers: [Bool] = []
  private(set) var layouts = 0
  var isMoving = false
  var deadline: Timestamp?

  init(_ frame: Rect, _ color: Color = .white) {
    self.color = color
    super.init(frame: frame)
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    drawn.append(damage)
    canvas.fill(bounds, color)
  }
  override func layout() { layouts += 1 }
  override var wantsFrame: Bool { isMoving }
  override var nextDeadline: Timestamp? { deadline }
  override func receive(_ event: InputEvent) -> Bool {
    events.append(event)
    return takes(event)
  }
  override func intercept(_ event: InputEvent) -> Bool {
    passing.append(event)
    return steals(event)
  }
  override func hoverChanged(_ isInside: Bool, at time: Timestamp) { hovers.append(isInside) }
}
