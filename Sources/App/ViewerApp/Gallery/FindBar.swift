import Drawing
import Geometry
import Input
import PhotoGrid
import Views

/// A card over the grid with a text field for a filter, the number of photos that pass it or the
/// error in its text, and a button that closes the card.
final class FindBar: View {
  /// Called with the filter after every change of the text; nil for an empty text.
  var onFilter: (PhotoFilter?) -> Void = { _ in }
  /// Called when the user closes the card.
  var onClose: () -> Void = {}
  /// The numbers of photos, shown unless the text has an error.
  var counts = Counts() {
    didSet { if counts != oldValue { setNeedsDisplay() } }
  }

  /// Numbers of photos in a filtered grid.
  struct Counts: Equatable {
    /// The photos that pass the filter.
    var shown = 0
    /// All photos of the grid.
    var all = 0
    /// The photos whose facts are not yet read.
    var unread = 0
  }

  let field = TextField(label: "Find Photos")
  let closeButton = IconButton(.close, label: "Close")
  private var failure: String?
  private var cached: CachedText?

  /// Lengths in points.
  private enum Look {
    static let maxWidth = 440.0
    static let margin = 12.0
    static let padding = 10.0
    static let gap = 6.0
    static let textSize = 12.0
    static let lineHeight = 22.0
    static let radius = 12.0
    static let blur = 16.0
    static let drop = 4.0
  }

  init() {
    super.init(frame: .zero)
    field.placeholder = "Name, or rating>=3 camera:nikon taken:2024-05"
    field.onChange = { [weak self] in self?.textDidChange() }
    field.onCommit = { [weak self] in self?.leave() }
    closeButton.action = { [weak self] in self?.onClose() }
    add(field)
    add(closeButton)
    isHidden = true
  }

  /// The frame below a bar of a window, in pixels.
  static func frame(below barHeight: Double, in bounds: Rect, scale: Double) -> Rect {
    let margin = (Look.margin * scale).rounded()
    let width = min(Look.maxWidth * scale, bounds.width - 2 * margin).rounded()
    let height =
      TextField.height(at: scale) + ((2 * Look.padding + Look.lineHeight) * scale).rounded()
    return Rect(
      x: bounds.width - margin - width, y: barHeight + margin, width: max(0, width), height: height)
  }

  /// Shows the card with a text, and moves the keyboard focus to the field.
  func open(_ text: String) {
    if field.text != text {
      field.text = text
      failure = nil
    }
    isHidden = false
    field.select(0..<field.text.count)
    stage?.setFocus(field)
    setNeedsDisplay()
  }

  /// Gives the keyboard focus back to the grid; the filter stays.
  private func leave() {
    stage?.setFocus(nil)
    if field.text.isEmpty { onClose() }
  }

  private func textDidChange() {
    do throws(PhotoFilter.Failure) {
      let filter = try PhotoFilter.parse(field.text)
      failure = nil
      onFilter(filter)
    } catch {
      // The grid keeps the last filter while a term is being typed.
      failure = error.message
    }
    setNeedsDisplay()
  }

  // MARK: As a view

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key) where key.isPress && key.name == .escape:
      if !key.isRepeat { onClose() }
      return true
    case .key(let key) where key.isPress && key.name == .down:
      leave()
      return true
    case .key: return false
    // Nothing below the card is pressed or scrolled.
    case .pointer(let pointer):
      switch pointer.kind {
      case .pressed, .released: return true
      case .moved, .entered, .left: return false
      }
    case .touch, .scroll: return true
    default: return false
    }
  }

  override func layout() {
    let padding = (Look.padding * uiScale).rounded()
    let height = TextField.height(at: uiScale)
    let button = closeButton.naturalSize
    closeButton.frame = Rect(
      x: bounds.width - padding - button.width,
      y: padding + ((height - button.height) / 2).rounded(),
      width: button.width, height: button.height)
    field.frame = Rect(
      x: padding, y: padding,
      width: max(0, closeButton.frame.minX - padding - (Look.gap * uiScale).rounded()),
      height: height)
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.drawPanel(
      bounds, radius: Look.radius * uiScale, blur: Look.blur * uiScale, drop: Look.drop * uiScale,
      scale: uiScale)
    let line = CachedText.layout(
      &cached, message, TextStyle(size: Look.textSize * uiScale),
      maxWidth: max(1, bounds.width - 2 * field.frame.minX), flow: .ellipsisAtEnd)
    let room = Rect(
      x: field.frame.minX, y: field.frame.maxY, width: bounds.width,
      height: bounds.height - field.frame.maxY)
    canvas.draw(
      line, at: Point(x: room.minX, y: (room.midY - line.size.height / 2).rounded()),
      failure == nil ? Chrome.secondaryText : NoticeStrip.signColor)
  }

  /// The line below the field.
  private var message: String {
    if let failure { return failure }
    let all = GalleryText.count(counts.all)
    let shown = "\(GalleryText.count(counts.shown)) of \(all) pictures"
    return counts.unread == 0
      ? shown : "\(shown) · reading \(GalleryText.count(counts.unread)) more"
  }
}
