import BrowserCore
import Geometry
import Motion
import RealModule
import TestSupport
import Testing

/// Zoom with Ctrl and the mouse wheel, at any speed.
@Suite(.tags(.seeded)) struct WheelZoomTests {
  private let point = Point(x: 300, y: 350)
  private let notch = 1.25
  /// The maximum ratio of the scales in consecutive frames, with a tolerance for rounding.
  private let maxStep = 1.1 + 1e-9
  private let frame = 1.0 / 60

  /// A browser whose picture is as high as the page, so that no edge moves the point under the
  /// pointer.
  private func line() -> TimeLine {
    var line = TimeLine(picture: Size(width: 4000, height: 3200))
    line.wait(0.5)
    return line
  }

  /// Advances frame by frame and checks the change of scale and the point under the pointer.
  ///
  /// - Returns: The scale in the last frame.
  @discardableResult
  private func watch(
    _ line: inout TimeLine, for seconds: Double, from scale: Double, grabbed: Point? = nil,
    _ comment: Comment
  ) -> Double {
    var last = scale
    let end = line.now + seconds
    while line.now < end {
      line.wait(min(frame, end - line.now))
      let step = max(line.scale / last, last / line.scale)
      #expect(step <= maxStep, comment)
      if let grabbed { #expect(isNear(line.picture(under: point), grabbed, 1e-9), comment) }
      last = line.scale
    }
    return last
  }

  @Test(arguments: 0..<40)
  func `a wheel spin of any speed zooms smoothly about the point under the pointer`(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var line = line()
    let grabbed = line.picture(under: point)
    let slowest = Double.random(in: 0.006...0.1, using: &chance)
    var scale = line.scale
    var notches = 0.0
    for _ in 0..<11 {
      line.send(.wheelZoom(factor: notch, at: point, isFine: false))
      notches += 1
      let gap = Double.random(in: slowest / 2...slowest, using: &chance)
      scale = watch(&line, for: gap, from: scale, grabbed: grabbed, "seed \(seed)")
    }
    line.send(.wheelZoom(factor: notch, at: point, isFine: false))
    watch(&line, for: 0.07, from: scale, grabbed: grabbed, "seed \(seed)")
    line.wait(0.001)
    #expect(line.isAtRest, "at rest 70 ms after the last notch, seed \(seed)")
  }

  @Test(arguments: [0.05, 0.06, 0.08, 0.1])
  func `every notch of a spin at 10 to 20 notches per second counts in full`(gap: Double) {
    var line = line()
    let fit = line.scale
    for _ in 0..<10 {
      line.send(.wheelZoom(factor: notch, at: point, isFine: false))
      line.wait(gap)
    }
    line.wait()
    #expect(isNear(line.scale / fit, 9.3132, 0.05), "1.25^10, at notches every \(gap) s")
  }

  @Test(arguments: [0.03, 0.035, 0.04], [3, 4, 6, 8])
  func `a spin back to fit ends at fit or visibly before it`(gap: Double, notches: Int) {
    var line = line()
    let fit = line.scale
    line.send(.zoomTo(fit * Double.pow(notch, Double(notches)), at: point, animated: false))
    line.wait()
    var scale = line.scale
    for _ in 0..<notches {
      line.send(.wheelZoom(factor: 1 / notch, at: point, isFine: false))
      scale = watch(&line, for: gap, from: scale, "\(notches) notches every \(gap) s")
    }
    watch(&line, for: 0.1, from: scale, "the end of \(notches) notches every \(gap) s")
    line.wait()
    #expect(line.isAtRest && (isNear(line.scale, fit, 1e-9) || line.scale > fit * 1.1))
  }

  @Test func `a single notch animates for about 200 ms`() {
    var line = line()
    let fit = line.scale
    line.send(.wheelZoom(factor: notch, at: point, isFine: false))
    watch(&line, for: 0.12, from: fit, "a single notch")
    #expect(!line.isAtRest)
    line.wait(0.12)
    #expect(line.isAtRest && isNear(line.scale / fit, notch, 1e-9))
  }

  @Test(arguments: [1.05, 1.09, 1.2])
  func `a notch that would end just beside fit ends at fit`(end: Double) {
    var line = line()
    let fit = line.scale
    line.send(.zoomTo(fit * end * notch, at: point, animated: false))
    line.wait()
    line.send(.wheelZoom(factor: 1 / notch, at: point, isFine: false))
    line.wait()
    #expect(isNear(line.scale, end < 1.1 ? fit : fit * end, 1e-9))
  }

  @Test func `simultaneous notches are one smooth zoom`() {
    var line = line()
    let fit = line.scale
    for _ in 0..<20 { line.send(.wheelZoom(factor: notch, at: point, isFine: false)) }
    watch(&line, for: 0.2, from: fit, "all at once")
    #expect(line.isAtRest && line.scale > fit * 1.25)
  }

  @Test(arguments: 0..<40)
  func `notches that arrive in batches zoom by at most a tenth per frame interval`(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var line = line()
    var scale = line.scale
    for _ in 0..<12 {
      for _ in 0..<Int.random(in: 0...3, using: &chance) {
        line.send(.wheelZoom(factor: notch, at: point, isFine: false))
      }
      let gap = Double.random(in: 0.001...0.03, using: &chance)
      line.wait(gap)
      #expect(line.scale / scale <= Double.pow(1.1, gap * 60) + 1e-9, "seed \(seed)")
      scale = line.scale
    }
  }

  @Test(arguments: [2.0, 3, 10])
  func `several notches in one event zoom smoothly, and count in full`(notches: Double) {
    var line = line()
    let fit = line.scale
    let factor = Double.pow(notch, notches)
    line.send(.wheelZoom(factor: factor, at: point, isFine: false))
    watch(&line, for: 1, from: fit, "\(notches) notches")
    #expect(line.isAtRest && isNear(line.scale / fit, factor, 1e-9))
  }

  @Test func `a spin that changes direction zooms smoothly`() {
    var line = line()
    var scale = line.scale
    for turn in 0..<16 {
      line.send(.wheelZoom(factor: turn % 8 < 5 ? notch : 1 / notch, at: point, isFine: false))
      scale = watch(&line, for: 0.03, from: scale, "turn \(turn)")
    }
    watch(&line, for: 0.3, from: scale, "the end")
    #expect(line.isAtRest)
  }

  @Test func `fractions of a notch zoom smoothly and add up`() {
    var line = line()
    let fit = line.scale
    var scale = fit
    for _ in 0..<16 {
      line.send(.wheelZoom(factor: 1.028286, at: point, isFine: true))
      scale = watch(&line, for: 0.01, from: scale, "an eighth")
    }
    watch(&line, for: 0.075, from: scale, "the end")
    #expect(line.isAtRest && isNear(line.scale / fit, 1.5625, 0.003))
  }

  @Test(arguments: [true, false])
  func `at a scale limit the wheel and the keys overshoot and spring back`(isWheel: Bool) {
    for factor in [1.25, 0.8] {
      var line = line()
      if factor > 1 { line.send(.zoomTo(4, at: point, animated: false)) }
      line.wait()
      let limit = line.scale
      line.send(
        isWheel
          ? .wheelZoom(factor: factor, at: point, isFine: false)
          : .zoomBy(factor, at: point, animated: true))
      var furthest = 1.0
      var last = line.scale
      for _ in 0..<60 {
        line.wait(frame)
        let over = line.scale / limit
        furthest = max(furthest, factor > 1 ? over : 1 / over)
        #expect(abs(line.scale / last - 1) < 0.045, "the scale changes smoothly")
        last = line.scale
      }
      #expect(furthest > 1.04 && furthest < 1.09, "1.25^0.3 at most, \(furthest)")
      #expect(line.isAtRest && isNear(line.scale, limit, 1e-9))
    }
  }

  // The logarithm of a limit need not lead back to exactly the same limit.
  @Test(arguments: [2.0, 5, 7, 10, 12, 16])
  func `part of a notch at the maximum scale overshoots every maximum`(factor: Double) {
    var tuning = BrowserTuning()
    tuning.maxScale = factor
    var line = TimeLine(picture: Size(width: 4000, height: 3200), tuning: tuning)
    line.send(.zoomBy(1000, at: point, animated: false))
    line.wait()
    let limit = line.scale
    line.send(.wheelZoom(factor: notch, at: point, isFine: true))
    var furthest = limit
    for _ in 0..<20 {
      line.wait(frame)
      furthest = max(furthest, line.scale)
    }
    #expect(furthest > limit * 1.04)
    line.wait()
    #expect(line.isAtRest && isNear(line.scale, limit, 1e-9))
  }

  @Test func `a spin against the maximum scale exceeds it by less than one notch`() {
    var line = line()
    line.send(.zoomTo(4, at: point, animated: false))
    var furthest = 4.0
    var scale = line.scale
    for _ in 0..<60 {
      line.send(.wheelZoom(factor: notch, at: point, isFine: false))
      scale = watch(&line, for: 0.02, from: scale, "against the limit")
      furthest = max(furthest, scale)
    }
    #expect(furthest < 4 * 1.25)
    line.wait()
    #expect(isNear(line.scale, 4, 1e-9))
  }

  // MARK: Limits

  @Test(arguments: [Size(width: 1536, height: 1024), Size(width: 6000, height: 4000)])
  func `the tuning's maximum scale limits every picture relative to fit`(picture: Size) {
    var tuning = BrowserTuning()
    tuning.maxScale = 2
    var line = TimeLine(picture: picture, tuning: tuning)
    let fit = line.scale
    line.send(.zoomBy(1000, at: point, animated: false))
    #expect(isNear(line.scale, 2 * fit, 1e-9))
    line = TimeLine(picture: picture)
    line.send(.zoomBy(1000, at: point, animated: false))
    #expect(isNear(line.scale, max(16 * fit, 4), 1e-9), "by default at least 400 % of the pixels")
  }

  // MARK: Absolute scales

  @Test(arguments: [1.0, 2, 3])
  func `a resize keeps a scale of 100, 200 or 300 %`(scale: Double) {
    var line = TimeLine(picture: Size(width: 1536, height: 1024))
    let fit = line.content
    line.send(.zoomTo(scale, at: nil, animated: true))
    line.wait()
    // In a window as wide as the picture, 100 % is fit.
    for size in [Size(width: 1536, height: 1100), Size(width: 700, height: 500)] {
      let middle = line.picture(
        under: Point(
          x: line.browser.layout.viewport.width / 2, y: line.browser.layout.viewport.height / 2))
      line.send(.resize(size))
      #expect(isNear(line.scale, scale, 1e-9))
      #expect(
        isNear(line.picture(under: Point(x: size.width / 2, y: size.height / 2)), middle, 1e-6))
    }
    line.send(.resize(Size(width: 1000, height: 800)))
    #expect(isNear(line.scale, scale, 1e-9))
    line.send(.mode(.automatic))
    line.wait()
    #expect(isNear(line.content, fit), "the automatic mode fits again")
    line.send(.resize(Size(width: 1536, height: 1100)))
    line.send(.resize(Size(width: 1000, height: 800)))
    #expect(isNear(line.content, fit))
  }
}
