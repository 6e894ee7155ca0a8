public import Geometry
import Motion

/// The flight of a picture as a pure function of progress: 0 is the thumbnail, 1 the page, in both
/// directions.
public struct TransitionPlan: Hashable, Sendable {
  /// One flying picture, with its rectangles and opacity as functions of progress.
  public struct Layer: Hashable, Sendable {
    /// The source of the layer's content.
    public var source: TransitionPlan.Source
    /// The clip rectangle of the picture over progress, in the viewport's coordinates.
    public var clip: TransitionPlan.Track<Rect>
    /// The rectangle of the whole picture over progress, in the viewport's coordinates.
    public var picture: TransitionPlan.Track<Rect>
    /// The radius of the clip's corners over progress, in device pixels.
    public var cornerRadius: TransitionPlan.Track<Double>
    /// The opacity of the layer over progress, 0…1.
    public var alpha: TransitionPlan.Track<Double>

    public init(
      _ source: TransitionPlan.Source, clip: TransitionPlan.Track<Rect>,
      picture: TransitionPlan.Track<Rect>,
      cornerRadius: TransitionPlan.Track<Double> = TransitionPlan.Track(0),
      alpha: TransitionPlan.Track<Double> = TransitionPlan.Track(1)
    ) {
      self.source = source
      self.clip = clip
      self.picture = picture
      self.cornerRadius = cornerRadius
      self.alpha = alpha
    }
  }

  /// The default timing of a flight.
  ///
  /// - Source: PhotoSwipe 5, 333 ms with (0.4, 0, 0.22, 1).
  public static let defaultTiming = TransitionTiming.timed(
    0.333, TimingCurve(0.4, 0, 0.22, 1))
  /// The range of progress in which the overlay (title bar, buttons, indicator) fades in during a
  /// flight to the page. During a flight to the thumbnail, progress falls, so the overlay fades out
  /// first.
  public static let chromeSpan = 0.5...1.0

  /// The flying layers, bottom to top; the last one is the leading layer, whose picture is the
  /// flying one.
  public var layers: [Layer]
  /// The opacity of the backdrop over progress, 0…1.
  public var backdrop: TransitionPlan.Track<Double>
  /// The opacity of the overlay (title bar, buttons, indicator) over progress, 0…1.
  public var chrome: TransitionPlan.Track<Double>
  /// The timing of a flight to the page.
  public var showTiming: TransitionTiming
  /// The timing of a flight to the thumbnail.
  public var dismissTiming: TransitionTiming

  /// Creates a plan; by default the backdrop fades during the whole transition and the overlay in
  /// ``chromeSpan``.
  public init(
    layers: [Layer], backdrop: TransitionPlan.Track<Double> = TransitionPlan.Track(0, 1),
    chrome: TransitionPlan.Track<Double> = TransitionPlan.Track(0, 1, during: Self.chromeSpan),
    timing: TransitionTiming = Self.defaultTiming
  ) {
    self.layers = layers
    self.backdrop = backdrop
    self.chrome = chrome
    showTiming = timing
    dismissTiming = timing
  }

  /// The state to be drawn at `progress`, with opacities and lengths limited to their ranges.
  package func state(at progress: Double) -> TransitionState {
    unclampedState(at: progress).clamped
  }

  func unclampedState(at progress: Double) -> TransitionState {
    TransitionState(
      layers: layers.map {
        TransitionState.Layer(
          $0.source, clip: $0.clip.value(at: progress), picture: $0.picture.value(at: progress),
          cornerRadius: $0.cornerRadius.value(at: progress), alpha: $0.alpha.value(at: progress))
      },
      backdrop: backdrop.value(at: progress), chrome: chrome.value(at: progress))
  }

  /// The derivative of the drawn state with respect to progress.
  func slope(at progress: Double) -> TransitionState {
    TransitionState(
      layers: layers.map {
        TransitionState.Layer(
          $0.source, clip: $0.clip.slope(at: progress), picture: $0.picture.slope(at: progress),
          cornerRadius: $0.cornerRadius.slope(at: progress), alpha: $0.alpha.slope(at: progress))
      },
      backdrop: backdrop.slope(at: progress), chrome: chrome.slope(at: progress))
  }

  /// This plan with `shown` as its state at progress 1, instead of the page at rest: the plan of a
  /// return to the thumbnail that starts from `shown`.
  package func returning(from shown: TransitionState) -> TransitionPlan {
    let ends = shown.withLayers(of: unclampedState(at: 1))
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

  /// This plan with other durations, in seconds, of the flights to the page and to the thumbnail;
  /// nil keeps the animator's own.
  package func lasting(show: Double?, dismiss: Double?) -> TransitionPlan {
    var plan = self
    if let show { plan.showTiming = showTiming.lasting(show) }
    if let dismiss { plan.dismissTiming = dismissTiming.lasting(dismiss) }
    return plan
  }
}
