import BrowserHost
import DecoderWire
import Geometry
import Glibc
import Imaging
import Localization
import PhotoGrid
import Pixels

/// The option `--info`: prints the facts about pictures to standard output, as text or as JSON.
final class InfoPrinter {
  private let paths: [FilePath]
  private let isJSON: Bool
  /// Whether the files of a RAW+JPEG pair are one photo, with the marks of both.
  private let joinsPairs: Bool
  private let pipeline: ImagePipeline
  private let bridge: LoopBridge
  private let log: Log
  private var task: MetadataTask?

  init(
    paths: [FilePath], isJSON: Bool, joinsPairs: Bool, pipeline: ImagePipeline,
    bridge: LoopBridge, log: Log
  ) {
    self.paths = paths
    self.isJSON = isJSON
    self.joinsPairs = joinsPairs
    self.pipeline = pipeline
    self.bridge = bridge
    self.log = log
  }

  /// Prints the facts about all pictures in the order of the command line.
  ///
  /// - Returns: the exit code, an ``ExitCode``: 1 when nothing is known about any of the
  ///   pictures.
  func run() -> Int32 {
    defer { pipeline.stop() }
    var printed = 0
    for path in paths {
      switch description(of: path, includingHeader: true) {
      case .success(var facts):
        // A clip has no picture header, so a missing header is no error for a clip.
        let isClip = ClipName.isClip(path.bytes)
        if let failure = facts.headerFailure, !isClip {
          log.error("\(path.display): \(failure.sentence)")
        }
        guard facts.header != nil || !facts.metadata.isEmpty || isClip else { continue }
        if facts.metadata.completeness == .basic {
          log.error(tr("the main facts only: libgexiv2 (libgexiv2-2) is not installed"))
        }
        if let marks = marksOfPartner(of: path) {
          facts.metadata = facts.metadata.completed(by: marks)
        }
        write(facts, of: path, FileStatus(path), isFirst: printed == 0)
        printed += 1
      case .failure(let failure): log.error("\(path.display): \(failure.sentence)")
      case nil: log.error(tr("{file}: nothing could be read", ["file": path.display]))
      }
    }
    return printed > 0 ? ExitCode.done : ExitCode.nothingShown
  }

  /// Reads the facts about a picture and its sidecar; nil when there is no answer.
  private func description(
    of path: FilePath, includingHeader includesHeader: Bool
  ) -> Result<PhotoDescription, DecodeFailure>? {
    var answer: Result<PhotoDescription, DecodeFailure>?
    task = pipeline.metadata(
      of: FilePathBytes(path.bytes), sidecars: Sidecar.candidatePathBytes(of: path),
      // The values in JSON are read by programs, so they do not depend on the user's language.
      includingHeader: includesHeader, languages: isJSON ? [] : UserLanguage.tags
    ) { answer = $0 }
    bridge.run { answer != nil }
    return answer
  }

  /// The marks of the other file of a RAW+JPEG pair; nil for a photo of one file, if pairs are not
  /// joined, and if the other file cannot be read.
  private func marksOfPartner(of path: FilePath) -> PhotoMarks? {
    guard joinsPairs, path.webAddress == nil, path.containingArchive == nil,
      let partner = PairPartner.unlistedPartner(of: [path]),
      case .success(let facts)? = description(of: partner, includingHeader: false)
    else { return nil }
    return PhotoMarks(facts.metadata)
  }

  private func write(
    _ facts: PhotoDescription, of path: FilePath, _ status: FileStatus, isFirst: Bool
  ) {
    let text: String
    if isJSON {
      text = InfoJSON.object(facts, path: path, status) + "\n"
    } else {
      let lines =
        Self.headerLines(facts.header, path) + Self.fileLines(path, status)
        + MetadataLines(facts.metadata, dates: .iso).lines
      let width = lines.map(\.name.count).max() ?? 0
      let rows = lines.map { line in
        let indent = String(repeating: " ", count: width + 2)
        let value = line.value.split(separator: "\n").joined(separator: "\n" + indent)
        return line.name + String(repeating: " ", count: width + 2 - line.name.count) + value
      }
      text = (isFirst ? "" : "\n") + rows.joined(separator: "\n") + "\n"
    }
    writeAll(Array(text.utf8), to: STDOUT_FILENO)
  }

  /// The lines about the file of a picture, such as its size and folder; none when the file cannot
  /// be examined.
  static func fileLines(_ path: FilePath, _ status: FileStatus) -> [MetadataLines.Line] {
    guard case .file(let bytes, let modified) = status else { return [] }
    var facts = PhotoFileFacts(path: path)
    facts.byteCount = bytes
    var lines = facts.lines
    if let date = PhotoFileFacts.isoDateText(modified) {
      lines.append(MetadataLines.Line(name: tr("Modified"), value: date))
    }
    // The lines with the name and the folder are left out: the line with the path contains the
    // name, and a line with the absolute path of the folder is added.
    return lines.filter { $0.name != tr("Name") && $0.name != tr("Folder") } + [
      MetadataLines.Line(
        name: tr("Folder"), value: path.absolute(in: CurrentFolder.path).folder.display)
    ]
  }

  private static func headerLines(_ header: DecodeReply.Info?, _ path: FilePath) -> [MetadataLines
    .Line]
  {
    var lines = [MetadataLines.Line(name: tr("File"), value: path.display)]
    guard let header else { return lines }
    let size = header.naturalSize
    lines.append(.init(name: tr("Type"), value: header.format))
    lines.append(.init(name: tr("Size"), value: "\(size.width) × \(size.height)"))
    if header.frames > 1 { lines.append(.init(name: tr("Frames"), value: "\(header.frames)")) }
    if !header.profile.isEmpty {
      lines.append(.init(name: tr("Color profile"), value: header.profile))
    }
    return lines
  }
}
