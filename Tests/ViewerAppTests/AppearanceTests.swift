import ArgumentParser
import BrowserHost
import Desktop
import Geometry
import Gestures
import Pixels
import Recordings
import Testing
import Views
import Windowing

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
    #expect(TextScale.auto.factor(desktop: 1.5, isDesktopFactorInUIScale: false) == 1.5)
    #expect(TextScale.auto.factor(desktop: 1.5, isDesktopFactorInUIScale: true) == 1)
    #expect(TextScale.auto.factor(desktop: nil, isDesktopFactorInUIScale: false) == 1)
    #expect(TextScale.auto.factor(desktop: 3.5, isDesktopFactorInUIScale: false) == 2)
    #expect(TextScale(percent: 125).factor(desktop: 1.5, isDesktopFactorInUIScale: false) == 1.25)
  }

  @Test func `scales are auto or a number from 0.5 to 8`() {
    #expect(InterfaceScale(argument: "auto") == .auto && InterfaceScale.auto.pixelsPerPoint == nil)
    #expect(InterfaceScale(argument: "1.25")?.pixelsPerPoint == 1.25)
    #expect(InterfaceScale(argument: "0.5") != nil && InterfaceScale(argument: "8") != nil)
    for text in ["", "0", "0.4", "8.1", "-1", "nan", "inf", "2x", "150%"] {
      #expect(InterfaceScale(argument: text) == nil, "\(text)")
    }
    #expect(
      InterfaceScale(pixelsPerPoint: 2).text == "2"
        && InterfaceScale(pixelsPerPoint: 1.25).text == "1.25")
    for scale in InterfaceScale.offered { #expect(InterfaceScale(argument: scale.text) == scale) }
  }

  private static let size = PixelSize(width: 800, height: 600)

  @MainActor @Test func `a chosen scale replaces the desktop's, also for the drag threshold`() {
    let desktop = RecordedDesktop()
    desktop.settings.scale = 2
    desktop.settings.dragThreshold = 16
    let stage = Stage(size: Self.size.size)
    stage.applySettings(of: desktop, chosenScale: 1.5, textScale: 2)
    #expect(stage.scale == 3 && stage.pointerSettings.dragThreshold == 12)
    stage.applySettings(of: desktop)
    #expect(stage.scale == 2 && stage.pointerSettings.dragThreshold == 16)
  }

  @MainActor @Test func `another scale acts at once, also on the cursor`() throws {
    let desktop = RecordedDesktop()
    desktop.settings.scale = 2
    let window = MemoryWindow(Self.size, on: desktop, isTranslucent: false)
    let loop = try EventLoop()
    let bridge = LoopBridge()
    bridge.attach(to: loop)
    let system = WindowBridge("pbview", in: window, loop: loop, bridge: bridge)
    let follower = AppearanceFollower(log: Log())
    follower.connect(to: system)
    follower.applyWithoutPortal()
    #expect(system.host.stage.scale == 2 && window.chosenScale == nil)
    follower.adopt(try ViewerOptions.parse(["--scale", "1.5"]))
    #expect(system.host.stage.scale == 1.5 && window.chosenScale == 1.5)
    follower.adopt(try ViewerOptions.parse(["--scale", "auto"]))
    #expect(system.host.stage.scale == 2 && window.chosenScale == nil)
  }
}
