import CLinux
import DecoderWire
import Pixels

/// The built helper, started as the viewer starts it.
final class HelperProcess {
  private let process: pid_t
  private let socket: Int32
  private var lastID: UInt64 = 0
  /// The exit code of the helper, or minus the signal that ended it; nil before ``hangUp()``,
  /// ``sendRubbish()`` or ``ending`` has waited for it.
  private var status: Int32?

  /// The path of the helper, which is built beside the tests; nil when it is not built.
  static let path: String? = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    var folder = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The test program may sit in a bundle folder beside the products.
    for _ in 0..<4 {
      guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return nil }
      folder = String(folder[..<slash])
      if access(folder + "/pbview-decoder", X_OK) == 0 { return folder + "/pbview-decoder" }
    }
    return nil
  }()

  /// Starts the helper.
  ///
  /// - Parameter loadsAllLibraries: whether the helper loads the libraries of all formats.
  init?(loadsAllLibraries: Bool = false) {
    guard let path = Self.path else { return nil }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    // The number of descriptors of a helper is limited, and other tests have some of their own.
    posix_spawn_file_actions_addclosefrom_np(&actions, 4)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var child: pid_t = 0
    let words = loadsAllLibraries ? [path, "--all-formats"] : [path]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    let status = posix_spawn(&child, path, &actions, nil, &arguments, &environment)
    close(ends[1])
    guard status == 0 else {
      close(ends[0])
      return nil
    }
    process = child
    socket = ends[0]
  }

  deinit {
    close(socket)
    // The process identifier of a helper that has been waited for may be another process's.
    guard status == nil else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// The reason of the last missing answer, for the message of a failed test. The helper is waited
  /// for when it has ended.
  var ending: String {
    if status == nil {
      // A helper whose end of the socket is closed is ending.
      var end = pollfd(fd: socket, events: 0, revents: 0)
      let isEnding = poll(&end, 1, 0) == 1 && end.revents & Int16(POLLHUP) != 0
      var word: Int32 = 0
      guard waitpid(process, &word, isEnding ? 0 : WNOHANG) == process else {
        return "the helper runs, but its answer is missing or malformed"
      }
      status = Self.code(word)
    }
    let code = status ?? 0
    return code < 0 ? "signal \(-code) ended the helper" : "the helper ended with code \(code)"
  }

  /// Whether the helper was killed: a system with little memory kills helpers first.
  var wasKilled: Bool {
    _ = ending
    return status == -SIGKILL
  }

  /// The peak resident memory in bytes; nil if the system does not state it.
  var peakMemory: Int? {
    let words = read("status").split { $0.isWhitespace }
    guard let i = words.firstIndex(of: "VmHWM:"), i + 1 < words.count else { return nil }
    return Int(words[i + 1]).map { $0 << 10 }
  }

  /// The contents of a file of the process in `/proc`; "" when there is none.
  func read(_ name: String) -> String {
    let file = helper_open("/proc/\(process)/\(name)", O_RDONLY)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = CLinux.read(file, &part, part.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += part[..<count]
    }
  }

  /// Closes the connection.
  ///
  /// - Returns: the exit code of the helper, or minus the signal that ended it.
  func hangUp() -> Int32 {
    shutdown(socket, Int32(SHUT_RDWR))
    return wait()
  }

  /// Sends bytes that are no request.
  ///
  /// - Returns: the exit code of the helper, or minus the signal that ended it.
  func sendRubbish() -> Int32 {
    _ = helper_send(socket, [1, 2, 3], 3, -1)
    return wait()
  }

  private func wait() -> Int32 {
    if let status { return status }
    var word: Int32 = 0
    while waitpid(process, &word, 0) < 0, pbview_errno() == EINTR {}
    let code = Self.code(word)
    status = code
    return code
  }

  private static func code(_ word: Int32) -> Int32 {
    word & 0x7F == 0 ? word >> 8 & 0xFF : -(word & 0x7F)
  }

  /// Requests one picture, and calls `meanwhile` before it waits; nil when the helper has ended, or
  /// has not answered within `seconds`.
  func ask(
    file: Int32, _ kind: DecodeRequest.Kind = .exact, target: PixelSize = .zero,
    limits: DecodeLimits = DecodeLimits(),
    name: String = "", region: RegionRequest? = nil, color: ColorTarget = .standard,
    seconds: Int32 = 120, meanwhile: () -> Void = {}
  ) -> DecodedPicture? {
    lastID += 1
    var request = DecodeRequest(
      id: lastID, kind: region == nil ? kind : .region, target: target, limits: limits,
      nameHint: name, region: region)
    request.color = color
    let bytes = DecoderWireWriter.encode(request)
    guard helper_send(socket, bytes, bytes.count, file) == bytes.count else { return nil }
    meanwhile()
    var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    var count: Int32
    repeat {
      count = poll(&wait, 1, seconds * 1000)
    } while count < 0 && pbview_errno() == EINTR
    guard count == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: DecoderWireFormat.maxMessageBytes)
    var descriptors: [Int32] = [-1]
    count = 1
    let length = helper_receive(socket, &buffer, buffer.count, &descriptors, &count)
    guard length > 0,
      let reply = try? DecoderWireReader.reply(from: Array(buffer[..<length]), maxFrames: .max),
      reply.id == lastID
    else { return nil }
    return DecodedPicture(reply, descriptor: count == 1 ? descriptors[0] : nil)
  }
}
