import BrowserCore
import Drawing
import Geometry
import Localization
import PhotoBrowser
import Views

/// A badge in a corner of the page that shows the versions of a photo by name, the shown one
/// brighter, or the position of the shown picture in a file with several pictures. A click on it
/// shows the next version or picture. The badge fades with the controls of the window.
final class VersionBadge: View, BrowserOverlay {
  /// The texts of the badge and the index of the highlighted one. For a burst and for a file with
  /// several pictures there is one text, such as “2 of 5”.
  struct Content: Hashable {
    /// The kind of object to which a click on the badge goes on.
    enum SteppedObject: Hashable {
      case version
      /// The next picture in the same file.
      case leaf
    }

    var names: [String]
    var shownIndex: Int
    /// The progress of developing a RAW file, from 0 to 1; nil while none is developed.
    var progress: Double?
    var steppedObject = SteppedObject.version
    /// The names of the keys that do the same as a click on the badge, for its tooltip.
    var keys: [String] = []
  }

  /// Called when the badge is clicked.
  var onStep: () -> Void {
    get { pill.action }
    set { pill.action = newValue }
  }
  /// The texts and the progress that the badge shows; nil hides the badge.
  var content: Content? {
    didSet { if content != oldValue { contentDidChange(oldValue) } }
  }
  /// The opacity of the window's controls, with which the badge fades. While a RAW file is
  /// developed, the badge stays opaque.
  var controlsOpacity = 1.0 {
    didSet { if controlsOpacity != oldValue { updateOpacity() } }
  }

  private weak var browser: Browser?
  private let pill = VersionPill()

  /// The distance between the badge and the edges of the page, in points.
  private static let margin = 12.0

  /// Makes a badge without content, which is hidden.
  init() {
    super.init()
    isHidden = true
    add(pill)
  }

  func attached(to browser: Browser) { self.browser = browser }

  private func contentDidChange(_ old: Content?) {
    isHidden = content == nil
    guard let content else { return }
    pill.content = content
    updateOpacity()
    if old?.names != content.names || old?.shownIndex != content.shownIndex {
      browser?.layoutOverlays()
    }
  }

  private func updateOpacity() {
    pill.alpha = content?.progress == nil ? controlsOpacity : 1
    // An invisible badge lets presses through to the photo.
    isInteractive = pill.alpha > 0
  }

  func layout(in room: BrowserOverlays.Room) {
    frame = room.frame(
      of: pill.size(at: room.scale), in: .bottomLeft, margin: Self.margin * room.scale)
  }

  override func layout() { pill.frame = bounds }

  var occupiedFrame: Rect? { isHidden ? nil : frame }
}

/// The rounded button of a ``VersionBadge``, which draws its texts.
private final class VersionPill: Control {
  var content = VersionBadge.Content(names: [], shownIndex: 0) {
    didSet { if content != oldValue { contentDidChange() } }
  }

  /// The sizes and colours of the pill; lengths in points.
  private enum Style {
    static let height = 24.0
    static let padding = 10.0
    /// The distance between the names of two versions, in points.
    static let gap = 9.0
    static let fontSize = 11.5
    static var background: Color { Chrome.OverPhoto.veil(0.80) }
    /// The opacity of the names of the versions that are not shown.
    static let otherOpacity = 0.58
    /// The height of the progress bar of developing, in points.
    static let barHeight = 2.0
  }

  private var texts: [CachedText?] = []

  init() {
    super.init(label: tr("Next version"))
    showsTooltip = true
  }

  private func contentDidChange() {
    keys = content.keys
    if content.names.indices.contains(content.shownIndex) {
      let shown = content.names[content.shownIndex]
      accessibilityLabel =
        switch content.steppedObject {
        case .version: tr("Next version, {version} is shown", ["version": shown])
        // TRANSLATORS: {position} is “Page 2 of 5” or “Image 2 of 5”, of one file.
        case .leaf: tr("Next, {position} is shown", ["position": shown])
        }
    }
    let count = content.names.count
    if count != texts.count { texts = Array(repeating: nil, count: count) }
    setNeedsDisplay()
  }

  private func layoutTexts(_ scale: Double) -> [TextLayout] {
    let style = TextStyle(size: Style.fontSize * scale, weight: .semibold)
    return content.names.enumerated().map { index, name in
      CachedText.layout(&texts[index], name, style, maxWidth: nil, flow: .line)
    }
  }

  /// The size of the pill in device pixels, for its present texts.
  ///
  /// - Parameter scale: the UI scale, in device pixels per point.
  func size(at scale: Double) -> Size {
    let widths = layoutTexts(scale).map(\.size.width)
    let gaps = 2 * Style.padding + Double(max(0, widths.count - 1)) * Style.gap
    return Size(
      width: (widths.reduce(0, +) + gaps * scale).rounded(.up),
      height: (Style.height * scale).rounded())
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = bounds.height / 2
    canvas.fillRounded(bounds, radius: radius, Style.background)
    canvas.fillRounded(bounds, radius: radius, Chrome.OverPhoto.light(0.12).opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.OverPhoto.light(0.12)) }
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.OverPhoto.focus)
    }
    let layouts = layoutTexts(uiScale)
    var x = Style.padding * uiScale
    for (index, text) in layouts.enumerated() {
      let isShown = index == content.shownIndex
      canvas.draw(
        text, at: Point(x: x.rounded(), y: ((bounds.height - text.size.height) / 2).rounded()),
        isShown ? Chrome.OverPhoto.text : Chrome.OverPhoto.light(Style.otherOpacity))
      x += text.size.width + Style.gap * uiScale
    }
    guard let progress = content.progress else { return }
    let inset = Style.padding * uiScale
    let height = max(1, (Style.barHeight * uiScale).rounded())
    let width = ((bounds.width - 2 * inset) * min(1, max(0, progress))).rounded()
    canvas.fillRounded(
      Rect(x: inset, y: bounds.height - 2 * height, width: width, height: height),
      radius: height / 2, Chrome.OverPhoto.focus)
  }
}
