import BrowserHost
import Imaging
import Pixels

/// A maker of PNG files of photos, for programs that do not read their formats.
final class PNGMaker {
  private let pipeline: ImagePipeline
  /// The running requests by number.
  private var requests: [Int: ImageTask] = [:]
  private var count = 0

  /// The box that a picture is fitted into, in pixels: a limit of the memory that a paste takes.
  private static let box = PixelSize(width: 8192, height: 8192)

  init(_ pipeline: ImagePipeline) { self.pipeline = pipeline }

  /// Makes a PNG of the picture of a file, with the colours of the window. The helper decodes it;
  /// it is encoded on another thread.
  ///
  /// - Parameter deliver: called once; nil when the picture cannot be read.
  func makePNG(of file: FilePath, then deliver: @escaping ([UInt8]?) -> Void) {
    let request = ImageRequest(path: file.key, target: Self.box, purpose: .prefetch)
    count += 1
    let number = count
    var isDone = false
    let task = pipeline.request(request) { [weak self] update in
      switch update {
      case .preview: return
      case .exact(let image):
        let bitmap = image.bitmap
        WorkerThread.run {
          PNGPicture.bytes(of: bitmap)
        } finish: {
          deliver($0)
        }
      case .failed: deliver(nil)
      }
      isDone = true
      self?.requests[number] = nil
    }
    if !isDone { requests[number] = task }
  }
}
