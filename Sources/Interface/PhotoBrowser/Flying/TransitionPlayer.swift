import BrowserCore
import Drawing
import Geometry
import Transitions
import Views

/// Draws the pictures that are between their thumbnails and their pages.
final class TransitionPlayer: View {
  /// What flies for one page.
  struct Flyer {
    /// The page's picture, or what stands for it; nil while there is neither.
    var painting: Painting?
    /// The host's thumbnail.
    var thumbnail: BrowserThumbnail?
  }

  /// What is fainter than this changes no pixel.
  private static let leastAlpha = 1.0 / 512

  /// How transparent pictures are drawn.
  var options = BrowserOptions()
  private var flying: [BrowserFrame.Flying] = []
  private var flyers: [Int: Flyer] = [:]
  /// The height of the last picture over the scene below, 0…1.
  private var height = 0.0

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    fillsParent = true
    isInteractive = false
  }

  /// Shows what is in the air at one instant.
  ///
  /// - Parameter height: the height of the last picture over the scene below, 0…1.
  func show(_ flying: [BrowserFrame.Flying], flyers: [Int: Flyer], height: Double) {
    let isEmpty = flying.isEmpty && self.flying.isEmpty
    guard !isEmpty else { return }
    setNeedsDisplay(area)
    self.height = height
    self.flyers = flyers
    self.flying = flying.map(dissolving)
    placeViews()
    setNeedsDisplay(area)
  }

  /// A thumbnail goes as its picture comes where it would be seen through that.
  private func dissolving(_ item: BrowserFrame.Flying) -> BrowserFrame.Flying {
    guard let picture = item.layers.last, picture.source == .picture,
      flyers[item.page]?.painting?.isSeenThrough(on: options.transparency) == true
    else { return item }
    var item = item
    for place in item.layers.indices where item.layers[place].source == .thumbnail {
      item.layers[place].alpha *= 1 - picture.alpha
    }
    return item
  }

  /// Pages in the air.
  var pages: Set<Int> { Set(flying.map(\.page)) }

  private var area: Rect {
    let shadow = height > 0 ? -PictureLift.reach(scale: uiScale) : 0
    return flying.flatMap(\.layers).reduce(Rect.zero) {
      $0.union($1.clip.inset(by: .all(shadow)).roundedOut)
    }
  }

  /// Where nothing behind can be seen; nil when there is no such place.
  var opaqueArea: Rect? {
    guard let last = flying.last,
      let layer = last.layers.last(where: { hides($0, of: last.page) })
    else { return nil }
    let seen = layer.clip.intersection(layer.picture)
    // Round corners are left out generously.
    return seen?.inset(by: .all(layer.cornerRadius))
  }

  /// True when nothing is seen through what is drawn for `layer`.
  private func hides(_ layer: TransitionState.Layer, of page: Int) -> Bool {
    guard layer.alpha >= 1, let painting = painting(layer.source, of: page) else { return false }
    return painting.isOpaque
  }

  /// Gives each of the host's own views the place of its layer, and whole pixels at the thumbnail.
  private func placeViews() {
    var wanted: [View] = []
    for item in flying {
      guard let thumbnail = flyers[item.page]?.thumbnail, let view = thumbnail.flyingView,
        let layer = item.layers.first(where: { $0.source == .provided })
      else { continue }
      if view.parent !== self { add(view) }
      let isHome = thumbnail.renderingShare(in: layer.clip) >= 1
      view.frame = isHome ? thumbnail.frame.snapped : layer.clip
      view.alpha = layer.alpha
      wanted.append(view)
    }
    for view in children where !wanted.contains(where: { $0 === view }) {
      view.removeFromParent()
    }
  }

  private func painting(_ source: TransitionSource, of page: Int) -> Painting? {
    let flyer = flyers[page]
    let thumbnail = flyer?.thumbnail?.picture.map {
      Painting(content: $0, place: ContentPlace(.zero, isMoving: true))
    }
    return switch source {
    case .thumbnail: thumbnail ?? flyer?.painting
    case .picture: flyer?.painting ?? thumbnail
    case .page, .provided: nil
    }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    for (index, item) in flying.enumerated() {
      if index == flying.count - 1, let lead = item.layers.last {
        let alpha = item.layers.map(\.alpha).max() ?? 0
        PictureLift.draw(around: lead.clip, height: height * alpha, scale: uiScale, in: canvas)
      }
      // What an opaque layer covers is not drawn: most of the way it is one scaled draw a frame.
      let first = item.layers.lastIndex { layer in
        hides(layer, of: item.page)
          && item.layers.allSatisfy { $0.clip == layer.clip && $0.source != .provided }
      }
      for layer in item.layers[(first ?? 0)...] where layer.alpha >= Self.leastAlpha {
        draw(layer, of: item.page, in: canvas)
      }
    }
  }

  private func draw(_ layer: TransitionState.Layer, of page: Int, in canvas: Canvas) {
    let rest = layer.source == .thumbnail ? flyers[page]?.thumbnail : nil
    let share = rest?.renderingShare(in: layer.clip) ?? 0
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
    guard let painting = painting(layer.source, of: page) else { return }
    painting.drawFlying(
      in: canvas, at: layer.picture, clip: layer.clip, cornerRadius: layer.cornerRadius,
      alpha: layer.alpha, on: options.transparency, scale: uiScale,
      isThumbnail: layer.source == .thumbnail)
  }
}
