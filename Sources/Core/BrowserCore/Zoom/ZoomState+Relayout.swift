package import Geometry
package import Motion

extension ZoomState {
  /// The maximum relative difference between the aspect ratios of two sizes that count as one
  /// picture in two resolutions.
  private static let aspectRatioTolerance = 0.002

  /// Adapts to a new picture size, viewport or zoom mode. The user's zoom and the picture point in
  /// the middle are kept; a picture at fit stays at fit. The same picture in another resolution
  /// does not move.
  package mutating func relayout(content: Size, viewport: Size, levels: ZoomLevels, at t: Timestamp)
  {
    guard content != self.content || viewport != self.viewport || levels != self.levels else {
      return
    }
    guard !self.content.isEmpty, !content.isEmpty, !self.viewport.isEmpty else {
      self = ZoomState(content: content, viewport: viewport, levels: levels)
      return
    }
    let ratio = targetScale / self.levels.fit
    if viewport == self.viewport, isSamePicture(content) {
      rescale(to: content, levels: levels)
      // The ratio of the scale to fit may have changed: a small preview, which is not enlarged, may
      // have a smaller scale at fit than the full picture.
      if abs(targetScale / (levels.fit * ratio) - 1) < PinnedScale.scaleTolerance { return }
      let goal = abs(ratio - 1) < PinnedScale.scaleTolerance ? levels.fit : targetScale
      if abs(clampedScale(goal) / targetScale - 1) < PinnedScale.scaleTolerance { return }
    }
    reflow(content: content, viewport: viewport, levels: levels, ratio: ratio, at: t)
  }

  /// True when a scale of `ratio` times fit counts as fit.
  func isAtFit(ratio: Double) -> Bool { abs(ratio - 1) < PinnedScale.scaleTolerance }

  private func isSamePicture(_ other: Size) -> Bool {
    abs(other.aspectRatio / content.aspectRatio - 1) < Self.aspectRatioTolerance
  }

  private mutating func reflow(
    content: Size, viewport: Size, levels: ZoomLevels, ratio: Double, at t: Timestamp
  ) {
    let old = targetRect
    let fx = (self.viewport.width / 2 - old.minX) / old.width
    let fy = (self.viewport.height / 2 - old.minY) / old.height
    let pinned = scaleToKeep(ratio: ratio)
    let isAtFit = abs(ratio - 1) < PinnedScale.scaleTolerance && pinned == nil
    let start = Self.startingCorner(
      content: self.content, viewport: self.viewport, levels: self.levels)
    let isAtStart =
      isAtFit && abs(old.minY - start.y) < 1
      && (self.levels.readingAxis != .horizontal || abs(old.minX - start.x) < 1)
    let held = grip
    let overflow = pagingOverflow(at: t)
    self = ZoomState(content: content, viewport: viewport, levels: levels)
    setKeptScale(pinned)
    let scale = isAtFit ? levels.fit : clampedScale(pinned ?? levels.fit * ratio)
    let shown = content * scale
    let corner = PanBounds(shown: shown, viewport: viewport).clamped(
      Point(
        x: viewport.width / 2 - shown.width * fx, y: viewport.height / 2 - shown.height * fy))
    if isAtStart {
      let x = levels.readingAxis == .horizontal ? targetRect.minX : corner.x
      set(corner: Point(x: x, y: targetRect.minY), scale: scale)
    } else {
      set(corner: corner, scale: scale)
    }
    if let old = held.pan {
      grabPan(at: t)
      if var pan = grip.pan {
        pan.adoptTranslation(of: old)
        keepPaging(old.edgePaging, overflow: overflow, in: &pan, at: t)
        hold(by: pan)
      }
    }
  }

  /// The distance beyond the picture's edge by which the drag scrolls the pages, in device pixels;
  /// 0 when it does not.
  private func pagingOverflow(at t: Timestamp) -> Double {
    guard let axis = grip.pan?.edgePaging?.axis else { return 0 }
    return panOverflow(along: axis, at: t) ?? 0
  }

  /// Keeps a drag that scrolls the pages as far beyond the picture's edge as it was, so that the
  /// pages do not jump.
  private func keepPaging(
    _ edgePaging: EdgePaging?, overflow: Double, in pan: inout PictureDrag, at t: Timestamp
  ) {
    pan.setEdgePaging(edgePaging)
    guard let axis = edgePaging?.axis, overflow != 0 else { return }
    let range = bounds(at: t)[axis]
    let edge = overflow > 0 ? range.upperBound : range.lowerBound
    pan.shift(
      by: edge + overflow - corner(pan.unresistedPosition, scale: scale(at: t))[axis], along: axis)
  }
}
