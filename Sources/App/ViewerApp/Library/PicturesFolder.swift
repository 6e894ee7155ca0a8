import Glibc

/// Where the person keeps pictures.
nonisolated enum PicturesFolder {
  private static let key = "XDG_PICTURES_DIR="
  private static let largest = 65536

  /// The folder named in `user-dirs.dirs`, else `~/Pictures`; nil where there is none. A home folder
  /// named there means that there is none.
  ///
  /// - Source: xdg-user-dirs-update(1).
  static var path: FilePath? {
    let home = getenv("HOME").map { String(cString: $0) } ?? "/"
    if let named = named(home: home) {
      return named.absolute(in: named) == FilePath(home).absolute(in: named) ? nil : named
    }
    let usual = FilePath(home).appending(Array("Pictures".utf8))
    return FileStatus(usual) == .folder ? usual : nil
  }

  /// - Source: xdg-user-dirs: shell assignments of quoted paths beginning with $HOME or /.
  private static func named(home: String) -> FilePath? {
    let named = getenv("XDG_CONFIG_HOME").map { String(cString: $0) } ?? ""
    // A relative folder is none, says the standard.
    let config = named.hasPrefix("/") ? named : home + "/.config"
    let file = FilePath(config).appending(Array("user-dirs.dirs".utf8))
    let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: largest)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return nil }
    for line in String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
    where line.hasPrefix(key) {
      var value = line.dropFirst(key.count).filter { $0 != "\"" }
      if value.hasPrefix("$HOME") { value = home + value.dropFirst(5) }
      let path = FilePath(String(value))
      if value.hasPrefix("/"), FileStatus(path) == .folder { return path }
    }
    return nil
  }
}
