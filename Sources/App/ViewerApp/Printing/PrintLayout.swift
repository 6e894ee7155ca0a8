import Geometry
import Localization
import Pixels

/// The arrangement of photos on printed pages. Lengths are points, 72 in an inch, y down.
nonisolated struct PrintLayout: Hashable, Sendable {
  /// A size of paper.
  enum Paper: String, CaseIterable, Sendable {
    case a4, a3, a5, a6, letter, legal, photo10x15, photo13x18

    /// The name in the sheet.
    var title: String {
      switch self {
      case .a4: "A4"
      case .a3: "A3"
      case .a5: "A5"
      case .a6: "A6"
      case .letter: tr("Letter", context: "paper size")
      case .legal: tr("Legal", context: "paper size")
      case .photo10x15: tr("10 × 15 cm")
      case .photo13x18: tr("13 × 18 cm")
      }
    }

    /// The size of the upright paper in millimetres, and its name in PWG 5101.1.
    private var facts: (width: Double, height: Double, name: String) {
      switch self {
      case .a4: (210, 297, "iso_a4_210x297mm")
      case .a3: (297, 420, "iso_a3_297x420mm")
      case .a5: (148, 210, "iso_a5_148x210mm")
      case .a6: (105, 148, "iso_a6_105x148mm")
      case .letter: (215.9, 279.4, "na_letter_8.5x11in")
      case .legal: (215.9, 355.6, "na_legal_8.5x14in")
      case .photo10x15: (101.6, 152.4, "na_index-4x6_4x6in")
      case .photo13x18: (127, 177.8, "na_5x7_5x7in")
      }
    }

    /// The size of the upright paper in points.
    var size: Size {
      Size(
        width: facts.width * PrintLayout.pointsInMillimetre,
        height: facts.height * PrintLayout.pointsInMillimetre)
    }
    /// The name for a print server.
    var mediaName: String { facts.name }
  }
  /// The number of photos on a page, as a choice in the sheet.
  enum Count: String, CaseIterable, Sendable {
    case one = "1"
    case two = "2"
    case four = "4"
    case nine = "9"
    /// Small photos with their names.
    case contactSheet = "Contact Sheet"

    /// The name in the sheet.
    var title: String { self == .contactSheet ? tr("Contact Sheet") : rawValue }
  }
  /// The size of a photo in its cell.
  enum Fit: String, CaseIterable, Sendable {
    /// The whole photo is visible.
    case fit = "Fit"
    /// The photo fills the cell; what exceeds it is cut off.
    case fill = "Fill"
    /// The photo is printed at 300 pixels per inch.
    case actual = "Actual Size"

    /// The name in the sheet.
    var title: String {
      switch self {
      case .fit: tr("Fit", context: "size on paper")
      case .fill: tr("Fill", context: "size on paper")
      case .actual: tr("Actual Size")
      }
    }
  }
  /// The empty edge of the paper, in millimetres.
  enum Margin: String, CaseIterable, Sendable {
    case none = "None"
    case small = "Small"
    case normal = "Normal"
    case large = "Large"

    /// The name in the sheet.
    var title: String {
      switch self {
      case .none: tr("None", context: "margins")
      case .small: tr("Small", context: "margins")
      case .normal: tr("Normal", context: "margins")
      case .large: tr("Large", context: "margins")
      }
    }

    var millimetres: Double {
      switch self {
      case .none: 0
      case .small: 5
      case .normal: 10
      case .large: 20
      }
    }
  }

  var paper = Paper.a4
  var isLandscape = false
  var count = Count.one
  var fit = Fit.fit
  var margin = Margin.normal

  static let pointsInMillimetre = 72 / 25.4
  /// The resolution of printed photos, in pixels per inch: more is not visible at reading distance.
  static let resolution = 300.0
  private static let gap = 4 * pointsInMillimetre
  /// The height in points of the name below a photo of a contact sheet.
  private static let captionHeight = 12.0
  /// The font size of the names on a contact sheet, in points.
  static let captionSize = 7.5

  /// The size of a page in points, in the chosen orientation.
  var pageSize: Size {
    let size = paper.size
    return isLandscape ? Size(width: size.height, height: size.width) : size
  }

  /// The numbers of columns and rows of a page.
  var grid: (columns: Int, rows: Int) {
    switch count {
    case .one: (1, 1)
    case .two: isLandscape ? (2, 1) : (1, 2)
    case .four: (2, 2)
    case .nine: (3, 3)
    case .contactSheet: isLandscape ? (6, 4) : (4, 6)
    }
  }

  /// Whether the names of the photos are printed.
  var hasCaptions: Bool { count == .contactSheet }

  /// The number of photos on a page.
  var photosPerPage: Int { grid.columns * grid.rows }

  /// The number of pages that a number of photos takes.
  func pageCount(of photos: Int) -> Int { (photos + photosPerPage - 1) / photosPerPage }

  /// The indices of the photos on a page, among `count` photos.
  func photos(onPage page: Int, of count: Int) -> Range<Int> {
    let first = min(count, page * photosPerPage)
    return first..<min(count, first + photosPerPage)
  }

  /// The area in points for the photo in a cell of a page, and that for its name below it, which
  /// is empty without captions.
  func cell(_ index: Int) -> (photo: Rect, caption: Rect) {
    let inner = Rect(origin: .zero, size: pageSize)
      .inset(by: .all(margin.millimetres * Self.pointsInMillimetre))
    let (columns, rows) = grid
    let width = (inner.width - Self.gap * Double(columns - 1)) / Double(columns)
    let height = (inner.height - Self.gap * Double(rows - 1)) / Double(rows)
    let caption = hasCaptions ? Self.captionHeight : 0
    let x = inner.minX + Double(index % columns) * (width + Self.gap)
    let y = inner.minY + Double(index / columns) * (height + Self.gap)
    return (
      Rect(x: x, y: y, width: width, height: height - caption),
      Rect(x: x, y: y + height - caption, width: width, height: caption)
    )
  }

  /// The frame in points of a photo in a cell; it may exceed the cell, which cuts it off.
  ///
  /// - Parameter pixels: the natural size of the photo.
  func frame(of pixels: PixelSize, in cell: Rect) -> Rect {
    let natural = Size(
      width: Double(max(1, pixels.width)), height: Double(max(1, pixels.height)))
    let across = cell.width / natural.width
    let down = cell.height / natural.height
    let scale =
      switch fit {
      case .fit: min(across, down)
      case .fill: max(across, down)
      case .actual: 72 / Self.resolution
      }
    return Rect(center: cell.center, size: natural * scale)
  }

  /// The size in pixels at which a photo is drawn into a frame.
  func pixels(for frame: Rect) -> PixelSize {
    func count(_ length: Double) -> Int {
      Int(min(max(1, (length / 72 * Self.resolution).rounded(.up)), Self.maxPixels))
    }
    return PixelSize(width: count(frame.width), height: count(frame.height))
  }

  /// The maximum length of a printed photo, in pixels: the long side of A3.
  private static let maxPixels = 4961.0
}
