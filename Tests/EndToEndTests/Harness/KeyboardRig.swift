import CX11
import CXTest
import Foundation

/// The keyboard of a display: layouts, and keys by their positions.
struct KeyboardRig {
  /// Keys by their positions, as X servers for Linux number them.
  enum Key: UInt32 {
    case digit2 = 11
    case digit3 = 12
    case e = 26
    case apostrophe = 48
    case n = 57
    case space = 65
  }

  private let display: VirtualDisplay
  private let x: XClient

  init(of display: VirtualDisplay) throws {
    self.display = display
    x = try XClient(display)
  }

  /// Sets the layout of the keyboard, and waits until the server has it.
  func setLayout(_ layout: String, variant: String = "") throws {
    let process = try display.start(
      "setxkbmap", ["-layout", RawName(layout), "-variant", RawName(variant)])
    guard process.exitCode() == 0 else { throw HarnessError("setxkbmap \(layout) failed") }
    x.synchronise()
  }

  /// Presses and releases a key, with Shift or Alt held.
  func press(_ key: Key, shift: Bool = false, alt: Bool = false) {
    let shiftKey: UInt32 = 50
    let altKey: UInt32 = 64
    let held = (shift ? [shiftKey] : []) + (alt ? [altKey] : [])
    for code in held + [key.rawValue] { XTestFakeKeyEvent(x.display, code, 1, 0) }
    for code in [key.rawValue] + held { XTestFakeKeyEvent(x.display, code, 0, 0) }
    x.synchronise()
  }
}

/// A server of input methods: uim's, with Korean composition.
final class InputMethodServer {
  /// The variables with which programs reach the server.
  var environment: [String: String] {
    ["XMODIFIERS": "@im=uim", "LC_ALL": "ko_KR.UTF-8", "LOCPATH": folder.path]
  }

  private let display: VirtualDisplay
  private let folder: ScratchFolder
  private var process: ChildProcess?

  /// Whether the server, its engine and the sources of its locale are installed.
  static var isInstalled: Bool {
    Programs.has("uim-xim", "localedef")
      && ["/usr/share/uim/byeoru.scm", "/usr/share/i18n/locales/ko_KR"].allSatisfy {
        FileManager.default.fileExists(atPath: $0)
      }
  }

  init(on display: VirtualDisplay) throws {
    self.display = display
    folder = try ScratchFolder()
    let compiler = try display.start(
      "localedef",
      ["-i", "ko_KR", "-f", "UTF-8", RawName(folder.path + "/ko_KR.UTF-8")])
    guard let status = compiler.exitCode(within: 20), status <= 1 else {
      throw HarnessError("localedef made no locale")
    }
  }

  deinit { end() }

  /// Starts the server, and waits until it has announced itself.
  func start() throws {
    let x = try XClient(display)
    process = try display.start(
      "uim-xim", ["--engine=byeoru"], environment: environment)
    guard x.wait(until: { x.hasOwner(ofSelection: "@server=uim") }) else {
      throw HarnessError("uim-xim did not start")
    }
  }

  func end() { process?.end() }

  /// Stops the server without ending it, as a program that hangs.
  func hang() { process?.send(signal: SIGSTOP) }
}

/// A program that announces itself as a server of input methods, and never answers.
final class SilentInputMethod {
  private let x: XClient
  /// The property of the root window with the selections of all servers.
  private let servers: Atom

  init(named name: String, on display: VirtualDisplay) throws {
    x = try XClient(display)
    servers = XInternAtom(x.display, "XIM_SERVERS", 0)
    let window = XCreateSimpleWindow(x.display, x.root, -1, -1, 1, 1, 0, 0, 0)
    let selection = XInternAtom(x.display, "@server=\(name)", 0)
    XSetSelectionOwner(x.display, selection, window, 0)
    _ = withUnsafeBytes(of: selection) { bytes in
      XChangeProperty(
        x.display, x.root, servers, XA_ATOM, 32, PropModeReplace,
        bytes.bindMemory(to: UInt8.self).baseAddress, 1)
    }
    x.synchronise()
  }

  deinit {
    XDeleteProperty(x.display, x.root, servers)
    x.synchronise()
  }
}
