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
