import DecoderWire
import Imaging
import Pixels
import Testing

@MainActor
struct PreviewTests {
  private let large = 6 << 20
  private let huge = 20 << 20

  @Test func `one helper decodes the embedded preview and then the exact picture`() {
    let f = Fixture()
    f.ask(f.folder.file("a.jpg", bytes: large))
    #expect(f.asked == ["a.jpg embedded", "a.jpg exact"])
    #expect(f.launcher.helpers.count == 1)
    f.launcher.helpers[0].succeed()
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["a.jpg preview", "a.jpg exact"])
  }

  @Test func `without an embedded preview the exact picture follows at once`() {
    let f = Fixture()
    f.ask(f.folder.file("a.jpg", bytes: large))
    f.launcher.helpers[0].findNothing()
    #expect(f.asked == ["a.jpg embedded", "a.jpg exact"])
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["a.jpg exact"])
  }

  @Test func `a picture of medium size gets no preview decode on a second helper`() {
    let f = Fixture { $0.helpersAtStart = 2 }
    f.ask(f.folder.file("a.jpg", bytes: large))
    f.launcher.helpers[0].findNothing()
    #expect(f.asked == ["a.jpg embedded", "a.jpg exact"])
  }

  @Test func `two idle helpers decode the preview and the huge picture in parallel`() {
    let f = Fixture { $0.helpersAtStart = 2 }
    f.ask(f.folder.file("a.jpg", bytes: huge))
    #expect(f.launcher.helpers.map(\.requests.count) == [1, 1])
    f.launcher.helpers[0].findNothing()
    #expect(f.asked == ["a.jpg embedded", "a.jpg exact", "a.jpg preview"])
    f.launcher.helpers[0].succeed()
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["a.jpg preview", "a.jpg exact"])
  }

  @Test func `partial results are delivered as previews before the exact picture`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"))
    let helper = f.launcher.helpers[0]
    #expect(helper.last?.wantsPartials == true)
    helper.tell(partial: PixelSize(width: 40, height: 30))
    helper.tell(partial: PixelSize(width: 40, height: 30))
    helper.succeed()
    #expect(f.log == ["a.png preview", "a.png preview", "a.png exact"])
    #expect(!helper.isEnded)
    #expect(f.pipeline.statistics.cachedPictures == 1)
  }

  @Test func `no request is sent for another page before the first page is decoded`() {
    let f = Fixture { $0.helpersAtStart = 2 }
    f.ask(f.folder.file("a.png"))
    f.ask(f.folder.file("b.jpg", bytes: large), .page, .next(distance: 1))
    #expect(f.asked == ["a.png exact"])
    f.helper(holding: "a.png")?.succeed()
    #expect(f.asked == ["a.png exact", "b.jpg embedded", "b.jpg exact"])
  }

  @Test func `a failed first page lets the next page start`() {
    let f = Fixture { $0.helpersAtStart = 2 }
    f.ask(f.folder.file("a.png"))
    f.ask(f.folder.file("b.png"), .page, .next(distance: 1))
    f.helper(holding: "a.png")?.answer(.failed(DecodeFailure(.damaged)))
    #expect(f.asked == ["a.png exact", "b.png exact"])
  }

  @Test func `a fast-paging request ends with its preview or failure`() {
    let f = Fixture()
    f.warm()
    let task = f.ask(f.folder.file("a.jpg", bytes: large), .fastPaging, .next(distance: 3))
    #expect(f.asked.last == "a.jpg preview" && task.isDecoding)
    f.helper(holding: "a.jpg")?.succeed()
    #expect(f.log.last == "a.jpg preview" && task.isFinished && !task.isDecoding)
    f.ask(f.folder.file("b.jpg", bytes: large), .fastPaging, .next(distance: 3))
    f.helper(holding: "b.jpg")?.answer(.failed(DecodeFailure(.damaged)))
    #expect(f.log.last == "b.jpg damaged")
  }

  @Test func `a preview after the exact picture is neither delivered nor cached`() {
    let f = Fixture { $0.helpersAtStart = 2 }
    f.ask(f.folder.file("a.jpg", bytes: huge))
    f.launcher.helpers[0].findNothing()
    f.launcher.helpers[1].succeed()
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["a.jpg exact"])
    #expect(f.pipeline.statistics.cachedPictures == 1)
  }

  @Test func `the exact request behind a preview request is repeated after a crash`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("a.jpg", bytes: large))
    f.launcher.helpers[0].onEvent?(.closed)
    #expect(f.asked == ["a.jpg embedded", "a.jpg exact", "a.jpg exact"])
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["a.jpg exact"])
  }

  @Test(arguments: ["small.jpg", "large.png"])
  func `a small file and a format without preview decode get no preview`(name: String) {
    let f = Fixture { $0.helpersAtStart = 2 }
    f.ask(f.folder.file(name, bytes: name == "small.jpg" ? 100_000 : large))
    #expect(f.asked == ["\(name) exact"])
  }

  @Test func `the preview of the latest page precedes queued exact pictures`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png", bytes: large))
    f.ask(f.folder.file("b.png", bytes: large))
    f.ask(f.folder.file("c.jpg", bytes: large))
    f.ask(f.folder.file("d.jpg", bytes: large))
    f.launcher.helpers[0].succeed()
    #expect(f.asked.last == "d.jpg embedded")
    f.launcher.helpers[0].findNothing()
    #expect(f.asked.last == "d.jpg preview")
    f.launcher.helpers[0].succeed()
    #expect(f.asked.last == "c.jpg embedded")
    f.launcher.helpers[0].succeed()
    #expect(f.asked.last == "d.jpg exact")
  }

  @Test func `a cached picture of another size replaces the preview decode`() {
    let f = Fixture { $0.helpers = 1 }
    let a = f.folder.file("a.jpg", bytes: large)
    f.ask(a)
    f.launcher.helpers[0].succeed()
    f.launcher.helpers[0].succeed()
    f.ask(a, box: PixelSize(width: 200, height: 200))
    #expect(f.log == ["a.jpg preview", "a.jpg exact", "a.jpg preview"])
    #expect(f.asked == ["a.jpg embedded", "a.jpg exact", "a.jpg exact"])
  }

  @Test func `a cached exact picture is delivered before the request returns`() {
    let f = Fixture()
    let a = f.folder.file("a.png")
    f.ask(a)
    f.launcher.helpers[0].succeed()
    let again = f.ask(a)
    #expect(again.isFinished)
    #expect(f.log == ["a.png exact", "a.png exact"])
    #expect(f.pipeline.statistics.hits == 1)
  }

  @Test func `a changed file is decoded again`() {
    let f = Fixture()
    let a = f.folder.file("a.png")
    f.ask(a)
    f.launcher.helpers[0].succeed()
    _ = f.folder.file("a.png", bytes: 1001)
    f.ask(a)
    #expect(f.asked.count == 2)
  }

  @Test func `a request for the natural size carries no request memory`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"), .natural)
    #expect(f.launcher.helpers[0].last?.target == .zero)
    #expect(f.launcher.helpers[0].last?.memoryCapacity == 0)
  }
}
