import CLinux

/// The sound server for this process, found by the rules that PulseAudio clients follow.
///
/// - Source: libpulse's documentation "Server Strings" and `pa_get_runtime_dir`; PipeWire serves
///   the same protocol on the same socket.
nonisolated package enum SoundServer: Hashable, Sendable {
  /// A PulseAudio server behind the Unix socket at this path.
  case local(path: [UInt8])
  /// The environment names only servers that a player cannot reach, such as one on another machine.
  case remote
  /// The case that no sound server was found.
  case none

  /// The path of the Unix socket of a local server; nil for the other cases.
  package var path: [UInt8]? { if case .local(let path) = self { path } else { nil } }

  /// The sound server according to the environment variables of this process.
  static var current: SoundServer {
    find(
      variable: { name in getenv(name).map { Array(String(cString: $0).utf8) } },
      isSocket: { path in
        var status = stat()
        let found = (path + [0]).withUnsafeBufferPointer { bytes in
          bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { stat($0, &status) } }
        }
        return found == 0 && Int32(bitPattern: status.st_mode) & S_IFMT == S_IFSOCK
      })
  }

  /// The server that `PULSE_SERVER` names, or else the first socket in the directories where sound
  /// servers create theirs.
  ///
  /// - Parameters:
  ///   - variable: the value of an environment variable; nil when it is unset.
  ///   - isSocket: whether a socket exists at a path.
  package static func find(
    variable: (String) -> [UInt8]?, isSocket: ([UInt8]) -> Bool
  ) -> SoundServer {
    if let named = variable("PULSE_SERVER"), !named.isEmpty {
      let servers = named.split(separator: UInt8(ascii: " ")).map { withoutHost(Array($0)) }
      guard let path = servers.lazy.compactMap(path(ofServer:)).first(where: isUsable) else {
        return .remote
      }
      return .local(path: path)
    }
    let runtime =
      [
        variable("PULSE_RUNTIME_PATH"),
        variable("XDG_RUNTIME_DIR").map { $0 + Array("/pulse".utf8) },
      ].compactMap(\.self) + [Array("/run/pulse".utf8), Array("/var/run/pulse".utf8)]
    let sockets = runtime.map { $0 + Array("/native".utf8) }.filter(isUsable)
    guard let found = sockets.first(where: isSocket) else { return .none }
    return .local(path: found)
  }

  /// A PulseAudio server string without the prefix that limits it to one machine:
  /// `{NAME}unix:/PATH` becomes `unix:/PATH`.
  private static func withoutHost(_ server: [UInt8]) -> [UInt8] {
    guard server.first == UInt8(ascii: "{"), let end = server.firstIndex(of: UInt8(ascii: "}"))
    else { return server }
    return Array(server[(end + 1)...])
  }

  private static func path(ofServer server: [UInt8]) -> [UInt8]? {
    let scheme = Array("unix:".utf8)
    if server.starts(with: scheme) { return Array(server.dropFirst(scheme.count)) }
    return server.first == UInt8(ascii: "/") ? server : nil
  }

  /// Whether a socket path is absolute, fits into a socket address, and contains no white space,
  /// which separates servers in `PULSE_SERVER`.
  private static func isUsable(_ path: [UInt8]) -> Bool {
    path.first == UInt8(ascii: "/") && path.count <= SocketAddress.maxPathBytes
      && !path.contains { $0 <= UInt8(ascii: " ") }
  }
}
