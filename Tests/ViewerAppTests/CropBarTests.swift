import DecoderWire
import Drawing
import Geometry
import Input
import Pixels
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The bar of a crop, and the room that it leaves to the photo.
@MainActor @Suite struct CropBarTests {
  private let size = PixelSize(width: 1200, height: 800)

  private func bar(on rig: StageRig) -> CropBar {
    let bar = CropBar(
      canReplace: true, isJPEG: true,
      aspects: CropAspects.choices(for: size.size, screen: Size(width: 1920, height: 1080)),
      whole: size)
    rig.stage.root.add(bar)
    bar.fit(in: rig.stage.size, scale: rig.stage.scale)
    rig.settle()
    return bar
  }

  @Test(arguments: [(1280, 800, 1.0), (640, 450, 1), (640, 450, 2), (900, 200, 1), (400, 300, 1)])
  func `the bar leaves half of the window to the photo, with the buttons in view`(
    width: Int, height: Int, scale: Double
  ) {
    let rig = StageRig(width, height, scale: scale)
    let bar = bar(on: rig)
    #expect(bar.frame.minY >= rig.stage.size.height / 2)
    #expect(rig.stage.bounds.union(bar.frame) == rig.stage.bounds)
    for button in [bar.cancelButton, bar.cropButton] {
      #expect(bar.bounds.union(button.frame) == bar.bounds)
    }
    #expect(bar.cancelButton.frame.intersection(bar.cropButton.frame)?.isEmpty ?? true)
  }

  @Test func `a control outside of a low bar is scrolled into view`() {
    let rig = StageRig(640, 450, scale: 2)
    let bar = bar(on: rig)
    func frame(_ view: View) -> Rect {
      Rect(origin: view.originInStage, size: view.frame.size)
    }
    let shown = Rect(
      x: bar.frame.minX, y: bar.frame.minY, width: bar.frame.width,
      height: frame(bar.cropButton).minY - bar.frame.minY)
    #expect(shown.union(frame(bar.losslessRow)) != shown && !bar.slider.usesWheel)
    bar.reveal(bar.losslessRow)
    rig.settle()
    #expect(shown.union(frame(bar.losslessRow)) == shown)
  }

  @Test func `a bar with room does not scroll, and the wheel turns the ruler`() {
    let rig = StageRig(1280, 800)
    let bar = bar(on: rig)
    #expect(bar.slider.usesWheel)
    #expect(bar.sizeLabel.frame.minX >= bar.slider.frame.maxX)
    #expect(bar.sizeLabel.frame.width >= bar.sizeLabel.naturalWidth)
  }

  private func editor(on rig: StageRig) -> CropView {
    let view = CropView(
      CropView.Subject(
        bitmap: Bitmap.computed(60, 40) { x, y in
          0xff00_0000 | UInt32(4 * x) << 16 | UInt32(6 * y) << 8
        },
        rectOnPage: Rect(x: 20, y: 20, width: 600, height: 400), size: size, orientation: .up,
        canReplace: true, isJPEG: false, background: .black, screen: .zero))
    view.open(on: rig.stage)
    rig.settle()
    return view
  }

  @Test(arguments: [1.0, 2])
  func `only what a change of the crop frame shows or hides is drawn again`(scale: Double) {
    let rig = StageRig(640, 480, scale: scale)
    _ = editor(on: rig)
    for key: Character in ["-", "-", "-", "+", "a", "x", "0", "-"] {
      rig.stage.receive(.key(KeyEvent(.character(key), time: rig.now)))
      rig.settle()
      rig.capture(slack: 1)
    }
    rig.stage.receive(.key(KeyEvent(.left, time: rig.now)))
    rig.frame()
    let area = rig.damage.map { $0.width * $0.height }.reduce(0, +)
    #expect(area > 0 && area < 0.75 * 640 * 480, "a part of the window")
    rig.capture(slack: 1)
    for name in [KeyEvent.Name.character("["), .right, .character("-"), .tab, .up, .enter] {
      rig.stage.receive(.key(KeyEvent(name, time: rig.now)))
      rig.frame()
      rig.capture(slack: 1)
    }
    // The crop is applied.
    for _ in 1...12 {
      rig.frame()
      rig.capture(slack: 1)
    }
  }

  @Test func `the bar shows the size in pixels of the result`() throws {
    let rig = StageRig(640, 480)
    let view = editor(on: rig)
    var choice: CropView.Choice?
    view.onApply = { choice = $0 }
    let bar = try #require(view.children.lazy.compactMap { $0 as? CropBar }.first)
    #expect(bar.sizeLabel.size == size)
    for name in [KeyEvent.Name.character("-"), .character("["), .character("a"), .enter] {
      rig.stage.receive(.key(KeyEvent(name, time: rig.now)))
    }
    let result = try #require(choice?.crop.size)
    #expect(bar.sizeLabel.size == result && result != size)
    #expect(bar.sizeLabel.accessibilityLabel == "\(result.width) × \(result.height) pixels")
  }
}
