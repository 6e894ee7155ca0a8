import Glibc
import Pixels

/// The window's size as the person left it, kept in the state folder.
nonisolated struct WindowState: Hashable {
  /// Inside the decoration, device pixels; nil when nothing is remembered.
  var size: PixelSize?
  /// True when it was maximised.
  var isMaximized = false

  private static let name = "window"

  /// - Source: XDG Base Directory Specification 0.8.
  private static var folder: FilePath? {
    // A relative folder is none, says the standard.
    func absolute(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    if let state = absolute("XDG_STATE_HOME") {
      return FilePath(state).appending(Array("pbview".utf8))
    }
    return absolute("HOME").map { FilePath($0 + "/.local/state/pbview") }
  }

  /// What is remembered; nothing when the file is missing or damaged.
  static func load() -> WindowState {
    var state = WindowState()
    guard let file = folder?.appending(Array(name.utf8)) else { return state }
    let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard descriptor >= 0 else { return state }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return state }
    for line in String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "size":
        if let g = WindowGeometry(argument: String(parts[1])), let w = g.width, let h = g.height {
          state.size = PixelSize(width: w, height: h)
        }
      case "maximized": state.isMaximized = parts[1] == "1"
      default: break
      }
    }
    return state
  }

  /// Writes it; that it cannot be written is no reason to bother anybody.
  func save() {
    guard let size, let folder = Self.folder else { return }
    Self.make(folder)
    let file = folder.appending(Array(Self.name.utf8))
    let draft = folder.appending(Array("\(Self.name).new".utf8))
    let descriptor = draft.withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { return }
    let text = "size=\(size.width)x\(size.height)\nmaximized=\(isMaximized ? 1 : 0)\n"
    writeAll(Array(text.utf8), to: descriptor)
    close(descriptor)
    _ = draft.withCString { from in file.withCString { to in rename(from, to) } }
  }

  /// Makes a folder and those it is in.
  private static func make(_ folder: FilePath) {
    guard folder.withCString({ mkdir($0, 0o700) }) != 0, errno == ENOENT, folder.folder != folder
    else { return }
    make(folder.folder)
    _ = folder.withCString { mkdir($0, 0o700) }
  }
}
