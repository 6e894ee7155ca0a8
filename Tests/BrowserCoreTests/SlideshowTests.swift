import BrowserCore
import Geometry
import Motion
import Testing

@Suite struct SlideshowTests {
  private func show(_ count: Int = 4, index: Int = 0, every: Double = 3, loops: Bool = false)
    -> TimeLine
  {
    var tuning = BrowserTuning()
    tuning.isLooping = loops
    var line = TimeLine(count: count, index: index, tuning: tuning)
    line.send(.slideshow(.start(every: every)))
    return line
  }

  private func phases(_ effects: [BrowserEffect]) -> [Slideshow.Phase?] {
    effects.compactMap { if case .slideshowChanged(let phase) = $0 { .some(phase) } else { nil } }
  }

  @Test func `the slideshow turns a page after the interval at rest`() {
    var line = show()
    #expect(line.effects == [.slideshowChanged(.running)])
    #expect(line.browser.slideshow?.deadline == line.now + 3)
    line.wait(2.99)
    #expect(line.isAtRest && line.browser.index == 0)
    line.wait(0.02)
    #expect(!line.isAtRest, "the page slides")
    #expect(line.browser.slideshow?.deadline == nil, "no deadline while the page slides")
    line.wait(1)
    #expect(line.browser.index == 1 && line.isAtRest)
    line.wait(3)
    #expect(line.browser.index == 2)
  }

  @Test func `the slideshow ends at the last page and restarts with the first`() {
    var line = show(3, index: 1, every: 1)
    #expect(phases(line.wait(6)) == [.ended])
    #expect(line.browser.index == 2 && line.browser.slideshow?.deadline == nil)
    #expect(phases(line.send(.slideshow(.toggle))) == [.running])
    line.wait(1)
    #expect(line.browser.index == 0)
    line.wait(1)
    #expect(line.browser.index == 1)
  }

  @Test func `with looping the slideshow never ends`() {
    var line = show(3, every: 0.5, loops: true)
    let effects = line.wait(20)
    #expect(phases(effects) == [])
    #expect(effects.contains(.pageChanged(from: 2, to: 0)))
    #expect(effects.filter { if case .pageSettled = $0 { true } else { false } }.count > 15)
  }

  @Test func `a drag stops the countdown, which restarts at rest`() {
    var line = show()
    line.wait(2.9)
    line.drag(Vector(dx: -100, dy: 0))
    #expect(line.browser.slideshow?.deadline == nil)
    line.wait(10)
    #expect(line.browser.index == 0, "the drag holds the page")
    line.letGo()
    line.wait(2.9)
    #expect(line.browser.index == 0)
    line.wait(1)
    #expect(line.browser.index == 1)
    line.wait(2)
    line.send(.toggleZoom(at: nil))
    line.wait(2)
    #expect(line.browser.index == 1)
  }

  @Test func `a click at rest restarts the countdown`() {
    var line = show()
    line.wait(2.5)
    line.send(.press(.zero), .release)
    line.wait(2.5)
    #expect(line.browser.index == 0)
  }

  @Test func `a finger held on the page stops the countdown`() {
    var line = show()
    line.send(.press(Point(x: 500, y: 400)))
    line.wait(8)
    #expect(line.browser.index == 0)
    line.send(.release)
    line.wait(3.5)
    #expect(line.browser.index == 1)
  }

  @Test func `a page that loads without frames is shown for the full interval`() {
    var line = show()
    line.wait(0.5)
    line.send(.slideshow(.wait(for: .loading)))
    line.now = line.now + 8
    line.send(.slideshow(.wait(for: nil)))
    line.wait(2.9)
    #expect(line.browser.index == 0)
    line.wait(0.5)
    #expect(line.browser.index == 1)
  }

  @Test func `a paused slideshow resumes with the full interval`() {
    var line = show()
    line.wait(1)
    #expect(phases(line.send(.slideshow(.toggle))) == [.paused])
    line.wait(10)
    #expect(line.browser.index == 0)
    #expect(phases(line.send(.slideshow(.toggle))) == [.running])
    line.wait(2.9)
    #expect(line.browser.index == 0)
    line.wait(0.5)
    #expect(line.browser.index == 1)
    #expect(phases(line.send(.slideshow(.stop))) == [nil])
    #expect(line.browser.slideshow == nil && line.send(.slideshow(.toggle)).isEmpty)
  }

  @Test func `the slideshow waits for playback, and the interval starts after loading`() {
    var line = show()
    line.send(.slideshow(.wait(for: .playing)))
    line.wait(8)
    #expect(line.browser.index == 0)
    line.send(.slideshow(.wait(for: nil)))
    line.wait(0.5)
    #expect(line.browser.index == 1)
    line.send(.slideshow(.wait(for: .loading)))
    line.wait(8)
    line.send(.slideshow(.wait(for: nil)))
    line.wait(2.9)
    #expect(line.browser.index == 1)
    line.wait(0.5)
    #expect(line.browser.index == 2)
  }

  @Test(arguments: [(-3, 0.5), (0, 0.5), (.infinity, 3), (.nan, 3), (2, 2), (1e9, 86_400)])
  func `intervals are clamped, and non-finite ones become the default`(asked: Double, got: Double) {
    #expect(show(every: asked).browser.slideshow?.interval == got)
  }

  @Test func `with reduced motion the slideshow changes pages at once`() {
    var tuning = BrowserTuning()
    tuning.reducesMotion = true
    var line = TimeLine(tuning: tuning)
    line.send(.slideshow(.start(every: 1)))
    #expect(line.wait(1.01).contains(.pageChanged(from: 0, to: 1)))
    #expect(line.isAtRest && line.position == 1)
    line.wait(1)
    #expect(line.browser.index == 2)
  }

  @Test func `a slideshow turn takes the duration of the page effect`() {
    var tuning = BrowserTuning()
    tuning.turnDuration = 1
    var line = TimeLine(tuning: tuning)
    line.send(.slideshow(.start(every: 1)))
    line.wait(1.9)
    #expect(!line.isAtRest)
    line.wait(0.2)
    #expect(line.isAtRest && line.browser.index == 1)
  }

  @Test func `inserting pages does not shorten the interval`() {
    var line = show()
    line.wait(2)
    line.send(.insert(count: 3, at: 0, animated: true))
    line.wait(1.5)
    #expect(line.browser.index == 3, "renumbering restarts the countdown")
    line.wait(2)
    #expect(line.browser.index == 4)
  }

  @Test func `a slideshow of one page ends, and one without pages has no deadline`() {
    var line = show(1, every: 1)
    #expect(phases(line.wait(2)) == [.ended])
    var empty = show(0, every: 1)
    #expect(phases(empty.wait(2)) == [])
    #expect(empty.browser.slideshow?.deadline == nil)
  }
}
