import Drawing
import GalleryCore
import Geometry
import PhotoGridTestSupport
import Pixels
import TestSupport
import Testing

@testable import PhotoGrid

@MainActor @Suite(.tags(.recordedPictures)) struct GalleryCellTests {
  private static let side = 96.0

  private func item(_ name: String) -> GalleryItem {
    let kinds: [String: GalleryItem.Kind] = ["gif": .animated, "mp4": .video]
    let suffix = name.split(separator: ".").last.map(String.init) ?? ""
    return GalleryItem(path: "/a/\(name)", kind: kinds[suffix] ?? .picture)
  }

  /// Cells beside each other on the grid's background.
  private func sheet(_ cells: [CellPainter.Cell], _ painter: CellPainter) -> Bitmap {
    let step = (Self.side + 16) * painter.scale
    let columns = 4
    let rows = (cells.count + columns - 1) / columns
    return Bitmap.drawn(Int(step) * columns, Int(step) * rows, isOpaque: true) { canvas in
      canvas.clear(canvas.bounds, to: GalleryStyle.background)
      for (index, cell) in cells.enumerated() {
        var cell = cell
        cell.rect = Rect(
          x: Double(index % columns) * step + 8 * painter.scale,
          y: Double(index / columns) * step + 8 * painter.scale,
          width: Self.side * painter.scale, height: Self.side * painter.scale)
        painter.draw(cell, in: canvas)
      }
    }
  }

  private func states() -> [CellPainter.Cell] {
    func cell(_ index: Int, _ name: String = "a.jpg") -> CellPainter.Cell {
      CellPainter.Cell(
        item: item(name), rect: .zero,
        thumbnail: .picture(GalleryPhotos.thumbnail(index), naturalSize: nil))
    }
    var cells = (0..<4).map { cell($0) }
    cells.append(CellPainter.Cell(item: item("a.jpg"), rect: .zero, thumbnail: .loading))
    cells.append(CellPainter.Cell(item: item("a.jpg"), rect: .zero, thumbnail: .failed))
    cells += [cell(4, "a.mp4"), cell(5), cell(6), cell(7), cell(8), cell(9)]
    cells[7].isEmptySlot = true
    cells[8].isSelected = true
    cells[9].isHovered = true
    cells[10].hasFocus = true
    cells[10].isSelected = true
    cells[11].pictureOpacity = 0.5
    return cells
  }

  @Test(arguments: [1.0, 2])
  func `every state of a cell matches the recorded picture`(scale: Double) throws {
    let painter = CellPainter()
    painter.scale = scale
    painter.drawsText = false
    for cell in states() {
      guard let whole = cell.thumbnail.bitmap else { continue }
      let side = Int(Self.side * scale)
      _ = painter.makeCellBitmap(of: whole, size: PixelSize(width: side, height: side))
    }
    try Snapshot.check(sheet(states(), painter), named: "gallery-cells-\(Int(scale))")
  }

  @Test(arguments: [1.0, 2])
  func `marks are in the corner, and a rejected photo is dimmed`(scale: Double) throws {
    let painter = CellPainter()
    painter.scale = scale
    painter.drawsText = false
    let marks: [PhotoMarks] = [
      PhotoMarks(stars: 1), PhotoMarks(stars: 5), PhotoMarks(flag: .pick),
      PhotoMarks(flag: .reject), PhotoMarks(label: .red),
      PhotoMarks(stars: 3, flag: .pick, label: .yellow), PhotoMarks(stars: 2, label: .green),
      PhotoMarks(flag: .reject, label: .purple),
    ]
    let cells = marks.enumerated().map { index, marks in
      var cell = CellPainter.Cell(
        item: item("a.jpg"), rect: .zero,
        thumbnail: .picture(GalleryPhotos.thumbnail(index), naturalSize: nil))
      cell.marks = marks
      return cell
    }
    try Snapshot.check(sheet(cells, painter), named: "gallery-marks-\(Int(scale))")
  }

  @Test func `a changed mark is redrawn`() {
    let cell = CellPainter.Cell(item: item("a.jpg"), rect: .zero, thumbnail: .loading)
    var other = cell
    other.marks.stars = 1
    #expect(cell.looks(like: cell) && !cell.looks(like: other))
  }

  @Test func `a cell looks nearly the same before its bitmap is prepared`() {
    let painter = CellPainter()
    painter.drawsText = false
    let cells = Array(states().prefix(4))
    let rough = sheet(cells, painter)
    for cell in cells {
      guard let whole = cell.thumbnail.bitmap else { continue }
      _ = painter.makeCellBitmap(
        of: whole, size: PixelSize(width: Int(Self.side), height: Int(Self.side)))
    }
    let fine = sheet(cells, painter)
    #expect(rough.meanDifference(from: fine) < 1.5)
    #expect(!rough.isSame(as: fine), "nothing was prepared")
  }

  @Test func `a thumbnail that has to be enlarged is smooth`() {
    let painter = CellPainter()
    let whole = Bitmap.computed(8, 8) { x, _ in x < 4 ? 0xFF00_0000 : 0xFFFF_FFFF }
    let cell = painter.makeCellBitmap(of: whole, size: PixelSize(width: 96, height: 96))
    let shades = Set((0..<96).map { cell.pixel(x: $0, y: 48) & 255 })
    #expect(shades.count > 8, "its pixels are squares")
  }

  /// The premultiplied pixel of a colour.
  private func ground(_ color: Color) -> UInt32 {
    Bitmap.drawn(1, 1, isOpaque: true) { $0.clear($0.bounds, to: color) }.pixel(x: 0, y: 0)
  }

  private func drawn(
    _ thumbnail: GalleryThumbnail, fit: ThumbnailFit = .fill, scale: Double = 1,
    isSelected: Bool = false
  ) -> (painter: CellPainter, cell: CellPainter.Cell, bitmap: Bitmap) {
    let painter = CellPainter()
    painter.drawsText = false
    painter.scale = scale
    painter.fit = fit
    var cell = CellPainter.Cell(
      item: item("a.png"), rect: Rect(x: 0, y: 0, width: 200, height: 200), thumbnail: thumbnail)
    cell.isSelected = isSelected
    painter.prepareBitmap(of: cell)
    let bitmap = Bitmap.drawn(200, 200, isOpaque: true) { canvas in
      canvas.clear(canvas.bounds, to: GalleryStyle.background)
      painter.draw(cell, in: canvas)
    }
    return (painter, cell, bitmap)
  }

  @Test func `the missing part of a picture is a tile, not transparent`() {
    let half = Bitmap.computed(256, 256, isOpaque: false) { _, y in y < 128 ? 0xFF20_4060 : 0 }
    for isPrepared in [true, false] {
      let painter = CellPainter()
      painter.drawsText = false
      var cell = CellPainter.Cell(
        item: item("cut.jpg"), rect: Rect(x: 0, y: 0, width: 200, height: 200),
        thumbnail: .picture(half, naturalSize: nil))
      cell.isPartial = true
      if isPrepared { painter.prepareBitmap(of: cell) }
      let bitmap = Bitmap.drawn(200, 200, isOpaque: true) { canvas in
        canvas.clear(canvas.bounds, to: GalleryStyle.background)
        painter.draw(cell, in: canvas)
      }
      for x in stride(from: 20, to: 140, by: 4) {
        #expect(bitmap.pixel(x: x, y: 150) == ground(CellStyle().tile))
      }
    }
  }

  @Test func `selection does not change the colours of a photo`() {
    let gray = Bitmap.computed(256, 256) { _, _ in 0xFF80_8080 }
    for shade in [UInt32(0xFF00_0000), 0xFF80_8080, 0xFFFF_FFFF] {
      let whole = Bitmap.computed(256, 256) { _, _ in shade }
      let (painter, cell, bitmap) = drawn(.picture(whole, naturalSize: nil), isSelected: true)
      let photo = painter.frames(of: cell).pictureRect
      let check = painter.tickRect(of: cell)
      for y in stride(from: photo.minY + 5, to: photo.maxY - 5, by: 3) {
        for x in stride(from: photo.minX + 5, to: photo.maxX - 5, by: 3)
        where !check.inset(by: .all(-2)).contains(Point(x: x, y: y)) {
          #expect(bitmap.pixel(x: Int(x), y: Int(y)) == shade)
        }
      }
      #expect(bitmap.pixel(x: 1, y: 100) == ground(GalleryStyle.accent), "the ring")
      #expect(bitmap.pixel(x: 4, y: 100) == ground(GalleryStyle.background), "the gap")
    }
    #expect(drawn(.picture(gray, naturalSize: nil)).bitmap.pixel(x: 1, y: 100) == 0xFF80_8080)
  }

  @Test(arguments: [UInt32(0xFF00_0000), 0xFFFF_FFFF])
  func `a transparent drawing contrasts with its checkerboard`(ink: UInt32) {
    let logo = Bitmap.drawn(256, 256) { canvas in
      canvas.fill(
        Rect(x: 64, y: 64, width: 128, height: 128), ink == 0xFF00_0000 ? .black : .white)
    }
    let bitmap = drawn(.picture(logo, naturalSize: nil)).bitmap
    #expect(bitmap.pixel(x: 100, y: 100) == ink)
    for x in 10..<40 {
      let ground = Int(bitmap.pixel(x: x, y: 100) & 255)
      #expect(abs(ground - Int(ink & 255)) > 80)
    }
  }

  @Test(arguments: [1.0, 2]) func `an icon is shown at its own size with square pixels`(
    scale: Double
  ) {
    let icon = Bitmap.computed(16, 16) { x, y in (x + y) % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF }
    let thumbnail = GalleryThumbnail.picture(icon, naturalSize: PixelSize(width: 16, height: 16))
    let (painter, cell, bitmap) = drawn(thumbnail, scale: scale)
    let target = painter.frames(of: cell).pictureRect
    #expect(target.size == Size(width: 16 * scale, height: 16 * scale))
    for y in Int(target.minY)..<Int(target.maxY) {
      for x in Int(target.minX)..<Int(target.maxX) {
        let square = (x - Int(target.minX)) / Int(scale) + (y - Int(target.minY)) / Int(scale)
        #expect(bitmap.pixel(x: x, y: y) == (square % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF))
      }
    }
    #expect(bitmap.pixel(x: 30, y: 30) == ground(CellStyle().tile))
    // The embedded preview of a large picture is no icon.
    let preview = GalleryThumbnail.picture(icon, naturalSize: PixelSize(width: 4000, height: 3000))
    #expect(drawn(preview).bitmap.pixel(x: 30, y: 30) != ground(CellStyle().tile))
  }

  @Test func `whole photos keep their proportions and fly from their visible rectangle`() {
    let wide = Bitmap.computed(256, 128) { _, _ in 0xFF20_8040 }
    let (painter, cell, bitmap) = drawn(
      .picture(wide, naturalSize: PixelSize(width: 4000, height: 2000)), fit: .whole)
    let frames = painter.frames(of: cell)
    #expect(frames.pictureArea == Rect(x: 0, y: 50, width: 200, height: 100))
    #expect(bitmap.pixel(x: 100, y: 20) == ground(GalleryStyle.background))
    #expect(bitmap.pixel(x: 100, y: 100) == 0xFF20_8040)
    #expect(painter.rendering(of: cell)?.size == PixelSize(width: 200, height: 100))
    painter.captionHeight = 26
    #expect(painter.frames(of: cell).pictureArea.maxY <= 174)
  }

  @Test func `the visible part of a thumbnail is centred and never stretched`() {
    for (w, h) in [(300, 200), (200, 300), (256, 256), (1000, 50), (101, 77)] {
      for cell in [Size(width: 100, height: 100), Size(width: 120, height: 80)] {
        let size = PixelSize(width: w, height: h)
        let part = ThumbnailCrop.part(of: size, filling: cell)
        #expect(abs(part.size.aspectRatio - cell.aspectRatio) < 1e-9)
        #expect(abs(part.midX - Double(w) / 2) < 1e-9)
        #expect(abs(part.midY - Double(h) / 2) < 1e-9)
        #expect(part.width <= Double(w) + 1e-9 && part.height <= Double(h) + 1e-9)
        #expect(
          abs(part.width - Double(w)) < 1e-9 || abs(part.height - Double(h)) < 1e-9,
          "it could be larger")
      }
    }
  }

  @Test func `a long picture shows its top`() {
    let cell = Size(width: 100, height: 100)
    let long = ThumbnailCrop.part(of: PixelSize(width: 100, height: 251), filling: cell)
    #expect(long == Rect(x: 0, y: 0, width: 100, height: 100))
    let tall = ThumbnailCrop.part(of: PixelSize(width: 100, height: 250), filling: cell)
    #expect(tall.minY == 75)
  }

  @Test func `the least recently used cells are evicted beyond the budget`() {
    let size = PixelSize(width: 10, height: 10)
    func bitmap() -> Bitmap { SyntheticPhoto.gradient(10, 10) }
    var prepared = CellBitmapCache(budget: 10 * 400)
    let wholes = (0..<10).map { _ in bitmap() }
    for whole in wholes { prepared.insert(bitmap(), for: whole, size: size) }
    #expect(prepared.byteCount == 4000)
    _ = prepared.bitmap(for: wholes[0], size: size)
    let more = bitmap()
    prepared.insert(bitmap(), for: more, size: size)
    #expect(prepared.byteCount <= 3400)
    #expect(prepared.bitmap(for: wholes[0], size: size) != nil, "it was used last")
    #expect(prepared.bitmap(for: more, size: size) != nil)
    #expect(prepared.bitmap(for: wholes[1], size: size) == nil)
  }

  @Test func `the prepared cell of a released thumbnail is not used for another thumbnail`() {
    let size = PixelSize(width: 10, height: 10)
    var prepared = CellBitmapCache(budget: 1 << 20)
    // The allocator often reuses the same address at once.
    for _ in 0..<50 {
      let whole = SyntheticPhoto.gradient(10, 10)
      #expect(prepared.bitmap(for: whole, size: size) == nil)
      prepared.insert(SyntheticPhoto.gradient(10, 10), for: whole, size: size)
      #expect(prepared.bitmap(for: whole, size: size) != nil)
    }
  }

  @Test func `a picture with several frames is animated`() {
    let bitmap = GalleryPhotos.thumbnail(0)
    #expect(GalleryThumbnail.picture(bitmap, naturalSize: nil, frameCount: 9).isAnimated)
    #expect(!GalleryThumbnail.picture(bitmap, naturalSize: nil, frameCount: 1).isAnimated)
    #expect(!GalleryThumbnail.picture(bitmap, naturalSize: nil).isAnimated)
  }

  @Test func `the badge of an animation follows the number of frames, once it is known`() {
    func badge(_ name: String, frames: Int?) -> String? {
      CellBadgePainter.text(
        of: CellPainter.Cell(
          item: item(name), rect: .zero,
          thumbnail: .picture(GalleryPhotos.thumbnail(0), naturalSize: nil, frameCount: frames)))
    }
    #expect(badge("a.gif", frames: nil) == "GIF" && badge("a.gif", frames: 3) == "GIF")
    #expect(badge("a.gif", frames: 1) == nil)
    #expect(badge("a.webp", frames: 2) == "WEBP" && badge("a.webp", frames: nil) == nil)
  }

  @Test func `contents keep items and sections in order`() {
    let contents = GalleryContents([
      ("/One", ["a.jpg", "b.jpg"]), ("/None", []), ("/x/Two", ["c.gif"]),
    ])
    #expect(contents.sections.map(\.title) == ["One", "None", "Two"])
    #expect(contents.sections.map(\.count) == [2, 0, 1])
    #expect(contents.items.map(\.name) == ["a.jpg", "b.jpg", "c.gif"])
  }

  @Test func `the scroll label is a section, an initial or a position`() {
    func contents(_ names: [String], isSortedByName: Bool = true) -> GalleryContents {
      GalleryContents([("/p", names)], isSortedByName: isSortedByName)
    }
    let named = contents(["alps.jpg", "beach.jpg", "city.jpg"])
    #expect(named.scrollLabel(section: 0, first: 1) == "B")
    #expect(
      contents(["b.jpg", "a.jpg"], isSortedByName: false).scrollLabel(section: 0, first: 1)
        == "2 / 2")
    let numbered = contents((0..<12_000).map { "IMG_\($0).jpg" })
    #expect(
      numbered.scrollLabel(section: 0, first: 11_233) == "11\u{2009}234 / 12\u{2009}000")
    #expect(numbered.scrollLabel(section: nil, first: nil) == "")
    let parts = GalleryContents([
      ("/One", ["a.jpg"]), ("/Two", ["b.jpg"]),
    ])
    #expect(parts.scrollLabel(section: 1, first: 0) == "Two")
    #expect(GalleryContents.empty.scrollLabel(section: nil, first: 0) == "")
  }

  @Test func `thousands are separated by a thin space`() {
    #expect(NumberText.number(7) == "7")
    #expect(NumberText.number(1204) == "1204")
    #expect(NumberText.number(12_345) == "12\u{2009}345")
    #expect(NumberText.number(1_234_567) == "1\u{2009}234\u{2009}567")
  }
}

extension Bitmap {
  /// The mean difference of the channels of two pictures of equal size.
  func meanDifference(from other: Bitmap) -> Double {
    var sum = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let a = pixel(x: x, y: y)
        let b = other.pixel(x: x, y: y)
        for shift: UInt32 in [0, 8, 16] {
          sum += abs(Int((a >> shift) & 255) - Int((b >> shift) & 255))
        }
      }
    }
    return Double(sum) / Double(3 * size.width * size.height)
  }
}
