import Cropping
import Drawing
import Geometry
import Input
import Localization
import Pixels
import RealModule
import Views

/// The panel with the controls of a crop: the angle, the ratio of the sides, saving as a copy or in
/// place of the photo, and the buttons.
final class CropBar: View {
  /// Called with the ratio that the user has chosen.
  var onAspect: (CropFrame.Aspect) -> Void = { _ in }

  let slider = AngleSlider()
  let aspectRow: SettingRow
  let saveRow: SettingRow
  let losslessRow = SettingRow(tr("Lossless"), isOn: false)
  let cancelButton = PillButton(tr("Cancel"))
  let cropButton = PillButton(tr("Crop"))
  let sizeLabel: CropSizeLabel
  /// The view that contains everything except the buttons, and scrolls in a low window.
  private let area = ScrollArea()
  /// The ratios among which the user chooses in ``aspectRow``, in its order.
  private let aspects: [CropAspects.Choice]

  /// The measures of the panel, in points.
  private enum Style {
    static let width = 900.0
    static let padding = 10.0
    static let gap = 8.0
    static let sliderHeight = 46.0
    static let rowHeight = 44.0
    static let aspectWidth = 212.0
    static let saveWidth = 232.0
    static let losslessWidth = 180.0
    static let radius = 16.0
    static let shadowBlur = 22.0
    static let margin = 12.0
    static let labelHeight = 28.0
    /// The minimum width of the ruler, in points, when the label with the size of the result is
    /// beside it. In a narrower panel the label has a line of its own.
    static let minSliderWidth = 420.0
    /// The space around the controls inside the scrolled area, in points, for their focus rings.
    static let ringSpace = 4.0
    /// The height of the window, in points, below which paddings and margins are small.
    static let lowWindowHeight = 360.0
    static let lowPadding = 6.0
    static let lowMargin = 6.0
    /// The maximum share of the window's height that the panel covers, with its margin.
    static let maxShare = 0.5
    /// The minimum height of the scrolled area, in points.
    static let minAreaHeight = 24.0
    static let fade = 10.0
  }

  /// Makes the controls.
  ///
  /// - Parameters:
  ///   - canReplace: whether the user may save the result in place of the photo.
  ///   - isJPEG: whether the photo can be cropped without loss.
  ///   - aspects: the ratios that the user can choose.
  ///   - whole: the size of the whole photo in pixels.
  init(canReplace: Bool, isJPEG: Bool, aspects: [CropAspects.Choice], whole: PixelSize) {
    self.aspects = aspects
    sizeLabel = CropSizeLabel(whole: whole)
    aspectRow = SettingRow(tr("Ratio"), choices: aspects.map(\.name), index: 0)
    saveRow = SettingRow(
      tr("Save"), choices: canReplace ? [tr("As a Copy"), tr("Replace")] : [tr("As a Copy")],
      index: 0)
    super.init()
    mirroring = .byLanguage
    losslessRow.isHidden = !isJPEG
    cancelButton.isSecondary = true
    aspectRow.onChange = { [weak self] in self?.chooseAspect($0) }
    area.fadeHeight = Style.fade
    for view in [area, cancelButton, cropButton] as [View] { add(view) }
    for view in [slider, aspectRow, saveRow, losslessRow, sizeLabel] as [View] {
      area.content.add(view)
    }
  }

  /// Scrolls until a control of the panel is visible.
  func reveal(_ control: View) {
    if control.parent === area.content { area.reveal(control) }
  }

  /// Chooses the next (1) or the previous (−1) ratio.
  func stepAspect(_ step: Int) {
    chooseAspect((aspectRow.choiceIndex + step + aspects.count) % max(1, aspects.count))
  }

  /// Chooses the ratio with exchanged width and height.
  ///
  /// - Returns: false, without a change, when there is none.
  func exchangeSides() -> Bool {
    guard let index = CropAspects.indexOfExchanged(aspectRow.choiceIndex, in: aspects) else {
      return false
    }
    chooseAspect(index)
    return true
  }

  private func chooseAspect(_ index: Int) {
    guard aspects.indices.contains(index) else { return }
    aspectRow.show(index)
    onAspect(aspects[index].aspect)
  }

  /// The focusable controls that are shown, in the order of the Tab key.
  var focusableControls: [View] {
    ([slider, aspectRow, saveRow, losslessRow, cancelButton, cropButton] as [View])
      .filter { $0.isFocusable && !$0.isHidden }
  }

  /// Gives the panel its place at the bottom of a window, and the controls their places in the
  /// panel. In a low window, where the panel would cover more than half of the height, everything
  /// above the buttons scrolls.
  ///
  /// - Parameters:
  ///   - window: the size of the window in device pixels.
  ///   - scale: device pixels per point.
  func fit(in window: Size, scale: Double) {
    let isLow = window.height < Style.lowWindowHeight * scale
    let margin = ((isLow ? Style.lowMargin : Style.margin) * scale).rounded()
    let padding = ((isLow ? Style.lowPadding : Style.padding) * scale).rounded()
    let width = max(1, min(Style.width * scale, window.width - 2 * margin)).rounded()
    let gap = (Style.gap * scale).rounded()
    let ring = (Style.ringSpace * scale).rounded()
    let inner = Rect(x: padding, y: ring, width: width - 2 * padding, height: 0)
    let content = layOutContent(in: inner, gap: gap, scale: scale)

    let sizes = [cancelButton.naturalSize, cropButton.naturalSize]
    let buttons = sizes[0].width + gap + sizes[1].width
    let limit = (window.height * Style.maxShare).rounded(.down) - margin - 2 * padding
    let room = content.end - ring
    // The buttons are beside the last row of controls if they fit there and the controls need not
    // scroll.
    let isBeside = content.lastRow.maxX + gap + buttons <= inner.maxX && room <= limit
    let line = isLow ? sizes.map(\.height).max() ?? 0 : (Style.rowHeight * scale).rounded()
    let footer = isBeside ? 0 : line.rounded(.up)
    let visible = max((Style.minAreaHeight * scale).rounded(), min(room, limit - footer))
    area.contentHeight = content.end + ring
    area.frame = Rect(x: 0, y: padding - ring, width: width, height: visible + 2 * ring)
    area.setNeedsLayout()
    slider.usesWheel = room <= visible

    let top = isBeside ? padding - ring + content.lastRow.minY : padding + visible
    let height = isBeside ? content.lastRow.height : footer
    var right = inner.maxX
    for (button, size) in zip([cropButton, cancelButton], sizes.reversed()) {
      button.frame =
        Rect(
          x: right - size.width, y: top + (height - size.height) / 2, width: size.width,
          height: size.height
        ).snapped
      right = button.frame.minX - gap
    }
    let total = visible + footer + 2 * padding
    frame = Rect(
      x: ((window.width - width) / 2).rounded(), y: (window.height - total - margin).rounded(),
      width: width, height: total)
  }

  /// Lays out everything except the buttons, from the top of `inner` down.
  ///
  /// - Returns: the part of the last row that the controls take, and the y coordinate of the bottom
  ///   edge of all, both in device pixels.
  private func layOutContent(
    in inner: Rect, gap: Double, scale: Double
  ) -> (lastRow: Rect, end: Double) {
    let label = sizeLabel.naturalWidth
    let isLabelBeside = inner.width - label - gap >= Style.minSliderWidth * scale
    let height = (Style.rowHeight * scale).rounded()
    slider.frame = Rect(
      x: inner.minX, y: inner.minY, width: inner.width - (isLabelBeside ? label + gap : 0),
      height: (Style.sliderHeight * scale).rounded())
    var y = slider.frame.maxY + gap
    var x = inner.minX
    let rows = [
      (aspectRow, Style.aspectWidth), (saveRow, Style.saveWidth),
      (losslessRow, Style.losslessWidth),
    ]
    for (row, points) in rows where !row.isHidden {
      let wanted = min(inner.width, max((points * scale).rounded(), row.naturalWidth))
      if x > inner.minX, x + wanted > inner.maxX {
        x = inner.minX
        y += height
      }
      row.frame = Rect(x: x, y: y, width: wanted, height: height)
      x += wanted + gap
    }
    let lastRow = Rect(x: inner.minX, y: y, width: x - gap - inner.minX, height: height)
    guard !isLabelBeside else {
      sizeLabel.frame = Rect(
        x: inner.maxX - label, y: inner.minY, width: label, height: slider.frame.height)
      return (lastRow, lastRow.maxY)
    }
    // The label with the size has a line of its own, and the buttons are on the line below it.
    sizeLabel.frame = Rect(
      x: inner.minX, y: lastRow.maxY, width: inner.width,
      height: (Style.labelHeight * scale).rounded())
    return (
      Rect(x: inner.minX, y: y, width: inner.width, height: height), sizeLabel.frame.maxY
    )
  }

  override var drawingBounds: Rect { bounds.inset(by: .all(-Style.shadowBlur * uiScale)) }

  /// Consumes all pointer, touch and scroll events on the panel, so that a press beside a control
  /// does not move the crop frame.
  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer, .touch, .scroll: true
    default: false
    }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.drawPanel(
      bounds, radius: Style.radius * uiScale, blur: Style.shadowBlur * uiScale, scale: uiScale)
  }
}

/// A ruler that shows and changes the angle of a picture, by dragging, the wheel or keys.
final class AngleSlider: View {
  /// The angle by which the picture is turned clockwise, in degrees, −45 to 45.
  var angle = 0.0 {
    didSet {
      guard angle != oldValue else { return }
      accessibilityLabel = tr("Straighten: {angle}", ["angle": Self.text(angle)])
      setNeedsDisplay()
    }
  }
  /// Called with the angle in degrees that the user chose. The ruler shows this angle only after
  /// the owner has stored it in ``angle``.
  var onChange: (_ degrees: Double) -> Void = { _ in }
  /// Whether the mouse wheel turns the picture; otherwise it scrolls the panel. Default: true.
  var usesWheel = true

  private var text: CachedText?
  private var label: CachedText?
  /// The x coordinate of the pointer in device pixels, and the angle in degrees, at the beginning
  /// of a drag; nil when the ruler is not dragged.
  private var dragStart: (x: Double, angle: Double)?

  /// The measures of the ruler in points, and its colours.
  private enum Style {
    static let fontSize = 13.0
    /// The minimum width of the name at the left of the ruler and of the angle at its right, in
    /// points.
    static let textWidth = 92.0
    static var tickColor: Color { Chrome.fill(0.30) }
    static var mainTickColor: Color { Chrome.fill(0.62) }
    /// The distance between the marks of two adjacent degrees, in points.
    static let degreeWidth = 8.0
    static let radius = 9.0
  }
  /// The angles in degrees by which an arrow key turns the picture, without and with Shift.
  static let (step, largeStep) = (0.1, 1.0)
  /// The angle in degrees by which one notch of the mouse wheel turns the picture.
  private static let degreesPerNotch = 0.2

  init() {
    super.init(frame: .zero)
    // In an interface that is written from right to left, the ruler is not mirrored, because its
    // direction is that in which the photo turns.
    mirroring = .never
    isFocusable = true
    accessibilityLabel = tr("Straighten: {angle}", ["angle": Self.text(0)])
  }

  /// The text of an angle in degrees, with its sign and one decimal place.
  static func text(_ angle: Double) -> String {
    let tenths = Int((abs(angle) * 10).rounded())
    let sign = tenths == 0 ? "" : angle < 0 ? "−" : "+"
    return "\(sign)\(decimal(tenths: tenths))°"
  }

  func requestAngle(_ angle: Double) {
    // Angles are rounded to tenths of a degree.
    let tenths = (angle * 10).rounded() / 10
    onChange(min(max(tenths, -CropFrame.maxAngle), CropFrame.maxAngle))
  }

  override func followsDrag(from point: Point, towards direction: Vector) -> Bool { true }

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer):
      switch pointer.kind {
      case .pressed(let button):
        guard button == .primary else { return true }
        stage?.setFocus(self)
        dragStart = (pointer.location.x, angle)
      case .moved: drag(to: pointer.location.x)
      case .released: release()
      case .entered, .exited: return false
      }
      return true
    case .touch(let touch):
      switch touch.phase {
      case .began: dragStart = (touch.location.x, angle)
      case .moved: drag(to: touch.location.x)
      case .ended, .cancelled: release()
      }
      return true
    case .key(let key):
      guard isFocused, key.isPress else { return false }
      let step = key.modifiers.contains(.shift) ? Self.largeStep : Self.step
      switch key.name {
      case .left: requestAngle(angle - step)
      case .right: requestAngle(angle + step)
      case .home, .character("0"): requestAngle(0)
      default: return false
      }
      return true
    case .scroll(let scroll):
      guard usesWheel else { return false }
      guard scroll.delta.dy != 0 else { return true }
      requestAngle(angle + (scroll.delta.dy > 0 ? Self.degreesPerNotch : -Self.degreesPerNotch))
      return true
    case .cancelled:
      release()
      return false
    default: return false
    }
  }

  private func drag(to x: Double) {
    guard let dragStart else { return }
    requestAngle(dragStart.angle - (x - dragStart.x) / (Style.degreeWidth * uiScale))
  }

  private func release() {
    guard dragStart != nil else { return }
    dragStart = nil
    requestAngle(angle)
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let scale = uiScale
    let style = TextStyle(size: Style.fontSize * scale)
    let label = CachedText.layout(
      &label, tr("Straighten"), style, maxWidth: bounds.width / 3, flow: .ellipsisAtEnd)
    let inset = (12 * scale).rounded()
    let textWidth = max(Style.textWidth * scale, label.size.width + inset)
    let isMirrored = LayoutDirection.isRightToLeft
    /// Draws a text before the ruler in the reading direction, or after the ruler if `atEnd` is
    /// true.
    func draw(_ text: TextLayout, atEnd: Bool) {
      let x = atEnd == isMirrored ? inset : bounds.width - inset - text.size.width
      canvas.draw(
        text, at: Point(x: x, y: ((bounds.height - text.size.height) / 2).rounded()), Chrome.text)
    }
    draw(label, atEnd: false)
    let value = CachedText.layout(
      &text, Self.text(angle), style, maxWidth: textWidth, flow: .line)
    draw(value, atEnd: true)
    let ruler = Rect(
      x: textWidth + inset, y: 0, width: max(1, bounds.width - 2 * (textWidth + inset)),
      height: bounds.height)
    let width = Chrome.lineWidth(at: scale)
    let middle = ruler.midX.rounded()
    canvas.saved {
      canvas.clip(to: ruler)
      for degree in -45...45 {
        let x = (middle + (Double(degree) - angle) * Style.degreeWidth * scale).rounded()
        guard x >= ruler.minX, x <= ruler.maxX else { continue }
        let isMain = degree % 5 == 0
        let height = ((isMain ? 16 : 8) * scale).rounded()
        canvas.fill(
          Rect(x: x, y: ((bounds.height - height) / 2).rounded(), width: width, height: height),
          degree == 0 ? Chrome.text : isMain ? Style.mainTickColor : Style.tickColor)
      }
    }
    let height = (26 * scale).rounded()
    canvas.fillRounded(
      Rect(
        x: middle - scale.rounded(), y: ((bounds.height - height) / 2).rounded(),
        width: (3 * scale).rounded(), height: height), radius: 1.5 * scale, Chrome.focus)
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: Style.radius * scale, width: Chrome.focusRingWidth * scale, Chrome.focus)
    }
  }
}
