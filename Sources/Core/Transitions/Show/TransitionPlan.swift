public import Geometry
import Motion

/// A transition as a pure function of progress: 0 is the thumbnail, 1 the page, in both directions.
public struct TransitionPlan: Hashable, Sendable {
  /// One flying picture and all its tracks.
  public struct Layer: Hashable, Sendable {
    /// What is seen.
    public var source: TransitionSource
    /// The window it is seen through.
    public var clip: TransitionTrack<Rect>
    /// Where the whole picture is.
    public var picture: TransitionTrack<Rect>
    /// The radius of the clip's corners.
    public var cornerRadius: TransitionTrack<Double>
    /// Its opacity.
    public var alpha: TransitionTrack<Double>

    /// Makes a layer; square and opaque unless told otherwise.
    public init(
      _ source: TransitionSource, clip: TransitionTrack<Rect>, picture: TransitionTrack<Rect>,
      cornerRadius: TransitionTrack<Double> = TransitionTrack(0),
      alpha: TransitionTrack<Double> = TransitionTrack(1)
    ) {
      self.source = source
      self.clip = clip
      self.picture = picture
      self.cornerRadius = cornerRadius
      self.alpha = alpha
    }
  }

  /// The pace of a flight unless its animator has another one.
  ///
  /// - Source: PhotoSwipe 5, 333 ms with (0.4, 0, 0.22, 1).
  public static let standardPace = TransitionProgress.Pace.timed(
    0.333, TimingCurve(0.4, 0, 0.22, 1))
  /// What lies over the page comes when the picture is nearly there, and goes at once.
  public static let chromeSpan = 0.5...1.0

  /// What flies, bottom to top; the last one leads.
  public var layers: [Layer]
  /// The backdrop's opacity.
  public var backdrop: TransitionTrack<Double>
  /// The opacity of what lies over the page.
  public var chrome: TransitionTrack<Double>
  /// How it runs to the page.
  public var showPace: TransitionProgress.Pace
  /// How it runs to the thumbnail.
  public var dismissPace: TransitionProgress.Pace

  /// Makes a plan; backdrop, chrome and pace are the usual ones unless told otherwise.
  public init(
    layers: [Layer], backdrop: TransitionTrack<Double> = TransitionTrack(0, 1),
    chrome: TransitionTrack<Double> = TransitionTrack(0, 1, during: Self.chromeSpan),
    pace: TransitionProgress.Pace = Self.standardPace
  ) {
    self.layers = layers
    self.backdrop = backdrop
    self.chrome = chrome
    showPace = pace
    dismissPace = pace
  }

  /// Everything that is seen at `progress`.
  public func state(at progress: Double) -> TransitionState {
    raw(at: progress).clamped
  }

  func raw(at progress: Double) -> TransitionState {
    TransitionState(
      layers: layers.map {
        TransitionState.Layer(
          $0.source, clip: $0.clip.value(at: progress), picture: $0.picture.value(at: progress),
          cornerRadius: $0.cornerRadius.value(at: progress), alpha: $0.alpha.value(at: progress))
      },
      backdrop: backdrop.value(at: progress), chrome: chrome.value(at: progress))
  }

  /// How everything changes with progress.
  func slope(at progress: Double) -> TransitionState {
    TransitionState(
      layers: layers.map {
        TransitionState.Layer(
          $0.source, clip: $0.clip.slope(at: progress), picture: $0.picture.slope(at: progress),
          cornerRadius: $0.cornerRadius.slope(at: progress), alpha: $0.alpha.slope(at: progress))
      },
      backdrop: backdrop.slope(at: progress), chrome: chrome.slope(at: progress))
  }

  /// The same way, beginning at the page's end with what is shown instead of the page at rest.
  public func leaving(from shown: TransitionState) -> TransitionPlan {
    let ends = shown.expressed(in: raw(at: 1))
    var plan = self
    for i in layers.indices {
      guard let end = ends.layer(layers[i].source) else { continue }
      plan.layers[i].clip.end = end.clip
      plan.layers[i].picture.end = end.picture
      plan.layers[i].cornerRadius.end = end.cornerRadius
      plan.layers[i].alpha.end = end.alpha
    }
    plan.backdrop.end = shown.backdrop
    plan.chrome.end = shown.chrome
    return plan
  }

  /// The same way in other times, in seconds; nil keeps the animator's own.
  public func lasting(show: Double?, dismiss: Double?) -> TransitionPlan {
    var plan = self
    if let show { plan.showPace = showPace.lasting(show) }
    if let dismiss { plan.dismissPace = dismissPace.lasting(dismiss) }
    return plan
  }
}

extension TransitionProgress.Pace {
  /// The same pace in another time; what takes none stays a cut.
  fileprivate func lasting(_ seconds: Double) -> Self {
    switch self {
    case .timed(0, _): self
    case .timed(_, let curve): .timed(max(0, seconds), curve)
    case .spring(let spring, let velocity):
      seconds > 0
        ? .spring(.settling(in: seconds, damping: spring.damping), velocity: velocity)
        : .timed(0, .linear)
    }
  }
}
