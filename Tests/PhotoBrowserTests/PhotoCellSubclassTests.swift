import PhotoBrowser
import TestSupport
import Testing

/// A subclass of the photo cell with a stamp over its picture, as a host writes it.
@MainActor private final class StampedCell: PhotoCell {
  var stamp: String?
  private(set) var log: [String] = []

  isolated deinit {}

  override func prepareForReuse() {
    super.prepareForReuse()
    stamp = nil
    log.append("reuse")
  }

  override func layout(for page: BrowserFrame.Page) {
    super.layout(for: page)
    if log.last != "layout(for:)" { log.append("layout(for:)") }
  }

  override func layout() {
    super.layout()
    log.append("layout")
  }

  override func update(at time: FrameTime) {
    super.update(at: time)
    if log.last != "update" { log.append("update") }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    super.draw(in: canvas, damage: damage)
    if stamp != nil { canvas.fill(Rect(x: 0, y: 0, width: 8, height: 8), .white) }
  }
}

@MainActor @Suite struct PhotoCellSubclassTests {
  @Test func `A subclass lays out, draws and resets its own state`() throws {
    let rig = BrowserRig([])
    rig.browser.pages = PageList(
      count: { 9 }, kind: { _ in PageList.CellKind(StampedCell.self) { StampedCell() } },
      fill: { page in
        page.photo?.content = .photo(SyntheticPhoto.quadrants(240, 160))
        (page.cell as? StampedCell)?.stamp = "\(page.index)"
      })
    rig.settle()
    let cell = try #require(rig.browser.visibleCell as? StampedCell)
    #expect(Set(cell.log).isSuperset(of: ["layout(for:)", "layout", "update"]))
    #expect(rig.pixel(2, 2) == 0xFFFF_FFFF, "the stamp is drawn over the picture")
    rig.perform(.go(to: 8, animated: false))
    rig.settle()
    #expect(cell.log.contains("reuse"))
  }
}
