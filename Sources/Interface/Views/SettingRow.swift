package import Drawing
package import Geometry
package import Input
import Localization

/// A row of a form with the title of a setting and its present value, which clicks and the left and
/// right arrow keys change.
package final class SettingRow: Control {
  package let title: String
  /// The translated names of the possible values; empty for a row that leads to another sheet.
  package let choices: [String]
  /// The index in ``choices`` of the present value.
  package private(set) var choiceIndex: Int
  /// Called with the index of the new value after the user has changed it. Default: does nothing.
  package var onChange: (_ index: Int) -> Void = { _ in }
  /// Whether the row shows a switch; ``choices`` are then “Off” and “On”.
  package let isSwitch: Bool
  /// Called when the row gets the keyboard focus. Default: does nothing.
  package var onFocus: () -> Void = {}
  /// Whether the row has no value and leads to another sheet.
  let isLink: Bool

  private var titleText: CachedText?
  private var valueText: CachedText?

  /// The measures and colours of the row. Lengths are in points unless stated otherwise.
  private enum SettingRowStyle {
    static let fontSize = 14.0
    static let padding = 12.0
    static let radius = 9.0
    static let gap = 12.0
    static let chevronSide = 16.0
    /// The maximum width of the value as a fraction of the row's width.
    static let maxValueWidthFraction = 0.5
    static let minValueWidth = 150.0
    static let trackSize = Size(width: 40, height: 22)
    static let knobSide = 16.0
    static var offTrackColor: Color { Chrome.fill(0.22) }
    static var knobColor: Color { Color(white: 1, alpha: 0.96) }
  }

  /// Makes a row for one of several values; `index` is the present one, clamped to `choices`.
  package init(_ title: String, choices: [String], index: Int) {
    self.title = title
    self.choices = choices
    self.choiceIndex = min(max(0, index), max(0, choices.count - 1))
    (isSwitch, isLink) = (false, false)
    super.init(label: title)
    updateLabelAndAction()
  }

  /// Makes a row without a value, which leads to another sheet.
  package init(link title: String) {
    self.title = title
    (choices, choiceIndex) = ([], 0)
    (isSwitch, isLink) = (false, true)
    super.init(label: title)
  }

  /// Makes a row with a switch that is on or off.
  package init(_ title: String, isOn: Bool) {
    self.title = title
    choices = [Self.switchText(false), Self.switchText(true)]
    choiceIndex = isOn ? 1 : 0
    (isSwitch, isLink) = (true, false)
    super.init(label: title)
    updateLabelAndAction()
  }

  /// The translated word for the state of a switch.
  package static func switchText(_ isOn: Bool) -> String { isOn ? tr("On") : tr("Off") }

  private var cachedValueWidth: (scale: Double, width: Double)?
  private var cachedTitleWidth: (scale: Double, width: Double)?
  /// The width in device pixels of the widest value among the rows of the form, with its chevrons;
  /// 0 for a row on its own.
  private var valueColumnWidth = 0.0 {
    didSet { if valueColumnWidth != oldValue { setNeedsDisplay() } }
  }

  /// Gives the values in rows of one form the same width, so that their chevrons are aligned. A row
  /// without room for that beside its title keeps a narrower value.
  package static func alignValues(of rows: [SettingRow]) {
    let rows = rows.filter { !$0.isSwitch && !$0.isLink }
    let width = rows.map(\.unalignedValueWidth).max() ?? 0
    for row in rows { row.valueColumnWidth = width }
  }

  private func updateLabelAndAction() {
    updateLabel()
    action = { [weak self] in self?.step(1) }
  }

  /// Shows the value at `index` without a call of ``onChange``. An index out of range is ignored.
  package func show(_ index: Int) {
    guard index != self.choiceIndex, choices.indices.contains(index) else { return }
    self.choiceIndex = index
    updateLabel()
    setNeedsDisplay()
  }

  private func updateLabel() {
    accessibilityLabel =
      choices.indices.contains(choiceIndex) ? "\(title): \(choices[choiceIndex])" : title
  }

  private func step(_ step: Int) {
    guard choices.count > 1 else { return }
    show((choiceIndex + step + choices.count) % choices.count)
    onChange(choiceIndex)
  }

  // MARK: Events

  package override func focusChanged(_ isFocused: Bool) {
    super.focusChanged(isFocused)
    if isFocused { onFocus() }
  }

  package override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key) where isFocused && key.isPress && !isLink && isEnabled:
      switch key.name {
      case .left: isSwitch ? turn(on: false) : step(-1)
      case .right: isSwitch ? turn(on: true) : step(1)
      default: return super.receive(event)
      }
      return true
    case .pointer(let pointer): return receive(event, at: pointer.location)
    case .touch(let touch): return receive(event, at: touch.location)
    default: return super.receive(event)
    }
  }

  /// Changes the value to the one at `index`, which wraps around at either end, as a key does, and
  /// calls ``onChange``.
  func change(to index: Int) {
    guard choices.count > 1, index != self.choiceIndex else { return }
    step(index - self.choiceIndex)
  }

  private func turn(on isOn: Bool) {
    if choiceIndex != (isOn ? 1 : 0) { step(1) }
  }

  /// Handles an event of the pointer or of a finger at `point`: a release on the left half of the
  /// value chooses the previous value, one elsewhere in the row the next one.
  private func receive(_ event: InputEvent, at point: Point) -> Bool {
    let isBack = !isSwitch && !isLink && valueFrame.contains(point) && point.x < valueFrame.midX
    guard isBack else { return super.receive(event) }
    let forward = action
    action = { [weak self] in self?.step(-1) }
    defer { action = forward }
    return super.receive(event)
  }

  // MARK: Drawing

  /// The rectangle of the value with its chevrons, in the row's coordinates.
  package var valueFrame: Rect {
    let padding = SettingRowStyle.padding * uiScale
    let room =
      bounds.width - titleWidth() - (2 * SettingRowStyle.padding + SettingRowStyle.gap) * uiScale
    let wanted = max(unalignedValueWidth, min(valueColumnWidth, room))
    let width = min(wanted, bounds.width * SettingRowStyle.maxValueWidthFraction).rounded()
    return Rect(
      x: bounds.width - padding - width, y: 0, width: width, height: bounds.height)
  }

  /// The width in device pixels of the value with its chevrons in a row on its own.
  private var unalignedValueWidth: Double {
    max(
      SettingRowStyle.minValueWidth * uiScale,
      (widestChoice() + 2 * SettingRowStyle.chevronSide * uiScale).rounded(.up)
    )
  }

  /// The width of the row in device pixels at which neither the title nor any value is cut, and the
  /// value is aligned with those of the other rows.
  package var naturalWidth: Double {
    let value =
      isSwitch
      ? SettingRowStyle.trackSize.width * uiScale : max(unalignedValueWidth, valueColumnWidth)
    let room = titleWidth() + (2 * SettingRowStyle.padding + SettingRowStyle.gap) * uiScale + value
    return (isSwitch ? room : max(room, value / SettingRowStyle.maxValueWidthFraction)).rounded(.up)
  }

  /// The width of the title in device pixels.
  private func titleWidth() -> Double {
    if let cachedTitleWidth, cachedTitleWidth.scale == uiScale { return cachedTitleWidth.width }
    let style = TextStyle(size: SettingRowStyle.fontSize * uiScale)
    let width = TextLayout(title, style: style, flow: .line).size.width
    cachedTitleWidth = (uiScale, width)
    return width
  }

  /// The width of the longest value's name in device pixels, which depends on the language.
  private func widestChoice() -> Double {
    if let cachedValueWidth, cachedValueWidth.scale == uiScale { return cachedValueWidth.width }
    let style = TextStyle(size: SettingRowStyle.fontSize * uiScale, weight: .medium)
    let width = choices.map { TextLayout($0, style: style, flow: .line).size.width }.max() ?? 0
    cachedValueWidth = (uiScale, width)
    return width
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let radius = SettingRowStyle.radius * uiScale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    let padding = SettingRowStyle.padding * uiScale
    let right = isSwitch ? switchArea.minX : valueFrame.minX
    let title = CachedText.layout(
      &titleText, title, TextStyle(size: SettingRowStyle.fontSize * uiScale),
      maxWidth: max(1, right - padding - SettingRowStyle.gap * uiScale), flow: .ellipsisAtEnd)
    canvas.draw(
      title, at: Point(x: padding, y: (bounds.height - title.size.height) / 2), Chrome.text)
    if isSwitch { drawSwitch(in: canvas) } else { drawValue(in: canvas) }
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }

  private func drawValue(in canvas: Canvas) {
    let area = valueFrame
    let side = (SettingRowStyle.chevronSide * uiScale).rounded()
    let size = Size(width: side, height: side)
    let icons = [(Icon.back, area.minX + side / 2), (.forward, area.maxX - side / 2)]
    for (icon, x) in icons.dropFirst(isLink ? 1 : 0) {
      icon.draw(
        in: canvas, Rect(center: Point(x: x, y: area.midY), size: size), Chrome.secondaryText)
    }
    guard choices.indices.contains(choiceIndex) else { return }
    let text = CachedText.layout(
      &valueText, choices[choiceIndex],
      TextStyle(size: SettingRowStyle.fontSize * uiScale, weight: .medium),
      maxWidth: max(1, area.width - 2 * side), flow: .ellipsisAtEnd)
    canvas.draw(
      text,
      at: Point(x: area.midX - text.size.width / 2, y: area.midY - text.size.height / 2),
      Chrome.text)
  }

  private var switchArea: Rect {
    let size = SettingRowStyle.trackSize * uiScale
    return Rect(
      x: bounds.width - SettingRowStyle.padding * uiScale - size.width,
      y: (bounds.height - size.height) / 2, width: size.width, height: size.height
    ).snapped
  }

  private func drawSwitch(in canvas: Canvas) {
    let track = switchArea
    canvas.fillRounded(
      track, radius: track.height / 2,
      choiceIndex == 1 ? Chrome.focus : SettingRowStyle.offTrackColor)
    let side = (SettingRowStyle.knobSide * uiScale).rounded()
    let inset = (track.height - side) / 2
    let x = choiceIndex == 1 ? track.maxX - inset - side : track.minX + inset
    canvas.fillRounded(
      Rect(x: x, y: track.minY + inset, width: side, height: side), radius: side / 2,
      SettingRowStyle.knobColor)
  }
}
