import ColorManagement
import DecodeJobs
import DecoderWire
import DecodingSupport
import JPEGDecoding
import Pixels
import RawDecoding

/// The decoding of camera RAW files. A preview inside one is decoded like a file of its own.
enum CameraRaw {
  static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let content = try RawContent(job)
    defer { withExtendedLifetime(content) {} }
    do {
      switch content.form {
      case .samples(let picture): return try picture.answer(job)
      case .jpegFile(let bytes):
        var inner = job
        inner.bytes = bytes
        if let sendPartial = job.sendPartial {
          inner.sendPartial = { sendPartial($0.withFormat(.cameraRaw)) }
        }
        let colors = PictureColorSpace(preview: bytes, ofRaw: job.bytes)
        return try PictureDecoder.decode(inner, .jpeg, colors: colors).withFormat(.cameraRaw)
      }
    } catch {
      var failure = error
      failure.format = PictureFormat.cameraRaw.name
      throw failure
    }
  }
}

/// The reader of regions of the JPEG preview in a camera RAW file.
final class RawPreviewRegionReader: RegionReader {
  private let content: RawContent
  private let jpegReader: JPEGRegionReader
  let info: DecodeReply.Info

  /// Opens the preview of the RAW file of a job.
  ///
  /// - Parameter open: makes the reader of the preview from a job with the bytes of the preview.
  /// - Throws: `.unsupported` when the file has no preview of a sufficient size.
  init(_ job: DecodeJob, open: (DecodeJob) throws(DecodeFailure) -> JPEGRegionReader)
    throws(DecodeFailure)
  {
    content = try RawContent(job)
    let name = PictureFormat.cameraRaw.name
    guard case .jpegFile(let bytes) = content.form else {
      throw DecodeFailure(.unsupported, format: name, detail: "it has no parts")
    }
    var inner = job
    inner.bytes = bytes
    jpegReader = try open(inner)
    var info = jpegReader.info
    info.format = name
    self.info = info
  }

  var heldByteCount: Int { jpegReader.heldByteCount + content.byteCount }

  func read(
    _ region: RegionRequest, into memory: PixelBuffer, cmyk: ColorConversion?
  ) throws(DecodeFailure) {
    try jpegReader.read(region, into: memory, cmyk: cmyk)
  }
}
