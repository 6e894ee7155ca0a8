import BrowserHost
import Imaging
import Pixels

/// The encoder of photos as PNG data, for programs that take pictures from the clipboard or a drag
/// but not the photo's format.
final class PNGConverter {
  private let pipeline: ImagePipeline
  /// The running requests for decoded pictures, by their numbers.
  private var requests: [Int: ImageTask] = [:]
  private var lastNumber = 0

  /// The size in pixels into which a picture is fitted, which limits the memory for one PNG.
  private static let box = PixelSize(width: 8192, height: 8192)

  init(_ pipeline: ImagePipeline) { self.pipeline = pipeline }

  /// Makes a PNG of the picture in a file, in the colours in which the window shows it. A helper
  /// decodes the picture, and another thread encodes it.
  ///
  /// - Parameter deliver: called once, with the bytes of the PNG; with nil when the picture
  ///   cannot be read.
  func makePNG(of file: FilePath, then deliver: @escaping ([UInt8]?) -> Void) {
    let request = ImageRequest(path: file.key, target: Self.box, purpose: .prefetch)
    lastNumber += 1
    let number = lastNumber
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
