import Drawing
import Geometry
import Glibc
import Input
import TestSupport
import Testing

@testable import Views

/// The colours of the interface in every appearance.
@MainActor @Suite(.serialized) struct PaletteTests {
  /// The relative luminance of an opaque colour.
  ///
  /// - Source: WCAG 2.2, definition of relative luminance.
  private func luminance(_ c: Color) -> Double {
    func linear(_ v: Double) -> Double {
      v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue)
  }

  private func contrast(_ text: Color, on ground: Color) -> Double {
    let (a, b) = (luminance(text.over(ground, text.alpha)), luminance(ground))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The grounds of text: opaque surfaces, and translucent ones over the extremes of a photo.
  private func grounds(_ p: Palette) -> [(String, Color)] {
    let translucent = [
      ("panel", p.panel.opacity(p.panelOpacity)), ("card", p.card),
      ("toast with action", p.toastWithAction),
    ]
    return [("background", p.background), ("bar", p.bar), ("opaque panel", p.panel)]
      + translucent.flatMap { name, color in
        [Color.white, .black].map { (name, color.over($0, color.alpha)) }
      }
  }

  @Test(arguments: Appearance.allCases)
  func `text has enough contrast on every ground`(appearance: Appearance) {
    let palette = appearance.palette
    let minimum = appearance == .highContrast ? 7.0 : 4.5
    for (name, ground) in grounds(palette) {
      for (text, color) in [("text", palette.text), ("secondary", palette.secondaryText)] {
        #expect(contrast(color, on: ground) >= minimum, "\(text) on \(name)")
      }
    }
    for (name, ground) in grounds(palette) where name.contains("panel") || name == "background" {
      for (text, color) in [
        ("destructive", palette.destructive), ("warning", palette.warning),
      ] {
        #expect(contrast(color, on: ground) >= minimum, "\(text) on \(name)")
      }
    }
    let prominent = palette.prominent.over(palette.panel, palette.prominent.alpha)
    #expect(contrast(palette.onProminent, on: prominent) >= minimum)
  }

  @Test(arguments: Appearance.allCases)
  func `the bar over a photo keeps its text legible`(appearance: Appearance) {
    let palette = appearance.palette
    for photo in [Color.white, .black] {
      let bar = palette.bar.over(photo, palette.barOpacity)
      #expect(contrast(palette.text, on: bar) >= 4.5)
      #expect(contrast(palette.secondaryText, on: bar) >= 4.5)
      let toast = palette.toast.over(photo, palette.toast.alpha)
      #expect(contrast(palette.text, on: toast) >= 4.5)
    }
  }

  @Test(arguments: Appearance.allCases)
  func `text on veils is legible over white photos`(appearance: Appearance) {
    let before = Chrome.palette
    defer { Chrome.palette = before }
    Chrome.palette = appearance.palette
    let minimum = appearance == .highContrast ? 7.0 : 4.5
    let veil = Chrome.OverPhoto.veil(0.60)
    #expect(contrast(Chrome.OverPhoto.text, on: veil.over(.white, veil.alpha)) >= minimum)
  }

  @Test(arguments: Appearance.allCases)
  func `stars, rings and control outlines stand out`(appearance: Appearance) {
    let palette = appearance.palette
    for ground in [palette.background, palette.panel, palette.bar] {
      #expect(contrast(palette.accent, on: ground) >= 3)
      #expect(contrast(palette.star, on: ground) >= 3)
    }
  }

  @Test func `switching the appearance redraws every view, also rasterised ones`() {
    defer { Chrome.palette = .dark }
    let fixture = StageFixture(300, 120)
    let field = TextField("text", label: "Name")
    field.frame = Rect(x: 10, y: 60, width: 280, height: TextField.height(at: 1))
    let bar = TitleBar()
    bar.title = "Title"
    bar.frame = Rect(x: 0, y: 0, width: 300, height: 48)
    fixture.stage.root.add(field)
    fixture.stage.root.add(bar)
    fixture.frame()
    let dark = fixture.redrawn()
    for appearance in [Appearance.light, .highContrast] {
      fixture.stage.setPalette(appearance.palette)
      #expect(fixture.stage.needsFrame)
      fixture.frame()
      #expect(!fixture.picture.isSame(as: dark))
      #expect(fixture.picture.isSame(as: fixture.redrawn()))
    }
    fixture.stage.setPalette(.dark)
    fixture.frame()
    #expect(fixture.picture.isSame(as: dark))
  }
}
