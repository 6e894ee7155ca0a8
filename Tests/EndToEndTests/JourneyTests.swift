import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// The work after an event, from the first view to the e-mail, with the keyboard alone.
  ///
  /// The environment variable `PBVIEW_JOURNEY=400` sets the number of photos, and prints the keys
  /// and seconds of every part.
  @Suite(.needsDisplay)
  struct JourneyTests {
    private static let wanted = ProcessInfo.processInfo.environment["PBVIEW_JOURNEY"]
    private static let count = wanted.flatMap { Int($0) } ?? 40
    /// The number of photos for each one that is picked.
    private static let share = 20
    /// The photos that lie on their side; BMP files cannot be rotated.
    private static let turned = [5, 9]

    private let home: ScratchFolder

    init() throws { home = try ScratchFolder() }

    private func name(_ number: Int) -> String {
      Self.turned.contains(number) ? "picture \(number).png" : ScratchFolder.name(number)
    }

    /// A session whose keys are counted.
    private final class Counter {
      let session: Session
      private var keys = 0
      private var start = Pace.milliseconds
      private var report: [String] = []

      init(_ session: Session) { self.session = session }

      /// Presses a key, and waits for a trace line that follows from it.
      func key(_ name: String, _ held: [String] = [], _ pattern: String? = nil) throws {
        keys += 1
        try session.reporting {
          guard let pattern else { return try session.x.key(name, holding: held) }
          try session.viewer.wait(
            for: pattern, after: { try session.x.key(name, holding: held) })
        }
      }

      func finish(_ part: String) {
        let seconds = (Pace.milliseconds - start) / 1000
        report.append("\(part): \(keys) keys, \(String(format: "%.1f", seconds)) s")
        (keys, start) = (0, Pace.milliseconds)
      }

      var text: String { report.joined(separator: "\n") }
    }

    private func files(_ folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test(.timeLimit(.minutes(20)))
    func `an event is culled, cleaned up, rotated, compared, copied and sent by keys`() throws {
      let album = try ScratchFolder()
      for number in 0..<Self.count {
        try album.write(
          Self.turned.contains(number)
            ? Pictures.png(Pictures.Plan(number: number)) : Pictures.thumbnailed(number),
          to: RawName(name(number)))
      }
      let best = try home.subfolder("best")
      let tools = try home.subfolder("bin")
      try home.write(
        Array(
          "#!/bin/sh\nfor word in \"$@\"; do echo \"$word\" >> '\(home.path)/calls'; done".utf8),
        to: "bin/xdg-email")
      chmod("\(tools)/xdg-email", 0o755)
      // The folder has the digit 1, as after its first use.
      _ = try home.subfolder("state/pbview")
      try home.write(Array("*\(best)\n".utf8), to: "state/pbview/targets")
      let session = try Session(
        gridOf: album, on: try Displays.plain(), items: Self.count,
        environment: [
          "HOME": home.path, "XDG_CONFIG_HOME": home.path + "/config",
          "XDG_STATE_HOME": home.path + "/state", "XDG_DATA_HOME": home.path + "/data",
          "PATH": "\(tools):/usr/bin:/bin",
        ])
      let count = Counter(session)

      // Every photo is viewed once: a key for each, two more for those on their side.
      try session.focus(0)
      try count.key("Return", ["Control_L"], "flight ended at=page page=0")
      var rejected: [Int] = []
      var picked: [Int] = []
      for number in 0..<Self.count {
        if Self.turned.contains(number) {
          try count.key("greater", [], "turned count=1 failed=0")
        }
        let pattern = number < Self.count - 1 ? "rest page=\(number + 1)" : nil
        switch number % Self.share {
        case 3:
          picked.append(number)
          try count.key("p", [], pattern ?? "marked")
        case 4, 11:
          rejected.append(number)
          try count.key("x", [], pattern ?? "marked")
        default:
          if let pattern { try count.key("Right", [], pattern) }
        }
      }
      try count.key("BackSpace", [], "scene name=grid")
      count.finish("look at \(Self.count) photos, pick, reject, rotate two")

      // The rejected photos go to the trash.
      let left = Self.count - rejected.count
      try count.key("BackSpace", ["Control_L"], "grid items=\(left)")
      #expect(try files(album.path).count { !$0.hasSuffix(".xmp") } == left)
      count.finish("the rejected to the trash")

      // Three photos that look alike: the first one wins.
      try session.focus(0)
      try count.key("Right", ["Shift_L"], "selection count=2")
      try count.key("Right", ["Shift_L"], "selection count=3")
      try count.key("c", ["Alt_L"], "scene name=compare")
      try count.key("p", ["Alt_L"], "marked count=1 failed=0")
      try count.key("Escape", [], "scene name=grid")
      picked.append(0)
      count.finish("compare three, pick one")

      // The picks go into the favourite folder.
      try count.key("p", ["Control_L", "Shift_L"], "selection count=\(picked.count)")
      try count.key("F7", [], "chooser")
      try count.key("1", [], "transferred count=\(picked.count) failed=0")
      for number in picked {
        #expect(
          try files(best).contains(name(number)) && files(best).contains(name(number) + ".xmp"))
      }
      count.finish("copy the picks into a folder")

      // The first one goes by e-mail, without the others that are still selected.
      try count.key("Escape")
      try session.focus(0)
      try count.key("m", ["Control_L"], "sent count=1")
      let calls = "\(home.path)/calls"
      count.finish("send one")
      #expect(try String(contentsOfFile: calls, encoding: .utf8).contains(name(0)))
      if Self.wanted != nil { print(count.text) }
    }
  }
}
