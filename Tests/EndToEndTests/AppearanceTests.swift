import Geometry
import Testing

extension EndToEnd {
  /// The appearance follows the options and the desktop.
  @Suite(.needsDisplay)
  struct AppearanceTests {
    /// The brightness of the grid's background beside the cells, 0 to 255.
    private func brightness(_ screenshot: Screenshot) -> Int {
      guard let pixel = screenshot[Point(x: 4, y: 700)] else { return -1 }
      return Int(pixel >> 8 & 0xff)
    }

    @Test func `a grid is light or has high contrast as the option says`() throws {
      for (name, range) in [("light", 230...255), ("high-contrast", 0...4), ("dark", 20...40)] {
        let session = try Session(
          gridOf: 2, on: try Displays.plain(), options: ["--appearance", RawName(name)])
        let shown = try session.x.look(at: session.window) { range.contains(brightness($0)) }
        #expect(shown.isShown, "\(shown.0.keep(as: "appearance-\(name)"))")
      }
    }

    @Test func `the appearance follows the theme of the desktop while the program runs`() throws {
      let display = try Displays.plain()
      let manager = SettingsManager(on: try XClient(display))
      manager.publish([:], texts: ["Net/ThemeName": "Adwaita"])
      let session = try Session(gridOf: 2, on: display)
      try session.viewer.wait(for: "appearance name=light")
      let light = try session.x.look(at: session.window) { brightness($0) > 230 }
      #expect(light.isShown, "\(light.0.keep(as: "appearance-live"))")
      try session.viewer.wait(for: "appearance name=dark") {
        manager.publish([:], texts: ["Net/ThemeName": "Adwaita-dark"])
      }
      let dark = try session.x.look(at: session.window) { brightness($0) < 40 }
      #expect(dark.isShown, "\(dark.0.keep(as: "appearance-dark"))")
      try session.viewer.wait(for: "appearance name=high-contrast") {
        manager.publish([:], texts: ["Net/ThemeName": "HighContrast"])
      }
    }

    @Test func `the text size scales the interface`() throws {
      let session = try Session(
        gridOf: 2, on: try Displays.plain(), options: ["--text-scale", "200"])
      try session.viewer.wait(for: "settings scale=2.0")
    }

    @Test func `the chosen scale replaces that of the desktop`() throws {
      let display = try Displays.plain()
      let manager = SettingsManager(on: try XClient(display))
      manager.publish(["Xft/DPI": 192 * 1024])
      let session = try Session(gridOf: 2, on: display, options: ["--scale", "1.5"])
      try session.viewer.wait(for: "settings scale=1.5")
      try session.viewer.wait(for: "settings scale=1.5") {
        manager.publish(["Xft/DPI": 96 * 1024])
      }
    }
  }
}
