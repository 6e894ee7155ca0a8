import Descriptors
import Glibc
import PercentCoding

/// The D-Bus address of a bus: a Unix socket in the file system or in the abstract namespace.
///
/// - Source: D-Bus specification, "Server addresses".
nonisolated enum BusAddress: Hashable, Sendable {
  case path([UInt8])
  case abstract([UInt8])

  /// The first Unix socket in a D-Bus address list, such as `unix:path=/run/user/1000/bus`; nil
  /// when the list has none.
  init?(_ list: String) {
    for entry in list.split(separator: ";") where entry.hasPrefix("unix:") {
      for pair in entry.dropFirst(5).split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2,
          let value = PercentEncoding.strictlyDecoded(parts[1].utf8)
        else { continue }
        switch parts[0] {
        case "path": self = .path(value)
        case "abstract": self = .abstract(value)
        default: continue
        }
        return
      }
    }
    return nil
  }

  /// A non-blocking socket that is connected to the address; nil on failure.
  func connect() -> OwnedDescriptor? {
    let bytes: [UInt8] =
      switch self {
      case .path(let path): path + [0]
      case .abstract(let name): [0] + name
      }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let socket = OwnedDescriptor(Glibc.socket(AF_UNIX, Int32(kind), 0))
    guard socket.number >= 0 else { return nil }
    let length = MemoryLayout<sa_family_t>.size + bytes.count
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket.number, $0, socklen_t(length))
      }
    }
    return result == 0 ? socket : nil
  }
}
