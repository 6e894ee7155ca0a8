public import Geometry

/// Reading: a long picture is scrolled screen by screen before the page is turned.
extension BrowserState {
  /// The distance of one reading step as a share of the viewport; the remainder stays visible as
  /// overlap.
  ///
  /// - Source: 90 % of the page in Firefox, 87.5 % in Chromium.
  public static let readingShare = 0.9

  /// The axis along which the current picture is read: the long side for strips and panoramas at
  /// fit, vertical for any other picture at fit that is taller than its page; nil when nothing can
  /// be scrolled.
  public var readingAxis: Axis? {
    let zoom = zoom(of: index)
    if let axis = zoom.levels.readingAxis { return axis }
    guard hasContent(index), !zoom.isZoomed else { return nil }
    return PanBounds(shown: zoom.targetRect.size, viewport: layout.viewport)
      .canMove(along: .vertical) ? .vertical : nil
  }

  /// The scroll vector of the next (`step` 1) or previous (−1) reading step, for
  /// ``BrowserAction/scroll(_:animated:)``; nil when that end of the picture is visible, or will be
  /// once the motion has settled.
  ///
  /// - Parameter share: the distance as a share of the viewport.
  public func readingStep(_ step: Int, share: Double = BrowserState.readingShare) -> Vector? {
    guard let axis = readingAxis, step != 0 else { return nil }
    let rest = zoom(of: index).targetRect
    let bounds = PanBounds(shown: rest.size, viewport: layout.viewport)
    guard bounds.hasRoom(for: -Double(step.signum()), from: rest.origin, along: axis) else {
      return nil
    }
    var way = Vector.zero
    way[axis] = Double(step) * share * layout.viewport[axis]
    return way
  }
}
