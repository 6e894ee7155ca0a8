import CLinux
package import DecoderWire

/// The decoder program: its path and its start.
package struct DecoderProgram: Sendable {
  /// The descriptor number of the socket in the helper.
  static let socketNumber: Int32 = 3
  private static let name = "pbview-decoder"
  private static let variable = "PBVIEW_DECODER"

  /// The path of the executable.
  package let path: String

  /// Names the program at `path` without checking that it exists.
  package init(path: String) { self.path = path }

  /// Finds the program: the path in `PBVIEW_DECODER`, else beside this executable, else in
  /// `../libexec/pbview`.
  ///
  /// - Throws: `.noDecoder` with the expected path.
  package static func find() throws(DecodeFailure) -> DecoderProgram {
    if let named = getenv(variable) { return DecoderProgram(path: String(cString: named)) }
    let folder = executableFolder()
    let places = ["\(folder)/\(name)", "\(folder)/../libexec/pbview/\(name)"]
    guard let found = places.first(where: { access($0, X_OK) == 0 }) else {
      throw DecodeFailure(.noDecoder, detail: "there is no \(places[0])")
    }
    return DecoderProgram(path: found)
  }

  private static func executableFolder() -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let slash = CChar(UInt8(ascii: "/"))
    guard length > 0, let end = buffer[..<length].lastIndex(of: slash) else { return "." }
    return String(decoding: buffer[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Starts the program with `socket` as descriptor 3; all other descriptors are closed or
  /// `/dev/null`.
  ///
  /// - Parameters:
  ///   - loadsAll: Whether the helper loads the libraries of all formats at startup.
  ///   - showsErrors: Whether the helper inherits standard error.
  /// - Returns: The process ID.
  /// - Throws: `.noDecoder` with the system's error message.
  func spawn(socket: Int32, loadsAll: Bool, showsErrors: Bool) throws(DecodeFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The socket is duplicated first, because its number may be one that is replaced below.
    posix_spawn_file_actions_adddup2(&actions, socket, Self.socketNumber)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    if !showsErrors {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, Self.socketNumber + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Self.resetSignals(&attributes)
    return try start(loadsAll ? [Self.name, "--all-formats"] : [Self.name], &actions, &attributes)
  }

  /// Clears the signal mask, restores default signal actions and sets a process group of its own:
  /// Ctrl-C is for the viewer to handle.
  private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  private func start(
    _ words: [String], _ actions: inout posix_spawn_file_actions_t,
    _ attributes: inout posix_spawnattr_t
  ) throws(DecodeFailure) -> pid_t {
    var pid: pid_t = 0
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let code = posix_spawn(&pid, path, &actions, &attributes, arguments, linux_environment())
    guard code == 0 else {
      throw DecodeFailure(.noDecoder, detail: "\(path): \(systemMessage(code))")
    }
    return pid
  }
}
