import BrowserCore
import Drawing
import Geometry
import Motion
import Pixels
import Resampling
import Transitions
import Views

extension Browser {
  /// Whether a page effect is drawing the pages.
  public var isTurning: Bool { effectPlayer.isPlaying }

  /// Whether keys and buttons should turn pages with an animation: true when a page effect is
  /// selected.
  public var animatesTurns: Bool { effectPlayer.effect != nil }

  /// Applies the page effect in ``options``; no effect when motion is reduced, or when pages are
  /// put together for reading.
  func applyPageEffectOption() {
    let isPlain = options.tuning.reducesMotion || options.tuning.reading != .single
    effectPlayer.effect = isPlain ? nil : options.pageEffect
    effectPlayer.background = options.background
  }

  /// Adapts a tuning to the page effect: no gap between pages, and the duration of the effect.
  func tunedForEffect(_ tuning: BrowserTuning) -> BrowserTuning {
    guard effectPlayer.effect != nil else { return tuning }
    var tuning = tuning
    tuning.spacing = 0
    tuning.hasPageEffect = true
    tuning.turnDuration = options.pageEffectDuration
    return tuning
  }

  /// Passes `frame` to the effect player.
  ///
  /// - Returns: the frame for the cells; while the effect player draws the pages, a frame in which
  ///   every cell lies at its resting position.
  func applyingPageEffect(to frame: BrowserFrame) -> BrowserFrame {
    effectPlayer.update(for: frame, in: state.layout) { cell(at: $0) }
    cells.layer.isInteractive = !effectPlayer.isPlaying
    guard effectPlayer.isPlaying else { return frame }
    var frame = frame
    for index in frame.pages.indices {
      let move = Point.zero - frame.pages[index].frame.origin
      frame.pages[index].frame = frame.pages[index].frame.offset(by: move)
      frame.pages[index].content = frame.pages[index].content.offset(by: move)
    }
    return frame
  }
}

extension Browser {
  /// Makes a sheet for choosing a page effect, whose previews show the current page and an adjacent
  /// one.
  public func makeEffectChooser() -> EffectChooser {
    let turn = PageTurn(
      viewport: pageSize, axis: options.tuning.axis, isRightToLeft: options.tuning.isRightToLeft)
    let chooser = EffectChooser(options: options, turn: turn) { [weak self] size in
      self?.previews(of: size)
    }
    chooser.onChoose = { [weak self] in self?.options.pageEffect = $0 }
    return chooser
  }

  /// Bitmaps of `size` of the current page and an adjacent one, both at rest; nil when the current
  /// page has no cell, or the browser has no stage or is empty. `old` is the page on which a turn
  /// begins.
  private func previews(of size: PixelSize) -> (old: Bitmap, new: Bitmap)? {
    let index = state.index
    guard let old = preview(of: index, size) else { return nil }
    let next = state.layout.page(in: index + 1)
    let other = next == index ? index - 1 : next
    return (old, preview(of: other, size) ?? old)
  }

  private func preview(of index: Int, _ size: PixelSize) -> Bitmap? {
    guard let cell = cell(at: index), let stage, !frame.isEmpty else { return nil }
    // A hidden page is not laid out, so that is done here.
    if cell.isHidden {
      cell.frame = bounds
      cell.layout(for: state.restingPage(index))
    }
    let whole = PixelSize(width: Int(bounds.width), height: Int(bounds.height))
    let page = Bitmap(size: whole, isOpaque: true) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      let canvas = Canvas(PixelBuffer(size: whole, stride: stride, bytes: bytes))
      canvas.clear(canvas.bounds, to: options.background)
      stage.render(cell, in: canvas)
    }
    return Resampler.scale(page, to: size)
  }
}
