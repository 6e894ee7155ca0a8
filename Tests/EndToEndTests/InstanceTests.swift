import Foundation
import Testing

extension EndToEnd {
  /// One program or many: the session bus, `--reuse` and `--remote`, on a bus of the test.
  @Suite(
    .needsDisplay,
    .enabled(if: Programs.has("dbus-daemon", "gdbus"), "dbus or libglib2.0-bin is missing"))
  struct InstanceTests {
    private static let name = "io.github.pbview.Pbview"
    private let bus: SessionBus

    init() throws { bus = try SessionBus() }

    private var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": bus.address] }

    /// A viewer that has the name on the bus.
    private func begin(_ options: [RawName] = []) throws -> Session {
      let session = try Session(
        gridOf: 4, on: try Displays.plain(), options: options, environment: environment)
      try session.viewer.wait(for: "service")
      return session
    }

    /// Runs another viewer that does not open a window.
    ///
    /// - Returns: the exit code, the lines of standard output and those of standard error.
    private func ask(
      _ session: Session, _ arguments: RawName...
    ) throws -> (code: Int32?, output: [String], errors: [String]) {
      let asking = try ViewerProcess(
        arguments, display: nil, traced: false, environment: environment)
      let code = asking.process.exitCode(within: ViewerProcess.timeout)
      return (code, asking.process.output.lines, asking.process.errors.lines)
    }

    /// Empty platform data, with its type: without it, gdbus takes the text for a string when the
    /// service starts between its introspection and its call.
    private static let noData = "@a{sv} {}"

    private func call(_ method: String, _ arguments: String...) throws -> (Int32?, String) {
      let process = try ChildProcess(
        "/usr/bin/gdbus",
        ([
          "call", "--session", "--dest", Self.name, "--object-path", "/io/github/pbview/Pbview",
          "--method", method,
        ] + arguments).map { RawName($0) },
        environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 })
      let code = process.exitCode(within: ViewerProcess.timeout)
      return (code, (process.output.lines + process.errors.lines).joined(separator: "\n"))
    }

    /// Opens a file through the bus, as soon as a program that is starting has taken its name.
    private func open(_ uri: String) throws {
      var code: Int32?
      for _ in 0..<400 where code != 0 {
        code = try call("org.freedesktop.Application.Open", "['\(uri)']", Self.noData).0
      }
      #expect(code == 0)
    }

    @Test func `a remote command is performed, and questions are answered`() throws {
      let session = try begin()
      let first = "\(session.album.path)/\(ScratchFolder.name(0))"
      #expect(try ask(session, "--remote", "count").output == ["4"])
      try session.open(0)
      let page = try ask(session, "--remote", "current")
      #expect(page.code == 0 && page.output == [first])
      _ = try session.rest(onPage: 1) { _ = try ask(session, "--remote", "next") }
      #expect(try ask(session, "--remote", "index").output == ["2"])
      try session.viewer.wait(for: "marked count=1 failed=0") {
        try session.x.key("p", holding: ["Alt_L"])
      }
      let picked = "\(session.album.path)/\(ScratchFolder.name(1))"
      #expect(try ask(session, "--remote", "marked").output == [picked])
      let unknown = try ask(session, "--remote", "no-such-command")
      #expect(unknown.code == 1 && unknown.errors.joined().contains("is not a command"))
    }

    /// The photo before returns to the grid for some time after the call.
    @Test func `commands after open-files concern the opened photo`() throws {
      let session = try begin()
      try session.open(0)
      let file = "\(session.album.path)/\(ScratchFolder.name(2))"
      try session.viewer.wait(for: "marked count=1 failed=0") {
        let opened = try? ask(session, "--remote", "open-files", RawName(file))
        #expect(opened?.code == 0)
        #expect((try? ask(session, "--remote", "current"))?.output == [file])
        #expect((try? ask(session, "--remote", "pick"))?.code == 0)
      }
      #expect(try ask(session, "--remote", "marked").output == [file])
    }

    @Test func `a tab that is closed by a remote command takes its open photo back first`() throws {
      let album = try ScratchFolder()
      // Each has another parent, and so a tab of its own.
      let folders = ["0/one", "1/two"]
      for name in folders {
        _ = try album.subfolder(name)
        try album.writePictures(3, in: "\(name)/")
      }
      let session = try Session(
        gridOf: album, on: try Displays.plain(),
        folders: folders.map { RawName("\(album.path)/\($0)") }, items: 3,
        environment: environment)
      try session.viewer.wait(for: "service")
      try session.open(1)
      let start = session.viewer.mark
      #expect(try ask(session, "--remote", "close-tab").code == 0)
      try session.reporting {
        try session.viewer.wait(for: "tab closed count=2", since: start)
        try session.viewer.wait(for: "scene name=grid", since: start)
      }
      #expect(try ask(session, "--remote", "title").output == ["two"])
    }

    @Test func `without a running program a remote command is an error, and reuse opens a window`()
      throws
    {
      let lonely = try ViewerProcess(
        ["--remote", "next"], display: nil, traced: false, environment: environment)
      #expect(lonely.process.exitCode(within: ViewerProcess.timeout) == 1)
      #expect(lonely.process.errors.lines.joined().contains("there is no running pbview"))
      let session = try begin(["--reuse"])
      // A file that a second program is given is shown in the first one's window.
      let picture = session.album.path / RawName(ScratchFolder.name(2))
      let start = session.viewer.mark
      let second = try ask(session, "--reuse", picture)
      #expect(second.code == 0 && second.errors.isEmpty)
      try session.viewer.wait(for: "opening count=1", since: start)
      try session.viewer.wait(for: "raised", since: start)
    }

    @Test func `the photo of a folder is remembered when a file of another one replaces it`()
      throws
    {
      let (album, state) = (try ScratchFolder(), try ScratchFolder())
      for name in ["one", "two"] { _ = try album.subfolder(name) }
      let files = try ["one/a.bmp", "one/b.bmp", "two/c.bmp"].enumerated().map { number, name in
        try album.write(Pictures.bmp(.init(number: number)), to: RawName(name))
      }
      let session = try Session(
        starting: ["--reuse", files[1]], on: try Displays.plain(), album: album,
        environment: environment.merging(["XDG_STATE_HOME": state.path]) { $1 })
      try session.viewer.wait(for: "service")
      try session.viewer.wait(for: "list count=2")
      #expect(try ask(session, "--reuse", files[2]).code == 0)
      try session.viewer.wait(for: "places name=c.bmp")
      session.viewer.process.end()
      let places = try String(contentsOfFile: "\(state.path)/pbview/places", encoding: .utf8)
      #expect(places.contains("/one//b.bmp\n") && places.contains("/two//c.bmp\n"))
    }

    // A late folder arrives while the photos fly back from the comparison.
    @Test(arguments: [false, true])
    func `a folder that another program opens during a comparison is shown`(isLate: Bool) throws {
      let album = try ScratchFolder()
      for name in ["one", "two"] { _ = try album.subfolder(name) }
      let files = try ["one/a.bmp", "one/b.bmp", "two/c.bmp"].enumerated().map { number, name in
        try album.write(Pictures.bmp(.init(number: number)), to: RawName(name))
      }
      let options: [RawName] = isLate ? ["--dismiss-duration", "2"] : []
      let session = try Session(
        starting: ["--reuse"] + options + [files[0]], on: try Displays.plain(), album: album,
        environment: environment)
      try session.viewer.wait(for: "service")
      try session.viewer.wait(for: "list count=2")
      try session.viewer.wait(for: "panes") { _ = try ask(session, "--remote", "compare") }
      try session.viewer.wait(for: "compare closed") {
        if isLate { _ = try ask(session, "--remote", "back") }
        _ = try ask(session, "--reuse", album.path / "two")
      }
      // No trace line has the title of a folder, so the program is asked for it.
      let deadline = Pace.milliseconds + ViewerProcess.timeout * 1000
      var title: [String] = []
      repeat {
        title = try ask(session, "--remote", "title").output
      } while title != ["two"] && Pace.milliseconds < deadline
      #expect(title == ["two"])
    }

    @Test func `with --reuse a file that the desktop opens is shown in the open window`() throws {
      let session = try begin(["--reuse"])
      let uri = "file://\(session.album.path)/\(ScratchFolder.name(1))"
      let start = session.viewer.mark
      let opened = try call("org.freedesktop.Application.Open", "['\(uri)']", Self.noData)
      #expect(opened.0 == 0, "\(opened.1)")
      try session.viewer.wait(for: "opening count=1", since: start)
      let shown = try call(
        "org.freedesktop.Application.Activate",
        "{'desktop-startup-id': <'launcher_TIME4711'>, 'odd': <uint32 3>}")
      #expect(shown.0 == 0, "\(shown.1)")
    }

    @Test func `files that do not exist are reported by the caller`() throws {
      let session = try begin()
      let missing = "\(session.album.path)/none.bmp"
      let answer = try ask(session, "--remote", "open-files", RawName(missing))
      #expect(answer.code == 1)
      #expect(answer.errors == ["pbview: \(missing): No such file or directory"])
      #expect(try ask(session, "--remote", "next", RawName(missing)).code == 2)
      #expect(try ask(session, "--remote", "open-files").code == 2)
      let refused = try call(
        "\(Self.name).Remote.Command", "'open-files'", "['ftp://a/b']", Self.noData)
      #expect(refused.0 != 0 && refused.1.contains("Only files and addresses"), "\(refused.1)")
    }

    @Test func `hostile calls are refused and do not stop the program`() throws {
      let session = try begin()
      let many = "['" + Array(repeating: "a:", count: 5000).joined(separator: "','") + "']"
      #expect(try call("org.freedesktop.Application.Open", many, Self.noData).0 != 0)
      #expect(try call("org.freedesktop.Application.Open", "'text'", Self.noData).0 != 0)
      #expect(try call("org.freedesktop.Application.Activate", "'text'").0 != 0)
      let long = String(repeating: "x", count: 5000)
      #expect(try call("\(Self.name).Remote.Command", "'\(long)'", "@as []", Self.noData).0 != 0)
      #expect(try call("\(Self.name).Remote.Command", "''", "@as []", Self.noData).0 != 0)
      #expect(
        try call("org.freedesktop.Application.ActivateAction", "'odd'", "@av []", Self.noData).0
          == 0)
      #expect(try call("\(Self.name).Remote.Nothing").0 != 0)
      #expect(try ask(session, "--remote", "count").output == ["4"])
    }

    @Test func `a program that the bus starts opens the files of the first call`() throws {
      let display = try Displays.plain()
      let album = try ScratchFolder()
      try album.writePictures(2)
      let viewer = try ViewerProcess(
        ["--dbus-service"], display: display.name, environment: environment)
      // The name is on the bus before there is a window.
      let uri = "file://\(album.path)/\(ScratchFolder.name(1))"
      try open(uri)
      try viewer.wait(for: "mapped")
      try viewer.wait(for: "exact page=0")
    }

    @Test func `a program that the bus starts for a missing file says so in the window`() throws {
      let album = try ScratchFolder()
      let viewer = try ViewerProcess(
        ["--dbus-service"], display: try Displays.plain().name, environment: environment)
      let uri = "file://\(album.path)/none.bmp"
      try open(uri)
      try viewer.wait(for: "mapped")
      try viewer.wait(for: "failed page=0")
    }

    @Test func `a program that the bus starts answers a command before it ends`() throws {
      let viewer = try ViewerProcess(
        ["--dbus-service"], display: try Displays.plain().name, environment: environment)
      var answer = ""
      for _ in 0..<400 where answer.isEmpty || answer.contains("ServiceUnknown") {
        answer = try call("\(Self.name).Remote.Command", "'next'", "@as []", Self.noData).1
      }
      #expect(answer.contains("there is no window"), "\(answer)")
      #expect(viewer.process.exitCode(within: ViewerProcess.timeout) == 1)
    }
  }
}

/// A message bus whose daemon ends with this object.
private final class SessionBus: Sendable {
  let address: String
  private let daemon: ChildProcess

  init() throws {
    daemon = try ChildProcess(
      "/usr/bin/dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address=1"],
      environment: ["PATH": "/usr/bin:/bin"])
    let line = daemon.output.first(from: 0, within: ViewerProcess.timeout) { $0 }
    guard let line else {
      daemon.end()
      throw HarnessError("the message bus has no address")
    }
    address = line
  }

  deinit { daemon.end() }
}
