import CLinux
import HelperProcesses
import Testing

@testable import Desktop

/// Requests to file managers and portals, with a scripted service on a private bus.
@Suite struct SharingTests {
  private static let portal = "org.freedesktop.portal.Desktop"
  private static let fileManager = "org.freedesktop.FileManager1"

  // MARK: File manager

  @Test func `a file manager selects the files`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    let service = bus.serve(as: Self.fileManager, [:])
    defer { PrivateBus.end(service) }
    try FileManagers.show(
      [Array("/a b/ü.jpg".utf8), Array("/a b/x.jpg".utf8)], startupID: "id_TIME5",
      address: bus.address
    ) { _ in Issue.record("the folder was opened, too") }
    #expect(
      bus.questions
        == ["ShowItems(['file:///a%20b/%C3%BC.jpg', 'file:///a%20b/x.jpg'], 'id_TIME5')"])
  }

  @Test func `without a file manager on the bus the folder is opened`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    var opened: [String] = []
    for address in [bus.address, "unix:path=/nowhere/bus"] {
      try FileManagers.show([Array("/a b/x.jpg".utf8)], startupID: "", address: address) {
        opened.append($0)
      }
    }
    #expect(opened == ["file:///a%20b", "file:///a%20b"])
  }

  // MARK: E-mail

  @Test func `xdg-email without an e-mail program is explained without its complaints`() {
    let complaint = Array("grep: /usr/share/applications//: Is a directory\n".utf8)
    let missing = ProgramRun.RunOutcome(end: .exited(3), errorOutput: complaint)
    #expect(MailMessage.reason(of: missing) == "no e-mail program is installed")
    let other = ProgramRun.RunOutcome(end: .exited(2), errorOutput: Array("no such file\n".utf8))
    #expect(MailMessage.reason(of: other) == "no such file")
  }

  // MARK: Portal

  private func request() -> PortalRequest {
    PortalRequest(
      "Email", "ComposeEmail", [.text("x11:5")],
      options: [("subject", .text("a.jpg")), ("attachment_fds", .files([0, 0]))])
  }

  @Test(arguments: [(UInt32(0), PortalRequest.UserAnswer.done), (1, .cancelled)])
  func `a request waits for the answer of the user`(
    code: UInt32, answer: PortalRequest.UserAnswer
  ) throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    let service = bus.serve(
      as: Self.portal, ["ComposeEmail": "(objectpath '/request/7',)"],
      responses: ["ComposeEmail": code])
    defer { PrivateBus.end(service) }
    #expect(try request().ask(address: bus.address) == answer)
    let question = try #require(bus.questions.first)
    #expect(question.hasPrefix("ComposeEmail('x11:5', {"))
    #expect(question.contains("'subject': <'a.jpg'>"))
    #expect(question.contains("'attachment_fds': <[handle 0, 1]>"))
  }

  @Test func `a refused request is an error`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    let service = bus.serve(
      as: Self.portal, ["ComposeEmail": "(objectpath '/request/7',)"],
      responses: ["ComposeEmail": 2])
    defer { PrivateBus.end(service) }
    #expect(throws: DesktopError.self) { _ = try request().ask(address: bus.address) }
  }

  @Test func `a portal that ends while the user is asked is an error`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    // The service leaves the bus instead of answering.
    let service = bus.serve(
      as: Self.portal, ["ComposeEmail": "(objectpath '/request/7',)"],
      responses: ["ComposeEmail": PrivateBus.leaves])
    defer { PrivateBus.end(service) }
    // The call itself fails when the service leaves before its reply has arrived.
    #expect(throws: DesktopError.self) { _ = try request().ask(address: bus.address) }
  }

  @Test func `a bus without portal, and no bus, are errors`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    for address in [bus.address, "unix:path=/nowhere/bus"] {
      #expect(throws: DesktopError.self) { _ = try request().ask(address: address) }
    }
  }

  @Test func `a document goes to the print dialog of the desktop`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    let service = bus.serve(
      as: Self.portal, ["Print": "(objectpath '/request/7',)", "Get": "(<uint32 2>,)"],
      responses: ["Print": 0])
    defer { PrivateBus.end(service) }
    #expect(PortalRequest.isAvailable("Print", address: bus.address))
    let file = try Printing.makeFile()
    #expect(
      try Printing.printByDialog(file, title: "a.jpg", parentWindow: "x11:5", address: bus.address)
        == .done)
    #expect(bus.questions.last == "Print('x11:5', 'a.jpg', 0, {})")
  }

  @Test func `a document is saved only where there is no file`() throws {
    let file = try Printing.makeFile()
    let words = Array("%PDF-1.5".utf8)
    #expect(words.withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) } == words.count)
    let path = Array("/tmp/pbview-\(getpid())-\(UInt32.random(in: 0 ... .max)).pdf".utf8)
    defer { _ = path.withCString { unlink($0) } }
    try Printing.save(file, to: path)
    #expect(try RegularFile.read(path, max: 100) == words)
    #expect(throws: DesktopError.self) { try Printing.save(file, to: path) }
  }

  @Test func `a document that cannot be read is not saved`() throws {
    let folder = OwnedDescriptor(linux_open_for_reading("/tmp"))
    let path = Array("/tmp/pbview-\(getpid())-\(UInt32.random(in: 0 ... .max)).pdf".utf8)
    #expect(throws: DesktopError.self) { try Printing.save(folder, to: path) }
    #expect(path.withCString { access($0, F_OK) } != 0)
  }

  // MARK: Programs

  @Test func `a program's output, errors and status are known`() throws {
    let run = ProgramRun(
      "/bin/sh", "-c", "echo out; echo; echo '  first  line' >&2; echo x >&2; exit 3")
    let outcome = try run.run()
    #expect(outcome.end == .exited(3) && !outcome.isSuccess)
    #expect(outcome.text == "out")
    #expect(outcome.reason == "first line")
    #expect(
      try ProgramRun("/bin/sh", "-c", "kill -9 $$").run().reason == "it was ended by signal 9")
    #expect(try ProgramRun("false").run().reason == "it ended with status 1")
  }

  @Test func `a program that cannot be started is an error`() {
    #expect(throws: DesktopError.system(call: "/nowhere/x", reason: "No such file or directory")) {
      _ = try ProgramRun("/nowhere/x").run()
    }
  }

  /// Whether the kernel has descriptors of processes, without which there is no time limit.
  private static let hasProcessDescriptors: Bool = {
    let pidfdOpen = 434
    let number = helper_syscall(pidfdOpen, Int(getpid()), 0, 0, 0)
    if number >= 0 { close(Int32(number)) }
    return number >= 0
  }()

  @Test(.enabled(if: hasProcessDescriptors, "the kernel is older than Linux 5.3"))
  func `a program that hangs is killed with its children after the time limit`() throws {
    let hanging = try ProgramRun("/bin/sh", "-c", "sleep 1000; true").run(within: 0.05)
    #expect(hanging.end == .signalled(SIGKILL))
    #expect(try ProgramRun("true").run(within: 1000).isSuccess)
  }

  @Test func `a program with much output is not stopped, and its output is limited`() throws {
    let outcome = try ProgramRun(
      "/bin/sh", "-c",
      "i=0; while [ $i -lt 9000 ]; do echo 1234567890123456; i=$((i+1)); done 2>&1; exit 0"
    ).run()
    #expect(outcome.end == .exited(0))
    #expect(outcome.output.count <= 64 << 10 && outcome.output.count > 60_000)
  }

  @Test func `a program runs with the given variables and working directory`() throws {
    let run = ProgramRun(
      ["/bin/sh", "-c", "echo \"$DESKTOP_STARTUP_ID in $PWD\""].map { Array($0.utf8) },
      in: Array("/usr".utf8), variables: [("DESKTOP_STARTUP_ID", "one_TIME7")])
    #expect(try run.run().text == "one_TIME7 in /usr")
  }

  // MARK: Wallpaper

  @Test(arguments: [
    ("XFCE", Wallpaper.WallpaperMethod.xfconf), ("KDE", .plasma), ("ubuntu:GNOME", .portal),
    ("MATE", .gsettings(schema: "org.mate.background")), ("", .portal),
  ])
  func `the desktop's own wallpaper method is first`(
    desktop: String, method: Wallpaper.WallpaperMethod
  ) {
    #expect(Wallpaper.methods(of: desktop).first == method)
  }

  /// The change of the wallpaper to an existing file by a portal only.
  private func change(on bus: PrivateBus) -> WallpaperChange {
    WallpaperChange(
      to: Array("/dev/null".utf8), by: [.portal], parentWindow: "x11:5", address: bus.address)
  }

  @Test func `the portal of wallpapers is asked by a step of its own`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    let service = bus.serve(
      as: Self.portal,
      ["SetWallpaperFile": "(objectpath '/request/7',)", "Get": "(<uint32 1>,)"],
      responses: ["SetWallpaperFile": 1])
    defer { PrivateBus.end(service) }
    guard case .needsDialog(let ask) = try change(on: bus).proceed() else {
      Issue.record("no dialog was prepared")
      return
    }
    #expect(bus.questions.count == 1, "only the version is read")
    guard case .ended(let outcome) = ask() else {
      Issue.record("the change has not ended")
      return
    }
    #expect(outcome.isCancelled)
    #expect(bus.questions.last?.hasPrefix("SetWallpaperFile('x11:5', 0, {") == true)
  }

  @Test func `a portal of wallpapers that refuses leaves the other ways`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    let service = bus.serve(
      as: Self.portal,
      ["SetWallpaperFile": "(objectpath '/request/7',)", "Get": "(<uint32 1>,)"],
      responses: ["SetWallpaperFile": 2])
    defer { PrivateBus.end(service) }
    guard case .needsDialog(let ask) = try change(on: bus).proceed(),
      case .dialogFailed(let others) = ask()
    else {
      Issue.record("the portal has not refused")
      return
    }
    #expect(throws: DesktopError.self) { _ = try others() }
  }

  @Test func `values of settings are quoted, for light and dark styles`() throws {
    #expect(
      try Wallpaper.values(for: Array("/it's/ä.jpg".utf8), schema: "org.gnome.desktop.background")
        == [
          "picture-uri": "'file:///it\\'s/%C3%A4.jpg'",
          "picture-uri-dark": "'file:///it\\'s/%C3%A4.jpg'",
        ])
    #expect(
      try Wallpaper.values(for: Array("/it's.jpg".utf8), schema: "org.mate.background")
        == ["picture-filename": "'/it\\'s.jpg'"])
  }
}
