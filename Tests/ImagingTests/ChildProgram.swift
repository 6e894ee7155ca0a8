import CLinux

/// Runs a program and waits for its end.
enum ChildProgram {
  /// Runs `arguments` and returns the exit status (-1 after a signal) and the standard output; nil
  /// when the program cannot be started.
  static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) -> (status: Int32, output: String)? {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    let (output, input) = (OwnedOutput(ends[0]), OwnedOutput(ends[1]))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.number, 1)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let lines = ["PATH=/usr/local/bin:/usr/bin:/bin"] + environment.map { "\($0.key)=\($0.value)" }
    var settings: [UnsafeMutablePointer<CChar>?] = lines.map { strdup($0) } + [nil]
    defer { for text in words + settings { free(text) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, arguments[0], &actions, nil, &words, &settings) == 0 else {
      return nil
    }
    input.close()
    let text = output.readAll()
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, pbview_errno() == EINTR {}
    return (status & 0x7F == 0 ? status >> 8 & 0xFF : -1, text)
  }
}

private final class OwnedOutput {
  private(set) var number: Int32

  init(_ number: Int32) { self.number = number }
  deinit { close() }

  func close() {
    if number >= 0 { _ = CLinux.close(number) }
    number = -1
  }

  func readAll() -> String {
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(number, &part, part.count)
      if count < 0, pbview_errno() == EINTR { continue }
      if count <= 0 { return String(decoding: all, as: UTF8.self) }
      all += part[..<count]
    }
  }
}
