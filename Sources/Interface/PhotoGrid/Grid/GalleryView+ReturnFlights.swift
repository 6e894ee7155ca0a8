import GalleryCore
package import Geometry
import Motion
import Views

/// The flights of restored photos to their cells.
extension GalleryView {
  /// Makes restored photos fly to their cells from the next frame on. Photos whose cells were on
  /// the screen already, photos out of view and those beyond ``ReturnFlight/maxPhotosInFlight`` get
  /// no flight. Without a stage, the grid starts no flights.
  ///
  /// - Parameters:
  ///   - pages: the indices of the pages that show the photos.
  ///   - start: the rectangle of the stage in which the flights start; nil for the middle of the
  ///     lower edge.
  package func flyIn(pages: [Int], from start: Rect?) {
    let items = pages.map { contents.item(ofPage: $0) }.filter { !cells.isShown($0) }
    guard stage != nil, !items.isEmpty else { return }
    cells.returning = VisibleCells.ReturningItems(items: items, startFrame: start)
    requestFrame()
  }

  /// Starts the flights that ``flyIn(pages:from:)`` has requested, at the time of a frame: the time
  /// of the last frame may be long ago.
  func beginReturnFlights() {
    guard let returning = cells.returning else { return }
    cells.returning = nil
    let offset = (Point.zero - originInStage) - cellAreaOffset
    let start =
      returning.startFrame.map { $0.offset(by: offset) }
      ?? ReturnFlight.edgeStart(in: state.viewport, uiScale: uiScale)
    perform(.flyIn(returning.items, from: start), at: lastTime)
  }
}
