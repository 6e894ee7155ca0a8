import Pixels

/// The window's size as the person left it, kept in the state folder.
nonisolated struct WindowState: Hashable {
  /// Inside the decoration, device pixels; nil when nothing is remembered.
  var size: PixelSize?
  /// True when it was maximised.
  var isMaximized = false

  private static let name = "window"
  /// A larger file was not written by ``save()``.
  private static let maxBytes = 256

  /// What is remembered; nothing when the file is missing or damaged.
  static func load() -> WindowState {
    var state = WindowState()
    guard let bytes = StateFile.read(name, limit: maxBytes) else { return state }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
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
    guard let size else { return }
    let text = "size=\(size.width)x\(size.height)\nmaximized=\(isMaximized ? 1 : 0)\n"
    StateFile.write(Self.name, Array(text.utf8))
  }
}
