/// A driver of a scene change other than the container's own drag: a gesture of the host, a
/// demonstration, a device.
public protocol SceneInteraction: AnyObject {
  /// The speed of the remaining animation after the interaction, as a factor; 1 is the animation's
  /// own speed.
  var completionSpeed: Double { get }
  /// The next step of the interaction, which is requested in every frame until the result is
  /// `finish` or `cancel`.
  ///
  /// - Parameter seconds: the time since the change of scenes began.
  func step(after seconds: Double) -> SceneInteractionStep
}

extension SceneInteraction {
  /// The default speed of the remaining animation: 1, the animation's own.
  public var completionSpeed: Double { 1 }
}

/// The step of a change of scenes for one frame, requested by the interaction that drives the
/// change.
public enum SceneInteractionStep: Hashable, Sendable {
  /// Shows the change of scenes at a progress from 0 to 1.
  case move(Double)
  /// Ends the interaction; the animation runs on to the new scene.
  case finish
  /// Ends the interaction; the animation runs back to the old scene.
  case cancel
}
