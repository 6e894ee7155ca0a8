import BrowserCore
import Drawing
import Geometry
import Transitions
import Views

/// A view that draws the pictures in flight between their thumbnails and their pages.
final class TransitionPlayer: View {
  /// The two pictures from which the flight of one page is drawn: that of the page and its
  /// thumbnail.
  struct FlightPicture {
    /// The content of the page, or a stand-in; nil for neither.
    var placedContent: PlacedContent?
    /// The thumbnail of the host; nil when there is none.
    var thumbnail: BrowserThumbnail?
  }

  /// The minimum opacity of a layer that is drawn; a lower one changes no pixel.
  private static let minAlpha = 1.0 / 512

  /// The options of the browser, for the background behind transparent pictures.
  var options = BrowserOptions()
  private var flying: [BrowserFrame.FlyingPicture] = []
  private var pictures: [Int: FlightPicture] = [:]
  /// The elevation over the scene below of the last picture in the list, 0…1.
  private var elevation = 0.0

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    fillsParent = true
    isInteractive = false
  }

  /// Shows the pictures in flight at one instant.
  ///
  /// - Parameter elevation: the elevation over the scene below of the last picture, 0…1.
  func show(
    _ flying: [BrowserFrame.FlyingPicture], pictures: [Int: FlightPicture], elevation: Double
  ) {
    let isEmpty = flying.isEmpty && self.flying.isEmpty
    guard !isEmpty else { return }
    setNeedsDisplay(drawnArea)
    self.elevation = elevation
    self.pictures = pictures
    self.flying = flying.map(withFadingThumbnail)
    layoutFlyingViews()
    setNeedsDisplay(drawnArea)
  }

  /// Fades the thumbnail of a picture in flight out while the page's picture fades in, if the
  /// thumbnail would show through that picture.
  private func withFadingThumbnail(_ item: BrowserFrame.FlyingPicture) -> BrowserFrame.FlyingPicture
  {
    guard let picture = item.layers.last, picture.source == .picture,
      pictures[item.page]?.placedContent?.isSeenThrough(on: options.transparency) == true
    else { return item }
    var item = item
    for index in item.layers.indices where item.layers[index].source == .thumbnail {
      item.layers[index].alpha *= 1 - picture.alpha
    }
    return item
  }

  /// The indices of the pages whose pictures are in flight.
  var pages: Set<Int> { Set(flying.map(\.page)) }

  private var drawnArea: Rect {
    let shadow = elevation > 0 ? -PictureElevation.shadowExtent(scale: uiScale) : 0
    return flying.flatMap(\.layers).reduce(Rect.zero) {
      $0.union($1.clip.inset(by: .all(shadow)).roundedOut)
    }
  }

  /// The area that is drawn, in this view's coordinates; it may reach beyond the browser, where
  /// thumbnails can lie.
  override var drawingBounds: Rect { flying.isEmpty ? bounds : bounds.union(drawnArea) }

  /// The area, in the browser's coordinates, in which nothing behind the pictures in flight is
  /// visible; nil when there is none.
  var opaqueArea: Rect? {
    guard let last = flying.last,
      let layer = last.layers.last(where: { isDrawnOpaque($0, of: last.page) })
    else { return nil }
    let seen = layer.clip.intersection(layer.picture)
    // The corners are excluded by an inset of the corner radius.
    return seen?.inset(by: .all(layer.cornerRadius))
  }

  /// Whether a layer is drawn opaque, so that nothing shows through it.
  private func isDrawnOpaque(_ layer: TransitionState.Layer, of page: Int) -> Bool {
    guard layer.alpha >= 1, let placedContent = placedContent(layer.source, of: page) else {
      return false
    }
    return placedContent.isOpaque
  }

  /// Adds the host's flying views, and lays each out in the rectangle of its layer; a view at its
  /// thumbnail lies on whole device pixels.
  private func layoutFlyingViews() {
    var wanted: [View] = []
    for item in flying {
      guard let thumbnail = pictures[item.page]?.thumbnail, let view = thumbnail.flyingView,
        let layer = item.layers.first(where: { $0.source == .flyingView })
      else { continue }
      if view.parent !== self { add(view) }
      let isHome = thumbnail.renderingOpacity(in: layer.clip) >= 1
      view.frame = isHome ? thumbnail.frame.snapped : layer.clip
      view.alpha = layer.alpha
      wanted.append(view)
    }
    for view in children where !wanted.contains(where: { $0 === view }) {
      view.removeFromParent()
    }
  }

  private func placedContent(_ source: TransitionPlan.Source, of page: Int) -> PlacedContent? {
    let picture = pictures[page]
    let thumbnail = picture?.thumbnail?.picture.map {
      PlacedContent(content: $0, placement: ContentPlacement(.zero, isMoving: true))
    }
    return switch source {
    case .thumbnail: thumbnail ?? picture?.placedContent
    case .picture: picture?.placedContent ?? thumbnail
    case .page, .flyingView: nil
    }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    for (index, item) in flying.enumerated() {
      if index == flying.count - 1, let lead = item.layers.last {
        let alpha = item.layers.map(\.alpha).max() ?? 0
        PictureElevation.draw(
          around: lead.clip, elevation: elevation * alpha, scale: uiScale, in: canvas)
      }
      // Layers below an opaque one of the same shape are skipped, so that for most of a flight one
      // scaled picture is drawn per frame.
      let first = item.layers.lastIndex { layer in
        isDrawnOpaque(layer, of: item.page)
          && item.layers.allSatisfy { $0.clip == layer.clip && $0.source != .flyingView }
      }
      for layer in item.layers[(first ?? 0)...] where layer.alpha >= Self.minAlpha {
        draw(layer, of: item.page, in: canvas)
      }
    }
  }

  private func draw(_ layer: TransitionState.Layer, of page: Int, in canvas: Canvas) {
    let rest = layer.source == .thumbnail ? pictures[page]?.thumbnail : nil
    let share = rest?.renderingOpacity(in: layer.clip) ?? 0
    if share < 1 { drawPicture(of: layer, of: page, in: canvas) }
    guard share > 0, let rest, let rendering = rest.rendering else { return }
    if share >= 1 {
      return canvas.draw(rendering, in: rest.frame.snapped, alpha: layer.alpha)
    }
    canvas.drawCropped(
      [rendering], in: layer.clip, clip: layer.clip, cornerRadius: layer.cornerRadius,
      alpha: layer.alpha * share)
  }

  private func drawPicture(of layer: TransitionState.Layer, of page: Int, in canvas: Canvas) {
    guard let placedContent = placedContent(layer.source, of: page) else { return }
    placedContent.drawFlying(
      in: canvas, at: layer.picture, clip: layer.clip, cornerRadius: layer.cornerRadius,
      alpha: layer.alpha, on: options.transparency, scale: uiScale,
      isThumbnail: layer.source == .thumbnail)
  }
}
