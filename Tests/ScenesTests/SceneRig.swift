import Drawing
import Geometry
import Input
import Motion
import Scenes
import TestSupport
import Testing
import Views

/// Scenes on a stage without a window.
@MainActor final class SceneRig: StageRig {
  func show(_ view: View) {
    view.fillsParent = true
    stage.root.add(view)
    frame()
  }

  /// Draws the next frame and keeps it.
  override func capture(slack: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) {
    frame()
    super.capture(slack: slack, sourceLocation: sourceLocation)
  }

  /// Scrolls with two fingers on a touchpad.
  func scroll(_ dx: Double, _ dy: Double, isEnd: Bool = false) {
    scroll(.touchpad, Vector(dx: dx, dy: dy), at: Point(x: 120, y: 80), isEnd: isEnd)
  }

  func cancel() { stage.receive(.cancelled(now)) }
}

/// A scene of one colour, with a block that is moving and one that can be clicked.
@MainActor final class TestScene: Scene {
  let board: Board
  let title: String
  private(set) var calls: [String] = []
  var onCall: (String) -> Void = { _ in }
  var leaves = false
  private(set) var leaveRequests = 0
  var allowsEdgeSwipe = true

  init(_ title: String, _ color: Color) {
    self.title = title
    board = Board(color)
  }

  var view: View { board }

  func leave(at time: Timestamp) -> Bool {
    leaveRequests += 1
    return leaves
  }
  func willAppear() { note("will appear") }
  func didAppear() { note("did appear") }
  func willDisappear() { note("will disappear") }
  func didDisappear() { note("did disappear") }

  private func note(_ call: String) {
    calls.append(call)
    onCall(call)
  }

  /// The lifecycle calls since the last call of this function.
  func newCalls() -> [String] {
    defer { calls = [] }
    return calls
  }
}

/// An opaque view with a pattern that shows its position and size.
@MainActor final class Board: View {
  var color: Color { didSet { setNeedsDisplay() } }
  private(set) var events: [InputEvent] = []
  private(set) var sizes: [Size] = []
  var keys: [KeyEvent.Name] = []

  init(_ color: Color) {
    self.color = color
    super.init()
    isOpaque = true
  }

  override func layout() { sizes.append(bounds.size) }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.fill(bounds, color)
    canvas.fill(bounds.inset(by: .all(6)), color.over(.white, 0.8))
    canvas.fill(Rect(x: 0, y: bounds.midY - 8, width: bounds.width, height: 16), color)
    canvas.fill(Rect(x: bounds.midX - 8, y: 0, width: 16, height: bounds.height), color)
    canvas.fill(Rect(x: 16, y: 16, width: 24, height: 24), .white)
  }

  override func receive(_ event: InputEvent) -> Bool {
    events.append(event)
    if case .key(let key) = event { return keys.contains(key.name) }
    if case .cancelled = event { return false }
    return true
  }
}

extension TestScene {
  static func first() -> TestScene { TestScene("First", Color(red: 0.4, green: 0.8, blue: 1)) }
  static func second() -> TestScene { TestScene("Second", Color(red: 1, green: 0.4, blue: 0.8)) }
  static func third() -> TestScene { TestScene("Third", Color(red: 1, green: 0.8, blue: 0.4)) }
}
