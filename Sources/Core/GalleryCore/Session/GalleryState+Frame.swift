import Geometry
public import Motion

extension GalleryState {
  /// The geometry to draw at `t`.
  ///
  /// - Complexity: O(visible cells · log sections).
  public func frame(at t: Timestamp) -> GalleryFrame {
    let glance = GridGeometry(self, at: t, isSnapped: true)
    let isScaling = !zoom.isIdle(at: t)
    let cells = glance.items.map { item in
      let cell = glance.cell(item)
      return GalleryFrame.Cell(
        item: item, frame: cell.shown, alpha: 1 - cell.fade,
        isFocused: showsFocus && focus == item, isSelected: selection.contains(item),
        isSlotEmpty: emptySlot == item,
        isMoving: isScaling || !(glance.moment.cell(item)?.isInPlace ?? true))
    }
    return GalleryFrame(
      cells: cells, departing: departing(in: glance, at: t), headers: glance.headers,
      scrollBar: scrollBar(offset: glance.offset, at: t), band: bandRect(offset: glance.offset),
      offset: glance.offset, isMoving: !isAtRest(at: t),
      isScrollingOnly: !isScaling && reflow.isSettled(at: t) && departures.isEmpty)
  }

  private func departing(in glance: GridGeometry, at t: Timestamp) -> [GalleryFrame.Departing] {
    departures.compactMap { departure in
      let alpha = min(1, max(0, departure.alpha.value(at: t)))
      let place = departure.frame.offset(by: Vector(dx: 0, dy: -glance.offset))
      let frame = GridReflow.shown(
        glance.transform.apply(place), fade: departure.shrinks ? 1 - alpha : 0)
      guard alpha > 0, glance.isSeen(frame) else { return nil }
      return GalleryFrame.Departing(
        item: departure.item, generation: departure.generation, frame: frame, alpha: alpha)
    }
  }

  private func scrollBar(offset: Double, at t: Timestamp) -> GalleryFrame.ScrollBar? {
    guard let thumb else { return nil }
    let top = thumb.top(atOffset: offset).rounded()
    return GalleryFrame.ScrollBar(
      track: track,
      thumb: Rect(x: track.minX, y: track.minY + top, width: track.width, height: thumb.length),
      alpha: bar.alpha(at: t), isHeld: bar.grip != nil,
      section: layout.section(atY: offset + clearArea.minY))
  }

  private func bandRect(offset: Double) -> Rect? {
    guard let rect = band?.rect(offset: offset) else { return nil }
    return rect.offset(by: Vector(dx: 0, dy: -offset))
  }
}
