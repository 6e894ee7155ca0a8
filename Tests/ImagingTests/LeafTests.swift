import DecoderWire
import Imaging
import Testing

@MainActor
struct LeafTests {
  @Test func `another picture of a file is decoded when it is chosen`() {
    let f = Fixture()
    let path = f.folder.file("a.tif")
    f.ask(path)
    #expect(f.helper(holding: "a.tif")?.last?.leaf == 0)
    f.helper(holding: "a.tif")?.succeed()
    for leaf in [2, 0] {
      f.pipeline.setLeaf(path, leaf)
      #expect(f.pipeline.leaf(of: path) == leaf)
      #expect(f.pipeline.cached(path, target: f.box) == nil)
      f.ask(path)
      #expect(f.helper(holding: "a.tif")?.last?.leaf == leaf)
      f.helper(holding: "a.tif")?.succeed()
    }
    #expect(f.log == ["a.tif exact", "a.tif exact", "a.tif exact"])
  }

  @Test func `a picture that was chosen no more is not cached`() throws {
    let f = Fixture()
    let path = f.folder.file("a.tif")
    f.ask(path)
    let late = try #require(f.helper(holding: "a.tif"))
    f.pipeline.setLeaf(path, 1)
    late.succeed()
    #expect(f.pipeline.cached(path, target: f.box) == nil)
  }

  @Test func `the thumbnail of a chosen picture has a path of its own`() {
    let f = Fixture()
    let path = f.folder.file("a.tif")
    #expect(f.pipeline.shownLeafPath(of: path) == path)
    f.pipeline.setLeaf(path, 2)
    #expect(f.pipeline.shownLeafPath(of: path) == path.path(ofLeaf: 2))
    f.pipeline.setLeaf(path, 0)
    #expect(f.pipeline.shownLeafPath(of: path) == path)
    let page = FilePathBytes("/a.pdf/Page 07.pdf")
    #expect(f.pipeline.shownLeafPath(of: page) == page)
  }

  @Test func `the path of a page of a document chooses the page`() {
    let f = Fixture()
    #expect(f.pipeline.leaf(of: FilePathBytes("/a.pdf/Page 07.pdf")) == 6)
    #expect(f.pipeline.leaf(of: FilePathBytes("/a.cbz/Page 07.jpg")) == 0)
  }

  @Test func `a picture is decoded again with another exposure, within the possible range`() {
    let f = Fixture()
    let path = f.folder.file("a.exr")
    f.ask(path)
    f.helper(holding: "a.exr")?.succeed()
    for (wanted, stops) in [(2, 2), (-40, -12), (0, 0)] {
      f.pipeline.setExposure(path, wanted)
      #expect(f.pipeline.exposureStops(of: path) == stops)
      #expect(f.pipeline.cached(path, target: f.box) == nil)
      f.ask(path)
      #expect(f.helper(holding: "a.exr")?.last?.exposure == stops)
      f.helper(holding: "a.exr")?.succeed()
    }
  }
}
