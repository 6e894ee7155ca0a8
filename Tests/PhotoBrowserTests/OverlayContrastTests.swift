import Drawing
import Geometry
import Pixels
import TestSupport
import Testing
import Views

@testable import PhotoBrowser

/// The contrast of text over photos of one brightness, on rendered pictures.
@MainActor @Suite struct OverlayContrastTests {
  nonisolated private static let photos = [1.0, 0.5, 0]
  private static let area = Rect(x: 0, y: 0, width: 600, height: 400)

  /// Draws an overlay over a photo, and measures its text.
  private func contrast(
    of overlay: some BrowserOverlay, over white: Double, in text: (Rect) -> Rect
  ) throws -> Double {
    let rig = StageRig(600, 400)
    rig.stage.background = Color(white: white)
    rig.stage.root.add(overlay)
    overlay.reload(count: 20, index: 2)
    rig.wait(0.05)
    overlay.layout(in: BrowserOverlays.Room(area: Self.area, scale: 1, isRightToLeft: false))
    rig.wait(0.5)
    return try #require(TextContrast.worst(in: rig.picture, text(overlay.frame)))
  }

  @Test(arguments: photos) func `the page number is legible`(white: Double) throws {
    let contrast = try contrast(of: NumberPageIndicator(), over: white) {
      $0.inset(by: .all(7))
    }
    #expect(contrast >= TextContrast.required, "\(contrast)")
  }

  @Test(arguments: photos, CaptionStrip.Background.allCases)
  func `the caption is legible on every photo`(
    white: Double, background: CaptionStrip.Background
  ) throws {
    let strip = CaptionStrip { _ in
      Caption("A beach", text: "Taken on a morning in May, before it rained")
    }
    strip.background = background
    let contrast = try contrast(of: strip, over: white) { frame in
      Rect(x: 20, y: frame.maxY - 60, width: 320, height: 50)
    }
    #expect(contrast >= TextContrast.required, "\(contrast)")
  }

  @Test(arguments: photos) func `the zoom pill is legible on every photo`(white: Double) throws {
    let pill = ZoomPill()
    pill.replacementText = "137 %"
    let contrast = try contrast(of: pill, over: white) {
      Rect(center: $0.center, size: Size(width: 44, height: 18))
    }
    #expect(contrast >= TextContrast.required, "\(contrast)")
  }

  @Test(arguments: photos, [false, true])
  func `the offer of the original is legible`(white: Double, isLoading: Bool) throws {
    let button = ViewOriginalButton { _ in
      isLoading ? .loading(share: 1) : .offered(byteCount: 900_000)
    }
    let contrast = try contrast(of: button, over: white) { $0.inset(by: .all(6)) }
    #expect(contrast >= TextContrast.required, "\(contrast)")
  }
}
