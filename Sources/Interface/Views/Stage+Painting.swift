public import Drawing
import Geometry

extension Stage {
  /// Draws `view` and its children where they intersect `damage`, a rectangle in the coordinates of
  /// the view's parent to which the canvas is already clipped.
  func paint(_ view: View, in canvas: Canvas, damage: Rect) {
    guard view.isVisible else { return }
    let own = view.fromParent(damage)
    guard let area = view.paintedArea.intersection(own) else { return }
    canvas.saved {
      canvas.translate(view.drawnOffset)
      if view.drawnScale != 1 {
        let middle = Vector(dx: view.bounds.midX, dy: view.bounds.midY)
        canvas.translate(middle)
        canvas.scale(view.drawnScale)
        canvas.translate(-middle)
      }
      if view.isFlipped { canvas.mirror(width: view.bounds.width) }
      if view.isRasterized, view.drawnScale == 1, let raster = raster(of: view) {
        return raster.draw(in: canvas, alpha: view.alpha)
      }
      guard view.alpha < 1 else { return paintIgnoringAlpha(view, in: canvas, damage: own) }
      // The clip is reduced first: a translucent group costs time in proportion to the area of the
      // clip.
      canvas.clip(toPixelsOf: area)
      canvas.withOpacity(view.alpha) {
        paintIgnoringAlpha(view, in: canvas, damage: area.roundedOut)
      }
    }
  }

  /// Draws `view` and its children, after their layout if necessary, at the canvas's origin and
  /// clipped to the view's bounds. The view's own opacity is ignored, so that the result can
  /// replace the view for a while. A hidden view is drawn without a new layout.
  public func render(_ view: View, in canvas: Canvas) {
    layOut(view)
    canvas.saved {
      if view.runsRightToLeft { canvas.mirror(width: view.bounds.width) }
      canvas.clip(to: view.bounds)
      paintIgnoringAlpha(view, in: canvas, damage: view.bounds)
    }
  }

  /// Whether `view`, or one opaque view inside it, hides everything behind `rect`, a rectangle in
  /// the coordinates of the view's parent.
  func covers(_ view: View, _ rect: Rect) -> Bool {
    guard view.isVisible, view.alpha >= 1 else { return false }
    let own = view.fromParent(rect)
    let isInside = view.bounds.encloses(own)
    if view.isOpaque, isInside { return true }
    guard isInside || !view.clipsChildren, !view.roundsCorners(of: own) else { return false }
    return view.children.contains { covers($0, own) }
  }

  /// Removes from the clip the largest area of `view` that an opaque view inside it hides, if that
  /// is most of `damage`: drawing it as well would take as long as drawing what is seen.
  private func excludeHidden(of view: View, in canvas: Canvas, damage: Rect) {
    // On fractional pixels nothing is removed, because the edge of the clip would be visible as a
    // seam.
    guard view.clipRadius == 0, canvas.isOnWholePixels else { return }
    var hidden = Rect.zero
    for child in view.children {
      guard let area = opaqueArea(of: child)?.intersection(damage) else { continue }
      if area.width * area.height > hidden.width * hidden.height { hidden = area }
    }
    guard !hidden.isEmpty, 2 * hidden.width * hidden.height > damage.width * damage.height else {
      return
    }
    canvas.clip(to: damage.subtracting(hidden))
  }

  /// The area that `view`, or an opaque view inside it, hides completely, in the parent's
  /// coordinates and in whole pixels; nil when there is none.
  private func opaqueArea(of view: View) -> Rect? {
    guard view.isVisible, view.alpha >= 1, view.clipRadius == 0 else { return nil }
    var own = view.isOpaque ? view.bounds : .zero
    for child in view.children where !view.isOpaque {
      guard var area = opaqueArea(of: child) else { continue }
      if view.clipsChildren {
        guard let inside = area.intersection(view.bounds) else { continue }
        area = inside
      }
      if area.width * area.height > own.width * own.height { own = area }
    }
    let area = view.inParent(own).roundedIn
    return area.isEmpty ? nil : area
  }

  /// Draws `view` and its children, without the view's own opacity, where they intersect `damage`,
  /// a rectangle in the view's coordinates.
  func paintIgnoringAlpha(_ view: View, in canvas: Canvas, damage: Rect) {
    let first = view.children.lastIndex { covers($0, damage) }
    if first == nil, let area = view.drawingBounds.intersection(damage) {
      canvas.saved {
        excludeHidden(of: view, in: canvas, damage: area)
        view.draw(in: canvas, damage: area)
      }
    }
    guard view.clipsChildren else {
      for child in view.children[(first ?? 0)...] { paint(child, in: canvas, damage: damage) }
      return
    }
    for band in view.clipBands {
      guard let inside = band.intersection(damage) else { continue }
      let paintChildren = {
        for child in view.children[(first ?? 0)...] {
          self.paint(child, in: canvas, damage: inside)
        }
      }
      canvas.saved {
        canvas.clip(to: inside)
        guard view.roundsCorners(of: inside) else { return paintChildren() }
        canvas.withRoundCorners(view.bounds, radius: view.clipRadius, paintChildren)
      }
    }
  }
}

extension View {
  /// The bounds, divided into two bands with the round corners and the straight band between them:
  /// only clips with round corners are slow.
  fileprivate var clipBands: [Rect] {
    guard clipRadius > 0 else { return [bounds] }
    let height = min(clipRadius, bounds.height / 2).rounded(.up)
    let middle = max(0, bounds.height - 2 * height)
    return [
      Rect(x: 0, y: 0, width: bounds.width, height: height),
      Rect(x: 0, y: height, width: bounds.width, height: middle),
      Rect(x: 0, y: height + middle, width: bounds.width, height: height),
    ]
  }

  /// Whether the children are clipped by round corners that may lie in `part`, a rectangle in the
  /// view's coordinates.
  fileprivate func roundsCorners(of part: Rect) -> Bool {
    guard clipsChildren, clipRadius > 0 else { return false }
    return part.minY < clipRadius || part.maxY > bounds.height - clipRadius
  }
}

extension Rect {
  fileprivate func encloses(_ other: Rect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }
}
