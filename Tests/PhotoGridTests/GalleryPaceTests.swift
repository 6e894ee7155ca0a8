import GalleryCore
import Geometry
import Input
import Motion
import PhotoGridTestSupport
import Pixels
import TestSupport
import Testing
import Views

@testable import PhotoGrid

/// Frame times of the grid; measured only with `PBVIEW_MEASURE=1`, because other programs may run.
@MainActor
@Suite(
  .enabled(if: TemporaryFolder.environment("PBVIEW_MEASURE") == "1", "PBVIEW_MEASURE=1 measures"),
  .serialized)
struct GalleryPaceTests {
  private func measure(_ name: String, _ rig: GalleryRig, _ step: (Int) -> Void) {
    let clock = ContinuousClock()
    var times: [Double] = []
    for number in 0..<120 {
      step(number)
      let time = clock.measure { rig.frame() }
      times.append(Double(time.components.attoseconds) / 1e15)
    }
    times.sort()
    print(
      "\(name): median \(times[60].rounded(toPlaces: 2)) p95 \(times[114].rounded(toPlaces: 2)) ms, "
        + "\(rig.gallery.lastFrame?.cells.count ?? 0) cells")
  }

  @Test(arguments: [64.0, 128, 200, 400])
  func `frame times at 1920 × 1080 are measured`(side: Double) {
    let rig = GalleryRig([50, 3000], width: 1920, height: 1080, side: side)
    measure("scroll, cell \(side)", rig) { number in
      rig.perform(.scroll(to: 24 * Double(number), animated: false))
    }
    measure("scroll back, cell \(side)", rig) { number in
      rig.perform(.scroll(to: 2880 - 24 * Double(number), animated: false))
    }
    rig.settle()
    measure("pointer, cell \(side)", rig) { number in
      rig.point(at: Point(x: 30 + Double(number) * 15, y: 500))
    }
    rig.stage.receive(
      .pinch(InputEvent.Pinch(.began, at: Point(x: 900, y: 500), scale: 1, time: rig.now)))
    measure("pinch, cell \(side)", rig) { number in
      rig.stage.receive(
        .pinch(
          InputEvent.Pinch(
            .changed, at: Point(x: 900, y: 500), scale: 1 + 0.003 * Double(number), time: rig.now)))
    }
    rig.stage.receive(
      .pinch(InputEvent.Pinch(.ended, at: Point(x: 900, y: 500), scale: 1.4, time: rig.now)))
    rig.settle()
    rig.perform(.selectAll)
    measure("scroll, all selected, cell \(side)", rig) { number in
      rig.perform(.scroll(to: 24 * Double(number), animated: false))
    }
    rig.perform(.resizeCells(steps: -1, at: nil))
    measure("sizing, cell \(side)", rig) { number in
      if number.isMultiple(of: 20) {
        rig.perform(.resizeCells(steps: number < 60 ? 1 : -1, at: nil))
      }
    }
  }

  @Test func `the preparation of a cell is measured`() {
    let painter = CellPainter()
    let clock = ContinuousClock()
    for (index, side) in [(0, 100), (0, 200), (2, 200), (0, 400)] {
      let whole = GalleryPhotos.thumbnail(index)
      let time = clock.measure {
        for _ in 0..<50 {
          _ = painter.makeCellBitmap(of: whole, size: PixelSize(width: side, height: side))
        }
      }
      print(
        "prepare \(side): \((Double(time.components.attoseconds) / 1e15 / 50).rounded(toPlaces: 3)) ms"
      )
    }
  }
}

extension Double {
  fileprivate func rounded(toPlaces places: Int) -> Double {
    let k = places == 2 ? 100.0 : 1000
    return (self * k).rounded() / k
  }
}
