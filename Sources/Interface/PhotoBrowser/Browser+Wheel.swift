import BrowserCore
import Geometry
import Input
import Motion
import RealModule

/// The constants of wheel input.
private enum WheelTuning {
  /// The zoom factor of one detent.
  ///
  /// - Source: between Loupe's 1.3 and eog's 1.05.
  static let zoomPerDetent = 1.25
  /// The distance that one detent moves a picture, as a share of the viewport's height; of its
  /// width for a panorama that is scrolled sideways.
  static let panShare = 0.12
  /// The idle time after which a wheel motion counts as new, in seconds: the accumulated fraction
  /// of a detent is dropped, and a wheel that scrolled a long picture to its end may turn the page.
  static let pause = 0.3
  /// Accumulated fractions of a detent from this sum on count as a whole detent.
  static let wholeDetent = 1 - 1e-6
}

/// The state of a wheel between its events.
struct WheelMemory {
  /// The accumulated fraction of a detent that has not turned a page yet.
  var rest = 0.0
  /// The time of the last wheel event.
  var lastTurn: Timestamp?
  /// True when the motion began by scrolling a picture, and has not paused since.
  var isScrolling = false
}

extension Browser {
  func interpret(_ event: ScrollEvent) {
    if wheel.lastTurn.map({ event.time - $0 > WheelTuning.pause }) ?? true {
      wheel.rest = 0
      wheel.isScrolling = false
    }
    wheel.lastTurn = event.time
    // Rightwards means forwards, except where pages follow each other from right to left.
    let sideways = event.delta.dx * state.layout.direction
    let detents = event.delta.dy != 0 ? event.delta.dy : sideways
    if event.modifiers.contains(.control) || options.wheelProfile == .zoom {
      return zoom(by: -detents, at: event.location, time: event.time)
    }
    var delta =
      event.modifiers.contains(.shift)
      ? Vector(dx: event.delta.dy, dy: event.delta.dx) : event.delta
    let isZoomed = state.zoom(of: state.index).isZoomed
    // An unzoomed panorama is scrolled sideways.
    if !isZoomed, state.readingAxis == .horizontal, delta.dx == 0 {
      delta = Vector(dx: delta.dy, dy: 0)
    }
    if isZoomed || options.wheelProfile == .pan || canScroll(delta) {
      wheel.isScrolling = true
      let axis = delta.dx == 0 ? Axis.vertical : .horizontal
      let length = state.readingAxis == axis ? state.layout.viewport[axis] : nil
      let step = (length ?? state.layout.viewport.height) * WheelTuning.panShare
      return perform(.scroll(delta * step, animated: true), at: event.time)
    }
    // A wheel motion that scrolled a long picture stops at its end.
    if !wheel.isScrolling { page(by: detents, time: event.time) }
  }

  /// True when an unzoomed picture is longer than its page and can be scrolled further in the given
  /// direction.
  private func canScroll(_ delta: Vector) -> Bool {
    guard let axis = state.readingAxis, delta[axis] != 0 else { return false }
    return state.readingStep(delta[axis] > 0 ? 1 : -1) != nil
  }

  private func zoom(by detents: Double, at point: Point, time: Timestamp) {
    let factor = Double.pow(WheelTuning.zoomPerDetent, detents)
    perform(.wheelZoom(factor, at: point, isFine: abs(detents) < 1), at: time)
  }

  private func page(by detents: Double, time: Timestamp) {
    if detents * wheel.rest < 0 { wheel.rest = 0 }
    wheel.rest += detents
    guard abs(wheel.rest) >= WheelTuning.wholeDetent else { return }
    let step = wheel.rest < 0 ? -1 : 1
    wheel.rest = (wheel.rest - Double(step)).truncatingRemainder(dividingBy: 1)
    perform(.turn(step, animated: true), at: time)
  }
}
