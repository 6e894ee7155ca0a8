import Drawing
import Geometry
import Input
import Localization
import Views

/// The control bar of a video: buttons for playback, sound and looping, the times, and a scrub bar.
final class ClipBar: View {
  /// The constants of appearance; lengths in points.
  private enum Style {
    static let barHeight = 44.0
    static let maxBarWidth = 720.0
    /// The distance to the sides of the page, in points.
    static let sideMargin = 16.0
    /// The distance to the bottom of the page, in points, which leaves room for a dot indicator.
    static let bottomMargin = 52.0
    static let barPadding = 4.0
    static let cornerRadius = 12.0
    static let fontSize = 13.0
    /// The minimum width of a bar that shows the times, in points.
    static let minWidthWithTimes = 300.0
    static var barColor: Color { Chrome.palette.card.opacity(0.82 / 0.92) }
  }

  let playButton = ClipButton(.play, label: tr("Play"))
  let scrubBar = ScrubBar()
  let muteButton = ClipButton(.sound, label: tr("Mute"))
  let loopButton = ClipButton(.loop, label: tr("Loop"))

  /// The playback position, in seconds.
  var position = 0.0 {
    didSet {
      scrubBar.position = position
      if ClipTimeFormat.label(position) != ClipTimeFormat.label(oldValue) { setNeedsDisplay() }
    }
  }
  var duration: Double? {
    didSet {
      scrubBar.duration = duration
      if duration != oldValue { setNeedsLayout() }
    }
  }
  var isPlaying = false {
    didSet {
      playButton.icon = isPlaying ? .pause : .play
      playButton.accessibilityLabel = isPlaying ? tr("Pause") : tr("Play")
    }
  }
  var isMuted = false {
    didSet {
      muteButton.icon = isMuted ? .silence : .sound
      muteButton.accessibilityLabel = isMuted ? tr("Unmute") : tr("Mute")
    }
  }
  var hasSound = false {
    didSet { muteButton.isHidden = !hasSound; setNeedsLayout() }
  }
  var loops = false {
    didSet { loopButton.isOn = loops }
  }

  private var positionText: CachedText?
  private var durationText: CachedText?
  private var positionCorner = Point.zero
  private var durationCorner = Point.zero
  private var showsTimes = true

  init() {
    super.init()
    for view in [playButton, scrubBar, muteButton, loopButton] { add(view) }
    hasSound = false
    loops = false
  }

  /// The frame of the bar on a page with the rectangle `page`, in device pixels; `scale` is the UI
  /// scale.
  static func frame(in page: Rect, scale: Double) -> Rect {
    let width = min(Style.maxBarWidth * scale, page.width - 2 * Style.sideMargin * scale)
    let height = Style.barHeight * scale
    return Rect(
      x: page.midX - width / 2, y: page.maxY - Style.bottomMargin * scale - height,
      width: max(0, width), height: height
    ).snapped
  }

  // Presses beside the buttons are consumed, so that they do not reach the page below.
  override func receive(_ event: InputEvent) -> Bool { event.isPressOrTouch }

  override func layout() {
    let padding = Style.barPadding * uiScale
    let side = bounds.height - 2 * padding
    func button(_ x: Double) -> Rect { Rect(x: x, y: padding, width: side, height: side) }
    playButton.frame = button(padding)
    var end = bounds.width - padding - side
    loopButton.frame = button(end)
    if hasSound {
      end -= side
      muteButton.frame = button(end)
    }
    var start = padding + side
    showsTimes = bounds.width >= Style.minWidthWithTimes * uiScale
    if showsTimes {
      let width = timeWidth + 2 * padding
      positionCorner = Point(x: start + width, y: 0)
      start += width
      durationCorner = Point(x: end - width + padding, y: 0)
      end -= width
    }
    scrubBar.frame = Rect(x: start, y: padding, width: max(0, end - start), height: side)
    setNeedsDisplay()
  }

  /// The maximum width of a time in the bar, in device pixels. It is reserved for every time, so
  /// that changing digits do not move the scrub bar.
  private var timeWidth: Double {
    var cache: CachedText?
    let longest = ClipTimeFormat.label(duration ?? 0).map { $0.isNumber ? "0" : $0 }
    return layoutText(&cache, String(longest)).size.width
  }

  private func layoutText(_ cache: inout CachedText?, _ text: String) -> TextLayout {
    CachedText.layout(
      &cache, text, TextStyle(size: Style.fontSize * uiScale), maxWidth: nil, flow: .line)
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Style.cornerRadius * uiScale
    canvas.fillRounded(bounds, radius: radius, Style.barColor)
    canvas.strokeRounded(
      bounds, radius: radius, width: Chrome.lineWidth(at: uiScale), Chrome.panelEdge)
    guard showsTimes else { return }
    let now = layoutText(&positionText, ClipTimeFormat.label(position))
    let all = layoutText(&durationText, ClipTimeFormat.label(duration ?? -1))
    func middle(_ text: TextLayout) -> Double { ((bounds.height - text.size.height) / 2).rounded() }
    canvas.draw(
      now, at: Point(x: (positionCorner.x - now.size.width).rounded(), y: middle(now)),
      Chrome.text)
    canvas.draw(all, at: Point(x: durationCorner.x.rounded(), y: middle(all)), Chrome.secondaryText)
  }
}
