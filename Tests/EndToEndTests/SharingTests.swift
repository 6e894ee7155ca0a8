import Foundation
import Testing

extension EndToEnd {
  /// The commands that hand photos to other programs, with programs of the test in `PATH`.
  @Suite(.needsDisplay)
  struct SharingTests {
    private let home: ScratchFolder

    init() throws { home = try ScratchFolder() }

    /// Writes a program that adds its name and arguments to `calls`, one word a line.
    private func install(_ name: String, _ body: String = "") throws {
      let folder = try home.subfolder("bin")
      let script = """
        #!/bin/sh
        {
        printf '%s\\n' "\(name)"
        for word in "$@"; do printf '%s\\n' "$word"; done
        } >> "\(home.path)/calls"
        \(body)
        """
      try home.write(Array(script.utf8), to: RawName("bin/\(name)"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: "\(folder)/\(name)")
    }

    /// The words that the programs have written.
    private var calls: [String] {
      let text = (try? String(contentsOfFile: "\(home.path)/calls", encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(String.init)
    }

    private var environment: [String: String] {
      [
        "HOME": home.path, "PATH": "\(home.path)/bin:/usr/bin:/bin",
        "XDG_DATA_HOME": home.path + "/data", "XDG_CONFIG_HOME": home.path + "/config",
        "XDG_STATE_HOME": home.path + "/state",
      ]
    }

    private func write(_ text: String, to name: String) throws {
      _ = try home.subfolder((name as NSString).deletingLastPathComponent)
      try home.write(Array(text.utf8), to: RawName(name))
    }

    /// Opens a browser on `count` pictures given as single files.
    private func pages(_ count: Int) throws -> Session {
      let album = try ScratchFolder()
      try album.writePictures(count)
      let names = (0..<count).map { album.path / RawName(ScratchFolder.name($0)) }
      let session = try Session(
        starting: names, on: try Displays.plain(), album: album, environment: environment)
      try session.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      session.x.move(to: Session.middle)
      return session
    }

    private func press(
      _ session: Session, _ key: String, _ held: [String] = [], awaiting pattern: String
    ) throws {
      let start = session.viewer.mark
      try session.reporting {
        try session.x.key(key, holding: held)
        try session.viewer.wait(for: pattern, since: start)
      }
    }

    @Test func `a photo is opened with the default application`() throws {
      try install("painter")
      try write(
        "[Desktop Entry]\nType=Application\nName=Painter\nExec=painter %F\n"
          + "MimeType=image/bmp;inode/directory;\n", to: "data/applications/painter.desktop")
      try write(
        "[Default Applications]\nimage/bmp=painter.desktop\ninode/directory=painter.desktop\n",
        to: "config/mimeapps.list")
      let session = try pages(1)
      try press(session, "o", ["Control_L", "Shift_L"], awaiting: "applications")
      try press(session, "Return", awaiting: "opened with=painter.desktop")
      let file = "\(session.album.path)/\(ScratchFolder.name(0))"
      #expect(session.x.wait { calls == ["painter", file] }, "\(calls)")
      // Without a session bus the default application of folders opens.
      try press(session, "o", ["Control_L", "Alt_L"], awaiting: "shown")
      #expect(session.x.wait { calls.last == session.album.path }, "\(calls)")
    }

    @Test func `a photo becomes the wallpaper, and Undo restores the one before`() throws {
      try install("feh", "echo new > \"$HOME/.fehbg\"")
      try write("feh --bg-fill former\n", to: ".fehbg")
      let session = try pages(1)
      try press(session, "F8", ["Control_L"], awaiting: "wallpaper")
      let file = "\(session.album.path)/\(ScratchFolder.name(0))"
      #expect(calls == ["feh", "--bg-fill", file])
      try press(session, "z", ["Control_L"], awaiting: "restored")
      #expect(Array(calls.suffix(3)) == ["feh", "--bg-fill", "former"])
    }

    @Test func `a photo is sent by xdg-email without a portal`() throws {
      try install("xdg-email")
      let session = try pages(1)
      try press(session, "m", ["Control_L"], awaiting: "sent count=1")
      #expect(calls.contains("--attach"))
      #expect(calls.last == "\(session.album.path)/\(ScratchFolder.name(0))")
    }

    @Test func `a message that xdg-email cannot write is told, and does not count as sent`() throws
    {
      try install("xdg-email", "echo 'the mail program is locked' >&2; exit 4")
      let session = try pages(1)
      let start = session.viewer.mark
      try press(session, "m", ["Control_L"], awaiting: "send failed count=1")
      #expect(!session.viewer.traces(since: start).contains { $0.name == "sent" })
      #expect(
        session.viewer.process.errors.lines.contains { $0.contains("the mail program is locked") })
    }

    @Test func `photos are printed by lp`() throws {
      try install("lpstat", "case $1 in -e) echo Laser; echo Ink;; *) echo 'default: Ink';; esac")
      try install("lp", "head -c 5 >> '\(home.path)/calls'")
      let session = try pages(1)
      try press(session, "p", ["Control_L"], awaiting: "print sheet printers=2 dialog=0")
      try press(session, "Return", awaiting: "printed failed=0")
      let words = calls.suffix(12)
      #expect(words.starts(with: ["lp", "-d", "Ink", "-n", "1"]), "\(calls)")
      #expect(words.contains("media=iso_a4_210x297mm"))
      #expect(words.last == "%PDF-")
    }

    @Test func `commands of the user run by key, and a failure is reported`() throws {
      try install("sharpen")
      try install("broken", "echo 'cannot sharpen' >&2; exit 4")
      try write(
        "[commands]\nSharpen = F6; sharpen --to=%d %f\nBreak = Ctrl+E; broken\nBad = Hyper+X; x\n",
        to: "config/pbview/preferences")
      let session = try pages(2)
      try session.viewer.wait(for: "own commands count=2")
      try press(session, "F6", awaiting: "own command ended failed=0")
      let folder = session.album.path
      #expect(calls == ["sharpen", "--to=\(folder)", "\(folder)/\(ScratchFolder.name(0))"])
      try press(session, "e", ["Control_L"], awaiting: "own command ended failed=1")
      #expect(
        session.x.wait {
          session.viewer.process.errors.lines.contains { $0.contains("Break: cannot sharpen") }
        })
      #expect(
        session.viewer.process.errors.lines.contains {
          $0.contains("preferences: line 4: “Hyper+X” is not a key")
        })
    }
  }

  /// Tabs that are kept, and recent folders.
  @Suite(.needsDisplay)
  struct PlaceTests {
    private let home: ScratchFolder

    init() throws { home = try ScratchFolder() }

    private var environment: [String: String] {
      ["HOME": home.path, "XDG_STATE_HOME": home.path + "/state"]
    }

    private func state(_ name: String) -> [String] {
      let text = try? String(contentsOfFile: "\(home.path)/state/pbview/\(name)", encoding: .utf8)
      return (text ?? "").split(separator: "\n").map(String.init)
    }

    @Test func `a kept tab is opened at the next start without arguments`() throws {
      let album = try ScratchFolder()
      try album.writePictures(2)
      let session = try Session(
        gridOf: album, on: try Displays.plain(), items: 2, environment: environment)
      let start = session.viewer.mark
      try session.reporting {
        try session.x.key("t", holding: ["Control_L"])
        try session.viewer.wait(for: "chooser", since: start)
        try session.x.key("Tab")
        try session.x.key("Tab")
        try session.x.key("Return")
        try session.viewer.wait(for: "tab added count=3", since: start)
        try session.x.key("w", holding: ["Control_L", "Shift_L"])
        try session.viewer.wait(for: "tab closed count=2", since: start)
        let again = session.viewer.mark
        try session.x.key("t", holding: ["Control_L"])
        try session.viewer.wait(for: "chooser", since: again)
        try session.x.key("Tab")
        try session.x.key("Tab")
        try session.x.key("Return")
        try session.viewer.wait(for: "tab added count=3", since: again)
        try session.x.key("k", holding: ["Alt_L"])
        try session.viewer.wait(for: "tab kept=1", since: start)
      }
      #expect(state("tabs") == [album.path])
      let next = try Session(
        starting: [], on: try Displays.plain(), album: album, environment: environment)
      try next.reporting { try next.viewer.wait(for: "grid items=2") }
    }

    @Test func `shown folders are recent ones, but not in private`() throws {
      let album = try ScratchFolder()
      try album.writePictures(2)
      let hidden = try Session(
        gridOf: album, on: try Displays.plain(), options: ["--private"], items: 2,
        environment: environment)
      hidden.x.close(hidden.window)
      #expect(hidden.viewer.process.exitCode() == 0)
      #expect(state("recent-folders").isEmpty)
      let session = try Session(
        gridOf: album, on: try Displays.plain(), items: 2, environment: environment)
      #expect(session.x.wait { state("recent-folders") == [album.path] })
      try session.reporting {
        let start = session.viewer.mark
        try session.x.key("h", holding: ["Control_L"])
        try session.viewer.wait(for: "recent folders count=1", since: start)
        // The last entry clears the list.
        try session.x.key("End")
        try session.x.key("Return")
        try session.viewer.wait(for: "recent folders cleared", since: start)
      }
      #expect(session.x.wait { state("recent-folders").isEmpty })
    }
  }
}
