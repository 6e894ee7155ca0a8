import Geometry
import Motion

/// The geometry of a grid at one instant: everything that determines the frames of cells and
/// headers in the viewport.
struct GridGeometry {
  let viewport: Size
  let layout: GridLayout
  let offset: Double
  let transform: GridZoom.Transform
  let reflow: GridReflow.Snapshot
  /// The flights of restored items to their cells at this instant, by item index.
  let flights: [Int: ReturnFlight.Snapshot]

  /// Makes the geometry of a grid at one instant.
  ///
  /// - Parameters:
  ///   - position: the scroll offset, in device pixels.
  ///   - transform: the scaling of a pinch at this instant.
  ///   - reflow: the displacements of cells and headers at this instant.
  ///   - flights: the flights of restored items to their cells at this instant, by item index.
  ///   - isSnapped: whether the scroll offset is rounded to whole pixels, as long as nothing is
  ///     scaled.
  init(
    _ arrangement: GridArrangement, position: Double, transform: GridZoom.Transform,
    reflow: GridReflow.Snapshot, flights: [Int: ReturnFlight.Snapshot], isSnapped: Bool
  ) {
    viewport = arrangement.viewport
    layout = arrangement.layout
    self.transform = transform
    self.reflow = reflow
    self.flights = flights
    let isScaled = transform.scale != 1
    offset = isSnapped && !isScaled ? (position + 0.5).rounded(.down) : position
  }

  /// The area of the content that the viewport shows, in content coordinates of the unscaled
  /// layout.
  var visibleArea: Rect {
    let rect = transform.invert(Rect(origin: .zero, size: viewport))
    return rect.offset(by: Vector(dx: 0, dy: offset))
  }

  // MARK: Cells

  /// The frame of an item's cell in viewport coordinates, without the scaling of a pinch and
  /// without displacement.
  func frame(ofItem item: Int) -> Rect {
    layout.frame(ofItem: item).offset(by: Vector(dx: 0, dy: -offset))
  }

  /// The frame and the opacity of a cell at one instant.
  struct Cell {
    /// The frame of the cell in the viewport, scaled by a pinch, as if a new item's cell were fully
    /// grown.
    var rect: Rect
    /// The missing opacity of the cell: 0 when the cell is opaque, 1 when it is invisible.
    var missingOpacity = 0.0
    /// The missing growth of the cell of a new item: 1 where the animation begins, 0 at full size.
    var missingGrowth = 0.0
    /// The flight of a restored item to its cell; nil when there is none.
    var flight: ReturnFlight.Snapshot?

    /// The rectangle at which the cell is on its flight; ``rect`` without one.
    var flightFrame: Rect { flight?.rect(to: rect) ?? rect }
    /// The rectangle in which the cell is drawn: smaller than ``rect`` while the cell of a new item
    /// grows, and on its way there during a flight.
    var visibleFrame: Rect { GridReflow.shrunken(flightFrame, by: missingGrowth) }
  }

  /// The frame and the opacity of an item's cell at this instant.
  func cell(_ item: Int) -> Cell {
    let frame = frame(ofItem: item)
    var cell = Cell(rect: transform.apply(frame))
    if let displacement = reflow.displacement(ofCell: item) {
      cell = Cell(
        rect: transform.apply(displacement.apply(to: frame)),
        missingOpacity: displacement.missingOpacity, missingGrowth: displacement.missingGrowth)
    }
    guard let flight = flights[item] else { return cell }
    // The flight replaces the growth of a new cell.
    return Cell(rect: cell.rect, missingOpacity: 1 - flight.opacity, flight: flight)
  }

  /// Whether a rectangle in viewport coordinates is at least partly visible.
  func isVisible(_ rect: Rect) -> Bool {
    rect.maxY > 0 && rect.minY < viewport.height && rect.maxX > 0 && rect.minX < viewport.width
  }

  /// The indices of the items whose cells are at least partly visible, in ascending order.
  ///
  /// - Complexity: O(log sections + items visible or moving).
  var items: [Int] {
    guard viewport.width > 0, viewport.height > 0 else { return [] }
    let settled = layout.items(in: visibleArea)
    if reflow.displacedItems.isEmpty, flights.isEmpty {
      return settled.filter { isVisible(transform.apply(frame(ofItem: $0))) }
    }
    let moving = Set(reflow.displacedItems).union(flights.keys)
    return (Array(settled) + moving.filter { !settled.contains($0) })
      .filter { isVisible(cell($0).visibleFrame) }
      .sorted()
  }

  // MARK: Headers

  /// The y coordinate in the viewport at which the top of a section's header would be if no header
  /// stuck to the top.
  func naturalHeaderTop(ofSection section: Int) -> Double {
    transform.apply(
      y: layout.frame(ofHeader: section).minY - offset
        + reflow.verticalDisplacement(ofHeader: section))
  }

  /// The visible section headers, from top to bottom.
  var headers: [StickyHeader] {
    guard layout.headerHeight > 0, viewport.height > 0 else { return [] }
    // The text of a header is not scaled with the cells.
    let height = layout.headerHeight
    let area = visibleArea
    let settled = layout.sections(from: area.minY, to: area.maxY)
    let moving = reflow.displacedSections.filter { !settled.contains($0) }
    return (Array(settled) + moving).sorted().compactMap { section in
      let natural = naturalHeaderTop(ofSection: section)
      let next =
        section + 1 < layout.sections.count
        ? naturalHeaderTop(ofSection: section + 1) : .infinity
      let y = StickyHeader.top(natural: natural, height: height, next: next)
      guard y + height > 0, y < viewport.height else { return nil }
      return StickyHeader(
        section: section, frame: Rect(x: 0, y: y, width: layout.width, height: height),
        isSticky: natural < 0)
    }
  }
}
