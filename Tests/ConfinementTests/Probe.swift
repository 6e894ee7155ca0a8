import CLinux
import HelperProcesses
import TestSupport
import Video

/// The results of all `ConfinementProbe` attempts, by name: an `errno` value, 0 for success.
enum Probe {
  static let decoder = run("decoder")
  static let player = run("player")
  static let outside = run("free")
  static let decoderWithoutLandlock = run("decoder", ["landlock"])
  static let playerWithoutLandlock = run("player", ["landlock"])

  /// The Landlock ABI version of the kernel, 0 for none.
  static let landlockVersion = max(0, helper_syscall(444, 0, 0, 1, 0))

  /// Whether the kernel limits the decoder's number of threads for this user.
  static let limitsThreads = geteuid() != 0 && hasUserNamespaces
  /// Whether ordinary users may create user namespaces. A user namespace has its own thread count.
  static let hasUserNamespaces: Bool = {
    let child = helper_syscall(Int(SYS_clone), Int(SIGCHLD), 0, 0, 0)
    if child == 0 {
      _ = geteuid() == 0 ? setuid(65534) : 0
      _exit(helper_syscall(Int(SYS_unshare), 0x1000_0000, 0, 0, 0) == 0 ? 0 : 1)
    }
    var status: Int32 = 1
    while child > 0, waitpid(pid_t(child), &status, 0) < 0, pbview_errno() == EINTR {}
    return child > 0 && status == 0
  }()

  /// Runs the probe in `confinement` without the parts named by `omissions`. Returns an empty
  /// dictionary when the probe cannot run.
  static func run(_ confinement: String, _ omissions: [String] = []) -> [String: Int32] {
    guard let program = path, let folder = try? TemporaryFolder(),
      let secret = try? folder.write([1, 2, 3], named: "secret"),
      (try? folder.write([], named: "spare-file")) != nil,
      mkdir(folder.file("spare-folder"), 0o700) == 0
    else { return [:] }
    let name = "pbview-probe-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    let paths = ["bus", "X0", "sound"].map { Array(folder.file($0).utf8) }
    let servers = ([[0] + Array(name.utf8)] + paths.map { $0 + [0] }).compactMap(Server.init)
    guard servers.count == 4 else { return [:] }
    defer { withExtendedLifetime(servers) {} }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return [:] }
    defer { close(ends[0]) }
    let opened = linux_open_for_reading(secret)
    // The number is above those that are replaced in the probe.
    let open = Int32(helper_syscall(Int(SYS_fcntl), Int(opened), Int(F_DUPFD_CLOEXEC), 10, 0))
    close(opened)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // The socket is duplicated first, because its number may be 9.
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    // Descriptor 9 simulates a descriptor inherited by the viewer.
    posix_spawn_file_actions_adddup2(&actions, open, 9)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let arguments: [String] = [program, confinement, folder.path, name] + omissions
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    let status = posix_spawn(&child, program, &actions, nil, &words, &environment)
    close(ends[1])
    close(open)
    guard status == 0 else { return [:] }
    defer { while waitpid(child, nil, 0) < 0, pbview_errno() == EINTR {} }
    return answers(on: ends[0], soundServer: paths[2])
  }

  /// Reads the probe's report and serves its connection requests as the viewer does.
  private static func answers(on socket: Int32, soundServer: [UInt8]) -> [String: Int32] {
    var answers: [String: Int32] = [:]
    var buffer = [UInt8](repeating: 0, count: 256)
    var listener: Int32 = -1
    var count: Int32 = 1
    guard helper_receive(socket, &buffer, buffer.count, &listener, &count) > 0 else { return [:] }
    var owned = count == 1 ? OwnedDescriptor(listener) : nil
    var broker = owned.map { ConnectionBroker($0, server: soundServer) }
    while true {
      var polled = [
        pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        pollfd(fd: owned?.number ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, 2, -1) >= 0 || pbview_errno() == EINTR else { return answers }
      if polled[1].revents != 0, broker?.answerNextCall() != true { (owned, broker) = (nil, nil) }
      guard polled[0].revents != 0 else { continue }
      let length = read(socket, &buffer, buffer.count)
      if length < 0, pbview_errno() == EINTR { continue }
      guard length > 0 else { return answers }
      let words = String(decoding: buffer[..<length], as: UTF8.self).split(
        separator: " ", maxSplits: 1)
      guard words.count == 2, let error = Int32(words[0]) else { continue }
      answers[String(words[1])] = error
    }
  }

  /// The path of the probe, which is built beside the tests (possibly above their bundle folder);
  /// nil when it is not built.
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

/// A listening socket that accepts connections and never replies.
private final class Server {
  private let descriptor: Int32

  /// Binds and listens. A `name` that begins with 0 is an abstract address.
  init?(_ name: [UInt8]) {
    descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.prefix($0.count)) }
    let length = MemoryLayout<sa_family_t>.size + name.count
    let bound = withUnsafePointer(to: &address) {
      helper_syscall(Int(SYS_bind), Int(descriptor), Int(bitPattern: $0), length, 0)
    }
    guard descriptor >= 0, bound == 0, listen(descriptor, 32) == 0 else { return nil }
  }

  deinit { close(descriptor) }
}
