public import Geometry

/// Long pictures are read screen by screen before the next page comes.
extension BrowserState {
  /// The share of the viewport by which a picture is moved for its next screenful: what was last
  /// seen stays in sight at the other end.
  ///
  /// - Source: 90 % of the page in Firefox, 87.5 % in Chromium.
  public static let readingShare = 0.9

  /// The direction in which the current picture is read: along its long side for strips and
  /// panoramas at fit, downwards for any other at fit that is higher than its page; nil where there
  /// is nothing to read.
  public var readingAxis: Axis? {
    let zoom = zoom(of: index)
    if let axis = zoom.levels.readingAxis { return axis }
    guard hasContent(index), !zoom.isZoomed else { return nil }
    return PanBounds(shown: zoom.targetRect.size, viewport: layout.viewport)
      .canMove(along: .vertical) ? .vertical : nil
  }

  /// The way to what is read next (step 1) or was read before (−1), for ``BrowserAction/scroll(_:animated:)``;
  /// nil when that end of the picture is in sight, or will be once it has come to rest.
  ///
  /// - Parameter share: the part of the viewport to move by.
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
