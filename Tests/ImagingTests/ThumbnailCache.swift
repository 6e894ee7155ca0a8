import CLinux
import DecoderWire
import Imaging
import Pixels

/// A temporary folder of pictures with a shared thumbnail cache and the real decoder.
@MainActor
final class ThumbnailCache {
  let loop = FakeLoop()
  let shared: SharedThumbnails
  let root: String
  /// The default modification time of test files, in the year 2020: thumbnails of recently modified
  /// files are not stored.
  static let old = 1_600_000_000

  init() {
    var template = Array("/tmp/pbview-thumbnails-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("no folder for a test") }
    root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    shared = SharedThumbnails(folder: "\(root)/cache/thumbnails", program: "pbview-test")
  }

  isolated deinit { _ = ChildProgram.run(["rm", "-rf", root]) }

  nonisolated static var hasDecoder: Bool { (try? DecoderProgram.find()) != nil }

  /// Writes a picture and sets its modification time.
  func write(_ name: String, _ content: [UInt8], modified: Int = old) -> FilePathBytes {
    let path = "\(root)/\(name)"
    let number = creat(path, 0o600)
    precondition(CLinux.write(number, content, content.count) == content.count, "short write")
    close(number)
    var times = [timespec(tv_sec: modified, tv_nsec: 0), timespec(tv_sec: modified, tv_nsec: 5)]
    precondition(utimensat(AT_FDCWD, path, &times, 0) == 0, "no time for a test")
    return FilePathBytes(path)
  }

  /// The result of one thumbnail request to a new pipeline without cached thumbnails.
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
    _ = loop.serve { task.isFinished && pipeline.hasSentThumbnailsToWriter }
    // The writer thread has no completion callback.
    while !pipeline.hasWrittenAllThumbnails { sched_yield() }
    outcome.statistics = pipeline.statistics
    return outcome
  }

  /// The names of the files in the cache folder `folder`.
  func files(_ folder: String) -> [String] {
    let output =
      ChildProgram.run(["find", root, "-path", "\(shared.folder)/\(folder)/*"])?.output ?? ""
    return output.split(separator: "\n").map { String($0.split(separator: "/").last ?? "") }
  }

  /// The octal permissions, for example "700".
  func mode(_ path: String) -> String {
    let output = ChildProgram.run(["stat", "-c", "%a", path])?.output ?? ""
    return output.split(separator: "\n").joined()
  }

  /// A PPM; pixel (x, y) has red x, green y modulo 256 and the given blue.
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
  /// All pixels in row order.
  var allPixels: [UInt32] {
    (0..<size.height).flatMap { y in (0..<size.width).map { pixel(x: $0, y: y) } }
  }
}
