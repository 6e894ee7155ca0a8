public import Geometry

/// What is flown.
public enum TransitionSource: Hashable, Sendable, CaseIterable {
  /// The thumbnail's bitmap; the page's picture where there is none.
  case thumbnail
  /// The page's picture; the thumbnail's bitmap while there is none.
  case picture
  /// The page as it is, with everything on it.
  case page
  /// A view of the host's own.
  case provided
}

/// Everything a transition shows at one instant.
public struct TransitionState: Hashable, Sendable {
  /// One picture in flight.
  public struct Layer: Hashable, Sendable {
    /// What is seen.
    public var source: TransitionSource
    /// The window it is seen through, in the viewport's points.
    public var clip: Rect
    /// Where the whole picture is; what lies outside of the clip is not seen.
    public var picture: Rect
    /// The radius of the clip's corners, in points.
    public var cornerRadius: Double
    /// Its opacity.
    public var alpha: Double

    /// Makes a layer; square and opaque unless told otherwise.
    public init(
      _ source: TransitionSource, clip: Rect, picture: Rect, cornerRadius: Double = 0,
      alpha: Double = 1
    ) {
      self.source = source
      self.clip = clip
      self.picture = picture
      self.cornerRadius = cornerRadius
      self.alpha = alpha
    }
  }

  /// Bottom to top; the last one is the leading one, which a hand takes hold of.
  public var layers: [Layer]
  /// The backdrop's opacity.
  public var backdrop: Double
  /// The opacity of everything laid over the page: title bar, indicator.
  public var chrome: Double

  /// Makes a state.
  public init(layers: [Layer], backdrop: Double, chrome: Double) {
    self.layers = layers
    self.backdrop = backdrop
    self.chrome = chrome
  }

  /// The layer a hand takes hold of.
  public var lead: Layer? { layers.last }

  /// The layer of a source.
  public func layer(_ source: TransitionSource) -> Layer? { layers.first { $0.source == source } }

  /// Everything moved by `v`.
  public func offset(by v: Vector) -> TransitionState {
    var moved = self
    for i in layers.indices {
      moved.layers[i].clip = layers[i].clip.offset(by: v)
      moved.layers[i].picture = layers[i].picture.offset(by: v)
    }
    return moved
  }
}

extension TransitionState.Layer {
  /// This layer and `k` times the numbers of another one.
  func adding(_ other: Self, times k: Double) -> Self {
    Self(
      source, clip: clip.adding(other.clip, times: k),
      picture: picture.adding(other.picture, times: k),
      cornerRadius: cornerRadius + other.cornerRadius * k, alpha: alpha + other.alpha * k)
  }
}

extension TransitionState {
  /// This state and `k` times the numbers of another one; layers only one of them has stay what
  /// they are.
  func adding(_ other: TransitionState, times k: Double) -> TransitionState {
    TransitionState(
      layers: layers.map { layer in
        other.layer(layer.source).map { layer.adding($0, times: k) } ?? layer
      },
      backdrop: backdrop + other.backdrop * k, chrome: chrome + other.chrome * k)
  }

  /// The same state with the layers of another one, as far as there is something to take: each
  /// layer has its own numbers, and where it has none the leading layer's, unseen.
  func expressed(in other: TransitionState) -> TransitionState {
    guard let lead else { return TransitionState(layers: [], backdrop: backdrop, chrome: chrome) }
    var result = self
    result.layers = other.layers.indices.map { i in
      let source = other.layers[i].source
      let leads = i == other.layers.count - 1
      // What leads stands for what led, even if it was there itself: the hand had hold of that.
      let isHeir = leads && other.layer(lead.source) == nil
      if !isHeir, let own = layer(source) { return own }
      let alpha = leads ? lead.alpha : 0
      return Layer(
        source, clip: lead.clip, picture: lead.picture, cornerRadius: lead.cornerRadius,
        alpha: alpha)
    }
    return result
  }

  /// Opacities within 0…1, lengths not below nothing: a spring may lead them beyond.
  var clamped: TransitionState {
    var result = self
    result.backdrop = min(1, max(0, backdrop))
    result.chrome = min(1, max(0, chrome))
    for i in layers.indices {
      result.layers[i].alpha = min(1, max(0, layers[i].alpha))
      result.layers[i].cornerRadius = max(0, layers[i].cornerRadius)
      result.layers[i].clip.size = layers[i].clip.size.nonNegative
      result.layers[i].picture.size = layers[i].picture.size.nonNegative
    }
    return result
  }
}

extension Size {
  fileprivate var nonNegative: Size { Size(width: max(0, width), height: max(0, height)) }
}
