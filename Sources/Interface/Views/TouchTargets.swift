import Geometry
import Input

/// The correction of touches that begin beside a small control and are meant for it.
///
/// Controls are drawn small enough for a pointer, but a finger covers more. A touch in the square
/// of ``minTargetSide`` points around a control's middle, in which no other control was hit, is
/// moved onto the control until it ends.
struct TouchTargets {
  /// The minimum width and height, in points, of the area in which a finger hits a control.
  ///
  /// - Source: WCAG 2.2, success criterion 2.5.5, and Apple's Human Interface Guidelines.
  static let minTargetSide = 44.0

  private var shiftsByTouch: [UInt32: Vector] = [:]

  /// Moves a touch that is meant for a control onto it, and returns other touches unchanged.
  ///
  /// - Parameter root: The root view, in which the controls are looked for when a touch begins.
  @MainActor
  mutating func adapt(
    _ touch: InputEvent.Touch, on stage: Stage, in root: View
  ) -> InputEvent.Touch {
    if touch.phase == .began {
      shiftsByTouch[touch.id] = Self.shift(of: touch.location, on: stage, in: root)
    }
    var adapted = touch
    if let shift = shiftsByTouch[touch.id] { adapted.location += shift }
    if touch.phase == .ended || touch.phase == .cancelled { shiftsByTouch[touch.id] = nil }
    return adapted
  }

  /// The shortest vector from a point of the stage to a control whose enlarged area contains the
  /// point; nil when the point is on a control, or no control is near.
  @MainActor
  private static func shift(of point: Point, on stage: Stage, in root: View) -> Vector? {
    let hit = stage.views(at: point).first
    guard !(hit is Control) else { return nil }
    var nearest: Vector?
    for control in controls(in: root) where control.isEnabled {
      let area = control.bounds.offset(by: control.originInStage - .zero)
      let (dx, dy) = (
        max(0, (minTargetSide * stage.scale - area.width) / 2),
        max(0, (minTargetSide * stage.scale - area.height) / 2)
      )
      guard dx > 0 || dy > 0 else { continue }
      let target = Rect(
        x: area.minX - dx, y: area.minY - dy, width: area.width + 2 * dx,
        height: area.height + 2 * dy)
      guard target.contains(point) else { continue }
      let other = Point(
        x: min(max(point.x, area.minX + 0.5), area.maxX - 0.5),
        y: min(max(point.y, area.minY + 0.5), area.maxY - 0.5))
      // The control has to be the view that the moved touch hits, and nothing in front of it may
      // take the touch at its original location.
      guard stage.views(at: other).first === control,
        hit.map({ control.isInFront(of: $0) }) ?? true
      else { continue }
      let offset = other - point
      if offset.length < nearest?.length ?? .infinity { nearest = offset }
    }
    return nearest
  }

  @MainActor
  private static func controls(in view: View) -> [Control] {
    guard view.isVisible, view.isInteractive, view.drawnScale == 1 else { return [] }
    let own = (view as? Control).map { [$0] } ?? []
    return own + view.children.flatMap(controls)
  }
}

extension View {
  /// Whether the view is drawn over `other`, because it is inside it or drawn later.
  fileprivate func isInFront(of other: View) -> Bool {
    if isInside(other) { return true }
    var ancestor: View = self
    while let parent = ancestor.parent {
      if other.isInside(parent) {
        let own = parent.children.firstIndex { $0 === ancestor }
        let its = parent.children.firstIndex { other.isInside($0) }
        guard let own, let its else { return false }
        return own > its
      }
      ancestor = parent
    }
    return false
  }
}
