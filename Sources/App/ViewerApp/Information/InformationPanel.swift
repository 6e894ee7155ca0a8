import AccessibilityTree
import DecoderWire
import Drawing
import Geometry
import ImageServers
import Input
import Localization
import Motion
import PhotoBrowser
import PhotoGrid
import Views

/// The information panel: a card at the side of the window with the histogram, the exposure and all
/// known facts about the photo. In a narrow window the card is at the bottom.
///
/// A click on a fact copies its value; a drag selects a part of the value.
final class InformationPanel: View, SideOverlay {
  /// Called with the text of the panel that the user wants to copy.
  var onCopy: (String) -> Void = { _ in }
  /// Called with a geographic position that the user wants to see on a map.
  var onShowMap: (PhotoMetadata.GeographicPosition) -> Void = { _ in }
  /// Called with the web address of a license that the user wants to open.
  var onOpenAddress: (String) -> Void = { _ in }
  /// Called with the command of the star, flag or label that the user has clicked.
  var onMarkCommand: (Command) -> Void = { _ in }
  /// Called when the user activates the Close button.
  var onClose: () -> Void = {}
  /// Called when the panel has faded out.
  var onHidden: () -> Void = {}
  /// Whether the panel appears and disappears without animation. Default: false.
  var reducesMotion = false

  /// Called with the time of each frame of the window, including the frame that ``wakeTime``
  /// requests.
  var onFrame: (Timestamp) -> Void = { _ in }
  /// The time at which the owner of the panel wants a frame; nil for none.
  var wakeTime: Timestamp?

  /// Called when the facts, and with them the height of the panel, may have changed.
  var onContentChange: () -> Void = {}

  private let card = InformationCard()
  private var fade = Fade(0, duration: Style.fadeDuration)

  /// The measures of the panel in points, and the duration of its fade.
  private enum Style {
    static let width = 324.0
    static let margin = 12.0
    /// The width of the window's content, in points, below which the panel is at the bottom.
    static let minContentWidthForSidePanel = 600.0
    /// The maximum height of a panel at the bottom, as a share of the height of the window's
    /// content.
    static let maxBottomHeightShare = 0.5
    /// The duration in seconds of fading the panel in or out.
    static let fadeDuration = 0.16
    static let slideDistance = 20.0
  }

  init() {
    super.init(frame: .zero)
    mirroring = .byLanguage
    accessibilityLabel = tr("Information")
    card.alpha = 0
    add(card)
    card.onCopy = { [weak self] in self?.onCopy(MetadataLines.withoutIsolates($0)) }
    card.onShowMap = { [weak self] in self?.onShowMap($0) }
    card.onOpenAddress = { [weak self] in self?.onOpenAddress($0) }
    card.marks.onCommand = { [weak self] in self?.onMarkCommand($0) }
    card.closeButton.action = { [weak self] in self?.onClose() }
  }

  /// Shows the facts about a photo. The panel keeps its scroll position while the title stays the
  /// same.
  func show(_ information: PhotoInformation) {
    card.show(information)
    onContentChange()
  }

  /// Shows a histogram; nil leaves the diagram empty.
  func show(_ histogram: Histogram?) { card.histogram.histogram = histogram }

  /// Shows the marks of the photo, or those that several photos have in common; nil shows none.
  func show(_ marks: PhotoMarks?) { card.marks.marks = marks }

  /// Scrolls the facts to their beginning.
  func scrollToTop() { card.area.scrollToTop() }

  /// Scrolls the facts down by a multiple of their visible height, or up for a negative one.
  func scroll(byPages pages: Double) { card.area.scroll(byPages: pages) }

  /// The insets in device pixels by which content must be reduced so that the panel covers none of
  /// it; zero for a panel at the bottom.
  ///
  /// - Parameters:
  ///   - area: the rectangle of the content in device pixels.
  ///   - scale: device pixels per point.
  static func insets(in area: Rect, scale: Double) -> Insets {
    if area.width < Style.minContentWidthForSidePanel * scale { return .zero }
    let width = ((Style.width + Style.margin) * scale).rounded()
    return LayoutDirection.isRightToLeft ? Insets(left: width) : Insets(right: width)
  }

  /// Begins to fade the panel in or out.
  func setShown(_ isShown: Bool) {
    fade = Fade(fade.value, duration: reducesMotion ? 0 : Style.fadeDuration)
    fade.go(to: isShown ? 1 : 0)
    isInteractive = isShown
    requestFrame()
  }

  // MARK: As an overlay

  func attached(to browser: Browser) {
    onContentChange = { [weak browser] in browser?.layoutOverlays() }
  }

  func layout(in room: BrowserOverlays.Room) {
    let scale = room.scale
    let margin = (Style.margin * scale).rounded()
    let isNarrow = room.area.width < Style.minContentWidthForSidePanel * scale
    let width = max(
      1, isNarrow ? room.area.width - 2 * margin : (Style.width * scale).rounded())
    let x =
      LayoutDirection.isRightToLeft ? room.area.minX + margin : room.area.maxX - margin - width
    let column = Rect(x: x, y: room.area.minY, width: width, height: room.area.height)
    let free = isNarrow ? Insets.zero : Self.insets(beside: column, in: room, margin: margin)
    let top = max(margin, free.top)
    let bottom = max(margin, isNarrow ? room.taken.bottom : free.bottom)
    let limit =
      isNarrow ? room.area.height * Style.maxBottomHeightShare : room.area.height - top - bottom
    let height = min(card.layOutAndMeasureHeight(width, scale: scale), max(1, limit)).rounded()
    frame = Rect(
      x: x, y: isNarrow ? room.area.maxY - bottom - height : room.area.minY + top, width: width,
      height: height)
    layOutCard()
  }

  /// The insets by which the panel is reduced so that it stays clear of the overlays that extend
  /// into its column from the side, such as the page indicator of a small window. An overlay inside
  /// the column, such as the marks in the corner, is covered.
  ///
  /// - Parameter margin: the distance to these overlays, in device pixels.
  private static func insets(
    beside column: Rect, in room: BrowserOverlays.Room, margin: Double
  ) -> Insets {
    var result = Insets.zero
    for obstacle in room.occupied {
      let isInside = obstacle.minX >= column.minX && obstacle.maxX <= column.maxX
      guard !isInside, obstacle.minX - margin < column.maxX, obstacle.maxX + margin > column.minX
      else { continue }
      if obstacle.midY > column.midY {
        result.bottom = max(result.bottom, column.maxY - obstacle.minY + margin)
      } else {
        result.top = max(result.top, obstacle.maxY - column.minY + margin)
      }
    }
    return result
  }

  var occupiedFrame: Rect? { frame }

  func sideInsets(in area: Rect, scale: Double) -> Insets {
    isInteractive ? Self.insets(in: area, scale: scale) : .zero
  }

  // MARK: As a view

  override var wantsFrame: Bool { !fade.isSettled }

  override var nextDeadline: Timestamp? { wakeTime }

  override func update(at frame: FrameTime) {
    onFrame(frame.presentation)
    guard fade.update(at: frame.presentation) else { return }
    card.alpha = fade.value
    layOutCard()
    if fade.isSettled, fade.target == 0 { onHidden() }
  }

  private func layOutCard() {
    let distance = ((1 - fade.value) * Style.slideDistance * uiScale).rounded()
    card.frame = bounds.offset(by: Vector(dx: distance, dy: 0))
  }
}

/// The card of the information panel: the title and the Close button above the scrolling facts.
private final class InformationCard: View {
  var onCopy: (String) -> Void = { _ in }
  var onShowMap: (PhotoMetadata.GeographicPosition) -> Void = { _ in }
  var onOpenAddress: (String) -> Void = { _ in }
  let area = ScrollArea()
  let marks = MarksRow()
  let histogram = HistogramView()
  let closeButton = IconButton(.close, label: tr("Close"))

  private var shownInformation: PhotoInformation?
  private let exposure = ExposureStrip()
  private let mapLink = InformationLink(tr("Show on Map"))
  private let addressLink = InformationLink(tr("Open Address"))
  /// The row of the geographic position, below which the link ``mapLink`` is; nil without a
  /// position.
  private weak var mapRow: InformationRow?
  /// The row of the rights, below which the link ``addressLink`` is; nil without such a row.
  private weak var addressRow: InformationRow?
  private var sections: [(heading: PanelHeading, rows: [InformationRow])] = []
  private var titleText: CachedText?
  private var dateText: CachedText?
  private var noticeText: CachedText?
  /// The top edges of the texts above the scrolling facts, in device pixels.
  private var header = HeaderPositions()

  private struct HeaderPositions {
    var titleTop = 0.0
    var dateTop = 0.0
    var noticeTop = 0.0
    var bottom = 0.0
  }

  /// The measures of the card in points, and its colours.
  private enum Style {
    static let padding = 16.0
    static let radius = 14.0
    static let shadowBlur = 18.0
    static let titleFontSize = 14.5
    static let dateFontSize = 13.0
    static let buttonSide = 30.0
    static let histogramHeight = 92.0
    static let gap = 10.0
    /// The distance above and below the row of marks, in points.
    static let marksGap = 6.0
    static let sectionGap = 12.0
    /// The distance in points by which rows extend into the padding of the card, so that their text
    /// is aligned with the headings.
    static let rowOutset = 8.0
    static let maxTitleLines = 3
    static var noticeColor: Color { Chrome.warning }
  }

  init() {
    super.init(frame: .zero)
    closeButton.keys = ["i"]
    for view in [area, closeButton] { add(view) }
    area.fadeInset = Style.radius
    area.content.add(marks)
    area.content.add(histogram)
    area.content.add(exposure)
    mapLink.action = { [weak self] in
      if let self, let position = shownInformation?.position { onShowMap(position) }
    }
    addressLink.action = { [weak self] in
      if let self, let text = shownInformation?.licenseAddress { onOpenAddress(text) }
    }
    mapLink.onFocus = { [weak self] in if let self { area.reveal(mapLink) } }
    addressLink.onFocus = { [weak self] in if let self { area.reveal(addressLink) } }
  }

  func show(_ information: PhotoInformation) {
    guard information != shownInformation else { return }
    if information.title != shownInformation?.title { area.scrollToTop() }
    let old = shownInformation
    shownInformation = information
    exposure.values = information.exposureValues
    if information.sections != old?.sections || information.position != old?.position
      || information.licenseAddress != old?.licenseAddress
    {
      replaceRows(information.sections)
    }
    setNeedsLayout()
    setNeedsDisplay()
  }

  /// Shows other facts. The heading of a section and the row of a fact that were shown before stay
  /// the same views, so that they keep the keyboard focus and stay the same elements for assistive
  /// programs.
  private func replaceRows(_ wanted: [PhotoInformation.Section]) {
    var headings = Dictionary(sections.map { ($0.heading.title, $0.heading) }) { first, _ in first }
    var known = Dictionary(grouping: sections.flatMap(\.rows), by: \.line.name)
    sections = wanted.map { section in
      let rows = section.lines.map { line in
        guard let row = known[line.name]?.first else { return makeRow(line) }
        known[line.name]?.removeFirst()
        row.show(line)
        return row
      }
      return (headings.removeValue(forKey: section.title) ?? PanelHeading(section.title), rows)
    }
    for heading in headings.values { heading.removeFromParent() }
    for row in known.values.joined() { row.removeFromParent() }
    let rows = sections.flatMap(\.rows)
    // An image server may state facts with the names of these two rows. Such facts come after the
    // row of the position and before that of the rights, so the first and the last row are the
    // right ones.
    mapRow = rows.first { $0.line.name == MetadataLines.positionName }
    addressRow = rows.last { $0.line.name == ServedFacts.rightsName }
    if shownInformation?.position == nil || mapRow == nil { mapLink.removeFromParent() }
    if shownInformation?.licenseAddress == nil || addressRow == nil {
      addressLink.removeFromParent()
    }
    // The views are added in the order of the facts, because the Tab key follows the order of the
    // views.
    for section in sections {
      area.content.add(section.heading)
      for row in section.rows {
        area.content.add(row)
        if let link = link(below: row) { area.content.add(link) }
      }
    }
  }

  private func makeRow(_ line: MetadataLines.Line) -> InformationRow {
    let row = InformationRow(line)
    row.action = { [weak self, weak row] in if let row { self?.onCopy(row.line.value) } }
    row.onCopy = { [weak self] in self?.onCopy($0) }
    row.onFocus = { [weak self, weak row] in if let row { self?.area.reveal(row) } }
    return row
  }

  /// The link below a row; nil for none.
  private func link(below row: InformationRow) -> InformationLink? {
    if row === mapRow, shownInformation?.position != nil { return mapLink }
    return row === addressRow && shownInformation?.licenseAddress != nil ? addressLink : nil
  }

  // MARK: Layout

  /// Lays out the card for a width in device pixels.
  ///
  /// - Parameter scale: device pixels per point.
  /// - Returns: the height in device pixels at which the facts need not scroll.
  func layOutAndMeasureHeight(_ width: Double, scale: Double) -> Double {
    let padding = (Style.padding * scale).rounded()
    let inner = max(1, width - 2 * padding)
    layOutHeader(width, scale)
    var y = (Style.marksGap * scale).rounded()
    marks.isHidden = !(shownInformation?.showsMarksRow ?? true)
    if !marks.isHidden {
      marks.frame = Rect(x: padding, y: y, width: inner, height: MarksRow.height(at: scale))
      y = marks.frame.maxY + (Style.marksGap * scale).rounded()
    }
    histogram.isHidden = !(shownInformation?.showsHistogram ?? true)
    if !histogram.isHidden {
      histogram.frame = Rect(
        x: padding, y: y, width: inner, height: (Style.histogramHeight * scale).rounded())
      y = histogram.frame.maxY + (Style.gap * scale).rounded()
    }
    exposure.isHidden = exposure.values.isEmpty
    if !exposure.isHidden {
      exposure.frame = Rect(
        x: padding, y: y, width: inner, height: (ExposureStrip.heightInPoints * scale).rounded())
      y = exposure.frame.maxY + (Style.gap * scale).rounded()
    }
    let inset = (Style.rowOutset * scale).rounded()
    let rows = sections.flatMap(\.rows)
    let share = InformationRow.nameColumnShare(of: rows, width: inner + 2 * inset, scale: scale)
    for row in rows { row.nameColumnShare = share }
    for link in [mapLink, addressLink] { link.nameColumnShare = share }
    for (index, section) in sections.enumerated() {
      if index > 0 { y += (Style.sectionGap * scale).rounded() }
      let height = PanelHeading.height(at: scale)
      section.heading.frame = Rect(x: padding, y: y, width: inner, height: height)
      y += height
      for row in section.rows {
        let height = row.height(for: inner + 2 * inset, scale: scale)
        row.frame = Rect(x: padding - inset, y: y, width: inner + 2 * inset, height: height)
        y += height
        guard let link = link(below: row) else { continue }
        link.frame = Rect(
          x: row.frame.minX, y: y, width: row.frame.width,
          height: InformationLink.height(scale: scale))
        y = link.frame.maxY
      }
    }
    y += (Style.gap * scale).rounded()
    area.contentHeight = y
    return header.bottom + y
  }

  /// Computes the positions of the texts above the scrolling facts. `width` is in device pixels,
  /// `scale` is the number of device pixels per point.
  private func layOutHeader(_ width: Double, _ scale: Double) {
    let padding = (Style.padding * scale).rounded()
    let side = (Style.buttonSide * scale).rounded()
    closeButton.frame = Rect(
      x: width - padding / 2 - side, y: (padding / 2).rounded(), width: side, height: side)
    let texts = headerTexts(width, scale)
    header.titleTop = padding
    header.dateTop = padding + (texts.title?.size.height ?? 0) + (2 * scale).rounded()
    header.noticeTop = header.dateTop + (texts.date?.size.height ?? 0) + (4 * scale).rounded()
    header.bottom = max(
      closeButton.frame.maxY,
      texts.notice.map { header.noticeTop + $0.size.height } ?? header.noticeTop)
  }

  private func headerTexts(
    _ width: Double, _ scale: Double
  ) -> (title: TextLayout?, date: TextLayout?, notice: TextLayout?) {
    guard let shown = shownInformation else { return (nil, nil, nil) }
    let padding = (Style.padding * scale).rounded()
    let beside = max(1, width - 2.5 * padding - (Style.buttonSide * scale).rounded())
    let inner = max(1, width - 2 * padding)
    let title = CachedText.layout(
      &titleText, shown.title, TextStyle(size: Style.titleFontSize * scale, weight: .semibold),
      maxWidth: beside, flow: .wrapped(maxLines: Style.maxTitleLines))
    let style = TextStyle(size: Style.dateFontSize * scale)
    let date =
      shown.subtitle.isEmpty
      ? nil
      : CachedText.layout(
        &dateText, shown.subtitle, style, maxWidth: beside, flow: .wrapped(maxLines: 2))
    let notice =
      shown.notice.isEmpty
      ? nil
      : CachedText.layout(
        &noticeText, shown.notice, style, maxWidth: inner, flow: .wrapped(maxLines: 6))
    return (title, date, notice)
  }

  override func layout() {
    _ = layOutAndMeasureHeight(bounds.width, scale: uiScale)
    area.frame = Rect(
      x: 0, y: header.bottom, width: bounds.width, height: max(1, bounds.height - header.bottom))
  }

  // MARK: Drawing and events

  override var drawingBounds: Rect { bounds.inset(by: .all(-Style.shadowBlur * uiScale)) }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.drawPanel(
      bounds, radius: Style.radius * uiScale, blur: Style.shadowBlur * uiScale, scale: uiScale)
    let texts = headerTexts(bounds.width, uiScale)
    let x = (Style.padding * uiScale).rounded()
    if let title = texts.title {
      canvas.draw(title, at: Point(x: x, y: header.titleTop), Chrome.text)
    }
    if let date = texts.date {
      canvas.draw(date, at: Point(x: x, y: header.dateTop), Chrome.secondaryText)
    }
    if let notice = texts.notice {
      canvas.draw(notice, at: Point(x: x, y: header.noticeTop), Style.noticeColor)
    }
  }

  /// Consumes presses, touches and wheel steps beside the controls of the card, so that they do not
  /// reach the page.
  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .scroll: true
    default: event.isPressOrTouch
    }
  }
}

/// The heading of a section of facts in the information panel.
private final class PanelHeading: View {
  /// The text of the heading.
  let title: String
  private var text: CachedText?

  /// The measures of the heading in points.
  private enum Style {
    static let height = 24.0
    static let fontSize = 12.5
  }

  init(_ title: String) {
    self.title = title
    super.init(frame: .zero)
    accessibilityLabel = title
    isInteractive = false
  }

  static func height(at scale: Double) -> Double { (Style.height * scale).rounded() }

  override func draw(in canvas: Canvas, damage: Rect) {
    let text = CachedText.layout(
      &text, title, TextStyle(size: Style.fontSize * uiScale, weight: .semibold),
      maxWidth: max(1, bounds.width), flow: .ellipsisAtEnd)
    canvas.draw(
      text, at: Point(x: 0, y: ((bounds.height - text.size.height) / 2).rounded()),
      Chrome.secondaryText)
  }
}

extension PanelHeading: AccessibleView {
  func describe(_ element: inout AccessibleElement) { element.role = .heading }
}
