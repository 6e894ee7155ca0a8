import AnimationDecoding
import BitmapFormats
import CLinux
package import ColorManagement
import DecodeJobs
package import DecoderWire
import DecodingSupport
import DocumentDecoding
import FreeImageDecoding
import Geometry
import HEIFDecoding
import JPEG2000Decoding
import JPEGDecoding
import JXLDecoding
import MetadataReading
import OpenEXRDecoding
import OrientationEditing
import PNGDecoding
import PictureMetadata
import PixbufLoading
import Pixels
import SidecarEditing
import TIFFDecoding
import VectorDecoding
import WebPDecoding

/// The decoder of one request about one file: pixels, metadata, edits or an encoded file.
package enum PictureDecoder {
  /// Answers a request about the file that `file` refers to.
  ///
  /// - Parameters:
  ///   - memoryDescriptor: the descriptor of the viewer's memory for the result, or -1.
  ///   - profile: the descriptor of the display's ICC profile, or -1. The caller keeps ownership of
  ///     all descriptors.
  ///   - conversions: the cache of colour conversions to use.
  ///   - sendEarlyReply: receives previews and progress before the answer, if the request wants
  ///     them. It owns the descriptor that it gets.
  /// - Returns: the reply and, with pixels in new memory, a sealed descriptor that the caller owns.
  package static func decode(
    _ request: DecodeRequest, file: Int32, memoryDescriptor: Int32 = -1, profile: Int32 = -1,
    conversions: ColorConversionCache = ColorConversionCache(),
    sendEarlyReply: ((DecodeReply, _ descriptor: Int32?) -> Void)? = nil
  ) -> (reply: DecodeReply, descriptor: Int32?) {
    if request.kind == .frames {
      return FrameSessions(conversions).answer(
        request, file: file, memoryDescriptor: memoryDescriptor, profile: profile)
    }
    if request.kind == .region {
      return RegionSessions(conversions).answer(
        request, file: file, memoryDescriptor: memoryDescriptor, profile: profile)
    }
    let answer: DecodeAnswer
    do {
      let picture = try PictureFile(descriptor: file, limits: request.limits)
      var job = DecodeJob(
        request: request, bytes: picture.bytes, memoryDescriptor: memoryDescriptor)
      job.displayProfileDescriptor = profile
      job.conversions = conversions
      if request.wantsPartials, let sendEarlyReply {
        var sent = 0
        job.sendPartial = { answer in
          guard sent < DecoderWireFormat.maxPartials,
            case .pixels(let info, let layout) = answer.result
          else { return answer.closeDescriptor() }
          sent += 1
          sendEarlyReply(
            DecodeReply(id: request.id, result: .partial(info, layout)), answer.descriptor)
        }
      }
      if request.developsRaw || request.kind == .encode, let sendEarlyReply {
        job.reportProgress = { percent in
          sendEarlyReply(DecodeReply(id: request.id, result: .progress(percent)), nil)
        }
      }
      answer = try decode(picture, job)
    } catch {
      return (DecodeReply(id: request.id, result: .failed(error)), nil)
    }
    return (DecodeReply(id: request.id, result: answer.result), answer.descriptor)
  }

  /// Answers a job, and throws when its file was truncated meanwhile: the zeros in place of missing
  /// pages look like damage or a blank picture, so this failure takes precedence over others.
  private static func decode(
    _ picture: borrowing PictureFile, _ job: DecodeJob
  ) throws(DecodeFailure) -> DecodeAnswer {
    let answer: DecodeAnswer
    do { answer = try decode(job) } catch {
      let sizeFailure = error.kind == .damaged ? picture.sizeFailure(job.request.limits) : nil
      throw picture.truncationFailure ?? sizeFailure ?? error
    }
    let sizeFailure = answer.isTruncated ? picture.sizeFailure(job.request.limits) : nil
    if let failure = picture.truncationFailure ?? sizeFailure {
      answer.closeDescriptor()
      throw failure
    }
    return answer
  }

  private static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    switch job.request.kind {
    case .stored: return try StoredThumbnailDecoder.decode(job)
    case .recolor: return try RecoloredPixels.make(job)
    case .metadata:
      let metadata = MetadataReader.read(job.bytes, languages: job.request.languages)
      return DecodeAnswer(.metadata(metadata))
    case .sidecarEdits:
      let edits = try SidecarEditor.edits(of: job.bytes, for: job.request.sidecarChanges)
      return DecodeAnswer(.edits(edits))
    case .orientationEdits:
      let edits = try OrientationEditor.edits(
        of: job.bytes, name: job.request.nameHint, turn: job.request.turn ?? .up)
      return DecodeAnswer(.edits(edits))
    case .encode: return try PictureExport.answer(job)
    case .thumbnail: return try decodePicture(job).asThumbnail
    case .probe, .preview, .exact, .embedded, .frames, .region: return try decodePicture(job)
    }
  }

  private static func decodePicture(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let format = FormatSniffer.format(of: job.bytes, name: job.request.nameHint) else {
      throw UnsupportedType.failure(of: job.bytes, name: job.request.nameHint)
    }
    if job.request.kind == .embedded, format != .jpeg { throw .noEmbeddedPreview(format) }
    return try decode(job, format)
  }

  /// Decodes a picture of a known format.
  ///
  /// - Parameter colors: the colour space of the picture. Default: nil, for the colour space that
  ///   its file states.
  static func decode(
    _ job: DecodeJob, _ format: PictureFormat, colors: PictureColorSpace? = nil
  ) throws(DecodeFailure) -> DecodeAnswer {
    var job = job
    job.colors = colors ?? PictureColorSpace.read(job.bytes, format, leaf: job.request.leaf)
    let (name, maxFrames) = (job.colors.name, job.request.limits.frames)
    if let sendPartial = job.sendPartial {
      job.sendPartial = {
        sendPartial($0.addingIfUnnamed(profileName: name).withFrameCount(atMost: maxFrames))
      }
    }
    let answer = try decodePixels(job, format).addingIfUnnamed(profileName: name).withFrameCount(
      atMost: maxFrames)
    return job.colors.isHighDynamicRange ? answer.markedHighDynamicRange : answer
  }

  private static func decodePixels(
    _ job: DecodeJob, _ format: PictureFormat
  ) throws(DecodeFailure) -> DecodeAnswer {
    switch format {
    case .jpeg: try JPEGDecoder.decode(job)
    case .png: try PNGDecoder.decode(job)
    case .gif: try GIFDecoder.decode(job)
    case .ico: try IconDecoder.decode(job)
    case .ani, .qtif: try WrappedPicture.decode(job, format)
    case .cameraRaw: try CameraRaw.decode(job)
    case .xbm: try XBMDecoder.decode(job)
    case .xpm: try XPMDecoder.decode(job)
    case .qoi: try QOIDecoder.decode(job)
    case .svg: try SVGDecoder.decode(job)
    case .bmp: try BMPDecoder.decode(job)
    case .tga: try TargaDecoder.decode(job)
    case .pnm, .pam: try AnymapDecoder.decode(job, format)
    case .webp: try WebPDecoder.decode(job)
    case .tiff: try TIFFDecoder.decode(job)
    case .jpegXL: try JXLDecoder.decode(job)
    case .openEXR: try EXRDecoder.decode(job)
    case .radiance: try RadianceDecoder.decode(job)
    case .farbfeld: try FarbfeldDecoder.decode(job)
    case .photoshop, .dds, .pcx, .sgi: try FreeImageDecoder.decode(job, format)
    case .jpeg2000: try J2KDecoder.decode(job)
    case .pdf, .djvu: try DocumentDecoder.decode(job, format)
    case .heif, .avif: try HEIFDecoder.decode(job, format)
    default: try PixbufDecoder.decode(job, format)
    }
  }
}
