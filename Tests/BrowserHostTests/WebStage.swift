import BrowserHost
import CLinux
import Drawing
import Imaging
import Network
import Pixels
import TestSupport
import Testing

/// A loop of real descriptors and real time.
@MainActor
final class TestLoop: DescriptorWatching {
  private var lastID = 0
  private var timers: [Int: (at: Double, action: @MainActor () -> Void)] = [:]
  private var watched: [Int: (descriptor: Int32, action: @MainActor () -> Void)] = [:]

  func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation {
    lastID += 1
    let id = lastID
    watched[id] = (descriptor, onReadable)
    return Cancellation { [weak self] in self?.watched[id] = nil }
  }

  func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> Cancellation {
    lastID += 1
    let id = lastID
    timers[id] = (Self.now + seconds, action)
    return Cancellation { [weak self] in self?.timers[id] = nil }
  }

  /// Runs the loop until `isDone`; false when that takes more than `timeout` seconds.
  func run(timeout: Double = 30, until isDone: () -> Bool) -> Bool {
    let end = Self.now + timeout
    while !isDone() {
      let next = min(end, timers.values.map(\.at).min() ?? end)
      guard Self.now < end else { return false }
      let entries = watched.sorted { $0.key < $1.key }
      var polled = entries.map {
        pollfd(fd: $0.value.descriptor, events: Int16(POLLIN), revents: 0)
      }
      let wait = max(0, ((next - Self.now) * 1000).rounded(.up))
      poll(&polled, nfds_t(polled.count), Int32(wait))
      for (index, entry) in entries.enumerated()
      where polled[index].revents != 0 && watched[entry.key] != nil {
        entry.value.action()
      }
      for (id, timer) in timers where timer.at <= Self.now {
        timers[id] = nil
        timer.action()
      }
    }
    return true
  }

  /// The seconds of the monotonic clock.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A web server, the real helper, and the downloads between them.
@MainActor
final class WebStage {
  let loop = TestLoop()
  let server: WebServer
  let folder: TemporaryFolder
  let pipeline: ImagePipeline
  let pictures: WebPictures

  nonisolated static var hasDecoder: Bool { (try? DecoderProgram.find()) != nil }

  /// Whether a proxy of the machine does not apply to the local server. The variable is set once,
  /// because other threads read the environment.
  private static let hasNoProxy = setenv("no_proxy", "127.0.0.1", 1) == 0

  init(_ script: @escaping @Sendable (WebServer.Request) -> [WebServer.Step]) throws {
    try #require(Self.hasNoProxy)
    server = try WebServer(script)
    folder = try TemporaryFolder()
    pipeline = ImagePipeline(loop: loop)
    var configuration = WebConfiguration()
    configuration.cache = WebCache(folder: folder.file("web"))
    pictures = WebPictures(pipeline: pipeline, loop: loop, configuration: configuration)
    // Tests wait for requests and disconnections, which the server notices on its own threads.
    _ = loop.watch(descriptor: server.descriptor) { [server] in server.drain() }
  }

  isolated deinit {
    pictures.stop()
    pipeline.stop()
    server.stop()
  }

  /// A PNG that does not compress, so that a part of the file is the same part of the picture.
  nonisolated static func png(_ width: Int, _ height: Int) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder.file("a.png")
    try PNGWriter.write(SyntheticPhoto.noise(width, height, isOpaque: true, seed: 1), to: path)
    let number = linux_open_for_reading(path)
    defer { close(number) }
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(number, &part, part.count)
      guard count > 0 else { return all }
      all += part[..<count]
    }
  }
}
