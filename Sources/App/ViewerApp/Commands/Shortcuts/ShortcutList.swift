import Drawing
import Geometry
import Input
import Motion
import Views

/// A scrolling list of shortcut sections in columns. It scrolls by wheel, touchpad, touch, scroll
/// bar or keys, and fades out where it is clipped.
final class ShortcutList: View {
  /// The rows with a command, column by column.
  private(set) var commandRows: [ShortcutRow] = []
  /// Called with the command of an activated row.
  var onRun: (Command) -> Void = { _ in }

  private var sections: [ShortcutSection] = []
  private var blocks: [Block] = []
  /// The cache of rows by item, so that a changed search reuses them.
  private var rows: [ShortcutItem: [ShortcutRow]] = [:]
  private let content = View()
  private let cover = ScrollCover()
  private let empty = EmptyNote("No matching shortcuts")
  private var columns = Columns(count: 1, width: 1, gap: 0, inset: 0)
  private var contentHeight = 0.0
  private var scroll = AnimatedValue(0)
  private var offset = 0.0
  /// The scroll motion to start in the next frame.
  private var pending: Movement?
  private var finger: Finger?
  private var thumb: (start: Double, offset: Double)?

  private enum Movement {
    case glide(to: Double)
    case fling(velocity: Double)
  }

  private struct Finger {
    let id: UInt32
    let start: Point
    let offset: Double
    var scrolls = false
    var tracker = VelocityTracker()
  }

  /// A heading and its rows.
  private struct Block {
    let heading: SectionHeading
    let rows: [ShortcutRow]

    func height(for width: Double, scale: Double) -> Double {
      SectionHeading.height(at: scale)
        + rows.reduce(0) { $0 + $1.height(for: width, scale: scale) }
    }
  }

  /// The columns of the list, in pixels.
  struct Columns: Hashable {
    var count: Int
    /// The width of each column.
    var width: Double
    /// The distance between two columns.
    var gap: Double
    /// The distance between the outer columns and the edges of the list.
    var inset: Double

    /// The width of all columns, gaps and insets.
    var total: Double { 2 * inset + Double(count) * width + Double(count - 1) * gap }
  }

  /// Lengths in points, times in seconds.
  private enum Look {
    /// The distance between two sections of a column.
    static let sectionGap = 18.0
    static let fade = 28.0
    /// The distance that one wheel notch scrolls: two rows, as in the other lists of sheets.
    static let notch = 64.0
    /// The duration of the scroll of one notch: short enough not to lag behind a burst of notches.
    static let glide = 0.16
    /// The duration of a fling.
    ///
    /// - Source: Android's scroller, for a short fling.
    static let fling = 0.8
    /// The distance that a touch moves before it scrolls.
    ///
    /// - Source: Android's touch slop.
    static let slop = 8.0
    /// The width of the strip at the right edge in which a press grabs the thumb.
    static let lane = 16.0
    static let tolerance = 0.25
    static let bottomPadding = 8.0
  }

  init() {
    super.init(frame: .zero)
    clipsChildren = true
    content.isInteractive = true
    add(content)
    add(cover)
    add(empty)
    empty.isHidden = true
  }

  // MARK: Contents

  /// Shows other sections, scrolled to the top.
  func show(_ sections: [ShortcutSection]) {
    guard sections != self.sections else { return }
    self.sections = sections
    for block in blocks {
      block.heading.removeFromParent()
      for row in block.rows { row.removeFromParent() }
    }
    var unused = rows
    blocks = sections.map { section in
      Block(
        heading: SectionHeading(section.title),
        rows: section.items.map { item in
          if let row = unused[item]?.popLast() { return row }
          let row = makeRow(item)
          rows[item, default: []].append(row)
          return row
        })
    }
    for block in blocks {
      content.add(block.heading)
      for row in block.rows { content.add(row) }
    }
    commandRows = blocks.flatMap(\.rows).filter { $0.item.command != nil }
    empty.isHidden = !sections.isEmpty
    scroll.set(0)
    offset = 0
    setNeedsLayout()
    setNeedsDisplay()
  }

  private func makeRow(_ item: ShortcutItem) -> ShortcutRow {
    let row = ShortcutRow(item)
    row.action = { [weak self] in
      if let command = item.command { self?.onRun(command) }
    }
    row.onFocus = { [weak self, weak row] in
      if let row { self?.reveal(row) }
    }
    return row
  }

  /// Arranges the sections in columns and returns the height of the tallest column with its
  /// padding, in pixels.
  func arrange(in columns: Columns, scale: Double) -> Double {
    self.columns = columns
    let heights = blocks.map { $0.height(for: columns.width, scale: scale) }
    let gap = (Look.sectionGap * scale).rounded()
    var tallest = 0.0
    for (column, range) in Self.columns(of: heights, gap: gap, count: columns.count).enumerated() {
      let x = (columns.inset + Double(column) * (columns.width + columns.gap)).rounded()
      var y = 0.0
      for index in range {
        let block = blocks[index]
        let heading = SectionHeading.height(at: scale)
        block.heading.frame = Rect(x: x, y: y, width: columns.width, height: heading)
        y += heading
        for row in block.rows {
          let height = row.height(for: columns.width, scale: scale)
          row.frame = Rect(x: x, y: y, width: columns.width, height: height)
          y += height
        }
        tallest = max(tallest, y)
        y += gap
      }
    }
    contentHeight = tallest + (Look.bottomPadding * scale).rounded()
    return contentHeight
  }

  /// Divides blocks of the given heights among at most `count` columns, in order, so that the
  /// tallest column is as low as possible.
  static func columns(of heights: [Double], gap: Double, count: Int) -> [Range<Int>] {
    func division(_ limit: Double) -> [Range<Int>] {
      var result: [Range<Int>] = []
      var start = 0
      var used = 0.0
      for (index, height) in heights.enumerated() {
        if index > start, used + gap + height > limit {
          result.append(start..<index)
          start = index
          used = height
        } else {
          used += index > start ? gap + height : height
        }
      }
      if start < heights.count { result.append(start..<heights.count) }
      return result
    }
    // The minimum is the height of some run of consecutive blocks, so these are all candidates.
    let limits = heights.indices.flatMap { start in
      heights.indices[start...].map { end in
        heights[start...end].reduce(0, +) + gap * Double(end - start)
      }
    }
    let best = limits.sorted().first { division($0).count <= max(1, count) }
    return best.map(division) ?? []
  }

  // MARK: Scrolling

  private var maxOffset: Double { max(0, contentHeight - bounds.height) }

  private func clamped(_ offset: Double) -> Double { min(max(0, offset), maxOffset) }

  private func jump(to offset: Double) {
    pending = nil
    scroll.set(clamped(offset))
    requestFrame()
  }

  private func glide(to offset: Double) {
    pending = .glide(to: clamped(offset))
    requestFrame()
  }

  /// Scrolls by a multiple of the visible height, for Page Up and Page Down.
  func scroll(byPages pages: Double) { glide(to: goal + pages * bounds.height) }

  private var goal: Double {
    if case .glide(let goal) = pending { goal } else { scroll.target }
  }

  /// Scrolls until a row is visible and clear of the fades.
  func reveal(_ row: View) {
    let margin = (Look.fade * uiScale).rounded()
    let top = row.frame.minY - margin
    let bottom = row.frame.maxY + margin - bounds.height
    if goal > top { glide(to: top) } else if goal < bottom { glide(to: bottom) }
  }

  override var wantsFrame: Bool { pending != nil || offset != clamped(scroll.target) }

  override func update(at frame: FrameTime) {
    let now = frame.presentation
    switch pending {
    case .glide(let goal):
      scroll.animate(to: goal, in: Look.glide, .easeOut, at: now, tolerance: Look.tolerance)
    case .fling(let velocity):
      let goal = clamped(offset + Decay.normal.travel(velocity: velocity))
      scroll.animate(
        to: goal, with: .settling(in: Look.fling, damping: 1), velocity: velocity, at: now,
        tolerance: Look.tolerance)
    case nil: break
    }
    pending = nil
    let next = clamped(scroll.isSettled(at: now) ? scroll.target : scroll.value(at: now))
    guard next != offset else { return }
    offset = next
    placeContent()
  }

  private func placeContent() {
    content.frame = Rect(
      x: 0, y: -offset.rounded(), width: bounds.width, height: max(contentHeight, bounds.height))
    cover.show(
      offset: offset, maxOffset: maxOffset, length: bounds.height,
      fade: (Look.fade * uiScale).rounded())
  }

  override func layout() {
    cover.frame = bounds
    empty.frame = bounds
    scroll.set(clamped(scroll.target))
    offset = scroll.target
    placeContent()
  }

  // MARK: Events

  override func intercept(_ event: InputEvent) -> Bool {
    guard case .touch(let touch) = event else { return false }
    return follow(touch)
  }

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .touch(let touch):
      _ = follow(touch)
      return true
    case .scroll(let event):
      let way = event.delta.dy * Look.notch * uiScale
      if event.source == .wheel { glide(to: goal + way) } else { jump(to: goal + way) }
      return true
    case .pointer(let pointer): return receive(pointer)
    default: return false
    }
  }

  /// - Returns: true once the touch scrolls the list.
  private func follow(_ touch: TouchEvent) -> Bool {
    let place = Vector(dx: 0, dy: touch.location.y)
    switch touch.phase {
    case .began:
      guard finger == nil else { return false }
      jump(to: offset)
      var new = Finger(id: touch.id, start: touch.location, offset: offset)
      new.tracker.add(place, at: touch.time)
      finger = new
    case .moved:
      guard var held = finger, held.id == touch.id else { return false }
      held.tracker.add(place, at: touch.time)
      let way = touch.location.y - held.start.y
      held.scrolls = held.scrolls || maxOffset > 0 && abs(way) > Look.slop * uiScale
      finger = held
      if held.scrolls { jump(to: held.offset - way) }
    case .ended, .cancelled:
      guard let held = finger, held.id == touch.id else { return false }
      finger = nil
      guard held.scrolls else { return false }
      if touch.phase == .ended {
        pending = .fling(velocity: -held.tracker.velocity(at: touch.time).dy)
        requestFrame()
      }
      return true
    }
    return finger?.scrolls ?? false
  }

  private func receive(_ pointer: PointerEvent) -> Bool {
    switch pointer.kind {
    case .pressed(.primary):
      guard maxOffset > 0, pointer.location.x >= bounds.maxX - Look.lane * uiScale else {
        return true
      }
      // A press beside the thumb moves the thumb's middle to the pointer.
      if let place = cover.thumb, !(place.minY...place.maxY).contains(pointer.location.y) {
        jump(to: cover.offset(withThumbAt: pointer.location.y))
        thumb = (pointer.location.y, cover.offset(withThumbAt: pointer.location.y))
      } else {
        thumb = (pointer.location.y, offset)
      }
      return true
    case .moved:
      guard let thumb else { return false }
      jump(to: thumb.offset + (pointer.location.y - thumb.start) * cover.offsetPerPixel)
      return true
    case .released:
      thumb = nil
      return true
    default: return false
    }
  }
}

/// The fades at the edges of a list and the thumb of its scroll bar, drawn over its contents.
private final class ScrollCover: View {
  private var offset = 0.0
  private var maxOffset = 0.0
  private var length = 0.0
  private var fade = 0.0

  /// Lengths in points.
  private enum Look {
    static let width = 4.0
    static let inset = 5.0
    static let minThumb = 32.0
    static let color = Color(white: 1, alpha: 0.34)
  }

  init() {
    super.init(frame: .zero)
    isInteractive = false
  }

  /// Shows the scroll position of a list.
  func show(offset: Double, maxOffset: Double, length: Double, fade: Double) {
    (self.offset, self.maxOffset, self.length, self.fade) = (offset, maxOffset, length, fade)
    setNeedsDisplay()
  }

  /// The frame of the thumb; nil when the whole content fits.
  var thumb: Rect? {
    guard maxOffset > 0, length > 0 else { return nil }
    let inset = Look.inset * uiScale
    let width = (Look.width * uiScale).rounded()
    return Rect(
      x: bounds.maxX - inset - width, y: trackStart + travel * offset / maxOffset, width: width,
      height: thumbLength
    ).snapped
  }

  private var trackStart: Double { (Look.inset * uiScale).rounded() }

  private var thumbLength: Double {
    let track = max(1, length - 2 * trackStart)
    return min(track, max(Look.minThumb * uiScale, track * length / (length + maxOffset)))
  }

  private var travel: Double { max(0, length - 2 * trackStart - thumbLength) }

  /// The change of the scroll offset per pixel of thumb movement.
  var offsetPerPixel: Double { travel > 0 ? maxOffset / travel : 0 }

  /// The scroll offset for which the middle of the thumb is at `y`.
  func offset(withThumbAt y: Double) -> Double {
    (y - trackStart - thumbLength / 2) * offsetPerPixel
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    guard maxOffset > 0 else { return }
    // The height of a fade is limited by the clipped length, so the ends of the content have no
    // fade.
    for edge in ScrollEdge.allCases {
      let height = min(fade, edge == .top ? offset : maxOffset - offset).rounded()
      guard height > 0 else { continue }
      let area = Rect(
        x: 0, y: edge == .top ? 0 : bounds.height - height, width: bounds.width, height: height)
      canvas.drawScrollFade(at: edge, in: area, Chrome.opaquePanel)
    }
    if let thumb { canvas.fillRounded(thumb, radius: thumb.width / 2, Look.color) }
  }
}

private final class SectionHeading: View {
  private let title: String
  private var text: CachedText?

  /// Lengths in points.
  private enum Look {
    static let height = 30.0
    static let fontSize = 12.5
    static let inset = 8.0
    /// The distance between the heading's text and the first row.
    static let below = 6.0
  }

  init(_ title: String) {
    self.title = title
    super.init(frame: .zero)
    accessibilityLabel = title
    isInteractive = false
  }

  static func height(at scale: Double) -> Double { (Look.height * scale).rounded() }

  override func draw(in canvas: Canvas, damage: Rect) {
    let text = CachedText.layout(
      &text, title, TextStyle(size: Look.fontSize * uiScale, weight: .semibold),
      maxWidth: max(1, bounds.width - 2 * Look.inset * uiScale), flow: .ellipsisAtEnd)
    canvas.draw(
      text,
      at: Point(
        x: (Look.inset * uiScale).rounded(),
        y: (bounds.height - Look.below * uiScale - text.size.height).rounded()),
      Chrome.secondaryText)
  }
}

/// The message in the middle of an empty list.
private final class EmptyNote: View {
  private let sentence: String
  private var text: CachedText?

  private enum Look {
    static let fontSize = 14.0
    /// The distance of the message from the top of the list, in points.
    static let top = 40.0
  }

  init(_ sentence: String) {
    self.sentence = sentence
    super.init(frame: .zero)
    accessibilityLabel = sentence
    isInteractive = false
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let text = CachedText.layout(
      &text, sentence, TextStyle(size: Look.fontSize * uiScale), maxWidth: max(1, bounds.width),
      flow: .ellipsisAtEnd)
    canvas.draw(
      text,
      at: Point(
        x: ((bounds.width - text.size.width) / 2).rounded(),
        y: min(Look.top * uiScale, max(0, bounds.height - text.size.height)).rounded()),
      Chrome.secondaryText)
  }
}
