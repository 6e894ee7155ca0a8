import CLinux

extension Attempt {
  /// Connections to other processes or machines.
  static func sockets(_ target: Target) -> [Attempt] {
    let stream = Int(SOCK_STREAM.rawValue)
    let datagram = Int(SOCK_DGRAM.rawValue)
    let packets = Int(SOCK_SEQPACKET.rawValue)
    let families: [(String, Int32, Int)] = [
      ("IPv4", AF_INET, stream), ("IPv6", AF_INET6, stream), ("Unix", AF_UNIX, stream),
      ("Netlink", AF_NETLINK, datagram), ("Unix for datagrams", AF_UNIX, datagram),
      ("Unix for packets", AF_UNIX, packets),
    ]
    let made = families.map { name, family, kind in
      Attempt("make a socket of \(name)") { opening(SYS_socket, Int(family), kind) }
    }
    return made + [
      Attempt("make a pair of sockets") {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(stream), 0, &ends) == 0 else { return pbview_errno() }
        for end in ends { close(end) }
        return 0
      },
      Attempt("wait for callers") { call(SYS_listen, 3, 1) },
      Attempt("take a caller") { call(SYS_accept4, 3) },
      Attempt("take a name") { call(SYS_bind, 3) },
      Attempt("send to an address", isOrdinary: false) { sending(to: 0x1000) },
      Attempt("send to an address whose lower half is zero", isOrdinary: false) {
        sending(to: 1 << 32)
      },
      Attempt("call a server that has no file") { connecting(to: [0] + Array(target.server.utf8)) },
      Attempt("call the session bus") { connecting(to: path(target, "bus")) },
      Attempt("call an X server") { connecting(to: path(target, "X0")) },
      Attempt("call the sound server") { connecting(to: path(target, "sound")) },
      Attempt("call on the viewer's socket") {
        var address = address(path(target, "sound"))
        return connect(3, &address)
      },
      Attempt("change an address while it is checked", isOrdinary: false) { racing(target) },
    ]
  }

  private static func path(_ target: Target, _ name: String) -> [UInt8] {
    Array("\(target.folder)/\(name)".utf8) + [0]
  }

  private static func opening(_ number: Int32, _ a: Int, _ b: Int) -> Int32 {
    let descriptor = helper_syscall(Int(number), a, b, 0, 0)
    guard descriptor >= 0 else { return pbview_errno() }
    close(Int32(descriptor))
    return 0
  }

  private static func sending(to address: UInt) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return pbview_errno() }
    defer { close(descriptor) }
    return linux_send_to(descriptor, address) < 0 ? pbview_errno() : 0
  }

  private static func address(_ path: [UInt8]) -> (value: sockaddr_un, length: Int) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.prefix($0.count)) }
    return (address, MemoryLayout<sa_family_t>.size + path.count)
  }

  private static func connect(
    _ descriptor: Int32, _ address: inout (value: sockaddr_un, length: Int)
  ) -> Int32 {
    let length = address.length
    return withUnsafePointer(to: &address.value) {
      call(SYS_connect, Int(descriptor), Int(bitPattern: $0), length)
    }
  }

  private static func connecting(to path: [UInt8]) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return pbview_errno() }
    defer { close(descriptor) }
    var address = address(path)
    return connect(descriptor, &address)
  }

  /// Connects twelve times while another thread alternates the address between the sound server and
  /// the session bus.
  ///
  /// - Returns: 0 when one of the sockets is connected to the bus, otherwise `EACCES`.
  private static func racing(_ target: Target) -> Int32 {
    let race = AddressRace(
      address(path(target, "sound")).value, address(path(target, "bus")).value)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(race).toOpaque()
    let error = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<AddressRace>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    guard error == 0 else { return error }
    defer {
      race.end()
      pthread_join(thread, nil)
    }
    for _ in 0..<12 {
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      guard descriptor >= 0 else { return pbview_errno() }
      defer { close(descriptor) }
      let length = MemoryLayout<sockaddr_un>.size
      guard call(SYS_connect, Int(descriptor), Int(bitPattern: race.shared), length) == 0 else {
        continue
      }
      var peer = sockaddr_un()
      var size = socklen_t(length)
      let named = withUnsafeMutablePointer(to: &peer) { peer in
        withUnsafeMutablePointer(to: &size) {
          call(SYS_getpeername, Int(descriptor), Int(bitPattern: peer), Int(bitPattern: $0))
        }
      }
      let wanted = path(target, "bus")
      let isBus = withUnsafeBytes(of: peer.sun_path) { $0.starts(with: wanted) }
      if named == 0, isBus { return 0 }
    }
    return EACCES
  }
}

/// A socket address in memory that a thread changes continuously.
private final class AddressRace: @unchecked Sendable {
  // The data race on the address is the purpose; the flag only ever changes to true.
  let shared = UnsafeMutablePointer<sockaddr_un>.allocate(capacity: 1)
  private let addresses: [sockaddr_un]
  private let isOver = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

  init(_ first: sockaddr_un, _ second: sockaddr_un) {
    addresses = [first, second]
    shared.initialize(to: first)
    isOver.initialize(to: false)
  }

  func run() {
    while !isOver.pointee {
      for address in addresses {
        shared.pointee = address
        sched_yield()
      }
    }
  }

  func end() { isOver.pointee = true }
}
