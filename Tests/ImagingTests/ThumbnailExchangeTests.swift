import DecoderWire
import Imaging
import Pixels
import Testing

/// Exchange of stored thumbnails with GNOME's library and with GIO, which most file managers use.
@MainActor
@Suite(.enabled(if: ThumbnailCache.hasDecoder, "pbview-decoder has not been built"))
struct ThumbnailExchangeTests {
  private let cache = ThumbnailCache()
  nonisolated private static let script: String = {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(folder)/scripts/desktop-thumbnails"
  }()
  nonisolated private static let hasGNOME =
    ChildProgram.run([script, "lookup", "", ""])?.status != 77
  nonisolated private static let hasGIO = ChildProgram.run(["gio", "version"])?.status == 0

  /// File names with characters that every program must escape in the same way in the URI.
  private static let names = [
    "plain.ppm", "with space.ppm", "über 日本.ppm", "a%20b#c?d&e=f;g.ppm", "[x]{y}'z'~!$()*+,@.ppm",
    "\"quoted\" <a> \\ ^ ` |.ppm",
  ]

  private func gnome(_ arguments: String...) -> String {
    let result = ChildProgram.run(
      [Self.script] + arguments,
      environment: ["XDG_CACHE_HOME": "\(cache.root)/cache", "HOME": cache.root])
    #expect(result?.status == 0)
    return result?.output.split(separator: "\n").joined() ?? ""
  }

  @Test(.enabled(if: hasGNOME, "gir1.2-gnomedesktop-3.0 is not installed"))
  func `GNOME finds thumbnails stored by pbview`() {
    for (name, side, folder) in zip3(Self.names, [128, 256, 512, 1024, 128, 256]) {
      let path = cache.write(name, ThumbnailCache.pixmap(1200, 900))
      #expect(gnome("lookup", folder, "\(cache.root)/\(name)").isEmpty)
      #expect(cache.ask(path, side: side).thumbnail?.source == .decoded)
      let found = gnome("lookup", folder, "\(cache.root)/\(name)")
      #expect(found.hasPrefix("\(cache.shared.folder)/\(folder)/"), "\(name)")
    }
  }

  @Test(.enabled(if: hasGNOME, "gir1.2-gnomedesktop-3.0 is not installed"))
  func `pbview shows thumbnails stored by GNOME without decoding the picture`() throws {
    _ = cache.write("thumbnail.ppm", ThumbnailCache.pixmap(128, 96, blue: 0x33))
    for name in Self.names {
      let path = cache.write(name, ThumbnailCache.pixmap(1200, 900, blue: 0x99))
      _ = gnome("save", "normal", "\(cache.root)/\(name)", "\(cache.root)/thumbnail.ppm")
      let got = cache.ask(path)
      #expect(got.thumbnail?.source == .stored, "\(name)")
      #expect(got.thumbnail?.bitmap.size == PixelSize(width: 128, height: 96))
      #expect(got.thumbnail?.bitmap.pixel(x: 5, y: 7) == 0xFF05_0733)
      #expect(got.statistics.decodedThumbnails == 0 && got.statistics.writtenThumbnails == 0)
    }
  }

  @Test(.enabled(if: hasGIO, "gio of libglib2.0-bin is not installed"))
  func `GIO reports thumbnails of pbview as valid until the picture changes`() {
    for name in Self.names {
      let path = cache.write(name, ThumbnailCache.pixmap(300, 200))
      #expect(cache.ask(path).thumbnail != nil)
      #expect(gio(name).contains("thumbnail::is-valid: TRUE"), "\(name)")
      _ = cache.write(
        name, ThumbnailCache.pixmap(300, 200), modified: ThumbnailCache.old + 60)
      #expect(!gio(name).contains("thumbnail::is-valid: TRUE"))
    }
  }

  private func gio(_ name: String) -> String {
    ChildProgram.run(
      ["gio", "info", "-a", "thumbnail::*", "\(cache.root)/\(name)"],
      environment: ["XDG_CACHE_HOME": "\(cache.root)/cache", "HOME": cache.root])?.output ?? ""
  }

  private func zip3(_ names: [String], _ sides: [Int]) -> [(String, Int, String)] {
    let folders = [128: "normal", 256: "large", 512: "x-large", 1024: "xx-large"]
    return zip(names, sides).map { ($0, $1, folders[$1] ?? "") }
  }
}
