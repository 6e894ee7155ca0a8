package import Geometry

extension TransitionPlan {
  /// The source of the content that is drawn for a layer of a flight.
  public enum Source: Hashable, Sendable, CaseIterable {
    /// The thumbnail's bitmap, or the page's picture if the thumbnail has none.
    case thumbnail
    /// The page's picture, or the thumbnail's bitmap while the page has none.
    case picture
    /// The whole page, with all its content.
    case page
    /// A view that the host provides for the flight.
    case flyingView
  }
}

/// The layers and opacities of a picture's flight at one instant; also differences and rates of
/// change of them.
package struct TransitionState: Hashable, Sendable {
  /// A picture in flight, with its rectangles and opacity.
  package struct Layer: Hashable, Sendable {
    /// The source of the layer's content.
    package var source: TransitionPlan.Source
    /// The clip rectangle, in the viewport's coordinates.
    package var clip: Rect
    /// The rectangle of the whole picture, in the viewport's coordinates; the part outside of the
    /// clip is not drawn.
    package var picture: Rect
    /// The radius of the clip's corners, in device pixels.
    package var cornerRadius: Double
    /// The opacity of the layer, 0…1.
    package var alpha: Double

    package init(
      _ source: TransitionPlan.Source, clip: Rect, picture: Rect, cornerRadius: Double = 0,
      alpha: Double = 1
    ) {
      self.source = source
      self.clip = clip
      self.picture = picture
      self.cornerRadius = cornerRadius
      self.alpha = alpha
    }
  }

  /// The layers of the flying picture, bottom to top; the last one is the leading layer, whose
  /// picture a drag moves.
  package var layers: [Layer]
  /// The backdrop's opacity, 0…1.
  package var backdrop: Double
  /// The opacity of the overlay (title bar, buttons, indicator), 0…1.
  package var chrome: Double

  package init(layers: [Layer], backdrop: Double, chrome: Double) {
    self.layers = layers
    self.backdrop = backdrop
    self.chrome = chrome
  }

  /// The leading layer, whose picture a drag moves; nil when the state has no layers.
  package var topLayer: Layer? { layers.last }

  /// The first layer whose content comes from `source`; nil when none does.
  package func layer(_ source: TransitionPlan.Source) -> Layer? {
    layers.first { $0.source == source }
  }

  /// The state with all layers displaced by `v`, in device pixels.
  package func offset(by v: Vector) -> TransitionState {
    var moved = self
    for i in layers.indices {
      moved.layers[i].clip = layers[i].clip.offset(by: v)
      moved.layers[i].picture = layers[i].picture.offset(by: v)
    }
    return moved
  }
}

extension TransitionState.Layer {
  /// The sum of this layer and `k` times the numbers of `other`.
  func adding(_ other: Self, times k: Double) -> Self {
    Self(
      source, clip: clip.adding(other.clip, times: k),
      picture: picture.adding(other.picture, times: k),
      cornerRadius: cornerRadius + other.cornerRadius * k, alpha: alpha + other.alpha * k)
  }
}

extension TransitionState {
  /// The sum of this state and `k` times the numbers of `other`; a layer stays unchanged if `other`
  /// has no layer with the same source.
  func adding(_ other: TransitionState, times k: Double) -> TransitionState {
    TransitionState(
      layers: layers.map { layer in
        other.layer(layer.source).map { layer.adding($0, times: k) } ?? layer
      },
      backdrop: backdrop + other.backdrop * k, chrome: chrome + other.chrome * k)
  }

  /// This state with the layers of the state `other`. Each layer takes its numbers from the first
  /// layer of this state with the same source. If `other` has no layer with the source of this
  /// state's leading layer, its own leading layer takes the numbers of that leading layer, even if
  /// this state has a layer with the same source. A layer whose source this state lacks also takes
  /// the numbers of the leading layer, and is invisible unless it is the leading one of `other`. If
  /// this state has no layers, the result has none.
  func withLayers(of other: TransitionState) -> TransitionState {
    guard let lead = topLayer else {
      return TransitionState(layers: [], backdrop: backdrop, chrome: chrome)
    }
    var result = self
    result.layers = other.layers.indices.map { i in
      let source = other.layers[i].source
      let leads = i == other.layers.count - 1
      // The leading layer of `other` replaces that of this state if `other` has no layer for its
      // content, even if this state has a layer of the same source: the drag moved the leading one.
      let replacesLead = leads && other.layer(lead.source) == nil
      if !replacesLead, let own = layer(source) { return own }
      let alpha = leads ? lead.alpha : 0
      return Layer(
        source, clip: lead.clip, picture: lead.picture, cornerRadius: lead.cornerRadius,
        alpha: alpha)
    }
    return result
  }

  /// The state with opacities clamped to 0…1 and lengths to at least 0, because a spring may
  /// overshoot.
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
