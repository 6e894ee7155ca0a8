import PhotoBrowser
import TestSupport
import Testing

/// A cell of a host without a picture: four coloured rectangles that can be zoomed.
@MainActor private final class MapCell: View, BrowserCell {
  static let colors: [Color] = [
    Color(red: 0.9, green: 0.3, blue: 0.2), Color(red: 0.2, green: 0.7, blue: 0.3),
    Color(red: 0.2, green: 0.4, blue: 0.9), Color(red: 0.95, green: 0.8, blue: 0.2),
  ]
  var contentSize: Size? = Size(width: 300, height: 150)
  private(set) var calls: [String] = []
  private(set) var page: BrowserFrame.Page?

  init() { super.init(frame: .zero) }

  func layout(for page: BrowserFrame.Page) {
    if page != self.page { setNeedsDisplay() }
    self.page = page
    setNeedsDisplay()
  }
  func prepareForReuse() { calls.append("reuse") }
  func willAppear() { calls.append("willAppear") }
  func didAppear() { calls.append("didAppear") }
  func willDisappear() { calls.append("willDisappear") }
  func didDisappear() { calls.append("didDisappear") }

  override var drawingBounds: Rect { bounds.inset(by: .all(-400)) }

  override func draw(in canvas: Canvas, damage: Rect) {
    guard let page else { return }
    let whole = page.content.offset(by: Point.zero - page.frame.origin)
    for (index, color) in Self.colors.enumerated() {
      canvas.fill(
        Rect(
          x: whole.minX + Double(index % 2) * whole.width / 2,
          y: whole.minY + Double(index / 2) * whole.height / 2, width: whole.width / 2,
          height: whole.height / 2
        ).snapped, color.opacity(page.opacity))
    }
  }
}

/// A cell of a host that fills its page.
@MainActor private final class CardCell: View, BrowserCell {
  init() { super.init(frame: .zero) }
}

/// Tests of a cell of a host, which is zoomed, pulled down and flown, and gets all events.
@MainActor @Suite struct CustomCellTests {
  private let flight = FlightRig()
  private var rig: BrowserRig { flight.rig }
  private var browser: Browser { flight.browser }

  private func begin() {
    browser.pages = PageList(count: { 5 }, kind: { _ in PageList.CellKind("map") { MapCell() } }) {
      _ in
    }
    rig.frame()
  }

  private func cell() throws -> MapCell { try #require(browser.visibleCell as? MapCell) }

  @Test func `a custom cell zooms at the point and pans`() throws {
    begin()
    rig.settle()
    #expect(rig.content == Rect(x: 0, y: 20, width: 240, height: 120))
    rig.doubleClick(60, 60)
    rig.settle()
    let zoomed = rig.content
    #expect(zoomed.width > 290)
    rig.press(120, 80)
    rig.drag(to: 80, 80, over: 0.3)
    rig.wait(0.2)
    rig.release()
    rig.settle()
    #expect(rig.content.minX < zoomed.minX)
    #expect(try cell().page?.content == rig.content)
  }

  @Test func `the content size of a custom cell can change`() throws {
    begin()
    rig.settle()
    try cell().contentSize = Size(width: 100, height: 100)
    browser.contentSizeDidChange(at: 0)
    rig.settle()
    #expect(rig.content.width == rig.content.height)
    try cell().contentSize = nil
    browser.contentSizeDidChange(at: 0)
    rig.settle()
    #expect(rig.content.isEmpty)
  }

  @Test func `a custom cell flies from its thumbnail with its own drawing, and back`() throws {
    begin()
    flight.show(1)
    rig.capture()
    rig.wait(0.12)
    rig.capture()
    let middle = try #require(flight.lead?.clip.center)
    let seen = rig.pixel(Int(middle.x) - 4, Int(middle.y) - 4)
    #expect(seen == 0xFFE6_4C33, "the red field, not the thumbnail: \(String(seen, radix: 16))")
    rig.settle()
    rig.capture()
    #expect(try cell().calls == ["willAppear", "didAppear"])
    rig.perform(.close)
    rig.wait(0.15)
    rig.capture()
    #expect(flight.lead?.source == .picture)
    let old = try cell()
    rig.settle()
    #expect(
      old.calls == ["willAppear", "didAppear", "willDisappear", "didDisappear", "reuse"])
    #expect(flight.host.log.contains("at thumbnail 1"))
    try rig.check("custom-cell-flight", columns: 4)
  }

  @Test func `a custom cell looks the same after a flight as without one`() {
    let still = CustomCellTests()
    still.begin()
    still.rig.settle()
    begin()
    flight.show(0)
    rig.settle()
    #expect(rig.seen("landed").isSame(as: still.rig.redrawn))
  }

  @Test func `a custom cell follows a pull-down`() throws {
    begin()
    rig.settle()
    rig.press(120, 60)
    rig.drag(to: 120, 120, over: 0.2)
    rig.wait(0.02)
    let page = try #require(try cell().page)
    #expect(page.placement == .pulled && page.content.width < 240)
    #expect(try cell().calls == ["willAppear", "didAppear"], "a pull calls layout(for:) only")
    rig.drag(to: 120, 70, over: 0.2)
    rig.release()
    rig.settle()
    #expect(try cell().page?.placement == .still)
  }

  /// Opens a page of cells without a content size.
  private func showCard() throws -> any BrowserCell {
    let kind = PageList.CellKind(CardCell.self) { CardCell() }
    browser.pages = PageList(count: { 5 }, kind: { _ in kind }) { _ in }
    rig.frame()
    flight.show(1)
    return try #require(browser.visibleCell)
  }

  /// Pulls the page down by half its height, and waits there.
  private func pullDown() {
    rig.press(120, 40)
    rig.drag(to: 120, 120, over: 0.2)
    rig.wait(0.1)
  }

  @Test func `a cell without a content size fades where a pull-down is released`() throws {
    let cell = try showCard()
    rig.settle()
    pullDown()
    let (held, center) = (cell.drawnScale, cell.frame.center)
    #expect((0.3...0.7).contains(held))
    rig.perform(.panEnded(velocity: .zero))
    #expect(flight.host.log.contains("closes"))
    for _ in 0..<5 {
      rig.frame()
      #expect(abs(cell.drawnScale - held) < 0.02)
      #expect((cell.frame.center - center).length < 2)
    }
    rig.settle()
    #expect(flight.host.log.last == "dismissed")
  }

  @Test func `a cell without a content size that was caught in flight returns without a jump`()
    throws
  {
    let cell = try showCard()
    rig.wait(0.1)
    pullDown()
    let held = cell.drawnScale
    #expect(flight.host.log.contains("caught 1") && (0.3...0.7).contains(held))
    rig.perform(.panCancelled)
    rig.frame()
    #expect(abs(cell.drawnScale - held) < 0.1)
    rig.settle()
    #expect(cell.drawnScale == 1 && cell.frame == browser.bounds)
    #expect(flight.host.log.last == "at page 1")
  }

  @Test func `a cell without a content size returns to its full size at the end of a pull-down`()
    throws
  {
    let cell = try showCard()
    rig.settle()
    rig.press(120, 40)
    rig.drag(to: 120, 80, over: 0.2)
    let held = cell.drawnScale
    #expect(held < 0.9)
    rig.perform(.panCancelled)
    var last = held
    for _ in 0..<240 where rig.stage.needsFrame {
      rig.frame()
      #expect(abs(cell.drawnScale - last) < 0.1, "a jump from \(last) to \(cell.drawnScale)")
      last = cell.drawnScale
    }
    #expect(last == 1)
  }
}
