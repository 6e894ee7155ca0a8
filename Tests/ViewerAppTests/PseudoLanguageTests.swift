import BrowserHost
import DecoderWire
import Desktop
import Drawing
import Geometry
import Input
import Localization
import PhotoBrowser
import Synchronization
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The screens in an invented language whose texts are accented and longer by 40 %, and mirrored.
@MainActor @Suite struct PseudoLanguageTests {
  // MARK: The language

  /// A text in the invented language, which `scripts/translations pseudo` writes in the same way.
  nonisolated static func pseudo(_ text: String) -> String {
    var result = ""
    var isName = false
    var length = 0
    for letter in text {
      if letter == "{" { isName = true }
      result.append(isName ? letter : accents[letter] ?? letter)
      if !isName { length += 1 }
      if letter == "}" { isName = false }
    }
    let extra = max(1, length <= 10 ? length : length * 2 / 5)
    let words = Array("ļöŕéɱ îþšûɱ ðöļöŕ šîţ åɱéţ ")
    let tail = String((0..<extra).map { words[$0 % words.count] })
    return "⟦\(result) \(tail)⟧"
  }

  private nonisolated static let accents: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "AaCcDdEeGgHhIiKkLlNnOoRrSsTtUuWwYyZz", "ÅåÇçÐðÉéĜĝĤĥÎîĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž"))

  // MARK: The texts of a screen

  /// A text that was drawn.
  struct Drawn: Sendable {
    var text: String
    var isEllipsized: Bool
    /// The rectangle of the text in the pixels of its canvas.
    var rect: Rect
    /// The canvas; a cached bitmap has one of its own.
    var canvas: ObjectIdentifier
    var canvasSize: Size
  }

  private final class Record: Sendable {
    let texts = Mutex<[Drawn]>([])
  }

  /// The texts of a screen in a window of a size in points.
  private static func texts(_ screen: TestScreen, _ width: Int, _ height: Int, scale: Int)
    -> [Drawn]
  {
    let rig = StageRig(width * scale, height * scale, scale: Double(scale))
    screen.open(rig)
    rig.wait(0.6)
    let record = Record()
    // Cached bitmaps are drawn again, too.
    rig.stage.root.languageDidChange()
    Canvas.$onText.withValue({ text, rect, canvas in
      let drawn = Drawn(
        text: text.text, isEllipsized: text.isEllipsized, rect: rect,
        canvas: ObjectIdentifier(canvas), canvasSize: canvas.bounds.size)
      record.texts.withLock { $0.append(drawn) }
    }) {
      rig.stage.draw(into: rig.buffer, repaint: [rig.stage.bounds])
    }
    return record.texts.withLock { $0 }
  }

  /// The faults of a screen: texts that are cut, overlap, or lie outside.
  private static func faults(_ texts: [Drawn]) -> [String] {
    var faults: [String] = []
    for (index, one) in texts.enumerated() where one.rect.width > 0 {
      if one.isEllipsized { faults.append("cut: \(one.text)") }
      let canvas = Rect(origin: .zero, size: one.canvasSize)
      if let seen = one.rect.intersection(canvas), seen.width < one.rect.width - 2 {
        faults.append("outside: \(one.text)")
      }
      for other in texts[..<index] where other.canvas == one.canvas {
        if let shared = one.rect.intersection(other.rect), shared.width > 2, shared.height > 4 {
          faults.append("overlap: \(other.text) and \(one.text)")
        }
      }
    }
    return faults
  }

  private static func withPseudoLanguage(isMirrored: Bool, _ body: () -> Void) {
    let catalogue = TextCatalogue { message in
      message.text.hasPrefix("%") || message.text.hasPrefix("⟦") ? nil : pseudo(message.original)
    }
    TextCatalogue.$testOverride.withValue(catalogue) {
      LayoutDirection.isRightToLeft = isMirrored
      body()
      LayoutDirection.isRightToLeft = false
    }
  }

  @Test(arguments: TestScreen.all, [1, 2])
  func `nothing is cut, and nothing overlaps`(screen: TestScreen, scale: Int) {
    for isMirrored in [false, true] {
      Self.withPseudoLanguage(isMirrored: isMirrored) {
        let texts = Self.texts(screen, 1280, 800, scale: scale)
        #expect(!texts.isEmpty)
        #expect(Self.faults(texts) == [], "mirrored \(isMirrored)")
      }
    }
  }

  @Test(arguments: TestScreen.all)
  func `the texts come from the catalogue`(screen: TestScreen) {
    Self.withPseudoLanguage(isMirrored: false) {
      let texts = Self.texts(screen, 1280, 800, scale: 1).map(\.text)
      #expect(texts.contains { $0.hasPrefix("⟦") }, "\(texts)")
    }
  }
}
