public import Geometry
public import Transitions

/// Where a page's picture came from and goes back to.
public struct Home: Hashable, Sendable {
  /// Whose it is.
  public var page: Int
  /// The thumbnail's place, nil when there is none.
  public var thumbnail: TransitionContext.Thumbnail?
  /// Where the host's own flying view is at the thumbnail, nil when it has none.
  public var provided: Rect?
  /// True when the page has a picture to draw.
  public var hasPicture: Bool

  /// Makes a home; the page has a picture and the host no view unless told otherwise.
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

/// A page's picture on its way between thumbnail and page.
public struct PageFlight: Hashable, Sendable {
  /// Which page's.
  public var page: Int
  /// The way, in the page's points.
  public var flight: Flight
  /// What was seen when it left, where that was not its page at rest.
  var departure: TransitionState?
}

/// A picture a hand took out of the air, as it was then.
struct CaughtFlight: Hashable, Sendable {
  var page: Int
  /// What was seen, in the viewport's points.
  let shown: TransitionState
  /// The flight, to go on if another page is shown.
  let flight: Flight

  /// Everything as it is when the leading picture is at `rect`: what is seen of it stays the same
  /// part.
  func carried(to rect: Rect) -> TransitionState {
    guard let old = shown.lead?.picture, old.width > 0 else { return shown }
    let k = rect.width / old.width
    return mapped { place in
      Rect(
        x: rect.minX + (place.minX - old.minX) * k, y: rect.minY + (place.minY - old.minY) * k,
        width: place.width * k, height: place.height * k)
    }
  }

  /// How fast everything changes when the leading picture's rectangle changes at `rate`.
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
  /// The same layers, nothing of them changing.
  var resting: TransitionState {
    TransitionState(
      layers: layers.map {
        TransitionState.Layer($0.source, clip: .zero, picture: .zero, alpha: 0)
      },
      backdrop: 0, chrome: 0)
  }
}
