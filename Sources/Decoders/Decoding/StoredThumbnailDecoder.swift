import ColorManagement
import DecodeJobs
import DecoderWire
import DecodingSupport
import Geometry
import PNGDecoding
import Pixels

/// The decoder of a file of the shared thumbnail cache, for a thumbnail that is valid for the
/// requested picture.
///
/// - Source: Thumbnail Managing Standard 0.9.
enum StoredThumbnailDecoder {
  /// Decodes the stored thumbnail.
  ///
  /// - Throws: `.empty` when the file is not a valid thumbnail of the picture, for any reason.
  static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let wanted = job.request.stored else { throw .noStoredThumbnail }
    let texts = PNGTextChunks(job.bytes)
    guard let uri = texts.bytes("Thumb::URI"), MessageDigest(of: uri) == wanted.uriDigest,
      texts.number("Thumb::MTime") == wanted.modifiedSeconds
    else { throw .noStoredThumbnail }
    var job = job
    job.colors = PictureColorSpace.read(job.bytes, .png)
    let answer: DecodeAnswer
    do { answer = try PNGDecoder.decode(job) } catch { throw .noStoredThumbnail }
    guard case .pixels(let png, let layout) = answer.result else { throw .noStoredThumbnail }
    let natural = naturalSize(texts, shownAs: png.naturalSize)
    guard !png.isTruncated,
      isAsLargeAsPermitted(png.naturalSize, wanted.maxSide, of: natural)
    else {
      answer.closeDescriptor()
      throw .noStoredThumbnail
    }
    var result = answer
    result.result = .thumbnail(
      DecodeReply.ThumbnailInfo(naturalSize: natural, source: .stored), layout)
    return result
  }

  /// The natural size of the picture that the thumbnail states; zero when it is missing or does not
  /// suit `size`, the size of the thumbnail. Some programs store the size before orientation is
  /// applied.
  private static func naturalSize(_ texts: PNGTextChunks, shownAs size: PixelSize) -> PixelSize {
    guard let width = texts.number("Thumb::Image::Width"),
      let height = texts.number("Thumb::Image::Height"),
      (1...Int64(Int32.max)).contains(width), (1...Int64(Int32.max)).contains(height)
    else { return .zero }
    let statedSize = PixelSize(width: Int(width), height: Int(height))
    return [statedSize, statedSize.transposed].first { size.isFittedSize(of: $0, within: size) }
      ?? .zero
  }

  /// Whether a thumbnail of `size` belongs into the directory of thumbnails of at most `side`
  /// pixels: as large as the picture of `natural` size permits.
  private static func isAsLargeAsPermitted(_ size: PixelSize, _ side: Int, of natural: PixelSize)
    -> Bool
  {
    guard max(size.width, size.height) <= side else { return false }
    return natural.isEmpty
      || size.isFittedSize(of: natural, within: PixelSize(width: side, height: side))
  }
}

extension PixelSize {
  /// Whether a picture of `natural` size has this size when fitted into `box`, up to one pixel of
  /// rounding.
  fileprivate func isFittedSize(of natural: PixelSize, within box: PixelSize) -> Bool {
    let fitted = DecodeRequest(id: 0, kind: .exact, target: box).fittedSize(of: natural)
    return abs(fitted.width - width) <= 1 && abs(fitted.height - height) <= 1
  }
}

extension DecodeFailure {
  /// The failure (`.empty`) for a file of the thumbnail cache that cannot be used; it does not tell
  /// whether the picture is valid.
  static var noStoredThumbnail: DecodeFailure {
    DecodeFailure(.empty, detail: "no stored thumbnail")
  }
}
