import BrowserCore
package import Geometry
package import Motion
import Views

extension Browser {
  /// Goes to the page of a restored picture, which flies to the page while the pages slide; see
  /// ``BrowserState/bringBack(_:from:at:)``. An index out of range is ignored.
  ///
  /// - Parameters:
  ///   - start: the rectangle of the stage in which the flight starts; nil for the middle of the
  ///     lower edge.
  ///   - time: the current time, on the clock of the frames.
  package func bringBack(_ page: Int, from start: Rect?, at time: Timestamp) {
    guard page >= 0, page < state.layout.count else { return }
    advanceClock(to: time)
    pendingJump = nil
    let place =
      start.map { $0.offset(by: Point.zero - originInStage) }
      ?? ReturnFlight.edgeStart(in: pageSize, uiScale: uiScale)
    handle(state.bringBack(page, from: place, at: now))
    requestFrameAfterAction()
  }
}
