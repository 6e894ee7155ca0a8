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

  /// How transparent pictures are drawn.
  var options = BrowserOptions()
  private var flying: [BrowserFrame.Flying] = []
  private var flyers: [Int: Flyer] = [:]

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    fillsParent = true
    isInteractive = false
  }

  /// Shows what is in the air at one instant.
  func show(_ flying: [BrowserFrame.Flying], flyers: [Int: Flyer]) {
    let isEmpty = flying.isEmpty && self.flying.isEmpty
    guard !isEmpty else { return }
    setNeedsDisplay(area)
    self.flying = flying
    self.flyers = flyers
    placeViews()
    setNeedsDisplay(area)
  }

  /// Pages in the air.
  var pages: Set<Int> { Set(flying.map(\.page)) }

  private var area: Rect {
    flying.flatMap(\.layers).reduce(Rect.zero) { $0.union($1.clip.roundedOut) }
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
    return painting.picture.isOpaque
  }

  /// The host's own views are as large as their layers.
  private func placeViews() {
    var wanted: [View] = []
    for item in flying {
      guard let view = flyers[item.page]?.thumbnail?.flyingView,
        let layer = item.layers.first(where: { $0.source == .provided })
      else { continue }
      if view.parent !== self { add(view) }
      view.frame = layer.clip
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
      Painting(picture: $0, levels: $0.bitmaps, rect: .zero, filter: .bilinear)
    }
    return switch source {
    case .thumbnail: thumbnail ?? flyer?.painting
    case .picture: flyer?.painting ?? thumbnail
    case .page, .provided: nil
    }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    for item in flying {
      // What an opaque layer covers is not drawn: most of the way it is one scaled draw a frame.
      let first = item.layers.lastIndex { layer in
        hides(layer, of: item.page)
          && item.layers.allSatisfy { $0.clip == layer.clip && $0.source != .provided }
      }
      for layer in item.layers[(first ?? 0)...] where layer.alpha > 0 {
        draw(layer, of: item.page, in: canvas)
      }
    }
  }

  private func draw(_ layer: TransitionState.Layer, of page: Int, in canvas: Canvas) {
    guard let painting = painting(layer.source, of: page) else { return }
    guard painting.picture.isOpaque || layer.source == .thumbnail else {
      return canvas.banded(layer.clip, cornerRadius: layer.cornerRadius) {
        canvas.saved {
          canvas.clip(to: layer.clip)
          painting.moved(to: layer.picture).draw(
            in: canvas, alpha: layer.alpha, on: options.transparency, scale: uiScale)
        }
      }
    }
    canvas.drawCropped(
      painting.picture.bitmaps, in: layer.picture, clip: layer.clip,
      cornerRadius: layer.cornerRadius, alpha: layer.alpha, filter: painting.filter)
  }
}
