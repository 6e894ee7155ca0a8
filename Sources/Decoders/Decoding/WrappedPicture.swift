import DecodeJobs
import DecoderWire
import DecodingSupport
import PictureMetadata

/// The decoding of files that contain a whole picture of another format: animated cursors and
/// QuickTime pictures.
///
/// gdk-pixbuf's loaders for such files start another loader for the picture inside, which bypasses
/// every size limit: with a file of 500 bytes, a loader requests five gigabytes.
enum WrappedPicture {
  private struct EmbeddedFile {
    var bytes: PictureBytes
    var frameCount = 1
  }

  static func decode(_ job: DecodeJob, _ format: PictureFormat) throws(DecodeFailure)
    -> DecodeAnswer
  {
    let content = format == .ani ? embeddedCursor(job.bytes) : embeddedQuickTimePicture(job.bytes)
    guard let content, let inner = FormatSniffer.format(of: content.bytes, name: ""),
      inner != .ani, inner != .qtif
    else {
      throw DecodeFailure(.damaged, format: format.name, detail: "there is no picture in it")
    }
    var job = job
    job.bytes = content.bytes
    do {
      return try PictureDecoder.decode(job, inner).withFormat(
        format, frameCount: content.frameCount)
    } catch {
      var failure = error
      if failure.kind != .missingLoader { failure.format = format.name }
      throw failure
    }
  }

  // An animated cursor is a RIFF file of chunks: name, length, and data padded to an even length.
  // Its frames are a list of icons.
  private static func embeddedCursor(_ b: PictureBytes) -> EmbeddedFile? {
    var i = 12
    var frameCount = 1
    while b.hasChunkName(at: i), let length = b.little32(i + 4) {
      let data = b.part(i + 8..<i + 8 + length)
      if b.hasBytes("anih", at: i) { frameCount = max(1, data.little32(4) ?? 1) }
      if b.hasBytes("LIST", at: i), data.hasBytes("fram") {
        guard data.hasBytes("icon", at: 4), let size = data.little32(8) else { return nil }
        return EmbeddedFile(bytes: data.part(12..<12 + size), frameCount: min(frameCount, 10_000))
      }
      i += 8 + length + length % 2
    }
    return nil
  }

  // A QuickTime picture consists of atoms: length, name, and data.
  private static func embeddedQuickTimePicture(_ b: PictureBytes) -> EmbeddedFile? {
    var i = 0
    while let length = b.big32(i) {
      // Length 0 means that the atom extends to the end of the file.
      let end = length == 0 ? b.count : i + length
      if b.hasBytes("idat", at: i + 4) {
        return EmbeddedFile(bytes: b.part(i + 8..<max(i + 8, end)))
      }
      guard length >= 8 else { return nil }
      i = end
    }
    return nil
  }
}

extension DecodeAnswer {
  /// This answer with the format and the number of frames of the file that contains the decoded
  /// picture.
  func withFormat(_ format: PictureFormat, frameCount: Int = 1) -> DecodeAnswer {
    func changed(_ info: DecodeReply.Info) -> DecodeReply.Info {
      var info = info
      info.format = format.name
      info.frames = frameCount
      return info
    }
    var answer = self
    switch result {
    case .info(let info): answer.result = .info(changed(info))
    case .pixels(let info, let layout): answer.result = .pixels(changed(info), layout)
    case .thumbnail(var info, let layout):
      info.format = format.name
      info.frames = frameCount
      answer.result = .thumbnail(info, layout)
    case .frames, .partial, .progress, .metadata, .edits, .encoded, .failed, .declined: break
    }
    return answer
  }
}
