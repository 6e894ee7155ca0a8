import CLinux
package import HelperProcesses
import Localization

/// One run of another program with given arguments, without a shell.
///
/// The program leads a session of its own, so that it can outlive the viewer, and has no standard
/// input unless ``input`` is set. Its standard output and standard error go to memory of a limited
/// size; a write beyond the limit fails with an error, and ends neither the program nor the viewer.
nonisolated package struct ProgramRun: Sendable {
  /// The result of a run: exit status and output of the program.
  package struct RunOutcome: Hashable, Sendable {
    /// The way in which a process ended: an exit status, or the number of a signal.
    package enum End: Hashable, Sendable {
      case exited(Int32)
      case signalled(Int32)
    }
    package var end: End
    /// The first 64 KiB of the program's standard output.
    package var output: [UInt8]
    /// The first 64 KiB of the program's standard error.
    package var errorOutput: [UInt8]

    package init(end: End, output: [UInt8] = [], errorOutput: [UInt8] = []) {
      self.end = end
      self.output = output
      self.errorOutput = errorOutput
    }

    /// Whether the program has exited with status 0.
    package var isSuccess: Bool { end == .exited(0) }

    /// The standard output as text, without empty lines and the line feed at its end.
    package var text: String {
      String(decoding: output, as: UTF8.self).split(separator: "\n").joined(separator: "\n")
    }

    /// The reason of a failure for the user: the first line of standard error, or else the exit
    /// status or signal.
    package var reason: String {
      let lines = String(decoding: errorOutput, as: UTF8.self).split(whereSeparator: \.isNewline)
      let collapsed = lines.lazy.map { $0.split(separator: " ").joined(separator: " ") }
      if let line = collapsed.first(where: { !$0.isEmpty }) { return line }
      switch end {
      case .exited(let status): return tr("it ended with status {status}", ["status": status])
      case .signalled(let number): return tr("it was ended by signal {number}", ["number": number])
      }
    }
  }

  /// The program and its arguments. The program is a path, or a name that is searched for in
  /// `PATH`.
  package var commandLine: [[UInt8]]
  /// The working directory of the program; nil for that of this process.
  package var workingFolder: [UInt8]?
  /// The file that the program reads as standard input; nil for `/dev/null`.
  package var input: OwnedDescriptor?
  /// The environment variables of the program that replace those of this process.
  package var variables: [(name: String, value: String)]

  /// The size in bytes of the memory for standard output, and of that for standard error.
  private static let maxOutputBytes = 64 << 10

  package init(
    _ commandLine: [[UInt8]], in folder: [UInt8]? = nil,
    variables: [(name: String, value: String)] = []
  ) {
    self.commandLine = commandLine
    workingFolder = folder
    self.variables = variables
  }

  package init(_ commandLine: String...) { self.init(commandLine.map { Array($0.utf8) }) }

  /// The path of this process's executable; nil when the system does not report it.
  package static var ownProgram: [UInt8]? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    return length > 0 ? buffer[..<length].map { UInt8(bitPattern: $0) } : nil
  }

  /// The path of an executable program in the folders of `PATH`; nil when none contains it.
  package static func find(_ name: String) -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs the program and blocks until it has ended.
  ///
  /// - Parameter seconds: the timeout, after which the program and the programs that it has started
  ///   are killed; nil for none.
  /// - Throws: `.system` when the program cannot be started.
  package func run(within seconds: Double? = nil) throws(DesktopError) -> RunOutcome {
    let name = commandLine.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard let output = Self.makeOutputMemory(), let errors = Self.makeOutputMemory() else {
      throw .system(call: name, reason: systemMessage(pbview_errno()))
    }
    let process = try spawn(name, output.number, errors.number)
    // The program leads a process group with its own process ID, so that a signal to the negative
    // ID reaches all programs that it has started.
    if let seconds, !Self.waitForEnd(of: process, within: seconds) { kill(-process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, pbview_errno() == EINTR {}
    let signal = status & 0x7F
    return RunOutcome(
      end: signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal),
      output: Self.contents(of: output), errorOutput: Self.contents(of: errors))
  }

  /// Waits for the end of a child process, without reaping it.
  ///
  /// - Returns: false when the process still runs after `seconds`.
  private static func waitForEnd(of process: pid_t, within seconds: Double) -> Bool {
    let pidfdOpen = 434
    let number = Int32(helper_syscall(pidfdOpen, Int(process), 0, 0, 0))
    // Before Linux 5.3 there is no descriptor for a process; the timeout is then ignored.
    guard number >= 0 else { return true }
    let descriptor = OwnedDescriptor(number)
    var polled = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&polled, 1, Int32(seconds * 1000))
      if count < 0, pbview_errno() == EINTR { continue }
      return count != 0
    }
  }

  private func spawn(
    _ name: String, _ output: Int32, _ errors: Int32
  ) throws(DesktopError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    if let folder = workingFolder {
      _ = folder.withCString { posix_spawn_file_actions_addchdir_np(&actions, $0) }
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    HelperProgram.resetSignals(&attributes)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Int32(POSIX_SPAWN_SETSID)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let arguments = commandLine.map { argument in argument.withCString { strdup($0) } } + [nil]
    let own =
      HelperProgram.environment(without: variables.map(\.name)).map { strdup($0) }
    let environment = own + variables.map { strdup("\($0.name)=\($0.value)") } + [nil]
    defer { for string in arguments + environment { free(string) } }
    var process: pid_t = 0
    let code = name.withCString {
      posix_spawnp(&process, $0, &actions, &attributes, arguments, environment)
    }
    guard code == 0 else { throw .system(call: name, reason: systemMessage(code)) }
    return process
  }

  /// Makes memory of ``maxOutputBytes`` bytes, which cannot grow, as the file for one output of the
  /// program; nil when the system has none.
  private static func makeOutputMemory() -> OwnedDescriptor? {
    let number = linux_open_memory("output", true)
    guard number >= 0 else { return nil }
    let memory = OwnedDescriptor(number)
    guard ftruncate(number, off_t(maxOutputBytes)) == 0,
      linux_add_seals(number, F_SEAL_GROW | F_SEAL_SHRINK) == 0
    else { return nil }
    return memory
  }

  /// The bytes that the program wrote into the memory for one output.
  private static func contents(of memory: OwnedDescriptor) -> [UInt8] {
    // The file offset is shared with the program, and is behind the last byte that it wrote.
    let end = min(Int(lseek(memory.number, 0, SEEK_CUR)), maxOutputBytes)
    guard end > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: end) { buffer, count in
      count = max(0, pread(memory.number, buffer.baseAddress, end, 0))
    }
  }
}
