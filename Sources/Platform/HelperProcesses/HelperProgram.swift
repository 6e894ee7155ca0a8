package import CLinux
import Localization

/// The executable file of a kind of helper.
package struct HelperProgram: Sendable {
  /// The number that the descriptor of the socket has in the helper.
  private static let socketNumber: Int32 = 3

  /// The path of the executable file.
  package let path: String

  /// Makes the value for the executable file at `path`, without checking that the file exists.
  package init(path: String) { self.path = path }

  /// Finds the executable file `name`: at the path in the environment variable `variable`, or else
  /// beside the executable of this process, or else in `../libexec/pbview`.
  ///
  /// - Throws: a failure with the expected path.
  package static func find(
    _ name: String, environmentVariable variable: String
  ) throws(HelperStartFailure) -> HelperProgram {
    if let named = getenv(variable) { return HelperProgram(path: String(cString: named)) }
    let folder = executableFolder()
    let candidates = ["\(folder)/\(name)", "\(folder)/../libexec/pbview/\(name)"]
    guard let found = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw HelperStartFailure(detail: tr("there is no {program}", ["program": candidates[0]]))
    }
    return HelperProgram(path: found)
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
  ///   - arguments: the arguments after the program's name.
  ///   - environment: the environment variables as C strings; nil for those of this process.
  ///   - showsErrors: whether the helper writes to the standard error of this process.
  /// - Returns: the process ID.
  /// - Throws: the reason why the process cannot be started.
  func spawn(
    socket: Int32, arguments: [String], environment: [[CChar]]?, showsErrors: Bool
  ) throws(HelperStartFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The socket is duplicated first, because its number may be one of those that are replaced
    // next.
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
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let allArguments = ([name] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { $0.map { strdup($0) } + [nil] }
    defer { for string in allArguments + (variables ?? []) { free(string) } }
    var pid: pid_t = 0
    let code = posix_spawn(
      &pid, path, &actions, &attributes, allArguments, variables ?? Self.ownEnvironment)
    guard code == 0 else { throw HelperStartFailure(detail: "\(path): \(systemMessage(code))") }
    return pid
  }

  /// Sets up a process to start with an empty signal mask, default signal actions and a process
  /// group of its own: Ctrl-C is for the viewer to handle.
  package static func resetSignals(_ attributes: inout posix_spawnattr_t) {
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

  /// The strings of this process's environment, followed by nil as in C.
  package static var ownEnvironment: [UnsafeMutablePointer<CChar>?] {
    var strings: [UnsafeMutablePointer<CChar>?] = []
    var next = linux_environment()
    while let string = next?.pointee {
      strings.append(string)
      next = next?.advanced(by: 1)
    }
    return strings + [nil]
  }

  /// The environment variables of this process as C strings, without the variables `names`.
  package static func environment(without names: [String]) -> [[CChar]] {
    ownEnvironment.compactMap { string in
      guard let string else { return nil }
      let text = Array(UnsafeBufferPointer(start: string, count: strlen(string) + 1))
      let name = text.prefix { $0 != CChar(UInt8(ascii: "=")) && $0 != 0 }
      let isLeftOut = names.contains {
        $0.utf8.elementsEqual(name.map(UInt8.init(bitPattern:)))
      }
      return isLeftOut ? nil : text
    }
  }
}

/// The reason why a helper process cannot be started.
package struct HelperStartFailure: Error {
  /// The message of the system, or the path of the missing executable.
  package let detail: String
}

/// The message of the system for an error number, as by `strerror`.
package func systemMessage(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}
