import BrowserCore
import Geometry
import Motion

extension Invariants {
  static func rates(
    _ browser: BrowserState, from a: Timestamp, to b: Timestamp, _ h: Double
  ) -> [Int: Rect] {
    let first = places(browser, at: a)
    var rates: [Int: Rect] = [:]
    for (page, end) in places(browser, at: b) {
      guard let start = first[page], !start.isEmpty, !end.isEmpty else { continue }
      rates[page] = Rect(
        x: (end.minX - start.minX) / h, y: (end.minY - start.minY) / h,
        width: (end.width - start.width) / h, height: (end.height - start.height) / h)
    }
    return rates
  }
}

extension BrowserState {
  /// True while a hand has hold of pages or picture, whose velocity is then the hand's.
  var isHeldByHand: Bool {
    scroll.isHeld || pull?.phase == .held || zoom(of: index).isHeld
  }
}
