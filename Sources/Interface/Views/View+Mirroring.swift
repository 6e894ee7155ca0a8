package import Geometry
import Localization

/// The direction in which the interface is laid out, by the writing direction of its language.
@MainActor
package enum LayoutDirection {
  /// Whether the language of the interface is written from right to left. After a change, call
  /// ``View/languageDidChange()`` on the root of every stage. Default: false.
  package static var isRightToLeft = false
}

/// The way in which the coordinates of a view are mirrored for a language written from right to
/// left.
///
/// In a mirrored view x grows to the left. The view computes, draws and receives events as always,
/// and is converted as a whole where it meets its parent. Texts and bitmaps in it are not mirrored.
package enum Mirroring {
  /// The view is mirrored if its parent is; a root view is not.
  case inherited
  /// The view is mirrored when the language of the interface is written from right to left.
  case byLanguage
  /// The view is never mirrored, for a picture or a text with a caret.
  case never
}

extension View {
  /// Whether x grows to the left in the coordinates of this view.
  package final var runsRightToLeft: Bool {
    guard LayoutDirection.isRightToLeft else { return false }
    return switch mirroring {
    case .inherited: parent?.runsRightToLeft ?? false
    case .byLanguage: true
    case .never: false
    }
  }

  /// Whether x grows in the direction opposite to that of x in the parent's coordinates.
  final var isFlipped: Bool {
    guard LayoutDirection.isRightToLeft, mirroring != .inherited else { return false }
    return runsRightToLeft != (parent?.runsRightToLeft ?? false)
  }

  /// A rectangle of the view, relative to the view's origin, with x in the direction of the
  /// parent's coordinates.
  final func flipped(_ rect: Rect) -> Rect {
    isFlipped ? rect.mirrored(in: bounds.width) : rect
  }

  /// Converts a rectangle from this view's coordinates to those of the stage, as it is drawn.
  package final func inStage(_ rect: Rect) -> Rect {
    let rect = flipped(rect).offset(by: drawnOffset)
    return parent?.inStage(rect) ?? rect
  }

  /// Converts a point from the stage's coordinates to those of this view.
  package final func fromStage(_ point: Point) -> Point {
    fromParent(parent?.fromStage(point) ?? point)
  }

  /// Converts a point from the parent's coordinates to those of this view.
  final func fromParent(_ point: Point) -> Point {
    let own = point - drawnOffset
    return isFlipped ? Point(x: bounds.width - own.x, y: own.y) : own
  }

  /// Tells this view and all views inside it that the language of the interface has changed; they
  /// are laid out and drawn again.
  package final func languageDidChange() {
    textsDidChange()
    setNeedsDisplay()
    setNeedsLayout()
    for child in children { child.languageDidChange() }
  }
}

extension Rect {
  /// The rectangle with left and right exchanged within a width of `width`.
  package func mirrored(in width: Double) -> Rect {
    Rect(x: width - maxX, y: minY, width: self.width, height: height)
  }
}

extension Vector {
  /// The vector with its horizontal component negated.
  package var mirrored: Vector { Vector(dx: -dx, dy: dy) }
}
