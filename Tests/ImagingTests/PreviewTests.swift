import DecoderWire
import Imaging
import Pixels
import Testing

@MainActor
struct PreviewTests {
  private let large = 6 << 20
  private let huge = 20 << 20

  @Test func `one helper looks for an embedded preview and goes on with the exact picture`() {
    let f = Fixture()
    f.ask(f.folder.file("a.jpg", bytes: large))
    #expect(f.asked == ["a.jpg embedded", "a.jpg exact"])
    #expect(f.launcher.helpers.count == 1)
    f.launcher.helpers[0].succeed()
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["a.jpg preview", "a.jpg exact"])
  }

  @Test func `the first picture is not delayed by a preview that is not embedded`() {
    let f = Fixture()
    f.ask(f.folder.file("a.jpg", bytes: large))
    f.launcher.helpers[0].findNothing()
    #expect(f.asked == ["a.jpg embedded", "a.jpg exact"])
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["a.jpg exact"])
  }

  @Test func `a picture that is there soon is not delayed by a preview on another helper`() {
    let f = Fixture { $0.helpersAtStart = 2 }
    f.ask(f.folder.file("a.jpg", bytes: large))
    f.launcher.helpers[0].findNothing()
    #expect(f.asked == ["a.jpg embedded", "a.jpg exact"])
  }

  @Test func `with two idle helpers preview and huge picture are made side by side`() {
    let f = Fixture { $0.helpersAtStart = 2 }
    f.ask(f.folder.file("a.jpg", bytes: huge))
    #expect(f.launcher.helpers.map(\.requests.count) == [1, 1])
    f.launcher.helpers[0].findNothing()
    #expect(f.asked == ["a.jpg embedded", "a.jpg exact", "a.jpg preview"])
    f.launcher.helpers[0].succeed()
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["a.jpg preview", "a.jpg exact"])
  }

  @Test func `what is there of a picture is shown while the rest is decoded`() {
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

  @Test func `nothing is begun beside the first page, not even a glance`() {
    let f = Fixture { $0.helpersAtStart = 2 }
    f.ask(f.folder.file("a.png"))
    f.ask(f.folder.file("b.jpg", bytes: large), .page, .next(1))
    #expect(f.asked == ["a.png exact"])
    f.helper(holding: "a.png")?.succeed()
    #expect(f.asked == ["a.png exact", "b.jpg embedded", "b.jpg exact"])
  }

  @Test func `a first page that fails keeps the next one no longer`() {
    let f = Fixture { $0.helpersAtStart = 2 }
    f.ask(f.folder.file("a.png"))
    f.ask(f.folder.file("b.png"), .page, .next(1))
    f.helper(holding: "a.png")?.answer(.failed(DecodeFailure(.damaged)))
    #expect(f.asked == ["a.png exact", "b.png exact"])
  }

  @Test func `a glance is one question, and its answer the end of it`() {
    let f = Fixture()
    f.warm()
    let task = f.ask(f.folder.file("a.jpg", bytes: large), .glance, .next(3))
    #expect(f.asked.last == "a.jpg preview" && task.isDecoding)
    f.helper(holding: "a.jpg")?.succeed()
    #expect(f.log.last == "a.jpg preview" && task.isFinished && !task.isDecoding)
    f.ask(f.folder.file("b.jpg", bytes: large), .glance, .next(3))
    f.helper(holding: "b.jpg")?.answer(.failed(DecodeFailure(.damaged)))
    #expect(f.log.last == "b.jpg damaged")
  }

  @Test func `a preview that is late is not shown and not kept`() {
    let f = Fixture { $0.helpersAtStart = 2 }
    f.ask(f.folder.file("a.jpg", bytes: huge))
    f.launcher.helpers[0].findNothing()
    f.launcher.helpers[1].succeed()
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["a.jpg exact"])
    #expect(f.pipeline.statistics.cachedPictures == 1)
  }

  @Test func `what waits behind a glance is asked again when the helper dies`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("a.jpg", bytes: large))
    f.launcher.helpers[0].onEvent?(.closed)
    #expect(f.asked == ["a.jpg embedded", "a.jpg exact", "a.jpg exact"])
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["a.jpg exact"])
  }

  @Test(arguments: ["small.jpg", "large.png"])
  func `what is quick, or has no quick preview, gets none`(name: String) {
    let f = Fixture { $0.helpersAtStart = 2 }
    f.ask(f.folder.file(name, bytes: name == "small.jpg" ? 100_000 : large))
    #expect(f.asked == ["\(name) exact"])
  }

  @Test func `while pages wait the preview of the latest comes before exact pictures`() {
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

  @Test func `memory gives the stand-in at once, and no preview is made`() {
    let f = Fixture { $0.helpers = 1 }
    let a = f.folder.file("a.jpg", bytes: large)
    f.ask(a)
    f.launcher.helpers[0].succeed()
    f.launcher.helpers[0].succeed()
    f.ask(a, box: PixelSize(width: 200, height: 200))
    #expect(f.log == ["a.jpg preview", "a.jpg exact", "a.jpg preview"])
    #expect(f.asked == ["a.jpg embedded", "a.jpg exact", "a.jpg exact"])
  }

  @Test func `memory gives the exact picture before the request returns`() {
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

  @Test func `zooming asks for the natural size, without lent memory`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"), .natural)
    #expect(f.launcher.helpers[0].last?.target == .zero)
    #expect(f.launcher.helpers[0].last?.memoryCapacity == 0)
  }
}
