import BrowserHost
import CLinux
import Desktop
import Glibc
import TestSupport
import Testing

@testable import ViewerApp

/// Random file operations of programs that are killed: every byte is accounted for.
///
/// The environment variable `PBVIEW_FILE_WORK=200` sets the number of killed programs; the number
/// of operations of the others grows with it.
@Suite(.enabled(if: FileWorkAlbum.probe != nil, "FileWorkProbe is not built"), .serialized)
struct FileWorkTests {
  private static let kills = TemporaryFolder.environment("PBVIEW_FILE_WORK").flatMap(Int.init) ?? 10

  @Test func `a killed program loses no photo, leaves no copy and separates no files`() throws {
    let album = try FileWorkAlbum()
    var dice = SeededGenerator(seed: 16)
    for kill in 0..<Self.kills {
      let end = try album.run(
        seed: kill, steps: .max, microseconds: Int.random(in: 500...60_000, using: &dice))
      #expect(end.isKilled)
      try album.recover()
      let problems = try album.check()
      #expect(problems.isEmpty, "after \(kill) kills: \(problems)")
      if !problems.isEmpty { return }
    }
    let end = try album.run(seed: 1000, steps: Self.kills * 10)
    #expect(end.output.hasSuffix("\n") && end.code == 0)
    let problems = try album.check()
    #expect(problems.isEmpty, "\(problems)")
    album.report("killed", end)
  }

  @Test func `two programs at the same time, both killed, lose no photo`() throws {
    let album = try FileWorkAlbum()
    var dice = SeededGenerator(seed: 17)
    for kill in 0..<Self.kills / 2 {
      let time = Int.random(in: 20_000...80_000, using: &dice)
      let children = try (0..<2).map {
        try album.start(seed: kill * 2 + $0, steps: .max, microseconds: time, number: $0)
      }
      for child in children { _ = album.wait(for: child) }
      try album.recover()
      // A photo that one program was moving to another device while the other one renamed it may
      // exist at both paths: the target is complete, so that it is not deleted.
      let problems = try album.check(allowsCopies: true)
      #expect(problems.isEmpty, "after \(kill) kills: \(problems)")
      if !problems.isEmpty { return }
    }
  }

  @Test func `operations that fail for lack of space leave every photo whole`() throws {
    let album = try FileWorkAlbum()
    // The large photos cannot be copied.
    let end = try album.run(seed: 3, steps: Self.kills * 10, maxBytes: 1 << 20)
    #expect(end.code == 0)
    #expect(try album.check() == [])
    album.report("limited", end)
  }

  @Test(
    .enabled(if: FileWorkAlbum.mountsDisks, "no disk can be mounted in a user namespace"),
    arguments: [
      FileWorkAlbum.Disk(folder: "one", free: 100),
      FileWorkAlbum.Disk(folder: "", free: 100),
    ])
  func `operations on a full disk leave every photo whole`(disk: FileWorkAlbum.Disk) throws {
    let album = try FileWorkAlbum()
    let end = try album.run(seed: 5, steps: Self.kills * 20, disk: disk)
    #expect(end.code == 0)
    #expect(try album.check() == [])
    #expect(end.failures > 0, "the disk has never been full")
    album.report("full disk", end)
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser can write everywhere"))
  func `operations on a read-only folder leave every photo whole`() throws {
    let album = try FileWorkAlbum()
    #expect(chmod(album.folders[1], 0o555) == 0)
    defer { chmod(album.folders[1], 0o755) }
    let end = try album.run(seed: 4, steps: Self.kills * 10)
    #expect(end.code == 0)
    #expect(try album.check() == [])
  }
}

/// Folders with photos of which every file contains its identity and bytes that follow from it.
final class FileWorkAlbum {
  /// The end of a child process.
  struct End {
    var isKilled: Bool
    var code: Int32
    var output: String

    /// The number of photos and changes that stayed as they were because of an error.
    var failures: Int {
      output.split { $0 == " " || $0 == "\n" }.last.flatMap { Int($0) } ?? 0
    }
  }

  /// A disk of its own, a file system in memory, which contains a folder while the probe runs.
  struct Disk: Sendable {
    /// The name of the folder; empty for all folders, the trash and the records of operations.
    var folder: String
    /// The space that is free at the start, in KiB.
    var free: Int

    /// A shell script that moves the contents of a folder to the disk, runs a command, and moves
    /// the contents back. Its arguments are the folder, ``free``, the path of a folder that does
    /// not exist, and the command. The mount ends with the script.
    static let script = """
      set -eu
      folder=$1 size=$(($(du -sk "$1" | cut -f1) + $2)) kept=$3
      shift 3
      cp -a "$folder" "$kept"
      mount -t tmpfs -o "size=${size}k" none "$folder"
      cp -a "$kept/." "$folder/"
      rm -rf "$kept"
      code=0
      "$@" || code=$?
      cp -a "$folder" "$kept"
      umount "$folder"
      rm -rf "$folder"/*
      cp -a "$kept/." "$folder/"
      rm -rf "$kept"
      exit $code
      """
  }

  /// The absolute paths of the folders, the last one on another device where there is one.
  let folders: [String]
  private let root: TemporaryFolder
  /// The folder of the logs, which is never on a full disk.
  private let logFolder: TemporaryFolder
  private let other: String?
  /// The number of files of each kind that every photo has, by identity.
  private var counts: [String: Int] = [:]
  /// The number of former contents of every photo that were replaced, by identity.
  private var replaced: [String: Int] = [:]
  private var logs: [String] = []
  /// The content of every file by identity and kind.
  private var contents: [String: [UInt8]] = [:]

  private static let photos = 16

  /// The path of `FileWorkProbe`; nil when it is not built.
  static let probe: String? = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    var folder = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    for _ in 0..<4 {
      guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return nil }
      folder = String(folder[..<slash])
      if access(folder + "/FileWorkProbe", X_OK) == 0 { return folder + "/FileWorkProbe" }
    }
    return nil
  }()

  /// Whether a program may mount a file system in a user namespace of its own.
  static let mountsDisks: Bool = {
    let words =
      [FileWorkAlbum.unshare] + FileWorkAlbum.namespaces
      + ["mount", "-t", "tmpfs", "none", "/tmp"]
    let environment = [FileWorkAlbum.path]
    guard let id = try? FileWorkAlbum.spawn(words, environment: environment, output: nil) else {
      return false
    }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status == 0
  }()

  private static let unshare = "/usr/bin/unshare"
  /// The options for a user namespace, in which the user is the superuser, and for mounts of its
  /// own.
  private static let namespaces = ["--user", "--map-root-user", "--mount"]
  private static let path = "PATH=/usr/bin:/bin:/usr/sbin:/sbin"

  init() throws {
    root = try TemporaryFolder()
    logFolder = try TemporaryFolder()
    var folders = ["album", "one", "two"].map(root.file)
    for folder in folders + [root.file("state"), root.file("data")] { mkdir(folder, 0o755) }
    let shared = "/dev/shm/pbview-work-\(getpid())-\(UInt32.random(in: 0...9999))"
    other = mkdir(shared, 0o755) == 0 ? shared : nil
    if let other { folders.append(other) }
    self.folders = folders
    for number in 0..<Self.photos {
      let identity = "photo\(number)"
      counts[identity] = 1
      for kind in FileWorkContent.kinds {
        let ending = kind == "xmp" ? "jpg.xmp" : kind
        try root.write(FileWorkContent.bytes(identity, kind), named: "album/p\(number).\(ending)")
      }
    }
  }

  deinit {
    guard let other else { return }
    for path in Self.files(below: other) { unlink(path) }
    for name in FolderNamesOfTests.all(other) { rmdir("\(other)/\(name)") }
    rmdir(other)
  }

  // MARK: Running

  /// Starts `FileWorkProbe`, which works on the files with random steps.
  ///
  /// - Parameter disk: the small disk that is mounted for the probe and on which it works. Default:
  ///   nil, for the folders of the test.
  /// - Returns: the process ID, and the read end of a pipe with the probe's output.
  func start(
    seed: Int, steps: Int, microseconds: Int = 0, maxBytes: Int = 0, number: Int = 0,
    disk: Disk? = nil
  ) throws -> (id: pid_t, output: Int32) {
    let log = logFolder.file("log\(number)")
    if !logs.contains(log) { logs.append(log) }
    var pipes: [Int32] = [0, 0]
    guard pipe(&pipes) == 0 else { throw SystemFailure(call: "pipe", errno: errno) }
    defer { close(pipes[1]) }
    var words =
      [Self.probe ?? "", log, "\(seed)", "\(steps)", "\(microseconds)", "\(maxBytes)"] + folders
    if let disk {
      let folder = disk.folder.isEmpty ? root.path : root.file(disk.folder)
      words =
        [Self.unshare] + Self.namespaces
        + ["sh", "-c", Disk.script, "sh", folder, "\(disk.free)", logFolder.file("kept")] + words
    }
    let environment = [
      Self.path, "HOME=\(root.path)", "XDG_STATE_HOME=\(root.file("state"))",
      "XDG_DATA_HOME=\(root.file("data"))", "XDG_CACHE_HOME=\(root.file("cache"))",
    ]
    do {
      return (try Self.spawn(words, environment: environment, output: pipes), pipes[0])
    } catch {
      close(pipes[0])
      throw error
    }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: the path of the program, and its arguments.
  ///   - output: both ends of a pipe for the output; nil leaves out the output and the errors.
  private static func spawn(
    _ words: [String], environment: [String], output pipes: [Int32]?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let pipes {
      posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
      posix_spawn_file_actions_addclose(&actions, pipes[0])
    } else {
      for handle: Int32 in 1...2 {
        posix_spawn_file_actions_addopen(&actions, handle, "/dev/null", O_WRONLY, 0)
      }
    }
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var id: pid_t = 0
    let result = posix_spawn(&id, words[0], &actions, nil, arguments, variables)
    guard result == 0 else { throw SystemFailure(call: "posix_spawn", errno: result) }
    return id
  }

  /// Waits for the end of the probe.
  func wait(for child: (id: pid_t, output: Int32)) -> End {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(child.output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      output += buffer[..<count]
    }
    close(child.output)
    var status: Int32 = 0
    while waitpid(child.id, &status, 0) < 0, errno == EINTR {}
    return End(
      isKilled: status & 0x7F == SIGKILL, code: status >> 8 & 0xFF,
      output: String(decoding: output, as: UTF8.self))
  }

  /// Runs the probe to its end.
  func run(
    seed: Int, steps: Int, microseconds: Int = 0, maxBytes: Int = 0, disk: Disk? = nil
  ) throws -> End {
    wait(
      for: try start(
        seed: seed, steps: steps, microseconds: microseconds, maxBytes: maxBytes, disk: disk))
  }

  /// Completes the operations of killed programs, as the next start of the viewer does.
  func recover() throws {
    let end = try run(seed: 0, steps: -1)
    divided += end.output.split(separator: "\n").map(String.init)
    if end.code != 0 { divided.append("the recovery ended with \(end.code)") }
  }

  /// The photos that could not be completed.
  private var divided: [String] = []

  private var records: FilePath { FilePath(root.file("state/pbview/operations")) }

  func report(_ what: String, _ end: End) {
    guard TemporaryFolder.environment("PBVIEW_FILE_WORK") != nil else { return }
    print("\(what): operations and failures \(end.output), files \(counts.values.reduce(0, +) * 3)")
  }

  // MARK: Checking

  /// The problems of all files: lost, unwanted, damaged, divided and forgotten ones.
  ///
  /// - Parameter allowsCopies: whether more copies than were made are no problem. Default: false.
  func check(allowsCopies: Bool = false) throws -> [String] {
    var problems = divided.map { "divided: \($0)" }
    let (copied, exchanged) = operations()
    let (made, pending) = (copied.made, copied.pending)
    var found: [String: [String: Int]] = [:]
    for folder in folders {
      var groups: [String: Set<String>] = [:]
      for path in Self.files(below: folder) {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        guard name.first != ".", let (identity, kind) = try identity(path) else {
          problems.append("forgotten or damaged: \(path)")
          continue
        }
        found[identity, default: [:]][kind, default: 0] += 1
        let stem = path.dropLast(name.count) + name.prefix { $0 != "." }
        groups[String(stem), default: []].insert("\(identity) \(kind)")
      }
      for (stem, members) in groups where !Self.isWhole(members, allowsMarks: allowsCopies) {
        problems.append("divided: \(stem): \(members.sorted())")
      }
    }
    for path in Self.files(below: root.file("data/Trash/files")) {
      guard let (identity, kind) = try identity(path) else {
        problems.append("damaged in the trash: \(path)")
        continue
      }
      found[identity, default: [:]][kind, default: 0] += 1
    }
    // Cropped copies are new photos.
    for identity in Array(made.keys) + pending.keys where counts[identity] == nil {
      counts[identity] = 0
    }
    for (identity, before) in counts {
      let wanted = before + (made[identity] ?? 0)
      var there = found[identity] ?? [:]
      // Only the first file of a photo is replaced; the former one is in the trash.
      let others = there["xmp"] ?? 0
      let former = (there["jpg"] ?? 0) - others
      let wantedFormer = (replaced[identity] ?? 0) + (exchanged.made[identity] ?? 0)
      if former >= wantedFormer,
        allowsCopies || former <= wantedFormer + (exchanged.pending[identity] ?? 0)
      {
        replaced[identity] = former
        there["jpg"] = others
      }
      let numbers = Set(FileWorkContent.required(for: identity).map { there[$0] ?? 0 })
      guard numbers.count == 1, let count = numbers.first,
        count >= wanted, allowsCopies || count <= wanted + (pending[identity] ?? 0)
      else {
        problems.append("\(identity): \(there), wanted \(wanted) + \(pending[identity] ?? 0)")
        continue
      }
      counts[identity] = count
    }
    if !FolderNamesOfTests.all(records.display).filter({ $0.first != "." }).isEmpty {
      problems.append("a record is left")
    }
    return problems.sorted()
  }

  /// Whether the files of one stem are those of one photo.
  ///
  /// - Parameters:
  ///   - members: the identity and the kind in each file, separated by a space.
  ///   - allowsMarks: whether a sidecar that another program has made may be alone.
  private static func isWhole(_ members: Set<String>, allowsMarks: Bool) -> Bool {
    let words = members.map { $0.split(separator: " ").map(String.init) }
    guard let identity = words.first?.first, words.allSatisfy({ $0.first == identity }) else {
      return false
    }
    let kinds = Set(words.compactMap(\.last)).subtracting([FileWorkContent.mark])
    return kinds == Set(FileWorkContent.required(for: identity)) || (allowsMarks && kinds.isEmpty)
  }

  /// The numbers of operations by identity: those that were made, and those that may have been made
  /// when a program was killed.
  private typealias Numbers = (made: [String: Int], pending: [String: Int])

  /// The numbers of copies and of replaced photos.
  private func operations() -> (copied: Numbers, exchanged: Numbers) {
    var (copied, exchanged): (Numbers, Numbers) = (([:], [:]), ([:], [:]))
    for log in logs {
      let text = String(
        decoding: WholeFile.read(FilePath(log), maxBytes: 64 << 20) ?? [], as: UTF8.self)
      let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
      Self.add(lines, from: "begin", to: "end", &copied)
      Self.add(lines, from: "exchange", to: "exchanged", &exchanged)
      unlink(log)
    }
    return (copied, exchanged)
  }

  private static func add(
    _ lines: [[Substring]], from begin: String, to end: String, _ numbers: inout Numbers
  ) {
    var open: [Substring] = []
    for words in lines {
      if words.first == begin[...] {
        open = Array(words.dropFirst())
      } else if words.first == end[...] {
        open = []
        for word in words.dropFirst() { numbers.made[String(word), default: 0] += 1 }
      }
    }
    for word in open { numbers.pending[String(word), default: 0] += 1 }
  }

  /// The identity and the kind in a file; nil when its bytes are not those of the photo.
  private func identity(_ path: String) throws -> (String, String)? {
    guard let bytes = WholeFile.read(FilePath(path), maxBytes: 16 << 20) else { return nil }
    let words = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self).split(separator: " ")
    guard words.count == 2 else { return nil }
    let (identity, kind) = (String(words[0]), String(words[1]))
    let wanted = contents[words[0] + " " + words[1]] ?? FileWorkContent.bytes(identity, kind)
    contents[words[0] + " " + words[1]] = wanted
    guard wanted.count == bytes.count, memcmp(wanted, bytes, wanted.count - 1) == 0 else {
      return nil
    }
    return (identity, kind)
  }

  /// The paths of all files in a folder and its subfolders.
  private static func files(below folder: String) -> [String] {
    FolderNamesOfTests.all(folder).flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      return FileStatus(FilePath(path)) == .folder ? files(below: path) : [path]
    }
  }
}

private enum FolderNamesOfTests {
  static func all(_ folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
