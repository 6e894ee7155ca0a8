package import Geometry
import Localization

/// The direction in which the interface is laid out.
@MainActor
package enum LayoutDirection {
  /// Whether the language of the interface is written from right to left. Default: false. Views
  /// that are on a stage follow a call of ``View/languageDidChange()`` on its root.
  package static var isRightToLeft = false
}

/// The way in which a view takes part in mirrored layouts.
///
/// A mirrored view is laid out, drawn and operated in coordinates whose x grows to the left. It
/// computes and draws as always: the conversion takes place at its edge. Texts and bitmaps are not
/// mirrored in themselves.
package enum Mirroring {
  /// As the parent; a root is not mirrored.
  case inherited
  /// Mirrored when the language of the interface is written from right to left.
  case byLanguage
  /// Not mirrored: a picture, or a text with a caret.
  case never
}

extension View {
  /// Whether x grows to the left in the view's coordinates.
  package final var runsRightToLeft: Bool {
    guard LayoutDirection.isRightToLeft else { return false }
    return switch mirroring {
    case .inherited: parent?.runsRightToLeft ?? false
    case .byLanguage: true
    case .never: false
    }
  }

  /// Whether x grows in another direction than in the parent's coordinates.
  final var isFlipped: Bool {
    guard LayoutDirection.isRightToLeft, mirroring != .inherited else { return false }
    return runsRightToLeft != (parent?.runsRightToLeft ?? false)
  }

  /// A rectangle of the view in the x direction of the parent: mirrored when the view is flipped
  /// against its parent.
  final func flipped(_ rect: Rect) -> Rect {
    isFlipped ? rect.mirrored(in: bounds.width) : rect
  }

  /// A rectangle of the view as it is drawn, in the stage's coordinates.
  package final func inStage(_ rect: Rect) -> Rect {
    let rect = flipped(rect).offset(by: drawnOffset)
    return parent?.inStage(rect) ?? rect
  }

  /// A point of the stage in local coordinates.
  package final func fromStage(_ point: Point) -> Point {
    local((parent?.fromStage(point) ?? point))
  }

  /// A point of the parent in local coordinates.
  final func local(_ point: Point) -> Point {
    let own = point - drawnOffset
    return isFlipped ? Point(x: bounds.width - own.x, y: own.y) : own
  }

  /// Notifies the view and those in it that the language of the interface has changed.
  package final func languageDidChange() {
    textsDidChange()
    setNeedsDisplay()
    setNeedsLayout()
    for child in children { child.languageDidChange() }
  }
}

extension Rect {
  /// The rectangle mirrored at the middle of the width `width`.
  package func mirrored(in width: Double) -> Rect {
    Rect(x: width - maxX, y: minY, width: self.width, height: height)
  }
}

extension Vector {
  /// The vector with the horizontal component reversed.
  package var mirrored: Vector { Vector(dx: -dx, dy: dy) }
}
