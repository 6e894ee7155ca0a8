import TestSupport
import Testing

@testable import PhotoBrowser

/// Tests of vector pictures, which a helper renders at any size.
@MainActor @Suite struct VectorContentTests {
  private static let size = Size(width: 600, height: 400)
  private static let edge = 317.3

  /// The pixels that a helper would return for a region.
  private static func render(_ region: PictureRegion) -> Bitmap {
    Bitmap.drawn(region.size.width, region.size.height, isOpaque: true) { canvas in
      canvas.clear(canvas.bounds, to: Sketch.white)
      canvas.translate(Vector(dx: -Double(region.x), dy: -Double(region.y)))
      canvas.scale(
        x: Double(region.whole.width) / size.width, y: Double(region.whole.height) / size.height)
      canvas.fill(Rect(x: edge, y: 0, width: size.width, height: size.height), Sketch.black)
    }
  }

  private static func whole(_ width: Int, _ height: Int) -> Bitmap {
    let size = PixelSize(width: width, height: height)
    return render(PictureRegion(whole: size, x: 0, y: 0, size: size))
  }

  private final class Asked {
    var regions: [PictureRegion] = []
  }

  private func rig() -> (BrowserRig, VectorContent, Asked) {
    let content = VectorContent(
      Picture(Self.whole(240, 160), naturalSize: PixelSize(width: 600, height: 400)))
    let asked = Asked()
    content.onRegionRequest = { asked.regions.append($0) }
    var options = BrowserOptions()
    options.tuning.maxScale = 1000
    let rig = BrowserRig([.zoomable(content)], options: options)
    rig.settle()
    return (rig, content, asked)
  }

  private func edge(_ rig: BrowserRig, row y: Int = 80) -> Double {
    (0..<240).reduce(0.0) { $0 + Double(rig.pixel($1, y) >> 16 & 0xFF) / 255 }
  }

  @Test func `at fit no region is requested`() {
    let (rig, _, asked) = rig()
    #expect(asked.regions.isEmpty)
    #expect(rig.picture.isSame(as: Self.whole(240, 160)))
  }

  @Test func `the visible region is requested once at rest and never during a motion`() {
    let (rig, _, asked) = rig()
    rig.perform(.zoomTo(12, at: Point(x: 127, y: 80), animated: true))
    rig.wait(0.08)
    #expect(asked.regions.isEmpty)
    rig.settle()
    rig.wait(0.5)
    #expect(asked.regions.count == 1)
    let region = asked.regions[0]
    #expect(region.whole == PixelSize(width: 7200, height: 4800))
    #expect(region.size.width < 240 * 3 / 2 && region.size.height < 160 * 3 / 2)
  }

  @Test(arguments: [1.7, 3.33, 12, 97.1])
  func `a region that becomes sharp does not move`(scale: Double) {
    let (rig, content, asked) = rig()
    rig.perform(.zoomTo(scale, at: Point(x: 126.9, y: 77.7), animated: true))
    rig.settle()
    let coarse = edge(rig)
    for region in asked.regions { content.show(Self.render(region), of: region) }
    rig.settle()
    // The edge lies somewhere within one pixel of the coarse picture, which has this size.
    let slack = scale / 0.4 / 2
    #expect(abs(edge(rig) - coarse) <= slack)
    let rect = rig.content.pixelAligned
    #expect(abs(edge(rig) - (rect.minX + Self.edge * rect.width / 600)) <= 0.51)
    #expect((0..<240).count { (1...254).contains(rig.pixel($0, 80) >> 16 & 0xFF) } <= 1)
    #expect(rig.redrawn.isSame(as: rig.picture))
  }

  @Test func `a short pan needs no new region, and a long pan requests one`() {
    let (rig, content, asked) = rig()
    rig.perform(.zoomTo(12, at: nil, animated: false))
    rig.settle()
    for region in asked.regions { content.show(Self.render(region), of: region) }
    rig.perform(.scroll(Vector(dx: 20, dy: 0), animated: true))
    rig.settle()
    #expect(asked.regions.count == 1)
    rig.perform(.scroll(Vector(dx: 200, dy: 0), animated: true))
    rig.settle()
    #expect(asked.regions.count == 2)
  }

  @Test func `a region whose request was cancelled is requested again`() {
    let (rig, content, asked) = rig()
    rig.perform(.zoomTo(12, at: nil, animated: false))
    rig.settle()
    #expect(asked.regions.count == 1)
    content.forgetRequest()
    rig.perform(.scroll(Vector(dx: 1, dy: 0), animated: true))
    rig.settle()
    #expect(asked.regions.count == 2)
  }

  @Test func `a region that cannot be drawn is requested at half the size`() {
    let (rig, content, asked) = rig()
    rig.perform(.zoomTo(12, at: nil, animated: false))
    rig.settle()
    rig.perform(.scroll(Vector(dx: 4, dy: 0), animated: true))
    rig.settle()
    #expect(asked.regions.count == 1)
    for region in asked.regions { content.renderingDidFail(of: region) }
    #expect(asked.regions.map(\.whole.width) == [7200, 3600])
    content.show(Self.render(asked.regions[1]), of: asked.regions[1])
    rig.settle()
    let greys = (0..<240).count { (1...254).contains(rig.pixel($0, 80) >> 16 & 0xFF) }
    #expect(greys <= 3, "sharper than the whole")
    #expect(rig.redrawn.isSame(as: rig.picture))
    rig.perform(.zoomTo(24, at: Point(x: 126.9, y: 77.7), animated: false))
    rig.settle()
    #expect(asked.regions.last?.whole.width == 3600, "what failed once is not tried again")
    for _ in 0..<20 { if let last = asked.regions.last { content.renderingDidFail(of: last) } }
    #expect((asked.regions.last?.whole.width ?? 0) > 240, "the whole is as good then")
  }

  @Test func `a region is coarse, then sharp, and stays sharp while it moves`() throws {
    func dial(_ region: PictureRegion) -> Bitmap {
      Bitmap.drawn(region.size.width, region.size.height) { canvas in
        canvas.translate(Vector(dx: -Double(region.x), dy: -Double(region.y)))
        Sketch.drawDial(Double(region.whole.width), in: canvas)
      }
    }
    let small = PixelSize(width: 60, height: 60)
    let content = VectorContent(
      Picture(dial(PictureRegion(whole: small, x: 0, y: 0, size: small))))
    let asked = Asked()
    content.onRegionRequest = { asked.regions.append($0) }
    let rig = BrowserRig([.zoomable(content)])
    rig.settle()
    rig.capture()  // the coarse picture at the size of the page
    rig.perform(.zoomTo(9, at: Point(x: 100, y: 30), animated: false))
    rig.settle()
    rig.capture()  // the coarse picture, zoomed
    content.show(dial(try #require(asked.regions.last)), of: try #require(asked.regions.last))
    rig.settle()
    rig.capture()  // the sharp region
    rig.press(120, 80)
    rig.drag(to: 190, 120, over: 0.2)
    rig.frame()
    rig.capture()  // the sharp region, and coarse pixels outside it
    try rig.check("vector", columns: 2)
  }

  @Test func `the pixels of an old region stay until the new region arrives`() {
    let (rig, content, asked) = rig()
    rig.perform(.zoomTo(12, at: Point(x: 126.9, y: 80), animated: false))
    rig.settle()
    content.show(Self.render(asked.regions[0]), of: asked.regions[0])
    rig.frame()
    rig.perform(.zoomTo(20, at: Point(x: 126.9, y: 80), animated: true))
    rig.settle()
    let greys = (0..<240).count { (1...254).contains(rig.pixel($0, 80) >> 16 & 0xFF) }
    #expect(greys <= 4, "from the part's pixels, not from the whole's")
  }
}
