import DecoderWire
import Geometry
import Imaging
import ImagingTestSupport
import PhotoBrowser
import Pixels
import TestSupport
import Testing

@testable import BrowserHost

/// Tests of the pages that play an animation.
@MainActor struct AnimatedPageTests {
  private let source: FilePages
  private let folder: TemporaryFolder
  private let path: FilePath
  private let page: FilePage
  private var cell: PhotoCell { page.cell }
  private let cover = SyntheticPhoto.gradient(40, 30, blue: 9)

  init() throws {
    folder = try TemporaryFolder()
    path = FilePath(try folder.write([1], named: Array("a.gif".utf8)))
    source = FilePages(
      [path], pipeline: .silent(), loop: StillLoop(),
      pageBox: PixelSize(width: 240, height: 160))
    page = FilePage(path, in: PhotoCell())
    page.cell.content = .picture(Picture(cover))
  }

  private func image(frames: Int, isExact: Bool = true) -> DecodedImage {
    DecodedImage(
      bitmap: cover,
      info: DecodeReply.Info(naturalSize: cover.size, format: "GIF", frames: frames),
      isExact: isExact)
  }

  @Test func `an animation plays once its exact picture is loaded`() {
    source.pictures.startAnimation(of: image(frames: 1), on: page)
    source.pictures.startAnimation(of: image(frames: 9, isExact: false), on: page)
    #expect(cell.animation == nil)
    source.pictures.startAnimation(of: image(frames: 9), on: page)
    let player = cell.animation
    #expect(player != nil && player?.isPaused == false)
    source.pictures.startAnimation(of: image(frames: 9), on: page)
    #expect(cell.animation === player, "it is not begun anew for a sharper cover")
  }

  @Test func `with reduced motion an animation is paused from the beginning`() {
    source.playsByItself = false
    source.pictures.startAnimation(of: image(frames: 9), on: page)
    #expect(cell.animation?.isPaused == true)
  }

  @Test func `a sharper picture becomes the cover of a playing animation`() {
    source.pictures.startAnimation(of: image(frames: 9), on: page)
    let sharper = Picture(SyntheticPhoto.gradient(80, 60, blue: 9), naturalSize: cover.size)
    cell.show(sharper)
    #expect(cell.animation?.firstPicture.bitmaps.first === sharper.bitmaps[0])
    #expect(cell.stillPicture?.bitmaps.first === sharper.bitmaps[0])
  }
}
