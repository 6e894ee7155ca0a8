/// Something other than the container's own hand that drives a change of scenes: a gesture of the
/// host's, a demonstration, a device.
public protocol SceneInteraction: AnyObject {
  /// How fast the rest of the way is run in the end; 1 is the animation's own speed.
  var completionSpeed: Double { get }
  /// What it wants; asked for every frame until it finishes or cancels.
  ///
  /// - Parameter seconds: since the change began.
  func step(after seconds: Double) -> SceneInteractionStep
}

extension SceneInteraction {
  /// The animation's own speed.
  public var completionSpeed: Double { 1 }
}

/// What an interaction wants in a frame.
public enum SceneInteractionStep: Hashable, Sendable {
  /// Be at this progress.
  case move(Double)
  /// Run to the end.
  case finish
  /// Run back; everything is as it was then.
  case cancel
}
