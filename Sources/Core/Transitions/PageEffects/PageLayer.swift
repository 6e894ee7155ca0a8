public import Geometry

extension PageTurn {
  /// One page of a page turn with its shape: the old page, shown before the turn, or the new page,
  /// shown after it.
  public struct Layer: Hashable, Sendable {
    package var page: PageEffectState.Page
    package var shape: PageEffectState.Shape
    /// The opacity of the page, 0…1; it applies to flat pages only.
    public var opacity: Double

    package init(
      _ page: PageEffectState.Page, _ shape: PageEffectState.Shape, opacity: Double = 1
    ) {
      self.page = page
      self.shape = shape
      self.opacity = opacity
    }

    /// The layer of the old page, flat in a rectangle of the viewport in device pixels.
    public static func old(in rect: Rect, opacity: Double = 1) -> PageTurn.Layer {
      PageTurn.Layer(.old, .flat(rect), opacity: opacity)
    }

    /// The layer of the new page, flat in a rectangle of the viewport in device pixels.
    public static func new(in rect: Rect, opacity: Double = 1) -> PageTurn.Layer {
      PageTurn.Layer(.new, .flat(rect), opacity: opacity)
    }

    /// The layer of the old page, rotated in space.
    public static func old(turned face: TurnedFace) -> PageTurn.Layer {
      PageTurn.Layer(.old, .turned(face))
    }

    /// The layer of the new page, rotated in space.
    public static func new(turned face: TurnedFace) -> PageTurn.Layer {
      PageTurn.Layer(.new, .turned(face))
    }

    /// The layer of the old page, rolled up, with shadows on the page below.
    public static func old(rolled sheet: RolledSheet) -> PageTurn.Layer {
      PageTurn.Layer(.old, .rolled(sheet))
    }

    /// The layer of the new page, rolled up, with shadows on the page below.
    public static func new(rolled sheet: RolledSheet) -> PageTurn.Layer {
      PageTurn.Layer(.new, .rolled(sheet))
    }
  }
}
