import Foundation
import Geometry
import TestSupport
import Testing

extension EndToEnd {
  /// A picture of 60 megapixels, 240 MB when decoded whole, much larger than the window.
  @Suite(.needsDisplay)
  struct HugePictureTests {
    private static let (width, height) = (20_000, 3000)
    /// The upper bound of the viewer's resident memory in bytes: room for the pages and the tiles
    /// around the window, but not for the whole picture.
    private static let maxBytes = 200 << 20
    /// The tolerated rounding difference per channel.
    private static let slack = 2

    private static func session() throws -> Session {
      let album = try ScratchFolder()
      let file = try album.write(BlockJPEG(width: width, height: height).bytes, to: "wide.jpg")
      return try Session(on: try Displays.plain(), album: album, names: [file])
    }

    /// A TIFF of 26 megapixels with the colours of ``BlockJPEG``, in PackBits strips of 100 rows. A
    /// strip decodes only from its first row on.
    private static var packedTIFF: [UInt8] {
      let (width, height, stripRows) = (8192, 3200, 100)
      func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      }
      // The colours repeat every 2048 columns, which are a quarter of the width.
      let rows = stride(from: 0, to: height, by: 8).map { y -> [UInt8] in
        let part = stride(from: 0, to: 2048, by: 8).flatMap { x -> [UInt8] in
          let color = BlockJPEG.color(x: x, y: y)
          let pixel = [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
          let pair = pixel + pixel
          let half = pair + pair
          return half + half
        }
        let runs = stride(from: 0, to: part.count, by: 128).flatMap { [127] + part[$0..<$0 + 128] }
        let half = runs + runs
        return half + half
      }
      let (count, stripBytes) = (height / stripRows, stripRows * rows[0].count)
      let head = 8 + 2 + 9 * 12 + 4
      let (offsets, counts) = (head + 6, head + 6 + count * 4)
      let start = counts + count * 4
      let tags: [(Int, Int, Int, Int)] = [
        (256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, head), (259, 3, 1, 32773),
        (262, 3, 1, 2), (273, 4, count, offsets), (277, 3, 1, 3), (278, 4, 1, stripRows),
        (279, 4, count, counts),
      ]
      var file = Array("II*\0".utf8) + little(8, 4) + little(tags.count, 2)
      for (tag, kind, count, value) in tags {
        file += little(tag, 2) + little(kind, 2) + little(count, 4) + little(value, 4)
      }
      file += little(0, 4) + [8, 0, 8, 0, 8, 0]
      file += (0..<count).flatMap { little(start + $0 * stripBytes, 4) }
      file += (0..<count).flatMap { _ in little(stripBytes, 4) }
      for y in 0..<height { file += rows[y / 8] }
      return file
    }

    @Test func `a PackBits TIFF at 100 % shows every row, also after panning`() throws {
      let album = try ScratchFolder()
      let file = try album.write(Self.packedTIFF, to: "strips.tif")
      let session = try Session(on: try Displays.plain(), album: album, names: [file])
      let middle = try session.onScreen(Point(x: 500, y: 400))
      session.x.move(to: middle)
      let rest = try Self.zoom(session)
      #expect(rest.pixels.width == 8192)
      #expect(try Self.isExact(session, rest))
      for way in [Vector(dx: -40, dy: -230), Vector(dx: 60, dy: 170), Vector(dx: 0, dy: -330)] {
        let start = session.viewer.mark
        let moved = try session.rest(onPage: 0) {
          session.x.drag(from: middle, to: middle + way, over: 200, rest: 120)
        }
        try session.reporting { try session.viewer.wait(for: "sharp page=0", since: start) }
        #expect(try Self.isExact(session, moved))
      }
    }

    /// A BigTIFF of 2 gigapixels with seven reduced copies. All tiles of a level are the same
    /// bytes: those of the picture have the colours of ``BlockJPEG`` in its first 512 columns and
    /// rows, those of the copies are gray.
    private static var pyramid: [UInt8] {
      let (width, height, side) = (65_536, 32_768, 512)
      func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      }
      let rows = stride(from: 0, to: side, by: 8).map { y -> [UInt8] in
        let row = stride(from: 0, to: side, by: 8).flatMap { x -> [UInt8] in
          let color = BlockJPEG.color(x: x, y: y)
          let pixel = [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
          return Array(repeatElement(pixel, count: 8).joined())
        }
        return Array(repeatElement(row, count: 8).joined())
      }
      let gray = [UInt8](repeating: 120, count: side * side * 3)
      var file = Array("II".utf8) + [43, 0, 8, 0, 0, 0] + little(16, 8)
      for level in 0...7 {
        let (w, h) = (width >> level, height >> level)
        let count = (w + side - 1) / side * ((h + side - 1) / side)
        let tile = level == 0 ? Array(rows.joined()) : gray
        let directory = 8 + 11 * 20 + 8
        let lists = file.count + directory
        // Lists of up to eight bytes stand in their entries.
        let isShort = count <= 2
        let data = lists + (isShort ? 0 : count * 8)
        func short(_ value: Int) -> Int { count == 2 ? value | value << 32 : value }
        let tags: [(Int, Int, Int, Int)] = [
          (254, 4, 1, level == 0 ? 0 : 1), (256, 4, 1, w), (257, 4, 1, h),
          (258, 3, 3, 0x0008_0008_0008), (259, 3, 1, 1), (262, 3, 1, 2), (277, 3, 1, 3),
          (322, 4, 1, side), (323, 4, 1, side), (324, 4, count, isShort ? short(data) : lists),
          (325, 4, count, isShort ? short(tile.count) : lists + count * 4),
        ]
        file += little(tags.count, 8)
        for (tag, kind, count, value) in tags {
          file += little(tag, 2) + little(kind, 2) + little(count, 8) + little(value, 8)
        }
        file += little(level == 7 ? 0 : data + tile.count, 8)
        if !isShort {
          file += Array(repeatElement(little(data, 4), count: count).joined())
          file += Array(repeatElement(little(tile.count, 4), count: count).joined())
        }
        file += tile
      }
      return file
    }

    @Test func `a BigTIFF of 2 gigapixels is shown from its copies, and at 100 % exactly`() throws {
      let album = try ScratchFolder()
      let file = try album.write(Self.pyramid, to: "slide.tif")
      let session = try Session(on: try Displays.plain(), album: album, names: [file])
      let middle = try session.onScreen(Point(x: 500, y: 400))
      session.x.move(to: middle)
      let (_, isGray) = try session.x.look(at: session.window) {
        $0[Point(x: 500, y: 400)].map { $0 & 0xFF_FFFF == 0x78_7878 } ?? false
      }
      #expect(isGray)
      let rest = try Self.zoom(session)
      #expect(rest.pixels.width == 65_536)
      func isExact(_ rest: Session.Rest) throws -> Bool {
        try session.x.look(at: session.window) { screen in
          for y in stride(from: 40, to: Session.height - 40, by: 13) {
            for x in stride(from: 20, to: Session.width - 20, by: 11) {
              let (left, top) = (x - Int(rest.pixels.minX), y - Int(rest.pixels.minY))
              let want = BlockJPEG.color(x: left & 511, y: top & 511)
              let seen = screen[Point(x: Double(x), y: Double(y))]
              guard seen.map({ ($0 ^ want) & 0xFF_FFFF == 0 }) ?? false else { return false }
            }
          }
          return true
        }.1
      }
      #expect(try isExact(rest))
      let start = session.viewer.mark
      let moved = try session.rest(onPage: 0) {
        session.x.drag(from: middle, to: middle + Vector(dx: -300, dy: -200), over: 200, rest: 120)
      }
      try session.reporting { try session.viewer.wait(for: "sharp page=0", since: start) }
      #expect(try isExact(moved))
      let memory = ProcessTable.residentBytes(of: session.viewer.process.id)
      #expect(memory > 0 && memory < Self.maxBytes, "\(memory >> 20) MB")
    }

    /// Zooms to 100 % at the pointer and waits until all tiles are decoded.
    private static func zoom(_ session: Session) throws -> Session.Rest {
      let start = session.viewer.mark
      let rest = try session.rest(onPage: 0) {
        try session.x.key("1")
      } where: {
        $0.scale == 1
      }
      try session.reporting { try session.viewer.wait(for: "sharp page=0", since: start) }
      return rest
    }

    /// A description of the first sampled window position with a wrong pixel; nil when all match.
    private static func wrong(
      _ rest: Session.Rest, in screen: Screenshot, slack: Int = slack,
      as shown: (UInt32) -> UInt32 = { $0 }
    ) -> String? {
      for y in stride(from: 40, to: Session.height - 40, by: 13) {
        for x in stride(from: 20, to: Session.width - 20, by: 11) {
          let point = Point(x: Double(x) - rest.pixels.minX, y: Double(y) - rest.pixels.minY)
          let want = shown(BlockJPEG.color(x: Int(point.x), y: Int(point.y)))
          guard let seen = screen[Point(x: Double(x), y: Double(y))] else { return "nothing" }
          let isSame = [0, 8, 16].allSatisfy { shift in
            abs(Int(seen >> shift & 0xFF) - Int(want >> shift & 0xFF)) <= slack
          }
          guard isSame else {
            return "\(x),\(y): \(String(seen, radix: 16)) instead of \(String(want, radix: 16))"
          }
        }
      }
      return nil
    }

    private static func isExact(_ session: Session, _ rest: Session.Rest) throws -> Bool {
      let (screen, isExact) = try session.x.look(at: session.window) { wrong(rest, in: $0) == nil }
      if !isExact {
        print("\(wrong(rest, in: screen) ?? "") \(screen.keep(as: "huge-\(rest.frame.minX)"))")
      }
      return isExact
    }

    @Test func `a huge JPEG at 100 % shows its own pixels, also after panning`() throws {
      let session = try Self.session()
      let middle = try session.onScreen(Point(x: 500, y: 400))
      session.x.move(to: middle)
      let rest = try Self.zoom(session)
      #expect(rest.pixels.width == Double(Self.width))
      #expect(try Self.isExact(session, rest))
      for way in [Vector(dx: -430, dy: -200), Vector(dx: -440, dy: 160), Vector(dx: 300, dy: 90)] {
        let start = session.viewer.mark
        let moved = try session.rest(onPage: 0) {
          session.x.drag(from: middle, to: middle + way, over: 200, rest: 120)
        }
        try session.reporting { try session.viewer.wait(for: "sharp page=0", since: start) }
        #expect(try Self.isExact(session, moved))
      }
    }

    @Test func `a new monitor profile reaches all tiles at once, without a blank tile`() throws {
      let session = try Self.session()
      defer { session.x.setProfile(nil) }
      session.x.move(to: try session.onScreen(Point(x: 500, y: 400)))
      let rest = try Self.zoom(session)
      #expect(try Self.isExact(session, rest))
      session.x.setProfile(SwappedProfile.bytes)
      var others: [String] = []
      let (_, isShown) = try session.x.look(at: session.window) { screen in
        let slack = 2 * Self.slack
        if Self.wrong(rest, in: screen, slack: slack, as: SwappedProfile.colour) == nil {
          return true
        }
        if let other = Self.wrong(rest, in: screen) { others.append(other) }
        return false
      }
      #expect(isShown && others.isEmpty, "\(others)")
    }

    @Test func `panning across a huge JPEG needs memory for the window, not for the picture`()
      throws
    {
      let session = try Self.session()
      let x = session.x
      let left = try session.onScreen(Point(x: 60, y: 400))
      let right = try session.onScreen(Point(x: 940, y: 400))
      x.move(to: left)
      _ = try Self.zoom(session)
      var most = 0
      for _ in 0..<24 {
        let start = session.viewer.mark
        x.drag(from: right, to: left, over: 120, rest: 60)
        try session.reporting { try session.viewer.wait(for: "rest page=0", since: start) }
        most = max(most, ProcessTable.residentBytes(of: session.viewer.process.id))
        // Beyond the right edge of the picture there is nothing to decode.
        let edge = session.rest?.frame.maxX ?? .infinity
        if edge <= Double(Session.width) { break }
      }
      #expect((session.rest?.frame.minX ?? 0) < -15_000)
      #expect(most > 0 && most < Self.maxBytes, "\(most >> 20) MB")
    }
  }
}
