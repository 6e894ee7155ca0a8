/// The type that makes the built-in page effects available by name, as in `options.pageEffect =
/// .cube`; it has no values.
@_documentation(visibility: internal)
extension Never: PageEffect {
  public func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer] { switch self {} }
}

extension PageEffect where Self == Never {
  /// The effect in which the new page appears over the old one.
  public static var fade: any PageEffect { FadeEffect() }
  /// The effect in which the new page slides in over the old one, which does not move.
  public static var moveIn: any PageEffect { MoveInEffect() }
  /// The effect in which the new page pushes the old one out, edge to edge.
  public static var push: any PageEffect { PushEffect() }
  /// The effect in which the old page slides away over the new one, which does not move.
  public static var reveal: any PageEffect { RevealEffect() }
  /// The effect in which the pages are faces of a cube that makes a quarter turn.
  public static var cube: any PageEffect { CubeEffect() }
  /// The effect in which the pages are the two sides of a card that makes a half turn about its
  /// middle.
  public static var flip: any PageEffect { FlipEffect() }
  /// The effect in which the old page rolls up from a corner and uncovers the new one.
  public static var curl: any PageEffect { CurlEffect() }
  /// The effect in which the new page unrolls over the old one: a page curl backwards.
  public static var uncurl: any PageEffect { UncurlEffect() }
}
