import Drawing
import Geometry
import Input
import Localization
import Views

/// A time line with a knob, which the user drags or clicks, or moves by the arrow keys while the
/// bar has the keyboard focus.
final class ScrubBar: View {
  /// The constants of appearance; lengths in points.
  private enum Style {
    static let trackHeight = 4.0
    static let knobRadius = 7.0
    /// The radius of the knob while it is dragged, in points.
    static let draggedKnobRadius = 9.0
    static var trackColor: Color { Chrome.fill(0.28) }
  }
  /// The time by which an arrow key moves the knob, in seconds.
  static let secondsPerArrowKey = 5.0

  /// The duration of the video, in seconds; nil when it is unknown, which disables the bar.
  var duration: Double? {
    didSet { if duration != oldValue { valueDidChange() } }
  }
  /// The playback position, which the knob shows, in seconds.
  var position = 0.0 {
    didSet { if x(of: position).rounded() != x(of: oldValue).rounded() { setNeedsDisplay() } }
  }
  /// A closure called when a drag of the knob begins (true) or ends (false).
  var onScrubbingChange: ((_ isScrubbing: Bool) -> Void)?
  /// A closure called with the time to which the user seeks, in seconds.
  var onSeek: ((_ seconds: Double) -> Void)?
  private var isDragged = false {
    didSet { if isDragged != oldValue { setNeedsDisplay() } }
  }

  init() {
    super.init()
    accessibilityLabel = tr("Time")
    valueDidChange()
  }

  private func valueDidChange() {
    isFocusable = duration != nil
    setNeedsDisplay()
  }

  /// The mapping between positions on the bar and times. The track has a margin for the knob at
  /// both ends.
  private var track: ScrubTrack {
    let margin = Style.draggedKnobRadius * uiScale
    return ScrubTrack(
      start: margin, length: max(0, bounds.width - 2 * margin), duration: duration ?? 0)
  }

  private func x(of seconds: Double) -> Double { track.x(of: seconds) }

  override func draw(in canvas: Canvas, damage: Rect) {
    let track = track
    let height = Style.trackHeight * uiScale
    let top = bounds.midY - height / 2
    func bar(_ length: Double) -> Rect {
      Rect(x: track.start, y: top, width: length, height: height)
    }
    canvas.fillRounded(bar(track.length), radius: height / 2, Style.trackColor)
    guard duration != nil else { return }
    let knob = Point(x: track.x(of: position).rounded(), y: bounds.midY)
    canvas.fillRounded(bar(knob.x - track.start), radius: height / 2, Chrome.text)
    var circle = Path()
    circle.add(
      circle: knob, radius: (isDragged ? Style.draggedKnobRadius : Style.knobRadius) * uiScale)
    canvas.fill(circle, Chrome.palette.ink)
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: Chrome.buttonRadius * uiScale, width: Chrome.focusRingWidth * uiScale,
        Chrome.focus)
    }
  }

  // MARK: Input

  /// True: a drag that begins on the bar moves the knob.
  override func followsDrag(from point: Point, towards direction: Vector) -> Bool { true }

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer):
      switch pointer.kind {
      case .pressed(.primary): beginSeek(at: pointer.location)
      case .moved where isDragged: seek(to: pointer.location)
      case .released(.primary) where isDragged: endSeek()
      case .moved, .entered, .exited: return false
      default: break
      }
      return true
    case .touch(let touch):
      switch touch.phase {
      case .began: beginSeek(at: touch.location)
      case .moved: if isDragged { seek(to: touch.location) }
      case .ended, .cancelled: endSeek()
      }
      return true
    case .key(let key): return receive(key)
    case .cancelled:
      endSeek()
      return false
    default: return false
    }
  }

  private func receive(_ key: KeyEvent) -> Bool {
    guard isFocused, key.isPress, key.modifiers.isEmpty, let duration else { return false }
    switch key.name {
    case .left: onSeek?(max(0, position - Self.secondsPerArrowKey))
    case .right: onSeek?(min(duration, position + Self.secondsPerArrowKey))
    case .home: onSeek?(0)
    case .end: onSeek?(duration)
    default: return false
    }
    return true
  }

  private func beginSeek(at point: Point) {
    guard duration != nil else { return }
    isDragged = true
    onScrubbingChange?(true)
    seek(to: point)
  }

  private func seek(to point: Point) { onSeek?(track.seconds(at: point.x)) }

  private func endSeek() {
    guard isDragged else { return }
    isDragged = false
    onScrubbingChange?(false)
  }
}
