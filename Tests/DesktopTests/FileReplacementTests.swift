import CLinux
import Desktop
import Glibc
import TestSupport
import Testing

@Suite struct FileReplacementTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> [UInt8] { Array(folder.file(name).utf8) }

  private func mode(_ name: String) -> mode_t {
    var info = stat()
    return stat(folder.file(name), &info) == 0 ? info.st_mode & 0o7777 : 0
  }

  @Test func `a file is made, replaced and deleted`() throws {
    try FileReplacement.replace(path("a.xmp"), from: nil, to: [1, 2])
    #expect(try folder.read("a.xmp") == [1, 2])
    try FileReplacement.replace(path("a.xmp"), from: [1, 2], to: [3])
    #expect(try folder.read("a.xmp") == [3])
    #expect(try FileReplacement.content(of: path("a.xmp")) == [3])
    try FileReplacement.replace(path("a.xmp"), from: [3], to: nil)
    #expect(try FileReplacement.content(of: path("a.xmp")) == nil)
    #expect(folder.names() == [])
  }

  @Test func `a file that another program has changed is not touched`() throws {
    try folder.write([9], named: "a.xmp")
    for old in [nil, [UInt8](), [8], [9, 9]] {
      #expect(throws: FileReplacementError.changed) {
        try FileReplacement.replace(path("a.xmp"), from: old, to: [1])
      }
      #expect(throws: FileReplacementError.changed) {
        try FileReplacement.replace(path("a.xmp"), from: old, to: nil)
      }
    }
    #expect(throws: FileReplacementError.changed) {
      try FileReplacement.replace(path("b.xmp"), from: [1], to: [2])
    }
    #expect(try folder.read("a.xmp") == [9])
    #expect(folder.names() == ["a.xmp"])
  }

  @Test func `permissions and extended attributes stay`() throws {
    let file = try folder.write([9], named: "a.xmp")
    chmod(file, 0o640)
    let isSupported = setxattr(file, "user.tag", [UInt8]([7, 8]), 2, 0) == 0
    try FileReplacement.replace(path("a.xmp"), from: [9], to: [1])
    #expect(mode("a.xmp") == 0o640)
    guard isSupported else { return }
    var value = [UInt8](repeating: 0, count: 9)
    #expect(getxattr(file, "user.tag", &value, value.count) == 2)
    #expect(value.prefix(2) == [7, 8])
  }

  @Test func `a symbolic link stays one`() throws {
    try folder.write([9], named: "real.xmp")
    symlink("real.xmp", folder.file("link.xmp"))
    try FileReplacement.replace(path("link.xmp"), from: [9], to: [1])
    #expect(try folder.read("real.xmp") == [1])
    var info = stat()
    #expect(lstat(folder.file("link.xmp"), &info) == 0 && info.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `a folder is not read, and a missing one is named`() throws {
    mkdir(folder.file("sub.xmp"), 0o755)
    #expect(throws: FileReplacementError.unreadable(reason: "it is not a regular file")) {
      _ = try FileReplacement.content(of: path("sub.xmp"))
    }
    #expect(throws: FileReplacementError.unwritable(reason: "No such file or directory")) {
      try FileReplacement.replace(path("no/a.xmp"), from: nil, to: [1])
    }
  }
}

extension TemporaryFolder {
  /// The sorted names of the files in the folder.
  fileprivate func names() -> [String] {
    var found: [String] = []
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { found.append(name) }
    }
    return found.sorted()
  }
}
