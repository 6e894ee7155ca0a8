import CLinux
import TestSupport

/// How every attempt of `ConfinementProbe` ended, by its name: an error's number, 0 when it worked.
enum Probe {
  static let decoder = run("decoder")
  static let player = run("player")
  static let outside = run("free")

  /// The version of Landlock the kernel has, 0 for none.
  static let fenceVersion = max(0, helper_syscall(444, 0, 0, 1, 0))

  private static func run(_ confinement: String) -> [String: Int32] {
    guard let program = path, let folder = try? TemporaryFolder(),
      let secret = try? folder.write([1, 2, 3], named: "secret"), let server = Server()
    else { return [:] }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return [:] }
    defer { close(ends[0]) }
    let open = linux_open_for_reading(secret)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // Of its own accord, as anything a viewer was started with might be.
    posix_spawn_file_actions_adddup2(&actions, open, 9)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let arguments: [String] = [program, confinement, secret, server.name]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    let status = posix_spawn(&child, program, &actions, nil, &words, &environment)
    close(ends[1])
    close(open)
    guard status == 0 else { return [:] }
    defer { waitpid(child, nil, 0) }
    return answers(on: ends[0])
  }

  private static func answers(on socket: Int32) -> [String: Int32] {
    var answers: [String: Int32] = [:]
    var buffer = [UInt8](repeating: 0, count: 256)
    while case let count = read(socket, &buffer, buffer.count), count > 0 {
      let words = String(decoding: buffer[..<count], as: UTF8.self).split(
        separator: " ", maxSplits: 1)
      guard words.count == 2, let error = Int32(words[0]) else { continue }
      answers[String(words[1])] = error
    }
    return answers
  }

  /// The probe is built beside the tests, which may sit in a bundle folder.
  static let path: String? = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    var folder = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for _ in 0..<4 {
      guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return nil }
      folder = String(folder[..<slash])
      let program = folder + "/ConfinementProbe"
      if access(program, X_OK) == 0 { return program }
    }
    return nil
  }()
}

/// Somebody who listens under a name that is no file, as X servers do.
private final class Server {
  let name = "pbview-probe-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
  private let descriptor: Int32

  init?() {
    descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = name.utf8
    withUnsafeMutableBytes(of: &address.sun_path) {
      UnsafeMutableRawBufferPointer(rebasing: $0[1...]).copyBytes(from: bytes)
    }
    let length = MemoryLayout<sa_family_t>.size + 1 + bytes.count
    let bound = withUnsafePointer(to: &address) {
      helper_syscall(Int(SYS_bind), Int(descriptor), Int(bitPattern: $0), length, 0)
    }
    guard descriptor >= 0, bound == 0, listen(descriptor, 4) == 0 else { return nil }
  }

  deinit { close(descriptor) }
}
