import Drawing
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Views

/// A stage with the buffer it draws into, and a hand.
@MainActor final class StageFixture {
  let stage: Stage
  let buffer: PixelBuffer
  private let memory: UnsafeMutableRawPointer
  private(set) var now = Timestamp.zero

  init(_ width: Int, _ height: Int, scale: Double = 1) {
    let size = PixelSize(width: width, height: height)
    stage = Stage(size: size.size, scale: scale)
    memory = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: width * height * 4)
    buffer = PixelBuffer(size: size, stride: width * 4, bytes: memory)
  }

  isolated deinit { memory.deallocate() }

  /// Lets `seconds` pass, then updates and draws the damage; returns what was drawn.
  @discardableResult
  func frame(after seconds: Double = 0) -> [Rect] {
    now = now + seconds
    stage.update(at: FrameTime(presentation: now))
    let damage = stage.damage
    if !damage.isEmpty { stage.draw(into: buffer, repaint: damage) }
    return damage
  }

  var picture: Bitmap { Bitmap(copying: buffer) }

  /// What a full redraw gives, into other memory.
  func redrawn() -> Bitmap {
    let size = buffer.size
    return Bitmap(size: size, isOpaque: false) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
      stage.draw(
        into: PixelBuffer(size: size, stride: stride, bytes: bytes), repaint: [stage.bounds])
    }
  }

  /// Says that the whole buffer holds what nobody drew.
  func spoil() {
    memory.initializeMemory(
      as: UInt8.self, repeating: 0x5A, count: buffer.stride * buffer.size.height)
  }

  // MARK: A hand

  @discardableResult
  func pointer(_ kind: PointerEvent.Kind, _ x: Double, _ y: Double) -> Bool {
    stage.receive(.pointer(PointerEvent(kind, at: Point(x: x, y: y), time: now)))
  }

  func click(_ x: Double, _ y: Double) {
    pointer(.moved, x, y)
    pointer(.pressed(.primary), x, y)
    pointer(.released(.primary), x, y)
  }

  @discardableResult
  func key(_ name: KeyName, modifiers: Modifiers = []) -> Bool {
    stage.receive(.key(KeyEvent(name, modifiers: modifiers, time: now)))
  }
}

/// A view of one colour that remembers what happened to it.
@MainActor final class Block: View {
  var color: Color { didSet { setNeedsDisplay() } }
  var takes: (InputEvent) -> Bool = { _ in false }
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
  override func hoverChanged(_ isInside: Bool, at time: Timestamp) { hovers.append(isInside) }
}
