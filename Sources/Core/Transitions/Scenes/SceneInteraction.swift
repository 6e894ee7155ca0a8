/// A driver of a scene change other than the container's own drag: a gesture of the host, a
/// demonstration, a device.
public protocol SceneInteraction: AnyObject {
  /// The speed of the remainder of the animation after the interaction; 1 is the animation's own
  /// speed.
  var completionSpeed: Double { get }
  /// The next step of the interaction; asked for every frame until it finishes or cancels.
  ///
  /// - Parameter seconds: the time since the change began.
  func step(after seconds: Double) -> SceneInteractionStep
}

extension SceneInteraction {
  /// The default: 1, the animation's own speed.
  public var completionSpeed: Double { 1 }
}

/// The request of an interaction for one frame.
public enum SceneInteractionStep: Hashable, Sendable {
  /// Shows the change at a progress from 0 to 1.
  case move(Double)
  /// Runs to the end of the change.
  case finish
  /// Runs back to the state before the change.
  case cancel
}
