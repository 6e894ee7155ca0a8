import Foundation

/// A private X server, which ends with this object or with the test program, whichever ends first.
final class VirtualDisplay: Sendable {
  /// The value for `DISPLAY`.
  let name: String
  /// The simulated touch screen, touchpad and pointer; nil on Xvfb.
  let devices: InputDevices?
  let server: ChildProcess
  private let watchdog: ChildProcess
  private let folder: ScratchFolder
  private let companions = Companions()

  /// The size of the screen in pixels.
  static let (width, height) = (1920, 1080)

  /// Starts Xvfb, whose input is keys, buttons and motion in whole pixels.
  convenience init() throws {
    try self.init(
      program: "Xvfb",
      arguments: [
        "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0",
        "\(Self.width)x\(Self.height)x24", "+extension", "Composite",
      ], withDevices: false)
  }

  /// Starts Xorg without hardware, with simulated input devices.
  static func withDevices() throws -> VirtualDisplay {
    try VirtualDisplay(
      program: "Xorg",
      arguments: [
        "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-novtswitch", "-sharevts", "-config",
        "@DIR@/xorg.conf", "-logfile", "@DIR@/x.log",
      ], withDevices: true)
  }

  private init(program: String, arguments: [String], withDevices: Bool) throws {
    folder = try ScratchFolder()
    let path = folder.path
    if withDevices {
      let configuration = RigConfiguration.text(
        socketFolder: path, width: Self.width, height: Self.height)
      try folder.write(Array(configuration.utf8), to: "xorg.conf")
    }
    guard let file = Programs.installed(program) else {
      throw HarnessError("\(program) is not installed")
    }
    server = try ChildProcess(
      file, arguments.map { RawName($0.replacingOccurrences(of: "@DIR@", with: path)) },
      environment: ["PATH": "/usr/bin:/bin", "HOME": path])
    let number = server.output.first(from: 0, within: 30) { Int($0) }
    guard let number else {
      server.end()
      throw HarnessError(
        "\(program) did not start:\n" + server.errors.lines.suffix(20).joined(separator: "\n"))
    }
    name = ":\(number)"
    watchdog = try ChildProcess.watchdog(for: server, folder: path)
    devices = withDevices ? try InputDevices(folder: path) : nil
  }

  deinit { end() }

  /// Kills the server and the programs started beside it.
  func end() {
    companions.end()
    server.end()
    watchdog.end()
  }

  /// Starts a program beside the viewer, such as a window manager; it ends with the server.
  @discardableResult
  func start(
    _ program: String, _ arguments: [RawName] = [], environment extra: [String: String] = [:]
  ) throws -> ChildProcess {
    guard let file = Programs.installed(program) else {
      throw HarnessError("\(program) is not installed")
    }
    let process = try ChildProcess(
      file, arguments,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": folder.path, "DISPLAY": name, "LANG": "C.UTF-8",
        "XDG_CONFIG_HOME": folder.path, "XDG_CACHE_HOME": folder.path,
        "XDG_RUNTIME_DIR": folder.path,
      ].merging(extra) { $1 })
    companions.add(process)
    return process
  }
}

/// The programs started beside the viewer on one display.
private final class Companions: @unchecked Sendable {
  // Sendable, because the list is accessed only with `lock` held.
  private let lock = NSLock()
  private var processes: [ChildProcess] = []

  func add(_ process: ChildProcess) { lock.withLock { processes.append(process) } }
  func end() {
    lock.withLock {
      for process in processes { process.end() }
      processes = []
    }
  }
}

/// The shared displays, one of each kind, as the suites run one after the other.
enum Displays {
  /// A display without a window manager and compositor, where windows keep the requested position.
  static func plain() throws -> VirtualDisplay { try plainResult.get() }
  /// A display whose keyboard layout changes.
  static func keyboard() throws -> VirtualDisplay { try keyboardResult.get() }
  /// A display with a window manager (openbox).
  static func managed() throws -> VirtualDisplay { try managedResult.get() }
  /// A display with simulated input devices.
  static func withDevices() throws -> VirtualDisplay { try deviceResult.get() }

  private static let plainResult = Result { try VirtualDisplay() }
  private static let keyboardResult = Result { try VirtualDisplay() }
  private static let deviceResult = Result { try VirtualDisplay.withDevices() }
  private static let managedResult = Result {
    let display = try VirtualDisplay()
    try display.start("openbox")
    guard try XClient(display).isManaged(within: 30) else {
      throw HarnessError("openbox did not take over the display")
    }
    return display
  }
}

extension ChildProcess {
  /// A process that kills `server` and removes its folder when the test program ends in any way.
  ///
  /// The kernel's parent-death signal (`PR_SET_PDEATHSIG`) follows the *thread* that started the
  /// child, and the threads of tests are short-lived. The end of a pipe follows the process.
  static func watchdog(for server: ChildProcess, folder: String) throws -> ChildProcess {
    let script = RawName("read line; kill -9 \(server.id); rm -rf '\(folder)'")
    return try ChildProcess(
      "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], keepsInputOpen: true)
  }
}
