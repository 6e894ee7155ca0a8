import BrowserCore
import Drawing
import Geometry
import Motion
import Pixels
import Resampling
import Transitions
import Views

extension Browser {
  /// True while an effect shows the pages in another shape than their own.
  public var isTurning: Bool { effectPlayer.isPlaying }

  /// True when a key or button should turn pages so that it can be watched.
  public var turnsAnimated: Bool { effectPlayer.effect != nil }

  /// Takes up the effect that the options name; none where nothing is to move.
  func chooseEffect() {
    let name = options.tuning.reducesMotion ? nil : options.pageEffect
    effectPlayer.effect = name.flatMap { options.pageEffects.make($0) }
    effectPlayer.background = options.background
  }

  /// What the effect makes of the laws of motion: pages lie edge to edge, and a turn takes its time.
  func tunedForEffect(_ tuning: BrowserTuning) -> BrowserTuning {
    guard effectPlayer.effect != nil else { return tuning }
    var tuning = tuning
    tuning.spacing = 0
    tuning.hasPageEffect = true
    tuning.turnDuration = options.pageEffectDuration
    return tuning
  }

  /// Has the player show `frame`.
  ///
  /// - Returns: where the cells belong: while the player shows them each lies as it rests.
  func turned(_ frame: BrowserFrame) -> BrowserFrame {
    effectPlayer.follow(frame, in: state.layout) { cell(at: $0) }
    pageLayer.isInteractive = !effectPlayer.isPlaying
    guard effectPlayer.isPlaying else { return frame }
    var frame = frame
    for place in frame.pages.indices {
      let move = Point.zero - frame.pages[place].frame.origin
      frame.pages[place].frame = frame.pages[place].frame.offset(by: move)
      frame.pages[place].content = frame.pages[place].content.offset(by: move)
    }
    return frame
  }
}

extension Browser {
  /// A sheet to choose an effect from, with this page and the next one in its previews.
  public func makeEffectChooser() -> EffectChooser {
    let turn = PageTurn(
      viewport: frame.size, axis: options.tuning.axis, isRightToLeft: options.tuning.isRightToLeft)
    let chooser = EffectChooser(options: options, turn: turn) { [weak self] size in
      self?.previews(of: size)
    }
    chooser.onChoose = { [weak self] in self?.options.pageEffect = $0 }
    return chooser
  }

  /// Pictures of the page and of one beside it, as they rest, made smaller.
  private func previews(of size: PixelSize) -> (old: Bitmap, new: Bitmap)? {
    let index = state.index
    guard let old = preview(of: index, size) else { return nil }
    let next = state.layout.page(in: index + 1)
    let other = next == index ? index - 1 : next
    return (old, preview(of: other, size) ?? old)
  }

  private func preview(of index: Int, _ size: PixelSize) -> Bitmap? {
    guard let cell = cell(at: index), let stage, !frame.isEmpty else { return nil }
    // A page that is not seen has not been told where its picture belongs.
    if cell.isHidden {
      cell.frame = bounds
      cell.place(state.restingPage(index))
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
