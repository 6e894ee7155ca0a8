import Geometry
import Localization
import Pixels

/// The arrangement of photos on printed pages. Lengths are points of 1/72 inch; y grows downwards.
nonisolated struct PrintLayout: Hashable, Sendable {
  /// A size of paper that the user can choose.
  enum Paper: String, CaseIterable, Sendable {
    case a4, a3, a5, a6, letter, legal, photo10x15, photo13x18

    /// The name of the paper in the sheet.
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

    /// The size of the upright paper in millimetres, and the name of the paper in PWG 5101.1.
    private var properties: (width: Double, height: Double, name: String) {
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

    /// The size of the upright paper, in points of 1/72 inch.
    var size: Size {
      Size(
        width: properties.width * PrintLayout.pointsPerMillimetre,
        height: properties.height * PrintLayout.pointsPerMillimetre)
    }
    /// The name of the paper for a print server, as in PWG 5101.1.
    var mediaName: String { properties.name }
  }
  /// The number of photos on a page, as the user can choose it.
  enum PhotosPerPage: String, CaseIterable, Sendable {
    case one = "1"
    case two = "2"
    case four = "4"
    case nine = "9"
    /// Small photos in rows, each with its file name.
    case contactSheet = "Contact Sheet"

    /// The name of the choice in the sheet.
    var title: String { self == .contactSheet ? tr("Contact Sheet") : rawValue }
  }
  /// The way in which a photo is fitted into its cell on the page.
  enum Fit: String, CaseIterable, Sendable {
    /// The whole photo is visible and as large as the cell permits.
    case fit = "Fit"
    /// The photo covers the cell; the parts outside the cell are cut off.
    case fill = "Fill"
    /// The photo has 300 pixels per inch; the parts outside the cell are cut off.
    case actual = "Actual Size"

    /// The name of the choice in the sheet.
    var title: String {
      switch self {
      case .fit: tr("Fit", context: "size on paper")
      case .fill: tr("Fill", context: "size on paper")
      case .actual: tr("Actual Size")
      }
    }
  }
  /// The width of the empty edge of the paper, as the user can choose it.
  enum Margin: String, CaseIterable, Sendable {
    case none = "None"
    case small = "Small"
    case normal = "Normal"
    case large = "Large"

    /// The name of the choice in the sheet.
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
  var photosPerPageChoice = PhotosPerPage.one
  var fit = Fit.fit
  var margin = Margin.normal

  static let pointsPerMillimetre = 72 / 25.4
  /// The maximum resolution at which photos are decoded for printing, and that of `Fit.actual`, in
  /// pixels per inch: more is not visible at reading distance.
  static let pixelsPerInch = 300.0
  private static let gap = 4 * pointsPerMillimetre
  /// The height in points of the line for the file name below a photo of a contact sheet.
  private static let captionHeight = 12.0
  /// The font size of the file names on a contact sheet, in points.
  static let captionFontSize = 7.5

  /// The size of a page in its orientation, in points of 1/72 inch.
  var pageSize: Size {
    let size = paper.size
    return isLandscape ? Size(width: size.height, height: size.width) : size
  }

  /// The numbers of columns and rows of photos on a page.
  var grid: (columns: Int, rows: Int) {
    switch photosPerPageChoice {
    case .one: (1, 1)
    case .two: isLandscape ? (2, 1) : (1, 2)
    case .four: (2, 2)
    case .nine: (3, 3)
    case .contactSheet: isLandscape ? (6, 4) : (4, 6)
    }
  }

  /// Whether the file names of the photos are printed: only on a contact sheet.
  var hasCaptions: Bool { photosPerPageChoice == .contactSheet }

  /// The number of photos on a page.
  var photosPerPage: Int { grid.columns * grid.rows }

  /// The number of pages for a number of photos.
  func pageCount(of photos: Int) -> Int { (photos + photosPerPage - 1) / photosPerPage }

  /// The indices of the photos on the page with a number from 0, when there are `count` photos.
  func photos(onPage page: Int, of count: Int) -> Range<Int> {
    let first = min(count, page * photosPerPage)
    return first..<min(count, first + photosPerPage)
  }

  /// The rectangles on the page, in points of 1/72 inch, for the photo in a cell and for the file
  /// name below the photo, which is empty without captions. Cells are numbered from 0, row by row.
  func cell(_ index: Int) -> (photo: Rect, caption: Rect) {
    let inner = Rect(origin: .zero, size: pageSize)
      .inset(by: .all(margin.millimetres * Self.pointsPerMillimetre))
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

  /// The rectangle of a photo in a cell, both in points of 1/72 inch. Parts of the photo outside
  /// the cell are cut off.
  ///
  /// - Parameter pixels: the size of the upright photo.
  func frame(of pixels: PixelSize, in cell: Rect) -> Rect {
    let natural = Size(
      width: Double(max(1, pixels.width)), height: Double(max(1, pixels.height)))
    let across = cell.width / natural.width
    let down = cell.height / natural.height
    let scale =
      switch fit {
      case .fit: min(across, down)
      case .fill: max(across, down)
      case .actual: 72 / Self.pixelsPerInch
      }
    return Rect(center: cell.center, size: natural * scale)
  }

  /// The size in pixels to which a photo is decoded.
  ///
  /// - Parameter frame: the rectangle of the photo on the page, in points of 1/72 inch.
  func decodeSize(for frame: Rect) -> PixelSize {
    func count(_ length: Double) -> Int {
      Int(min(max(1, (length / 72 * Self.pixelsPerInch).rounded(.up)), Self.maxPixelLength))
    }
    return PixelSize(width: count(frame.width), height: count(frame.height))
  }

  /// The maximum length to which a photo is decoded for printing, in pixels: the long side of A3 at
  /// ``pixelsPerInch``.
  private static let maxPixelLength = 4961.0
}
