import BitmapFormats
package import ColorManagement
import DecodeJobs
package import DecoderWire
import DecodingSupport
import DocumentDecoding
import FreeImageDecoding
import JPEG2000Decoding
import JPEGDecoding
import OpenEXRDecoding
import PNGDecoding
import PictureMetadata
import TIFFDecoding
import VectorDecoding

/// The readers of the pictures whose regions are requested, kept open between requests.
package final class RegionSessions {
  private var cache: SessionCache<any RegionReader>

  /// Makes the collection without any readers.
  ///
  /// - Parameter conversions: the cache of colour conversions to use.
  package init(_ conversions: ColorConversionCache = ColorConversionCache()) {
    cache = SessionCache(conversions, byteCount: \.heldByteCount)
  }

  /// Answers a request for a region of a picture.
  ///
  /// - Parameters:
  ///   - file: the descriptor of the picture, which is opened when it is not open yet, or open from
  ///     another file.
  ///   - memoryDescriptor: the descriptor of the viewer's memory for the result, or -1.
  ///   - profile: the descriptor of the display's ICC profile, or -1. The caller keeps ownership of
  ///     all descriptors.
  /// - Returns: the reply and, with pixels in new memory, a sealed descriptor that the caller owns.
  package func answer(
    _ request: DecodeRequest, file: Int32, memoryDescriptor: Int32, profile: Int32 = -1
  ) -> (reply: DecodeReply, descriptor: Int32?) {
    cache.answer(
      request, request.region?.pictureID ?? 0,
      SessionCache.Descriptors(file: file, memoryDescriptor: memoryDescriptor, profile: profile)
    ) { job, format throws(DecodeFailure) in
      try Self.makeReader(job, format)
    } make: { job, session throws(DecodeFailure) in
      try RegionAnswer.make(job, session.reader)
    }
  }

  /// Makes the reader of a picture.
  ///
  /// - Returns: the reader, and the colour space of its pixels when it is not the one that the
  ///   metadata of the file state.
  private static func makeReader(
    _ job: DecodeJob, _ format: PictureFormat
  ) throws(DecodeFailure) -> (any RegionReader, PictureColorSpace?) {
    switch format {
    case .jpeg: return (try JPEGRegionReader(job), nil)
    case .png: return (try PNGRegionReader(job), nil)
    case .tiff: return (try TIFFRegionReader(job), nil)
    case .jpeg2000: return (try J2KRegionReader(job), nil)
    case .svg: return (try SVGRegionReader(job), nil)
    case .pdf, .djvu: return (try DocumentRegionReader(job, format), nil)
    case .cameraRaw: return try cameraRawReader(job)
    case .openEXR: return try EXRDecoder.regionReader(of: job)
    case .radiance: return try RadianceDecoder.regionReader(of: job)
    case .photoshop: return try FreeImageDecoder.regionReader(of: job)
    case .farbfeld: return (try FarbfeldDecoder.regionReader(of: job), nil)
    default:
      throw DecodeFailure(.unsupported, format: format.name, detail: "it has no parts")
    }
  }

  /// Region access to the preview in a file of camera RAW.
  private static func cameraRawReader(
    _ job: DecodeJob
  ) throws(DecodeFailure) -> (any RegionReader, PictureColorSpace?) {
    var colors: PictureColorSpace?
    let regions = try RawPreviewRegionReader(job) { preview throws(DecodeFailure) in
      var preview = preview
      preview.colors = PictureColorSpace(preview: preview.bytes, ofRaw: job.bytes)
      colors = preview.colors
      return try JPEGRegionReader(preview)
    }
    return (regions, colors)
  }
}

extension PictureFormat {
  /// Whether regions of pictures in the format can be decoded without the whole picture in memory.
  /// Exceptions are interlaced PNGs, TIFFs that are compressed as one piece,
  /// and Photoshop documents that only FreeImage can decode.
  var supportsRegions: Bool {
    [
      .jpeg, .png, .tiff, .jpeg2000, .svg, .cameraRaw, .pdf, .djvu, .openEXR, .radiance, .photoshop,
      .farbfeld,
    ].contains(self)
  }
}
