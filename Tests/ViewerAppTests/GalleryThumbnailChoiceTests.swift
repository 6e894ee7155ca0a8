import Imaging
import Pixels
import Testing

@testable import ViewerApp

@Suite struct GalleryThumbnailChoiceTests {
  private func again(
    _ width: Int, _ height: Int, _ cell: Int, natural: PixelSize? = nil, asked: Int = 256
  ) -> Int? {
    ThumbnailSizing.side(
      after: PixelSize(width: width, height: height), of: natural, filling: cell, asked: asked)
  }

  @Test func `cells of the usual size are filled by the size other programs make, too`() {
    for cell in [160, 185, 200, 204] {
      #expect(ThumbnailSize(covering: ThumbnailSizing.side(filling: cell)) == .large)
    }
    #expect(ThumbnailSize(covering: ThumbnailSizing.side(filling: 400)) == .xLarge)
  }

  @Test func `photos of the usual proportions are not fetched twice`() {
    for (width, height) in [(256, 171), (256, 192), (171, 256), (256, 144), (256, 256)] {
      #expect(again(width, height, 200) == nil, "\(width) × \(height)")
    }
  }

  @Test func `a panorama and a long screenshot are`() throws {
    let panorama = try #require(again(256, 64, 200, natural: PixelSize(width: 8000, height: 2000)))
    #expect(ThumbnailSize(covering: panorama) == .xxLarge)
    #expect(again(60, 256, 200, natural: PixelSize(width: 1080, height: 4600)) != nil)
  }

  @Test func `what cannot become better is not`() {
    #expect(again(256, 64, 200, natural: PixelSize(width: 256, height: 64)) == nil)
    #expect(again(1024, 40, 200, natural: PixelSize(width: 20_000, height: 800)) == nil)
    #expect(again(0, 0, 200) == nil)
  }

  @Test func `what was asked for already is not, even where a smaller preview came`() {
    let natural = PixelSize(width: 6000, height: 1200)
    #expect(again(512, 102, 210, natural: natural, asked: 512) != nil)
    #expect(again(512, 102, 210, natural: natural, asked: 880) == nil)
  }
}
