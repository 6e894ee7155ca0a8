import GalleryCore
import Geometry
import Input
import PhotoGridTestSupport
import Pixels
import TestSupport
import Testing

@testable import PhotoGrid

/// Pictures of the grid. Pictures with text are not compared, because fonts differ between
/// machines: with `PBVIEW_LOOK=1` they are saved beside the test program for inspection.
@MainActor @Suite struct CellStyleTests {
  @Test(
    .enabled(if: TemporaryFolder.environment("PBVIEW_LOOK") == "1", "PBVIEW_LOOK=1 shows the grid"),
    arguments: [1.0, 2])
  func `a grid with text is saved for inspection`(scale: Double) throws {
    let rig = GalleryRig(
      [7, 12, 1234], width: Int(1000 * scale), height: Int(640 * scale), scale: scale, side: 150)
    rig.gallery.defersText = false
    rig.key(.right)
    rig.key(.right)
    rig.perform(.select(4, .toggle))
    rig.perform(.select(5, .toggle))
    rig.settle()
    rig.capture()
    rig.perform(.scroll(to: 90 * scale, animated: false))
    rig.point(at: Point(x: 300 * scale, y: 330 * scale))
    rig.settle()
    rig.capture()
    rig.wait(1)
    rig.settle()
    rig.capture()
    rig.key(.character("g"))
    rig.key(.character("a"))
    rig.wait(0.5)
    rig.capture()
    try Snapshot.save(Filmstrip.picture(of: rig.film, columns: 2), "gallery-look-\(Int(scale))")
  }

  @Test(
    .enabled(if: TemporaryFolder.environment("PBVIEW_LOOK") == "1", "PBVIEW_LOOK=1 shows the grid"))
  func `an empty grid with text is saved for inspection`() throws {
    let rig = GalleryRig([], width: 800, height: 500)
    rig.gallery.defersText = false
    rig.gallery.emptyMessage = (
      "There are no pictures in “Documents”",
      "Pictures in folders below it are shown with --recursive."
    )
    rig.settle()
    try Snapshot.save(rig.seen(), "gallery-empty-look")
  }
}
