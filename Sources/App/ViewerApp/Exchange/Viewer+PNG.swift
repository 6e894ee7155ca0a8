import BrowserHost
import Imaging
import Pixels

/// PNG files of photos, for programs that do not read their formats.
extension Viewer {
  /// The box that a picture is fitted into, in pixels: a limit of the memory that a paste takes.
  private static let pngBox = PixelSize(width: 8192, height: 8192)

  /// Makes a PNG of the picture of a file, with the colours of the window. The helper decodes it; it
  /// is encoded on another thread.
  ///
  /// - Parameter deliver: called once; nil when the picture cannot be read.
  func makePNG(of file: FilePath, then deliver: @escaping ([UInt8]?) -> Void) {
    let request = ImageRequest(path: file.key, target: Self.pngBox, purpose: .prefetch)
    let running = PNGRequest()
    running.task = pipeline.request(request) { update in
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
      running.task = nil
    }
  }
}

/// A running request for the pixels of a PNG. It retains itself until it ends.
private final class PNGRequest {
  var task: ImageTask?
}
