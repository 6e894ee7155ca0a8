import DecoderWire
import Geometry
import Imaging
import ImagingTestSupport
import PhotoBrowser
import Pixels
import TestSupport
import Testing

@testable import ViewerApp

/// Which pages play.
@MainActor struct AnimatedPageTests {
  private let source: PipelinePhotoSource
  private let folder: TemporaryFolder
  private let path: FilePath
  private let cell = PhotoCell()
  private let cover = SyntheticPhoto.gradient(40, 30, blue: 9)

  init() throws {
    folder = try TemporaryFolder()
    path = FilePath(try folder.write([1], named: Array("a.gif".utf8)))
    source = PipelinePhotoSource(
      paths: [path], pipeline: .silent(), bridge: StillLoop(),
      pageBox: PixelSize(width: 240, height: 160))
    cell.content = .picture(Picture(cover))
  }

  private func image(frames: Int, isExact: Bool = true) -> DecodedImage {
    DecodedImage(
      bitmap: cover,
      info: DecodeReply.Info(naturalSize: cover.size, format: "GIF", frames: frames),
      isExact: isExact)
  }

  @Test func `a picture of several frames plays, once it is there exactly`() {
    source.play(image(frames: 1), in: cell, path: path)
    source.play(image(frames: 9, isExact: false), in: cell, path: path)
    #expect(cell.animation == nil)
    source.play(image(frames: 9), in: cell, path: path)
    let player = cell.animation
    #expect(player != nil && player?.isPaused == false)
    source.play(image(frames: 9), in: cell, path: path)
    #expect(cell.animation === player, "it is not begun anew for a sharper cover")
  }

  @Test func `where less is to move it is paused from the beginning`() {
    source.playsByItself = false
    source.play(image(frames: 9), in: cell, path: path)
    #expect(cell.animation?.isPaused == true)
  }

  @Test func `a sharper picture is kept as the cover of what plays`() {
    source.play(image(frames: 9), in: cell, path: path)
    let sharper = Picture(SyntheticPhoto.gradient(80, 60, blue: 9), naturalSize: cover.size)
    cell.show(sharper)
    #expect(cell.animation?.cover.bitmaps.first === sharper.bitmaps[0])
    #expect(cell.still?.bitmaps.first === sharper.bitmaps[0])
  }
}
