import Desktop
import Testing
import Views

@testable import ViewerApp

struct AppearanceTests {
  private func desktop(_ scheme: UInt32, contrast: UInt32 = 0) -> DesktopAppearance {
    var settings = DesktopAppearance()
    settings.set("org.freedesktop.appearance", "color-scheme", to: .number(scheme))
    settings.set("org.freedesktop.appearance", "contrast", to: .number(contrast))
    return settings
  }

  @Test func `the user's choice goes before the desktop's`() {
    for (choice, wanted) in [
      (AppearanceChoice.light, Appearance.light), (.dark, .dark), (.highContrast, .highContrast),
    ] {
      #expect(choice.appearance(desktop: desktop(1), theme: "HighContrast") == wanted)
      #expect(choice.appearance(desktop: nil, theme: nil) == wanted)
    }
  }

  @Test func `the portal goes before the theme, and high contrast before the scheme`() {
    let auto = AppearanceChoice.auto
    #expect(auto.appearance(desktop: desktop(2), theme: "Adwaita-dark") == .light)
    #expect(auto.appearance(desktop: desktop(1), theme: "Adwaita") == .dark)
    #expect(auto.appearance(desktop: desktop(2, contrast: 1), theme: nil) == .highContrast)
    #expect(auto.appearance(desktop: desktop(2), theme: "HighContrastInverse") == .highContrast)
  }

  @Test(
    arguments: [
      (nil, Appearance.dark), ("", .dark), ("Adwaita", .light), ("Adwaita-dark", .dark),
      ("Mint-Y-Dark", .dark), ("HighContrast", .highContrast),
    ] as [(String?, Appearance)])
  func `the theme's name decides without a portal, and where the portal has no preference`(
    theme: String?, wanted: Appearance
  ) {
    #expect(AppearanceChoice.auto.appearance(desktop: nil, theme: theme) == wanted)
    #expect(AppearanceChoice.auto.appearance(desktop: desktop(0), theme: theme) == wanted)
  }

  @Test func `text sizes are auto or per cent from 100 to 200`() {
    #expect(TextScale(argument: "auto") == .auto)
    #expect(TextScale(argument: "150")?.percent == 150)
    for text in ["", "99", "201", "1.5", "big"] { #expect(TextScale(argument: text) == nil) }
    for size in TextScale.offered { #expect(TextScale(argument: size.text) == size) }
  }

  @Test func `the desktop's text size counts once`() {
    #expect(TextScale.auto.factor(desktop: 1.5, isIncluded: false) == 1.5)
    #expect(TextScale.auto.factor(desktop: 1.5, isIncluded: true) == 1)
    #expect(TextScale.auto.factor(desktop: nil, isIncluded: false) == 1)
    #expect(TextScale.auto.factor(desktop: 3.5, isIncluded: false) == 2)
    #expect(TextScale(percent: 125).factor(desktop: 1.5, isIncluded: false) == 1.25)
  }
}
