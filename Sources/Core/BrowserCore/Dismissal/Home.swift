public import Geometry
public import Transitions

/// The thumbnail that a page's picture comes from and returns to.
public struct Home: Hashable, Sendable {
  /// The index of the page.
  public var page: Int
  /// The thumbnail; nil when the page has none.
  public var thumbnail: TransitionContext.Thumbnail?
  /// The rectangle of the host's own flying view at the thumbnail, in the viewport's points; nil
  /// when the host has no such view.
  public var provided: Rect?
  /// True when the page has a picture to draw.
  public var hasPicture: Bool

  public init(
    page: Int, thumbnail: TransitionContext.Thumbnail?, provided: Rect? = nil,
    hasPicture: Bool = true
  ) {
    self.page = page
    self.thumbnail = thumbnail
    self.provided = provided
    self.hasPicture = hasPicture
  }
}

/// The running show or dismiss transition of one page's picture.
public struct PageFlight: Hashable, Sendable {
  /// The index of the page.
  public var page: Int
  /// The transition, in the page's points on the way up and in the viewport's points on the way
  /// back.
  public var flight: Flight
  /// The state at the start of a return flight that did not begin at the page's resting position;
  /// nil otherwise.
  var departure: TransitionState?
}

/// A picture caught in flight by a new contact, as it was at that moment.
struct CaughtFlight: Hashable, Sendable {
  var page: Int
  /// The state when it was caught, in the viewport's points.
  let shown: TransitionState
  /// The interrupted flight; it continues if another page is shown.
  let flight: Flight

  /// The caught state moved and scaled so that its leading picture is at `rect`.
  func carried(to rect: Rect) -> TransitionState {
    guard let old = shown.lead?.picture, old.width > 0 else { return shown }
    let k = rect.width / old.width
    return mapped { place in
      Rect(
        x: rect.minX + (place.minX - old.minX) * k, y: rect.minY + (place.minY - old.minY) * k,
        width: place.width * k, height: place.height * k)
    }
  }

  /// The rate of change of the whole state when the leading picture's rectangle changes at `rate`.
  func rate(of rate: Rect) -> TransitionState {
    guard let old = shown.lead?.picture, old.width > 0 else { return shown.resting }
    let k = rate.width / old.width
    var result = mapped { place in
      Rect(
        x: rate.minX + (place.minX - old.minX) * k, y: rate.minY + (place.minY - old.minY) * k,
        width: place.width * k, height: place.height * k)
    }
    for i in result.layers.indices {
      result.layers[i].alpha = 0
      result.layers[i].cornerRadius = 0
    }
    result.backdrop = 0
    result.chrome = 0
    return result
  }

  private func mapped(_ place: (Rect) -> Rect) -> TransitionState {
    var result = shown
    for i in result.layers.indices {
      result.layers[i].clip = place(shown.layers[i].clip)
      result.layers[i].picture = place(shown.layers[i].picture)
    }
    return result
  }
}

extension TransitionState {
  /// A rate of change of zero for the same layers.
  var resting: TransitionState {
    TransitionState(
      layers: layers.map {
        TransitionState.Layer($0.source, clip: .zero, picture: .zero, alpha: 0)
      },
      backdrop: 0, chrome: 0)
  }
}
