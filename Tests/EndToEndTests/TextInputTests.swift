import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// Layouts, dead keys, Compose and input methods with real keys.
  @Suite(.needsDisplay, .needsLayouts)
  struct TextInputTests {
    @Test func `letter shortcuts work by position on layouts without Latin letters`() throws {
      let display = try Displays.keyboard()
      let keyboard = try KeyboardRig(of: display)
      let layouts = [
        ("us", "intl"), ("de", ""), ("fr", ""), ("ru", ""), ("gr", ""), ("il", ""), ("jp", "kana"),
        ("us,ru", ""),
      ]
      let session = try Session(on: display, pictures: layouts.count + 1)
      for (page, layout) in layouts.enumerated() {
        try keyboard.setLayout(layout.0, variant: layout.1)
        _ = try session.rest(onPage: page + 1) { keyboard.press(.n) }
      }
    }

    @Test func `the digits of a French keyboard rate with and without Shift`() throws {
      let display = try Displays.keyboard()
      let keyboard = try KeyboardRig(of: display)
      try keyboard.setLayout("fr")
      let session = try Session(on: display, pictures: 2)
      func rating() -> String? {
        let file = session.album.path + "/picture 0.bmp.xmp"
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        return text.firstRange(of: "Rating=\"").map { String(text[$0.upperBound...].prefix(1)) }
      }
      try session.viewer.wait(for: "marked count=1") { keyboard.press(.digit2, alt: true) }
      #expect(rating() == "2")
      try session.viewer.wait(for: "marked count=1") {
        keyboard.press(.digit3, shift: true, alt: true)
      }
      #expect(rating() == "3")
      try session.viewer.wait(for: "culling on=true") { try session.x.key("c") }
      try session.viewer.wait(for: "marked count=1") { keyboard.press(.digit2) }
      #expect(rating() == "2")
    }

    @Test func `dead keys compose in text fields and in the search by name`() throws {
      let display = try Displays.keyboard()
      let keyboard = try KeyboardRig(of: display)
      try keyboard.setLayout("us", variant: "intl")
      let album = try ScratchFolder()
      for (number, name) in ["east", "\u{e9}tude", "noon"].enumerated() {
        try album.write(
          Pictures.bmp(.init(number: number, width: 60, height: 40)), to: RawName(name + ".bmp"))
      }
      let session = try Session(gridOf: album, on: display, items: 3)
      let found = try session.focusedCell {
        keyboard.press(.apostrophe)
        keyboard.press(.e)
      }
      let names = ["east", "noon", "\u{e9}tude"].sorted()
      #expect(found.index != names.firstIndex(of: "noon"))
      try session.x.key("Escape")
      try session.x.key("f", holding: ["Control_L"])
      // The field is open before the dead key: an accent that was begun in the grid ends there.
      _ = try session.x.steadyScreenshot(of: session.window)
      let filter = try session.viewer.wait(for: "filter") {
        keyboard.press(.apostrophe)
        keyboard.press(.e)
      }
      #expect(filter.fields["text"] == "\u{e9}")
    }

    @Test(.needsInputMethod) func `an input method composes, ends and returns`() throws {
      let display = try Displays.keyboard()
      try KeyboardRig(of: display).setLayout("us")
      let method = try InputMethodServer(on: display)
      try method.start()
      let session = try Session(gridOf: 3, on: display, environment: method.environment)
      let viewer = session.viewer
      try viewer.wait(for: "text-input method=server")
      try session.x.key("f", holding: ["Control_L"])
      _ = try session.x.steadyScreenshot(of: session.window)
      try session.x.key("space", holding: ["Shift_L"])
      // One key after the other: keys within a millisecond overtake the answers of the server.
      for (key, text) in [("g", "\u{314e}"), ("k", "\u{d558}"), ("s", "\u{d55c}")] {
        let change = try viewer.wait(for: "composition") { try session.x.key(key) }
        #expect(change.fields["text"] == text)
      }
      // The server commits the syllable and returns the key. With Return, the field would give the
      // focus to the grid.
      let filter = try viewer.wait(for: "filter") { try session.x.key("Right") }
      #expect(filter.fields["text"] == "\u{d55c}")
      // The caret moves while the server ends, and its new position is sent to the server
      // (XSetICValues). The viewer must not wait for a reply.
      try viewer.wait(for: "text-input method=none") {
        method.end()
        try session.x.key("Left")
      }
      try session.x.key("End")
      let typed = try viewer.wait(for: "filter") { try session.x.key("x") }
      #expect(typed.fields["text"] == "\u{d55c}x")
      try viewer.wait(for: "text-input method=server") { try method.start() }
    }

    @Test(.needsInputMethod) func `an input method that hangs delays nothing`() throws {
      let display = try Displays.keyboard()
      try KeyboardRig(of: display).setLayout("us")
      let method = try InputMethodServer(on: display)
      try method.start()
      method.hang()
      let session = try Session(gridOf: 3, on: display, environment: method.environment)
      try session.x.key("f", holding: ["Control_L"])
      // The built-in tables take over when the server has not answered in time.
      try session.viewer.wait(for: "text-input method=built-in")
      let filter = try session.viewer.wait(for: "filter") { try session.x.key("x") }
      #expect(filter.fields["text"] == "x")
    }

    @Test func `an input method that appears and never answers delays nothing`() throws {
      let display = try Displays.keyboard()
      try KeyboardRig(of: display).setLayout("us")
      let session = try Session(
        gridOf: 3, on: display, environment: ["XMODIFIERS": "@im=silent"])
      // The server appears before the first key.
      let method = try SilentInputMethod(named: "silent", on: display)
      try session.x.key("f", holding: ["Control_L"])
      let filter = try session.viewer.wait(for: "filter") { try session.x.key("x") }
      #expect(filter.fields["text"] == "x")
      withExtendedLifetime(method) {}
    }

    /// The data with which a server announces its locales and its transport.
    private static let announcement = [
      ("LOCALES", "@locale=C.UTF-8,C,en_US.UTF-8,en.UTF-8,en_US,en"),
      ("TRANSPORT", "@transport=X/"),
    ].map { (target: $0.0, bytes: Array($0.1.utf8)) }

    @Test(arguments: ["LOCALES", nil] as [String?])
    func `an input method that stops while it is opened is given up`(ignored: String?) throws {
      let display = try Displays.keyboard()
      try KeyboardRig(of: display).setLayout("us")
      let silent = try SilentInputMethod(named: "stopping", on: display)
      let method = try DataOffer(
        Self.announcement, as: "@server=stopping", of: try XClient(display))
      method.ignoredTarget = ignored
      let session = try Session(
        gridOf: 3, on: display, environment: ["XMODIFIERS": "@im=stopping"])
      try session.x.key("f", holding: ["Control_L"])
      #expect(method.serve(untilMessage: "_XIM_XCONNECT"))
      // The server does not answer from now on.
      let filter = try session.viewer.wait(for: "filter") { try session.x.key("x") }
      #expect(filter.fields["text"] == "x")
      withExtendedLifetime((silent, method)) {}
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs only if keyboard layouts can be set.
  fileprivate static var needsLayouts: Self {
    .enabled(if: Programs.has("setxkbmap"), "setxkbmap is not installed (package x11-xkb-utils)")
  }
  /// Runs only if a server of input methods is installed.
  fileprivate static var needsInputMethod: Self {
    .enabled(
      if: InputMethodServer.isInstalled,
      "no input method is installed (Debian packages uim-xim, uim-byeoru and locales)")
  }
}
