public import Geometry
public import Input
public import Scenes
public import Views

/// A scene that has a say in what its window shows around it. Any other scene can be shown, too.
@MainActor
public protocol HostedScene: Scene {
  /// Where one is in it, as "3 / 20"; empty for nothing. Default: empty.
  var position: String { get }
  /// True when the window's bar with Back and the title is over it; nil for scenes that were pushed
  /// over others, and only those. Default: nil.
  var showsBar: Bool? { get }
  /// How much of the bar it allows at this moment: 0 while a photo is in the hand. Default: 1.
  var barOpacity: Double { get }
  /// True while a hand has hold of something. Default: false.
  var isHeld: Bool { get }
  /// True while what it shows is still on its way. Default: false.
  var isWaiting: Bool { get }
  /// Bars reach so far over its edges. Default: does nothing.
  func barsDidChange(to insets: Insets)
  /// What is behind the window can, or cannot, shine through. Default: does nothing.
  func translucencyDidChange(to isTranslucent: Bool)
  /// Gets a key no view took.
  ///
  /// - Returns: true when it meant something. Default: false.
  func press(_ key: KeyEvent) -> Bool
}

extension HostedScene {
  /// Nothing.
  public var position: String { "" }
  /// As for any scene.
  public var showsBar: Bool? { nil }
  /// All of it.
  public var barOpacity: Double { 1 }
  /// Nothing is held.
  public var isHeld: Bool { false }
  /// Nothing is on its way.
  public var isWaiting: Bool { false }
  /// Does nothing.
  public func barsDidChange(to insets: Insets) {}
  /// Does nothing.
  public func translucencyDidChange(to isTranslucent: Bool) {}
  /// Means nothing.
  public func press(_ key: KeyEvent) -> Bool { false }
}

/// Any view as a scene.
public final class ViewScene: Scene {
  /// What is seen of it.
  public let view: View
  /// What a bar or tab calls it.
  public let title: String

  /// Makes a scene of a view.
  public init(_ view: View, title: String = "") {
    self.view = view
    self.title = title
  }
}
