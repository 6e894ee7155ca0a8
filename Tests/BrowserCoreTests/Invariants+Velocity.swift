import BrowserCore
import Geometry
import Motion

extension Invariants {
  /// The rate of change of every visible picture's rectangle between `a` and `b`, which are `h`
  /// seconds apart, by page index.
  static func rates(
    _ browser: BrowserState, from a: Timestamp, to b: Timestamp, _ h: Double
  ) -> [Int: Rect] {
    let first = rects(browser, at: a)
    var rates: [Int: Rect] = [:]
    for (page, end) in rects(browser, at: b) {
      guard let start = first[page], !start.isEmpty, !end.isEmpty else { continue }
      rates[page] = Rect(
        x: (end.minX - start.minX) / h, y: (end.minY - start.minY) / h,
        width: (end.width - start.width) / h, height: (end.height - start.height) / h)
    }
    return rates
  }
}

extension BrowserState {
  /// Whether a drag or pinch holds the pages or the picture and determines their velocity.
  var isHeldByHand: Bool {
    scroll.isHeld || pull?.phase == .held || zoom(of: index).isHeld
  }
}
