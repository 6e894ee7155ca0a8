import BrowserCore
import Geometry
import Motion

/// The layout of the picture in a cell, with the cross-fade from the moving to the resting picture.
struct PictureLayout {
  /// The rectangle of the picture, in the coordinates of the cell.
  private(set) var rect = Rect.zero
  /// The device pixels per pixel of the picture.
  private(set) var scale = 1.0
  private(set) var opacity = 1.0
  private(set) var placement = BrowserFrame.Placement.still
  /// The cross-fade that begins when the moving picture comes to rest; nil when there is none.
  private(set) var settleFade: SettleFade?

  /// Whether this layout is that of `page` with its picture at `rect`, in the coordinates of the
  /// cell.
  func matches(_ page: BrowserFrame.Page, at rect: Rect) -> Bool {
    rect == self.rect && page.opacity == opacity && page.placement == placement
      && page.scale == scale
  }

  /// Adopts the layout of `page` with its picture at `rect`, in the coordinates of the cell.
  ///
  /// - Parameter fades: whether a picture that comes to rest fades in over its moving version.
  mutating func adopt(_ page: BrowserFrame.Page, at rect: Rect, fades: Bool) {
    settleFade =
      page.placement == .still && fades ? SettleFade(from: self.rect, placement, to: rect) : nil
    self.rect = rect
    scale = page.scale
    opacity = page.opacity
    placement = page.placement
  }

  /// Advances the cross-fade to the time of a frame.
  ///
  /// - Returns: false when there is no cross-fade.
  mutating func advanceReturningIsFading(to t: Timestamp) -> Bool {
    guard var settleFade else { return false }
    settleFade.advance(to: t)
    self.settleFade = settleFade.isOver ? nil : settleFade
    return true
  }
}
