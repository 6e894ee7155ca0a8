import BrowserHost
import DecoderWire
import Pixels

/// The width and height in pixels of an exported picture. Pictures are only made smaller, never
/// larger.
nonisolated enum ExportSize: Hashable, Sendable {
  /// The exported picture has the width and height of the photo.
  case original
  /// The length of the longer side in pixels.
  case longEdge(Int)
  /// The width and height in pixels of a box into which the picture is fitted; nil for an unlimited
  /// length.
  case box(width: Int?, height: Int?)

  /// The lengths of the longer side that the export sheet offers, in pixels: the widths of common
  /// screens, and sizes for web pages and messages.
  static let longEdges = [3840, 2560, 1920, 1600, 1280, 1024, 640]

  /// The maximum width or height in pixels that the user can type. It also stands for a length that
  /// is not limited.
  private static let maxExtent = 100_000

  /// The box in pixels into which the helper fits the picture; empty for the width and height of
  /// the photo.
  var target: PixelSize {
    switch self {
    case .original: .zero
    case .longEdge(let length): PixelSize(width: length, height: length)
    case .box(nil, nil): .zero
    case .box(let width, let height):
      PixelSize(width: width ?? Self.maxExtent, height: height ?? Self.maxExtent)
    }
  }

  /// The characters that may separate a typed width and height; among them the Cyrillic letter that
  /// looks like an x.
  private static let dimensionSeparators: Set<Character> = [
    "x", "X", "×", "*", "\u{445}", "\u{425}",
  ]

  /// Parses a typed box such as “1200 × 800”, “1200x” or “x800”, with the digits of any script; one
  /// number is a width. Nil for any other text.
  init?(_ text: String) {
    var parts: [String] = [""]
    for character in text where character != " " {
      if Self.dimensionSeparators.contains(character) {
        parts.append("")
      } else if let digit = character.wholeNumberValue, (0...9).contains(digit) {
        parts[parts.count - 1] += "\(digit)"
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    guard parts.count <= 2 else { return nil }
    let numbers = parts.map { Int($0) }
    for (part, number) in zip(parts, numbers) where !part.isEmpty {
      guard let number, (1...Self.maxExtent).contains(number) else { return nil }
    }
    let height = numbers.count > 1 ? numbers[1] : nil
    guard numbers[0] != nil || height != nil else { return nil }
    self = .box(width: numbers[0], height: height)
  }
}

/// The choices of the user for exporting photos.
nonisolated struct ExportOptions: Hashable, Sendable {
  var format = EncodeRequest.Format.jpeg
  /// The quality of lossy compression, from 1 to 100. Default: 90.
  var quality = 90
  var size = ExportSize.original
  var metadata = EncodeRequest.Metadata.all
  /// Whether the exported file keeps the photo's colour profile; otherwise its colours are
  /// converted to sRGB. Default: true.
  var keepsProfile = true
  /// The absolute path of the folder for the exported files; nil for the folder of the first photo.
  var folder: FilePath?

  /// The qualities that the export sheet offers.
  static let qualities = [40, 50, 60, 70, 75, 80, 85, 90, 95, 100]

  /// The request to the helper that encodes a photo with these choices.
  var request: EncodeRequest {
    var request = EncodeRequest(format)
    request.quality = quality
    request.metadata = metadata
    request.keepsProfile = keepsProfile
    return request
  }

  /// A copy of these choices in which ``folder`` is not nil: a missing folder becomes that of
  /// `photo`; for a photo in an archive, the folder that contains the archive.
  func withFolder(for photo: FilePath) -> ExportOptions {
    var options = self
    options.folder = folder ?? photo.folder.folderOutsideArchive
    return options
  }

  /// The choices with which the next export begins, after an export of `photo`. The folder becomes
  /// nil if it was that of the photo, so that the next export goes to the folder of its own photo.
  func optionsForNextExport(after photo: FilePath) -> ExportOptions {
    var options = self
    if folder == photo.folder.folderOutsideArchive { options.folder = nil }
    return options
  }

  /// Whether the quality has an effect on files of the chosen format.
  var hasQuality: Bool { format != .png }

  /// The file name for the export of a photo: the photo's name with the extension of the chosen
  /// format.
  func name(for photo: FilePath) -> [UInt8] {
    let name = photo.name
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    return name[..<dot] + Array(".\(format.fileExtension)".utf8)
  }

  /// A typed file name, with the extension of the chosen format added if it is missing; nil for a
  /// name that no file can have.
  func name(typed text: String) -> [UInt8]? {
    var bytes = Array(text.utf8)
    guard !bytes.isEmpty, !bytes.contains(UInt8(ascii: "/")), !bytes.contains(0), text != ".",
      text != ".."
    else { return nil }
    let ending = FilePath(bytes).fileExtension
    if !format.extensions.contains(ending) { bytes += Array(".\(format.fileExtension)".utf8) }
    return bytes
  }
}

nonisolated extension EncodeRequest.Format {
  /// The name of the format in the export sheet.
  var title: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webP: "WebP"
    case .jpegXL: "JPEG XL"
    case .avif: "AVIF"
    }
  }

  /// The extensions of files in this format, in lower case, the preferred one first.
  var extensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe"]
    case .png: ["png"]
    case .webP: ["webp"]
    case .jpegXL: ["jxl"]
    case .avif: ["avif"]
    }
  }

  /// The preferred extension of files in this format.
  var fileExtension: String { extensions.first ?? "" }

  /// The format that has this extension, in lower case; nil when pictures with the extension cannot
  /// be written.
  init?(fileExtension: String) {
    guard let found = Self.allCases.first(where: { $0.extensions.contains(fileExtension) }) else {
      return nil
    }
    self = found
  }
}
