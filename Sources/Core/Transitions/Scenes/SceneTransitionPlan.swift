public import Geometry

extension SceneTransitionPlan {
  /// The appearance of one scene at a moment of a transition; the default is that of a scene at
  /// rest.
  public struct Appearance: Hashable, Sendable {
    /// The displacement from the scene's position at rest, in device pixels.
    public var translation: Vector
    /// The scale of the scene about its middle; more than 0.
    public var scale: Double
    /// The opacity of the scene, 0 to 1.
    public var alpha: Double

    public init(translation: Vector = .zero, scale: Double = 1, alpha: Double = 1) {
      self.translation = translation
      self.scale = scale
      self.alpha = alpha
    }

    /// The appearance of a scene at rest.
    public static let resting = SceneTransitionPlan.Appearance()
    /// The appearance of an invisible scene: opacity 0.
    public static let unseen = SceneTransitionPlan.Appearance(alpha: 0)
  }
}

extension SceneTransitionPlan {
  /// The appearance of both scenes at a moment of a transition.
  public struct State: Hashable, Sendable {
    /// The appearance of the old scene.
    public var from: SceneTransitionPlan.Appearance
    /// The appearance of the new scene.
    public var to: SceneTransitionPlan.Appearance
    /// The opacity of the darkening over the scene that is behind the other one, 0 to 1.
    public var dim: Double
    /// The opacity of the shadow that the scene in front casts from its left edge, 0 to 1.
    public var shadow: Double

    public init(
      from: SceneTransitionPlan.Appearance, to: SceneTransitionPlan.Appearance, dim: Double = 0,
      shadow: Double = 0
    ) {
      self.from = from
      self.to = to
      self.dim = dim
      self.shadow = shadow
    }
  }
}

/// A change of scenes as a pure function of progress.
public struct SceneTransitionPlan: Sendable {
  /// One of the two scenes of a change.
  package enum Side: Hashable, Sendable {
    /// The old scene, shown before the change.
    case from
    /// The new scene, shown after the change.
    case to
  }
  /// The scene that is drawn over the other one.
  package let front: Side
  private let stateAtProgress: @Sendable (Double) -> SceneTransitionPlan.State

  /// Creates a plan from a function of progress.
  ///
  /// At 0 the function must give the old scene at rest and the new one invisible; at 1 the reverse.
  /// With a spring, progress may go slightly beyond both ends.
  ///
  /// - Parameter oldSceneInFront: whether the old scene is drawn over the new one. Default: false.
  public init(
    oldSceneInFront: Bool = false,
    _ states: @escaping @Sendable (Double) -> SceneTransitionPlan.State
  ) { self.init(front: oldSceneInFront ? .from : .to, states) }

  package init(front: Side, _ states: @escaping @Sendable (Double) -> SceneTransitionPlan.State) {
    self.front = front
    self.stateAtProgress = states
  }

  /// The appearance of both scenes at `progress`: 0 is the old scene, 1 the new one.
  package func state(at progress: Double) -> SceneTransitionPlan.State { stateAtProgress(progress) }
}
