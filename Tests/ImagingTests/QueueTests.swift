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
    f.ask(a, .prefetch, .next(1))
    #expect(f.asked == ["a.png exact"])
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["a.png exact", "a.png exact", "a.png exact"])
    #expect(f.pipeline.statistics.decodes == 1)
  }

  @Test func `the first picture starts one helper only, the second follows when it is shown`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"))
    #expect(f.launcher.helpers.count == 1)
    f.launcher.helpers[0].succeed()
    #expect(f.launcher.helpers.count == 1)
    f.loop.advance(by: 0.1)
    #expect(f.launcher.helpers.count == 2)
  }

  @Test func `a second helper is started when something visible waits`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"))
    f.ask(f.folder.file("b.png"))
    #expect(f.launcher.helpers.count == 2)
    #expect(f.asked == ["a.png exact", "b.png exact"])
  }

  @Test func `the latest visible page wins`() {
    let f = Fixture { $0.helpers = 1 }
    for name in ["a.png", "b.png", "c.png", "d.png"] { f.ask(f.folder.file(name)) }
    f.launcher.helpers[0].succeed()
    #expect(f.asked.last == "d.png exact")
    f.launcher.helpers[0].succeed()
    #expect(f.asked.last == "c.png exact")
  }

  @Test func `what is seen goes before what is next, previous and the rest`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("first.png"))
    f.ask(f.folder.file("other.png"), .prefetch, .background)
    f.ask(f.folder.file("seen.png"), .page, .visible)
    f.ask(f.folder.file("next2.png"), .prefetch, .next(2))
    f.ask(f.folder.file("before.png"), .prefetch, .previous(1))
    f.ask(f.folder.file("next1.png"), .prefetch, .next(1))
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
    f.ask(f.folder.file("b.png"), .prefetch, .next(1))
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

  @Test func `neighbours never take the last helper`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"))
    f.launcher.helpers[0].succeed()
    f.loop.advance(by: 0.1)
    f.ask(f.folder.file("b.png"), .prefetch, .next(1))
    f.ask(f.folder.file("c.png"), .prefetch, .next(2))
    #expect(f.asked == ["a.png exact", "b.png exact"])
    f.ask(f.folder.file("d.png"))
    #expect(f.asked.last == "d.png exact")
  }

  @Test func `nothing is begun beside the page that is seen, for a while`() {
    let f = Fixture()
    f.warm()
    f.ask(f.folder.file("seen.png"))
    f.ask(f.folder.file("next.png"), .prefetch, .next(1))
    f.ask(f.folder.file("next.jpg", bytes: 6 << 20), .page, .next(2))
    #expect(f.asked == ["first.png exact", "seen.png exact"])
    f.loop.advance(by: 0.4)
    #expect(f.asked.count > 2)
  }

  @Test func `a glance at a page that is passed waits for no page`() {
    let f = Fixture()
    f.warm()
    f.ask(f.folder.file("seen.png"))
    f.ask(f.folder.file("passed.jpg"), .glance, .next(1))
    #expect(f.asked.last == "passed.jpg preview")
  }

  @Test func `cancelled work leaves the queue when its last subscriber does`() {
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

  @Test func `an unwanted decode is let finish and kept when it is short`() {
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

  @Test func `an unwanted decode is ended when it is long and others wait`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("a.png")).cancel()
    f.loop.advance(by: 5)
    #expect(!f.launcher.helpers[0].isEnded)
    f.ask(f.folder.file("b.png"))
    #expect(f.launcher.helpers[0].isEnded)
    #expect(f.asked.last == "b.png exact")
    #expect(f.pipeline.statistics.restarts == 1)
  }

  @Test func `a long neighbour gives way to what is seen, and is done later`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("a.png"), .prefetch, .next(1))
    f.ask(f.folder.file("b.png"))
    f.loop.advance(by: 0.5)
    #expect(f.asked == ["a.png exact"])
    f.loop.advance(by: 0.6)
    #expect(f.asked == ["a.png exact", "b.png exact"])
    f.launcher.helpers[1].succeed()
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["b.png exact", "a.png exact"])
  }

  @Test func `an update may ask for more`() {
    let f = Fixture { $0.helpers = 1 }
    let b = f.folder.file("b.png")
    let first = ImageRequest(path: f.folder.file("a.png"), target: f.box)
    _ = f.pipeline.request(first) { _ in f.ask(b) }
    f.launcher.helpers[0].succeed()
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["b.png exact"])
  }
}
