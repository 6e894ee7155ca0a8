import GalleryCore
import Motion
import Testing

@Suite struct GridScrollTests {
  private let start = Timestamp(seconds: 10)
  private let extent = GridExtent(contentHeight: 10_000, viewportHeight: 800)

  private func scroll(at offset: Double) -> GridScroll {
    var scroll = GridScroll(extent: extent)
    scroll.go(to: offset, animated: false, at: start)
    return scroll
  }

  private func thrown(from offset: Double, velocity: Double) -> GridScroll {
    var scroll = scroll(at: offset)
    scroll.grab(at: start)
    scroll.release(velocity: -velocity, at: start)
    return scroll
  }

  @Test func `a drag is followed one to one, with resistance beyond the ends`() {
    var scroll = scroll(at: 1000)
    scroll.grab(at: start)
    scroll.drag(translation: -300)
    #expect(scroll.position(at: start) == 1300 && scroll.isHeld)
    scroll.drag(translation: 1400)
    let pulled = scroll.position(at: start)
    #expect(pulled < 0 && pulled > -400)
    scroll.release(velocity: 0, at: start)
    #expect(scroll.position(at: start) == pulled)
    #expect(scroll.position(at: start + 3) == 0 && scroll.isSettled(at: start + 3))
  }

  @Test func `a fling decelerates at the normal rate of UIScrollView`() {
    let scroll = thrown(from: 3000, velocity: 1500)
    // Each millisecond leaves 0.998 of the remaining distance.
    let way = scroll.target - 3000
    #expect(abs(way - 1500 / 2.002) < 1)
    let left = scroll.target - scroll.position(at: start + 0.5)
    #expect(abs(left / way - 0.3675) < 0.001)
    #expect(scroll.position(at: start + 9) == scroll.target)
    #expect(scroll.target == scroll.target.rounded())
  }

  @Test(arguments: [300.0, 2500, 9000, 90_000])
  func `a fling into an end overshoots by less than 13 % of the viewport`(
    velocity: Double
  ) {
    let scroll = thrown(from: 9000, velocity: velocity)
    var furthest = 0.0
    var last = scroll.position(at: start)
    var speed = scroll.velocity(at: start)
    for step in 1...4000 {
      let t = start + Double(step) / 1000
      let position = scroll.position(at: t)
      let velocity = scroll.velocity(at: t)
      let way = (velocity + speed) / 2000
      #expect(abs(position - last - way) < 0.4 + abs(way) / 20, "at \(step) ms")
      furthest = max(furthest, position - extent.maxOffset)
      last = position
      speed = velocity
    }
    #expect(furthest > 0 || velocity < 400)
    #expect(furthest < 800 * 0.13)
    #expect(scroll.position(at: start + 9) == min(scroll.target, extent.maxOffset))
  }

  @Test func `wheel notches add up without a jump`() {
    var scroll = scroll(at: 0)
    var now = start
    for notch in 1...6 {
      let before = (scroll.position(at: now), scroll.velocity(at: now))
      scroll.scrollByWheel(by: 210, animated: true, at: now)
      #expect(scroll.position(at: now) == before.0)
      #expect(abs(scroll.velocity(at: now) - before.1) < 1e-9)
      #expect(scroll.target == Double(notch) * 210)
      now = now + 0.04
    }
    #expect(scroll.position(at: now + 1) == 1260)
    scroll.scrollByWheel(by: 1e9, animated: true, at: now)
    #expect(scroll.target == extent.maxOffset)
  }

  @Test func `a press stops a fling, and a notch continues from its position and velocity`() {
    var scroll = thrown(from: 1000, velocity: 4000)
    let now = start + 0.2
    let caught = scroll.position(at: now)
    let speed = scroll.velocity(at: now)
    var notched = scroll
    notched.scrollByWheel(by: 100, animated: true, at: now)
    #expect(notched.position(at: now) == caught)
    #expect(abs(notched.velocity(at: now) - speed) < 1e-9)
    scroll.grab(at: now)
    #expect(scroll.position(at: now + 5) == caught && scroll.velocity(at: now) == 0)
  }

  @Test func `renumbering keeps the visible position and the velocity`() {
    for velocity in [0.0, 700, 6000] {
      var scroll = thrown(from: 8000, velocity: velocity)
      let now = start + 0.15
      let before = (scroll.position(at: now), scroll.velocity(at: now))
      scroll.shiftOffsets(
        by: 5000, extent: GridExtent(contentHeight: 15_000, viewportHeight: 800), at: now)
      #expect(abs(scroll.position(at: now) - before.0 - 5000) < 1e-6)
      #expect(abs(scroll.velocity(at: now) - before.1) < 1e-6)
      #expect(scroll.isSettled(at: now + 9) && scroll.target <= 14_200)
    }
  }

  @Test func `a position beyond a shortened extent moves to its end at once`() {
    var scroll = scroll(at: 9000)
    scroll.shiftOffsets(
      by: 0, extent: GridExtent(contentHeight: 5000, viewportHeight: 800), at: start)
    #expect(scroll.position(at: start) == 4200)
    scroll.shiftOffsets(
      by: 0, extent: GridExtent(contentHeight: 300, viewportHeight: 800), at: start)
    #expect(scroll.position(at: start) == 0)
  }

  @Test func `an autoscroll is uniform to the end and decelerates when stopped`() {
    var scroll = scroll(at: 100)
    scroll.autoscroll(velocity: 500, at: start)
    #expect(abs(scroll.position(at: start + 2) - 1100) < 1e-9)
    scroll.autoscroll(velocity: 0, at: start + 2)
    #expect(abs(scroll.velocity(at: start + 2) - 500) < 1e-9)
    #expect(scroll.position(at: start + 4) > 1100 && scroll.position(at: start + 4) < 1140)
    scroll.autoscroll(velocity: -3000, at: start + 4)
    #expect(scroll.position(at: start + 60) == 0 && scroll.isSettled(at: start + 60))
  }

  @Test func `thumb position and scroll offset convert both ways`() throws {
    let thumb = try #require(ScrollThumb(extent: extent, track: 800, shortest: 36))
    #expect(thumb.length == 64)
    for offset in stride(from: 0.0, through: 9200, by: 460) {
      #expect(abs(thumb.offset(atTop: thumb.top(atOffset: offset)) - offset) < 1e-6)
    }
    #expect(thumb.offset(atTop: -50) == 0 && thumb.offset(atTop: 5000) == 9200)
    let long = try #require(
      ScrollThumb(
        extent: GridExtent(contentHeight: 1e9, viewportHeight: 800), track: 800, shortest: 36))
    #expect(long.length == 36 && long.top(atOffset: 2e9) == 764)
    #expect(
      ScrollThumb(
        extent: GridExtent(contentHeight: 700, viewportHeight: 800), track: 800, shortest: 9
      ) == nil)
  }
}
