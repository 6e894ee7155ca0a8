import CLinux

/// The player executable.
struct PlayerProgram: Sendable {
  /// The descriptor of the socket in the player.
  private static let socketNumber: Int32 = 3
  private static let name = "pbview-player"
  private static let variable = "PBVIEW_PLAYER"

  /// The path of the executable.
  let path: String

  /// Finds the executable: `PBVIEW_PLAYER`, a file beside this program, or one in
  /// `../libexec/pbview`.
  static func find() throws(VideoFailure) -> PlayerProgram {
    if let named = getenv(variable) { return PlayerProgram(path: String(cString: named)) }
    let folder = executableFolder()
    let places = ["\(folder)/\(name)", "\(folder)/../libexec/pbview/\(name)"]
    guard let found = places.first(where: { access($0, X_OK) == 0 }) else {
      throw .noPlayer("there is no \(places[0])")
    }
    return PlayerProgram(path: found)
  }

  private static func executableFolder() -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let slash = CChar(UInt8(ascii: "/"))
    guard length > 0, let end = buffer[..<length].lastIndex(of: slash) else { return "." }
    return String(decoding: buffer[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Starts the player with `socket` as descriptor 3, none of this process's other descriptors, and
  /// `soundServer` as the only server in its environment.
  func spawn(socket: Int32, soundServer: SoundServer) throws(VideoFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The socket is duplicated first: its number may be one of those that are replaced below.
    posix_spawn_file_actions_adddup2(&actions, socket, Self.socketNumber)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclosefrom_np(&actions, Self.socketNumber + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Self.resetSignals(&attributes)
    var pid: pid_t = 0
    var environment: [UnsafeMutablePointer<CChar>?] =
      Self.environment(soundServer).map { strdup($0) } + [nil]
    defer { for variable in environment { free(variable) } }
    let code = Self.name.withCString { name in
      let arguments: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: name), nil]
      return posix_spawn(&pid, path, &actions, &attributes, arguments, &environment)
    }
    guard code == 0 else { throw .noPlayer("\(path): \(systemMessage(code))") }
    return pid
  }

  /// Environment variables with servers that the player cannot reach; asking them would only cost
  /// time.
  private static let serverVariables = [
    "PULSE_SERVER", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "PIPEWIRE_REMOTE",
  ]

  private static func environment(_ soundServer: SoundServer) -> [[CChar]] {
    var variables: [[CChar]] = []
    var next = linux_environment()
    while let variable = next?.pointee {
      let text = Array(UnsafeBufferPointer(start: variable, count: strlen(variable) + 1))
      let name = text.prefix { $0 != CChar(UInt8(ascii: "=")) && $0 != 0 }
      if !serverVariables.contains(where: {
        $0.utf8.elementsEqual(name.map(UInt8.init(bitPattern:)))
      }) {
        variables.append(text)
      }
      next = next?.advanced(by: 1)
    }
    if let path = soundServer.path {
      // Given explicitly, libpulse neither looks for a server nor tries to start one.
      variables.append(("PULSE_SERVER=unix:".utf8 + path + [0]).map(CChar.init(bitPattern:)))
    }
    return variables
  }

  /// Unblocks all signals, resets their handlers and makes a process group, so that only the viewer
  /// gets Ctrl-C.
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
}

/// The system's message for an error number.
nonisolated func systemMessage(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}
