import Imaging
import Pixels
import Testing

@MainActor
struct QueueTests {
  @Test func `equal requests share one decode`() {
    let f = Fixture()
    let a = f.folder.file("a.png")
    f.ask(a)
    f.ask(a)
    f.ask(a, .prefetch, .next(distance: 1))
    #expect(f.asked == ["a.png exact"])
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["a.png exact", "a.png exact", "a.png exact"])
    #expect(f.pipeline.statistics.decodes == 1)
  }

  @Test func `the second helper starts after the first picture is delivered`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"))
    #expect(f.launcher.helpers.count == 1)
    f.launcher.helpers[0].succeed()
    #expect(f.launcher.helpers.count == 1)
    f.loop.advance(by: 0.1)
    #expect(f.launcher.helpers.count == 2)
  }

  @Test func `a second helper starts when a visible request waits`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"))
    f.ask(f.folder.file("b.png"))
    #expect(f.launcher.helpers.count == 2)
    #expect(f.asked == ["a.png exact", "b.png exact"])
  }

  @Test func `the latest visible request is decoded first`() {
    let f = Fixture { $0.helpers = 1 }
    for name in ["a.png", "b.png", "c.png", "d.png"] { f.ask(f.folder.file(name)) }
    f.launcher.helpers[0].succeed()
    #expect(f.asked.last == "d.png exact")
    f.launcher.helpers[0].succeed()
    #expect(f.asked.last == "c.png exact")
  }

  @Test func `the order is visible, next, previous, background`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("first.png"))
    f.ask(f.folder.file("other.png"), .prefetch, .background)
    f.ask(f.folder.file("seen.png"), .page, .visible)
    f.ask(f.folder.file("next2.png"), .prefetch, .next(distance: 2))
    f.ask(f.folder.file("before.png"), .prefetch, .previous(distance: 1))
    f.ask(f.folder.file("next1.png"), .prefetch, .next(distance: 1))
    for _ in 0..<6 { f.launcher.helpers[0].succeed() }
    #expect(
      f.asked.map { $0.split(separator: ".")[0] } == [
        "first", "seen", "next1", "next2", "before", "other",
      ])
  }

  @Test func `a changed priority changes the order`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("first.png"))
    let a = f.ask(f.folder.file("a.png"), .prefetch, .background)
    f.ask(f.folder.file("b.png"), .prefetch, .next(distance: 1))
    a.priority = .visible
    f.launcher.helpers[0].succeed()
    #expect(f.asked.last == "a.png exact")
  }

  @Test func `priorities can be set for all requests at once`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("first.png"))
    let a = f.folder.file("a.png")
    f.ask(a, .prefetch, .background)
    f.ask(f.folder.file("b.png"), .page, .visible)
    f.pipeline.setPriorities([a: .visible])
    f.launcher.helpers[0].succeed()
    #expect(f.asked.last == "a.png exact")
  }

  @Test func `prefetch requests leave one helper free`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"))
    f.launcher.helpers[0].succeed()
    f.loop.advance(by: 0.1)
    f.ask(f.folder.file("b.png"), .prefetch, .next(distance: 1))
    f.ask(f.folder.file("c.png"), .prefetch, .next(distance: 2))
    #expect(f.asked == ["a.png exact", "b.png exact"])
    f.ask(f.folder.file("d.png"))
    #expect(f.asked.last == "d.png exact")
  }

  @Test func `prefetch starts with a delay after the visible page`() {
    let f = Fixture()
    f.warm()
    f.ask(f.folder.file("seen.png"))
    f.ask(f.folder.file("next.png"), .prefetch, .next(distance: 1))
    f.ask(f.folder.file("next.jpg", bytes: 6 << 20), .page, .next(distance: 2))
    #expect(f.asked == ["first.png exact", "seen.png exact"])
    f.loop.advance(by: 0.4)
    #expect(f.asked.count > 2)
  }

  @Test func `a fast-paging preview does not wait for the visible page`() {
    let f = Fixture()
    f.warm()
    f.ask(f.folder.file("seen.png"))
    f.ask(f.folder.file("passed.jpg"), .fastPaging, .next(distance: 1))
    #expect(f.asked.last == "passed.jpg preview")
  }

  @Test func `a queued decode is dropped when its last subscriber cancels`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("first.png"))
    let a = f.folder.file("a.png")
    let one = f.ask(a)
    let two = f.ask(a)
    let b = f.ask(f.folder.file("b.png"))
    one.cancel()
    b.cancel()
    f.launcher.helpers[0].succeed()
    #expect(f.asked.last == "a.png exact")
    two.cancel()
    f.launcher.helpers[0].succeed()
    #expect(f.asked.count == 2)
    #expect(f.log == ["first.png exact"])
  }

  @Test func `a short cancelled decode finishes and is cached`() {
    let f = Fixture { $0.helpers = 1 }
    let a = f.folder.file("a.png")
    f.ask(a).cancel()
    f.ask(f.folder.file("b.png"))
    f.loop.advance(by: 0.2)
    f.launcher.helpers[0].succeed()
    #expect(f.launcher.helpers.count == 1)
    #expect(f.asked.last == "b.png exact")
    #expect(f.pipeline.cached(a, target: f.box)?.isExact == true)
  }

  @Test func `a long cancelled decode is ended when another request waits`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("a.png")).cancel()
    f.loop.advance(by: 5)
    #expect(!f.launcher.helpers[0].isEnded)
    f.ask(f.folder.file("b.png"))
    #expect(f.launcher.helpers[0].isEnded)
    #expect(f.asked.last == "b.png exact")
    #expect(f.pipeline.statistics.restarts == 1)
  }

  @Test func `a long prefetch is interrupted for a visible request and repeated later`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("a.png"), .prefetch, .next(distance: 1))
    f.ask(f.folder.file("b.png"))
    f.loop.advance(by: 0.5)
    #expect(f.asked == ["a.png exact"])
    f.loop.advance(by: 0.6)
    #expect(f.asked == ["a.png exact", "b.png exact"])
    f.launcher.helpers[1].succeed()
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["b.png exact", "a.png exact"])
  }

  @Test func `an update callback may send a new request`() {
    let f = Fixture { $0.helpers = 1 }
    let b = f.folder.file("b.png")
    let first = ImageRequest(path: f.folder.file("a.png"), target: f.box)
    _ = f.pipeline.request(first) { _ in f.ask(b) }
    f.launcher.helpers[0].succeed()
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["b.png exact"])
  }
}
