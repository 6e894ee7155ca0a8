import CLinux

extension Attempt {
  /// Ways to somebody else.
  static func sockets(_ target: Target) -> [Attempt] {
    let families: [(String, Int32)] = [
      ("IPv4", AF_INET), ("IPv6", AF_INET6), ("Unix", AF_UNIX), ("Netlink", AF_NETLINK),
    ]
    let made = families.map { name, family in
      Attempt("make a socket of \(name)") { opening(SYS_socket, Int(family), 2) }
    }
    return made + [
      Attempt("make a pair of sockets") {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return pbview_errno() }
        for end in ends { close(end) }
        return 0
      },
      Attempt("wait for callers") { call(SYS_listen, 3, 1) },
      Attempt("take a caller") { call(SYS_accept4, 3) },
      Attempt("take a name") { call(SYS_bind, 3) },
      Attempt("call a server that has no file") { connecting(to: target.server) },
    ]
  }

  private static func opening(_ number: Int32, _ a: Int, _ b: Int) -> Int32 {
    let descriptor = helper_syscall(Int(number), a, b, 0, 0)
    guard descriptor >= 0 else { return pbview_errno() }
    close(Int32(descriptor))
    return 0
  }

  private static func connecting(to name: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return pbview_errno() }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // Its first byte is 0: a name without a file.
    withUnsafeMutableBytes(of: &address.sun_path) {
      UnsafeMutableRawBufferPointer(rebasing: $0[1...]).copyBytes(from: name.utf8)
    }
    let length = MemoryLayout<sa_family_t>.size + 1 + name.utf8.count
    return withUnsafePointer(to: &address) {
      call(SYS_connect, Int(descriptor), Int(bitPattern: $0), length)
    }
  }
}
