import Glibc

/// An HTTP server on this machine that sends files slowly, at 600 kB/s.
public nonisolated final class PhotoServer: Sendable {
  /// The URLs of the files, in the order of the initialiser's argument.
  public let addresses: [String]

  private let files: [String]
  private let socket: Int32
  /// The number of bytes of one write, and the pause after each write in microseconds.
  private static let (chunkSize, pause) = (24_000, UInt32(40_000))

  /// The error when the server cannot be started.
  public struct Failure: Error, CustomStringConvertible {
    /// The error message in one sentence.
    public let description: String
  }

  /// Starts a server for the files at these paths, which runs until the program ends; throws a
  /// ``Failure`` when no port can be opened.
  public init(_ files: [String]) throws {
    self.files = files
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    self.socket = socket
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && listen(socket, 16) == 0
          && getsockname(socket, address, &length) == 0
      }
    }
    guard isBound else {
      throw Failure(description: "no server: \(String(cString: strerror(errno)))")
    }
    let port = Int(UInt16(bigEndian: address.sin_port))
    addresses = files.indices.map { "http://127.0.0.1:\(port)/\($0).jpg" }
    Self.startThread { [self] in serve() }
  }

  private func serve() {
    while true {
      let connection = accept(socket, nil, nil)
      if connection >= 0 { Self.startThread { [self] in answer(connection) } }
    }
  }

  private func answer(_ connection: Int32) {
    defer { close(connection) }
    var request = [UInt8](repeating: 0, count: 4096)
    let count = read(connection, &request, request.count)
    let fields = String(decoding: request[..<max(0, count)], as: UTF8.self).split(separator: " ")
    let number = fields.dropFirst().first.flatMap { Int($0.dropFirst().prefix { $0.isNumber }) }
    guard let number, files.indices.contains(number), let bytes = Self.contents(of: files[number])
    else {
      return send(
        "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", to: connection)
    }
    send(
      "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\nCache-Control: no-store\r\n"
        + "Connection: close\r\n\r\n", to: connection)
    for start in stride(from: 0, to: bytes.count, by: Self.chunkSize) {
      let part = bytes[start..<min(bytes.count, start + Self.chunkSize)]
      guard part.withUnsafeBytes({ write(connection, $0.baseAddress, $0.count) }) > 0
      else { return }
      usleep(Self.pause)
    }
  }

  private func send(_ text: String, to connection: Int32) {
    _ = text.withCString { write(connection, $0, strlen($0)) }
  }

  private static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: max(0, ftell(file)))
    rewind(file)
    return fread(&bytes, 1, bytes.count, file) == bytes.count ? bytes : nil
  }

  private static func startThread(_ work: @escaping @Sendable () -> Void) {
    final class Work: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { pointer in
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Work(work)).toOpaque())
    pthread_detach(thread)
  }
}
