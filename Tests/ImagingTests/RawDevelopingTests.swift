import DecoderWire
import Imaging
import Testing

@MainActor
struct RawDevelopingTests {
  @Test func `a file is decoded again when it is to be developed, and when it is not`() throws {
    let f = Fixture()
    let path = f.folder.file("a.nef")
    f.ask(path)
    #expect(f.helper(holding: "a.nef")?.last?.developsRaw == false)
    f.helper(holding: "a.nef")?.succeed()
    for isDeveloped in [true, false] {
      f.pipeline.setDeveloped(path, isDeveloped)
      #expect(f.pipeline.isDeveloped(path) == isDeveloped)
      f.ask(path)
      #expect(f.helper(holding: "a.nef")?.last?.developsRaw == isDeveloped)
      f.helper(holding: "a.nef")?.succeed()
    }
    #expect(f.log == ["a.nef exact", "a.nef exact", "a.nef exact"])
  }

  @Test func `the progress of developing is reported, and only growing shares are accepted`() throws
  {
    let f = Fixture()
    let path = f.folder.file("a.nef")
    var reported: [Int] = []
    f.pipeline.onDevelopingProgress = { reported.append($1) }
    f.pipeline.setDeveloped(path, true)
    f.ask(path)
    let helper = try #require(f.helper(holding: "a.nef"))
    for percent: UInt8 in [0, 30, 100] { helper.answer(.progress(percent)) }
    #expect(reported == [0, 30, 100] && !helper.isEnded)
    helper.answer(.progress(100))
    #expect(helper.isEnded && reported.count == 3)
  }

  @Test func `progress of a decode that develops nothing is an error of the helper`() throws {
    let f = Fixture()
    f.ask(f.folder.file("a.jpg"))
    let helper = try #require(f.helper(holding: "a.jpg"))
    helper.answer(.progress(10))
    #expect(helper.isEnded)
  }

  @Test func `a running decode of the file begins anew, and others are not disturbed`() throws {
    let f = Fixture { $0.helpers = 2 }
    let path = f.folder.file("a.nef")
    f.ask(path)
    f.ask(f.folder.file("b.jpg"))
    let outdated = try #require(f.helper(holding: "a.nef"))
    let other = try #require(f.helper(holding: "b.jpg"))
    f.pipeline.setDeveloped(path, true)
    #expect(outdated.isEnded && !other.isEnded)
    let fresh = try #require(f.helper(holding: "a.nef"))
    #expect(fresh.last?.developsRaw == true && other.last?.developsRaw == false)
    fresh.succeed()
    other.succeed()
    #expect(Set(f.log) == ["a.nef exact", "b.jpg exact"])
  }
}
