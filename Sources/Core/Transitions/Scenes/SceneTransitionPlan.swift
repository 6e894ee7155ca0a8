public import Geometry

/// How one scene is drawn at a moment of a transition; as it is at rest by default.
public struct SceneLook: Hashable, Sendable {
  /// How far it is from its place, in points.
  public var translation: Vector
  /// How large it is, about its middle; more than 0.
  public var scale: Double
  /// How opaque it is, 0 to 1.
  public var alpha: Double

  /// Makes a look.
  public init(translation: Vector = .zero, scale: Double = 1, alpha: Double = 1) {
    self.translation = translation
    self.scale = scale
    self.alpha = alpha
  }

  /// As at rest.
  public static let resting = SceneLook()
  /// Not to be seen.
  public static let unseen = SceneLook(alpha: 0)
}

/// What is drawn at a moment of a transition.
public struct SceneTransitionState: Hashable, Sendable {
  /// The scene that goes.
  public var from: SceneLook
  /// The scene that comes.
  public var to: SceneLook
  /// How much the hind one is darkened, 0 to 1.
  public var dim: Double
  /// How dark the shadow is that the front one casts on it from its left edge, 0 to 1.
  public var shadow: Double

  /// Makes a state; nothing is darkened unless told.
  public init(from: SceneLook, to: SceneLook, dim: Double = 0, shadow: Double = 0) {
    self.from = from
    self.to = to
    self.dim = dim
    self.shadow = shadow
  }
}

/// One scene taking another's place, as a pure function of progress.
public struct SceneTransitionPlan: Sendable {
  /// One of the two scenes.
  public enum Side: Hashable, Sendable {
    /// The one that goes.
    case from
    /// The one that comes.
    case to
  }
  /// Which of them is drawn over the other.
  public let front: Side
  private let states: @Sendable (Double) -> SceneTransitionState

  /// Makes a plan from what is drawn at each progress.
  ///
  /// At 0 the scene that goes rests and nothing is seen of the other, at 1 the other way round. A
  /// spring may ask a little beyond both.
  ///
  /// - Parameter front: which scene is drawn over the other; the one that comes unless told.
  public init(
    front: Side = .to, _ states: @escaping @Sendable (Double) -> SceneTransitionState
  ) {
    self.front = front
    self.states = states
  }

  /// What is drawn at `progress`, 0 being the old scene and 1 the one that comes.
  public func state(at progress: Double) -> SceneTransitionState { states(progress) }
}
