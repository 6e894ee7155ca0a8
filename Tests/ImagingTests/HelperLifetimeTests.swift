import DecoderWire
import Imaging
import Pixels
import Testing

/// The replacement of helpers after a number of pictures or idle time. It limits the number of
/// pictures that a compromised helper sees.
@MainActor
struct HelperLifetimeTests {
  private func decode(_ f: Fixture, _ numbers: Range<Int>, by helper: Int) {
    for number in numbers {
      f.ask(f.folder.file("\(number).png"), .prefetch, .visible)
      #expect(f.launcher.helpers[helper].isBusy, "picture \(number)")
      f.launcher.helpers[helper].succeed()
    }
  }

  @Test func `an idle helper is replaced before it ends and leaves no timer`() {
    let f = Fixture { $0.helpers = 1 }
    decode(f, 0..<2, by: 0)
    f.loop.advance(by: 29.9)
    #expect(f.launcher.helpers.count == 1)
    f.loop.advance(by: 0.2)
    #expect(f.launcher.helpers.count == 2 && !f.launcher.helpers[0].isEnded)
    f.loop.advance(by: 0.3)
    #expect(f.launcher.helpers[0].isEnded && !f.launcher.helpers[1].isEnded)
    #expect(f.loop.timerCount == 0)
    f.loop.advance(by: 3600)
    #expect(f.launcher.helpers.count == 2, "a helper without decoded pictures is kept")
    decode(f, 2..<3, by: 1)
    #expect(f.pipeline.statistics.restarts == 0, "no crash is counted")
  }

  @Test func `a helper with regular requests is not replaced`() {
    let f = Fixture { $0.helpers = 1 }
    for number in 0..<4 {
      decode(f, number..<number + 1, by: 0)
      f.loop.advance(by: 20)
    }
    #expect(f.launcher.helpers.count == 1)
  }

  @Test func `after 150 decodes a helper serves requests until its replacement is ready`() {
    let f = Fixture { $0.helpers = 1 }
    decode(f, 0..<149, by: 0)
    #expect(f.launcher.helpers.count == 1)
    decode(f, 149..<160, by: 0)
    #expect(f.launcher.helpers.count == 2, "one replacement")
    f.ask(f.folder.file("last.png"))
    f.loop.advance(by: 0.26)
    #expect(!f.launcher.helpers[0].isEnded, "the helper finishes its picture first")
    f.launcher.helpers[0].succeed()
    #expect(f.launcher.helpers[0].isEnded && f.log.last == "last.png exact")
    decode(f, 160..<165, by: 1)
  }

  @Test func `a replacement that ends before use is ignored`() {
    let f = Fixture { $0.helpers = 1 }
    decode(f, 0..<1, by: 0)
    f.loop.advance(by: 30.1)
    f.launcher.helpers[1].onEvent?(.closed)
    f.loop.advance(by: 1)
    #expect(!f.launcher.helpers[0].isEnded)
    decode(f, 1..<3, by: 0)
  }

  @Test func `a helper that ends during its replacement is replaced once`() {
    let f = Fixture { $0.helpers = 1 }
    decode(f, 0..<1, by: 0)
    f.loop.advance(by: 30.1)
    f.launcher.helpers[0].onEvent?(.closed)
    decodeAnywhere(f, "b.png")
    f.loop.advance(by: 1)
    #expect(f.launcher.helpers.count { !$0.isEnded } == 1)
    decodeAnywhere(f, "c.png")
    #expect(f.log == ["0.png exact", "b.png exact", "c.png exact"])
  }

  private func decodeAnywhere(_ f: Fixture, _ name: String) {
    f.ask(f.folder.file(name))
    f.helper(holding: name)?.succeed()
  }

  @Test func `a declined picture is decoded by a new helper with all libraries`() {
    let f = Fixture { $0.helpers = 1 }
    decode(f, 0..<1, by: 0)
    #expect(f.launcher.completeHelpers.isEmpty)
    f.ask(f.folder.file("a.heic"))
    f.launcher.helpers[0].answer(.declined)
    #expect(f.launcher.helpers[0].isEnded && f.launcher.helpers.count == 2)
    #expect(f.launcher.completeHelpers.count == 1)
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["0.png exact", "a.heic exact"])
    #expect(f.pipeline.statistics.restarts == 0, "no crash is counted")
    decode(f, 1..<3, by: 1)
    f.loop.advance(by: 30.5)
    #expect(f.launcher.completeHelpers.count == 2, "replacements have all libraries from then on")
  }

  @Test func `a complete helper that declines its first picture counts as crashed`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("a.heic"))
    f.launcher.helpers[0].answer(.declined)
    f.launcher.helpers[1].answer(.declined)
    #expect(f.launcher.helpers[1].isEnded && f.log == ["a.heic crashed"])
  }

  @Test func `a declined animation is decoded by a new helper`() {
    let f = Fixture { $0.helpersAtStart = 0 }
    func open(_ name: String) -> AnimationFrames {
      f.pipeline.frames(
        of: f.folder.file(name), naturalSize: PixelSize(width: 40, height: 30), target: f.box)
    }
    let first = open("a.gif")
    f.launcher.helpers[0].answer(.failed(DecodeFailure(.damaged)))
    first.cancel()
    let second = open("b.jxl")
    f.launcher.helpers[0].answer(.declined)
    #expect(f.launcher.helpers[0].isEnded && f.launcher.completeHelpers.count == 1)
    #expect(f.launcher.helpers[1].last?.nameHint == "b.jxl" && second.failure == nil)
    f.launcher.helpers[1].answer(.declined)
    #expect(f.launcher.helpers[1].isEnded && second.failure == nil, "one retry")
    f.launcher.helpers[2].answer(.declined)
    #expect(second.failure?.kind == .crashed)
  }

  @Test func `the animation helper is replaced after twenty files`() {
    let f = Fixture { $0.helpersAtStart = 0 }
    for number in 0..<20 {
      #expect(f.launcher.helpers.count <= 1)
      let frames = f.pipeline.frames(
        of: f.folder.file("\(number).gif"), naturalSize: PixelSize(width: 40, height: 30),
        target: f.box)
      frames.cancel()
      f.launcher.helpers[0].answer(.failed(DecodeFailure(.damaged)))
    }
    #expect(f.launcher.helpers.count == 2 && !f.launcher.helpers[0].isEnded)
    #expect(f.launcher.helpers[1].requests.isEmpty)
    let frames = f.pipeline.frames(
      of: f.folder.file("last.gif"), naturalSize: PixelSize(width: 40, height: 30),
      target: f.box)
    #expect(f.launcher.helpers[0].isEnded)
    #expect(f.launcher.helpers[1].last?.nameHint == "last.gif")
    withExtendedLifetime(frames) {}
  }

  @Test func `a helper of metadata is replaced after 150 photos`() {
    let f = Fixture { $0.helpersAtStart = 0 }
    var answers = 0
    func read(_ name: String) -> MetadataTask {
      f.pipeline.metadata(of: f.folder.file(name)) { _ in answers += 1 }
    }
    for number in 0..<150 {
      #expect(f.launcher.helpers.count <= 1)
      let task = read("\(number).jpg")
      f.launcher.helpers[0].answer(.metadata(PhotoMetadata()))
      withExtendedLifetime(task) {}
    }
    #expect(answers == 150)
    #expect(f.launcher.helpers.count == 2 && !f.launcher.helpers[0].isEnded)
    let task = read("last.jpg")
    #expect(f.launcher.helpers[0].isEnded)
    #expect(f.launcher.helpers[1].last?.nameHint == "last.jpg")
    withExtendedLifetime(task) {}
  }
}
