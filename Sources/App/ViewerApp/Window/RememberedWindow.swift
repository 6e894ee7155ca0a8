import Pixels

/// The size of the window and of the grid's cells in a file of the state folder.
nonisolated struct RememberedWindow: Hashable {
  /// The size of the window without its decoration, in device pixels; nil when none is remembered.
  var size: PixelSize?
  var isMaximized = false
  /// The width and height of the grid's cells in points; nil when none is remembered.
  var cellSide: Double?

  private static let fileName = "window"
  /// The maximum size of the file in bytes; a larger file is not read.
  private static let maxFileBytes = 256

  /// Reads the remembered state; values that are missing or invalid have their defaults.
  static func load() -> RememberedWindow {
    var state = RememberedWindow()
    guard let bytes = StateFile.read(fileName, limit: maxFileBytes) else { return state }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "size":
        if let g = WindowGeometry(argument: String(parts[1])), let w = g.width, let h = g.height {
          state.size = PixelSize(width: w, height: h)
        }
      case "cell": state.cellSide = Double(parts[1]).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
      case "maximized": state.isMaximized = parts[1] == "1"
      default: break
      }
    }
    return state
  }

  /// Writes the state to its file; errors are ignored.
  func save() {
    var lines: [String] = []
    if let size {
      lines += ["size=\(size.width)x\(size.height)", "maximized=\(isMaximized ? 1 : 0)"]
    }
    if let cellSide { lines.append("cell=\(cellSide)") }
    guard !lines.isEmpty else { return }
    StateFile.write(Self.fileName, Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}
