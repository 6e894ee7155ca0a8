import Drawing
import Geometry
import Localization
import Pixels
import Synchronization
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The contrast of every text on every screen, measured on its pixels: in each appearance, over a
/// white and over a black photo.
@MainActor @Suite(.serialized) struct ScreenContrastTests {
  /// A run of text that a screen has drawn, and its rectangle.
  private struct Drawn: Sendable {
    var text: String
    /// The rectangle in pixels of the window.
    var rect: Rect
  }

  private final class Record: Sendable {
    let texts = Mutex<[Drawn]>([])
  }

  /// The texts of a screen and the contrast of each.
  private static func contrasts(
    _ screen: TestScreen, _ appearance: Appearance, over photo: Double
  ) -> [(text: String, contrast: Double)] {
    let before = Chrome.palette
    defer { Chrome.palette = before }
    Chrome.palette = appearance.palette
    let size = size(of: screen)
    let rig = StageRig(size.width, size.height)
    rig.stage.background = Color(white: photo)
    screen.open(rig)
    rig.wait(0.6)
    let record = Record()
    Canvas.$onText.withValue({ text, rect, canvas in
      // Texts in rasterised views are drawn elsewhere.
      guard canvas.bounds.size == size.size else { return }
      record.texts.withLock { $0.append(Drawn(text: text.text, rect: rect)) }
    }) {
      rig.stage.draw(into: rig.buffer, repaint: [rig.stage.bounds])
    }
    let picture = rig.picture
    return record.texts.withLock { $0 }.compactMap { drawn in
      TextContrast.best(in: picture, drawn.rect).map { (drawn.text, $0) }
    }
  }

  /// The size of the window. Long lists are shown whole, because they fade where they are clipped.
  private static func size(of screen: TestScreen) -> PixelSize {
    let isList = ["keys", "keys of a photo", "preferences", "choose a folder", "undo history"]
      .contains(screen.testDescription)
    return PixelSize(width: 1280, height: isList ? 4000 : 800)
  }

  /// Texts whose strokes are thinner than a pixel, so that no pixel has their full colour. These
  /// texts have the colour of others on their screens.
  private static let thin = ["|", "☆"]

  @Test(arguments: TestScreen.all, Appearance.allCases)
  func `every text is legible over every photo`(screen: TestScreen, appearance: Appearance) {
    for photo in [1.0, 0] {
      for (text, contrast) in Self.contrasts(screen, appearance, over: photo)
      where !Self.thin.contains(text) {
        #expect(contrast >= TextContrast.required, "“\(text)” over \(photo)")
      }
    }
  }
}
