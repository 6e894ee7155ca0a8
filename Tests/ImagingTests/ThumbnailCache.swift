import CLinux
import DecoderWire
import Imaging
import Pixels

/// A folder of pictures, a shared cache of its own and the real decoder.
@MainActor
final class ThumbnailCache {
  let loop = FakeLoop()
  let shared: SharedThumbnails
  let root: String
  /// Long ago, for the files of a test: what was written just now is not stored.
  static let old = 1_600_000_000

  init() {
    var template = Array("/tmp/pbview-thumbnails-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("no folder for a test") }
    root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    shared = SharedThumbnails(folder: "\(root)/cache/thumbnails", program: "pbview-test")
  }

  isolated deinit { _ = ChildProgram.run(["rm", "-rf", root]) }

  nonisolated static var hasDecoder: Bool { (try? DecoderProgram.find()) != nil }

  /// Writes a picture and says when that was.
  func write(_ name: String, _ content: [UInt8], modified: Int = old) -> FilePathBytes {
    let path = "\(root)/\(name)"
    let number = creat(path, 0o600)
    precondition(CLinux.write(number, content, content.count) == content.count, "short write")
    close(number)
    var times = [timespec(tv_sec: modified, tv_nsec: 0), timespec(tv_sec: modified, tv_nsec: 5)]
    precondition(utimensat(AT_FDCWD, path, &times, 0) == 0, "no time for a test")
    return FilePathBytes(path)
  }

  /// What one thumbnail came to, in a pipeline that remembers nothing.
  struct Outcome {
    var thumbnail: Thumbnail?
    var failure: DecodeFailure?
    var statistics = ImagingStatistics()
  }

  func ask(_ path: FilePathBytes, side: Int = 128) -> Outcome {
    var configuration = ImagingConfiguration()
    configuration.helpers = 1
    configuration.sharedThumbnails = shared
    let pipeline = ImagePipeline(configuration: configuration, loop: loop)
    defer { pipeline.stop() }
    var outcome = Outcome()
    let task = pipeline.thumbnail(ThumbnailRequest(path: path, side: side)) {
      switch $0 {
      case .success(let thumbnail): outcome.thumbnail = thumbnail
      case .failure(let failure): outcome.failure = failure
      }
    }
    _ = loop.serve { task.isFinished && pipeline.isWaitingForWriter }
    // The writer has a thread of its own and tells nobody when it is done.
    while !pipeline.hasStoredThumbnails { sched_yield() }
    outcome.statistics = pipeline.statistics
    return outcome
  }

  /// The names in a folder of the cache.
  func files(_ folder: String) -> [String] {
    let output =
      ChildProgram.run(["find", root, "-path", "\(shared.folder)/\(folder)/*"])?.output ?? ""
    return output.split(separator: "\n").map { String($0.split(separator: "/").last ?? "") }
  }

  /// Permissions, as in "700".
  func mode(_ path: String) -> String {
    let output = ChildProgram.run(["stat", "-c", "%a", path])?.output ?? ""
    return output.split(separator: "\n").joined()
  }

  /// A PPM that differs at every pixel and, with another `blue`, from every other one.
  static func pixmap(_ width: Int, _ height: Int, blue: UInt8 = 0x80) -> [UInt8] {
    var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        bytes += [UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y), blue]
      }
    }
    return bytes
  }
}

extension Bitmap {
  /// Every pixel in turn.
  var allPixels: [UInt32] {
    (0..<size.height).flatMap { y in (0..<size.width).map { pixel(x: $0, y: y) } }
  }
}
