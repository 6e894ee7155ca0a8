import Foundation

/// The files of the project, which is found by the path of this source file.
enum SourceTree {
  /// One Swift file.
  struct File {
    /// The path of the file relative to the project's folder, for messages.
    let path: String
    let lines: [Substring]

    /// The modules that the file imports, with the numbers of their lines.
    var imports: [(module: String, line: Int)] {
      lines.enumerated().compactMap { index, line in
        SourceTree.module(importedBy: line).map { ($0, index + 1) }
      }
    }
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All Swift files below a folder of the project, in the order of their paths, without build
  /// products; empty when there is no such folder.
  static func files(in folder: String) throws -> [File] {
    let base = root.appending(path: folder)
    guard let found = FileManager.default.enumerator(atPath: base.path) else { return [] }
    var names: [String] = []
    while let name = found.nextObject() as? String {
      if name.hasPrefix(".") {
        found.skipDescendants()
      } else if name.hasSuffix(".swift") {
        names.append(name)
      }
    }
    return try names.sorted().map { name in
      let path = "\(folder)/\(name)"
      return File(
        path: path,
        lines: try text(of: path).split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  /// The text of a file of the project.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Whether the project has a file.
  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// The names of the folders directly in a folder of the project.
  static func folders(in folder: String) throws -> [String] {
    let base = root.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: base.path).sorted().filter { name in
      var isFolder: ObjCBool = false
      let path = base.appending(path: name).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && isFolder.boolValue
    }
  }

  /// The module that a line imports, with any attributes and access level; nil for any other line.
  static func module(importedBy line: Substring) -> String? {
    var words = line.split { $0 == " " || $0 == "\t" }[...]
    let access: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    while let first = words.first, first.hasPrefix("@") || access.contains(first) {
      words.removeFirst()
    }
    guard words.first == "import" else { return nil }
    words.removeFirst()
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]
    if let first = words.first, kinds.contains(first) { words.removeFirst() }
    return words.first?.split(whereSeparator: { $0 == "." || $0 == ";" }).first.map(String.init)
  }
}
