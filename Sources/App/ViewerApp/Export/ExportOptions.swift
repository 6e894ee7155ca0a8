import BrowserHost
import DecoderWire
import Pixels

/// The size of an exported picture, which is never enlarged.
nonisolated enum ExportSize: Hashable, Sendable {
  /// The picture keeps its size.
  case original
  /// The longer side gets a length in pixels.
  case longEdge(Int)
  /// The picture is fitted into a box, in pixels; nil for any length.
  case box(width: Int?, height: Int?)

  /// The lengths of the longer side that are offered, in pixels: the widths of common screens, and
  /// sizes for web pages and messages.
  static let longEdges = [3840, 2560, 1920, 1600, 1280, 1024, 640]

  /// The maximum length in pixels that can be typed into a field.
  private static let maxExtent = 100_000

  /// The box of the request to the helper, in pixels; empty for the original size.
  var target: PixelSize {
    switch self {
    case .original: .zero
    case .longEdge(let length): PixelSize(width: length, height: length)
    case .box(nil, nil): .zero
    case .box(let width, let height):
      PixelSize(width: width ?? Self.maxExtent, height: height ?? Self.maxExtent)
    }
  }

  /// The characters between the two lengths: also the letter of Cyrillic keyboards that looks like
  /// an x.
  private static let crosses: Set<Character> = ["x", "X", "×", "*", "\u{445}", "\u{425}"]

  /// Reads a box such as “1200 × 800”, “1200x” or “x800”, with the digits of any script; one number
  /// is a width. Nil for any other text.
  init?(_ text: String) {
    var parts: [String] = [""]
    for character in text where character != " " {
      if Self.crosses.contains(character) {
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

/// The choices of an export.
nonisolated struct ExportOptions: Hashable, Sendable {
  var format = EncodeRequest.Format.jpeg
  /// The quality of the compression, from 1 to 100.
  var quality = 90
  var size = ExportSize.original
  var metadata = EncodeRequest.Metadata.all
  /// Whether the colour profile is kept instead of converting to sRGB.
  var keepsProfile = true
  /// The absolute path of the folder; nil for that of the first photo.
  var folder: FilePath?

  /// The qualities that are offered.
  static let qualities = [40, 50, 60, 70, 75, 80, 85, 90, 95, 100]

  /// The request to the helper that makes a file with these options.
  var request: EncodeRequest {
    var request = EncodeRequest(format)
    request.quality = quality
    request.metadata = metadata
    request.keepsProfile = keepsProfile
    return request
  }

  /// The options for the export of a photo, whose folder is the default one.
  func completed(for photo: FilePath) -> ExportOptions {
    var options = self
    options.folder = folder ?? photo.folder.outsideArchive
    return options
  }

  /// The choices for later exports: without the folder, if it is the default one of the photo.
  func choices(after photo: FilePath) -> ExportOptions {
    var options = self
    if folder == photo.folder.outsideArchive { options.folder = nil }
    return options
  }

  /// Whether the quality has an effect.
  var hasQuality: Bool { format != .png }

  /// The name of the exported file of a photo: that of the photo with the extension of the format.
  func name(for photo: FilePath) -> [UInt8] {
    let name = photo.name
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    return name[..<dot] + Array(".\(format.fileExtension)".utf8)
  }

  /// A typed name with the extension of the format; nil for a name that no file can have.
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
  /// The name of the format in the sheet.
  var title: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webP: "WebP"
    case .jpegXL: "JPEG XL"
    case .avif: "AVIF"
    }
  }

  /// The extensions of files in the format, in lower case, the usual one first.
  var extensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe"]
    case .png: ["png"]
    case .webP: ["webp"]
    case .jpegXL: ["jxl"]
    case .avif: ["avif"]
    }
  }

  /// The usual extension of files in the format.
  var fileExtension: String { extensions.first ?? "" }

  /// The format of a file with an extension; nil when there is no encoder for it.
  init?(fileExtension: String) {
    guard let found = Self.allCases.first(where: { $0.extensions.contains(fileExtension) }) else {
      return nil
    }
    self = found
  }
}
