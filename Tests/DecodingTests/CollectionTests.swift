import CLinux
import DecoderWire
import Decoding
import Foundation
import Geometry
import Pixels
import TestSupport
import Testing

/// A folder of foreign pictures, with a table of the expected results.
enum Collection {
  static let folder = ProcessInfo.processInfo.environment["PBVIEW_TESTDATA"]

  /// One line of `expected.tsv`.
  struct Entry {
    let file: String
    /// The expected result: ok, error or any.
    let expectation: String
    let size: PixelSize?
    let reference: String?
  }

  static func entries(_ folder: String) -> [Entry] {
    guard let table = try? String(contentsOfFile: folder + "/expected.tsv", encoding: .utf8) else {
      return []
    }
    return table.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let extents = fields[2].split(separator: "x").compactMap { Int($0) }
      return Entry(
        file: fields[0], expectation: fields[1],
        size: extents.count == 2 ? PixelSize(width: extents[0], height: extents[1]) : nil,
        reference: fields.count > 5 && fields[5] != "-" ? fields[5] : nil)
    }
  }
}

@Suite(
  .enabled(if: Collection.folder != nil, "PBVIEW_TESTDATA names no folder"),
  .enabled(if: HelperProcess.path != nil, "the helper is not built"))
struct CollectionTests {
  /// The mean difference of a channel, 0…255, up to which two scalers show the same picture.
  private static let tolerance = 6.0

  @Test func `every file of the collection gives its expected result`() throws {
    let folder = try #require(Collection.folder)
    var helper = try #require(HelperProcess(loadsAllLibraries: true))
    var counts: [String: Int] = [:]
    for entry in Collection.entries(folder) {
      let file = helper_open("\(folder)/\(entry.file)", O_RDONLY)
      defer { close(file) }
      let name = String(entry.file.split(separator: "/").last ?? "")
      var got = helper.ask(file: file, name: name, color: .untouched)
      if got == nil, helper.wasKilled {
        helper = try #require(HelperProcess(loadsAllLibraries: true))
        got = helper.ask(file: file, name: name, color: .untouched)
      }
      let trouble = got.map { Self.trouble(entry, $0, folder) } ?? helper.ending
      if got == nil { helper = try #require(HelperProcess(loadsAllLibraries: true)) }
      let known = KnownDifferences.reason(for: entry.file)
      if entry.expectation == "error", got?.pixels != nil { counts["error shown", default: 0] += 1 }
      counts[
        "\(entry.expectation) \(trouble == nil ? "right" : known == nil ? "WRONG" : "known")",
        default: 0] += 1
      if let trouble, known == nil { Issue.record("\(entry.file): \(trouble)") }
    }
    print(
      "sweep:",
      counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
  }

  private static func trouble(
    _ entry: Collection.Entry, _ got: DecodedPicture, _ folder: String
  ) -> String? {
    switch entry.expectation {
    case "error": return nil
    case "ok":
      guard let pixels = got.pixels, let info = got.info else {
        return got.failure?.sentence ?? "no pixels"
      }
      if let size = entry.size, info.naturalSize != size {
        return "size \(info.naturalSize.width)x\(info.naturalSize.height)"
      }
      guard let reference = entry.reference.flatMap({ picture("\(folder)/\($0)") }) else {
        return nil
      }
      // Scalers differ over noise, but the means of areas at a quarter of the reference's size
      // agree. The means are those of the encoded levels, as in the references.
      let coarse = PixelSize(
        width: max(1, reference.size.width / 4), height: max(1, reference.size.height / 4))
      let difference = difference(pixels.means(coarse), reference.means(coarse))
      return difference <= tolerance ? nil : "differs by \((difference * 10).rounded() / 10)"
    default: return nil
    }
  }

  /// The mean difference of two lists of levels.
  private static func difference(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(max(1, a.count))
  }

  private static func picture(_ path: String) -> Bitmap? {
    let file = helper_open(path, O_RDONLY)
    defer { close(file) }
    var request = DecodeRequest(id: 1, kind: .exact, target: .zero)
    // Some references carry the colour profile of their source.
    request.color = .untouched
    let (reply, descriptor) = PictureDecoder.decode(request, file: file)
    return DecodedPicture(reply, descriptor: descriptor).pixels
  }
}
