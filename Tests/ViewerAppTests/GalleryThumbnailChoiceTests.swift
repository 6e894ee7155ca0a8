import Imaging
import Pixels
import Testing

@testable import ViewerApp

@Suite struct GalleryThumbnailChoiceTests {
  private func again(
    _ width: Int, _ height: Int, _ cell: Int, natural: PixelSize? = nil, asked: Int = 256
  ) -> Int? {
    ThumbnailSizing.betterSide(
      after: PixelSize(width: width, height: height), of: natural, filling: cell, asked: asked)
  }

  @Test func `cells of the usual size use thumbnails of 256 pixels`() {
    for cell in [160, 185, 200, 204] {
      #expect(ThumbnailSize(covering: ThumbnailSizing.side(filling: cell)) == .large)
    }
    #expect(ThumbnailSize(covering: ThumbnailSizing.side(filling: 400)) == .xLarge)
  }

  @Test func `thumbnails of photos of usual proportions are not fetched again`() {
    for (width, height) in [(256, 171), (256, 192), (171, 256), (256, 144), (256, 256)] {
      #expect(again(width, height, 200) == nil, "\(width) × \(height)")
    }
  }

  @Test func `the thumbnail of a panorama or a long screenshot is fetched again larger`() throws {
    let panorama = try #require(again(256, 64, 200, natural: PixelSize(width: 8000, height: 2000)))
    #expect(ThumbnailSize(covering: panorama) == .xxLarge)
    #expect(again(60, 256, 200, natural: PixelSize(width: 1080, height: 4600)) != nil)
  }

  @Test func `a thumbnail that cannot become sharper is not fetched again`() {
    #expect(again(256, 64, 200, natural: PixelSize(width: 256, height: 64)) == nil)
    #expect(again(1024, 40, 200, natural: PixelSize(width: 20_000, height: 800)) == nil)
    #expect(again(0, 0, 200) == nil)
  }

  @Test func `a size that was requested before is not fetched again`() {
    let natural = PixelSize(width: 6000, height: 1200)
    #expect(again(512, 102, 210, natural: natural, asked: 512) != nil)
    #expect(again(512, 102, 210, natural: natural, asked: 880) == nil)
  }
}
