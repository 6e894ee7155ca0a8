import Geometry
import Testing

@testable import Windowing

@Suite struct MonitorTests {
  private let monitors = [
    Monitor(frame: Rect(x: 0, y: 0, width: 1920, height: 1080)),
    Monitor(frame: Rect(x: 1920, y: 0, width: 1080, height: 1920)),
  ]

  @Test func `a window is on the monitor with its largest part`() {
    let width = 800.0
    for (x, index) in [(100.0, 0), (1500, 0), (1530, 1), (2000, 1)] {
      let frame = Rect(x: x, y: 50, width: width, height: 600)
      #expect(monitors.indexOfMonitor(under: frame) == index)
    }
    #expect([Monitor]().indexOfMonitor(under: Rect(x: 0, y: 0, width: 1, height: 1)) == nil)
  }
}
