import CX11
import Foundation
import Geometry

/// The limit of failed openings of grids, after which later tests fail at once instead of waiting.
private let gridOpening = Attempts(limit: 4, what: "the viewer shows no grid")

/// Access to the grid's cells, and the transitions between grid and photo.
extension Session {
  /// Opens the album as a grid and waits until all visible thumbnails are loaded.
  ///
  /// - Parameters:
  ///   - folders: the paths to open; nil opens the album itself.
  ///   - items: the expected number of items; nil when unknown.
  convenience init(
    gridOf album: ScratchFolder, on display: VirtualDisplay, folders: [RawName]? = nil,
    options: [RawName] = [], items: Int? = nil, environment: [String: String] = [:]
  ) throws {
    try self.init(
      starting: options + (folders ?? [RawName(album.path)]), on: display, album: album,
      environment: environment)
    try gridOpening.attempt {
      try reporting {
        try viewer.wait(for: "grid" + (items.map { " items=\($0)" } ?? "")) { $0["items"] >= 0 }
        try viewer.wait(for: "thumbs")
        try viewer.wait(for: "grid") { $0.fields["first"] != nil }
        try viewer.wait(for: "scene name=grid")
      }
    }
    x.move(to: Self.middle)
  }

  /// Opens a grid of numbered pictures.
  convenience init(
    gridOf count: Int, on display: VirtualDisplay, options: [RawName] = [],
    environment: [String: String] = [:]
  ) throws {
    let album = try ScratchFolder()
    try album.writePictures(count)
    try self.init(
      gridOf: album, on: display, options: options, items: count, environment: environment)
  }

  // MARK: Cells

  /// The last reported cell of an item, in window pixels.
  func slot(_ index: Int, since mark: Int = 0) throws -> Rect {
    Rect(in: try viewer.wait(for: "slot index=\(index)", since: mark))
  }

  /// Moves the keyboard focus to a cell by keys.
  ///
  /// - Returns: the settled cell, in window pixels.
  @discardableResult
  func focus(_ index: Int) throws -> Rect {
    try reporting {
      var focused = try focusedCell ?? focusedCell { try x.key("End") }
      if focused.index > index { focused = try focusedCell { try x.key("Home") } }
      while focused.index < index { focused = try focusedCell { try x.key("Right") } }
      return focused.frame
    }
  }

  /// The last reported cell with the focus.
  private var focusedCell: (index: Int, frame: Rect)? {
    viewer.traces().last { $0.name == "slot" }.map { (Int($0["index"]), Rect(in: $0)) }
  }

  /// The cell with the focus after an action that moves the focus.
  @discardableResult
  func focusedCell(after action: () throws -> Void) throws -> (index: Int, frame: Rect) {
    let trace = try reporting { try viewer.wait(for: "slot", after: action) }
    return (Int(trace["index"]), Rect(in: trace))
  }

  /// Performs an action and waits until the grid has settled.
  @discardableResult
  func gridRest(after action: () throws -> Void) throws -> Trace {
    let start = viewer.mark
    try action()
    return try reporting {
      try viewer.wait(for: "grid", since: start) { $0.fields["first"] != nil }
    }
  }

  /// The number of the picture whose thumbnail is in a cell; nil when there is none.
  func thumbnail(in cell: Rect, of screenshot: Screenshot) -> Int? {
    // The pixel is off the centre, where a badge or a border between two cells of the test picture
    // may be.
    screenshot[cell.center + Vector(dx: cell.width / 12, dy: cell.height / 12)]
      .flatMap(Pictures.number(near:))
  }

  /// Waits until a cell shows the thumbnail of a picture, or none.
  func shows(thumbnail number: Int?, in cell: Rect) throws -> Bool {
    let (last, isShown) = try x.look(at: window) { thumbnail(in: cell, of: $0) == number }
    if !isShown { print("kept \(last.keep(as: "thumbnail-\(viewer.process.id)"))") }
    return isShown
  }

  // MARK: Transitions

  /// Opens a cell with a click and waits until the photo has settled.
  ///
  /// - Returns: the cell, in window pixels.
  @discardableResult
  func open(_ index: Int) throws -> Rect {
    let cell = try focus(index)
    try arrive(atPage: index) { x.click(at: try onScreen(cell.center)) }
    return cell
  }

  /// Performs an action and waits until the photo has flown to its page and settled.
  @discardableResult
  func arrive(atPage page: Int, after action: () throws -> Void) throws -> Rest {
    let start = viewer.mark
    let rest = try rest(onPage: page, after: action)
    try reporting {
      try viewer.wait(for: "flight ended at=page page=\(page)", since: start)
      try viewer.wait(for: "scene name=browser", since: start)
    }
    return rest
  }

  /// Performs an action and waits until the photo has flown to its cell and the grid is the current
  /// scene.
  ///
  /// - Returns: the target cell, in window pixels.
  @discardableResult
  func flyHome(fromPage page: Int, after action: () throws -> Void) throws -> Rect {
    let start = viewer.mark
    return try reporting {
      try action()
      try viewer.wait(for: "flight ended at=thumbnail page=\(page)", since: start)
      try viewer.wait(for: "scene name=grid", since: start)
      return try slot(page)
    }
  }

  /// The area of the window, in window pixels.
  var bounds: Rect {
    get throws { Rect(origin: .zero, size: try x.frame(of: window).size) }
  }

  /// Whether a cell is completely inside the window.
  func isOnScreen(_ cell: Rect) throws -> Bool {
    let bounds = try bounds
    return cell.minX >= bounds.minX && cell.minY >= bounds.minY && cell.maxX <= bounds.maxX
      && cell.maxY <= bounds.maxY
  }
}

extension Rect {
  /// The rectangle in a trace line.
  init(in trace: Trace) {
    self.init(x: trace["x"], y: trace["y"], width: trace["width"], height: trace["height"])
  }

  /// Whether each edge is within half a pixel of the other rectangle's edge.
  func isClose(to other: Rect) -> Bool {
    abs(minX - other.minX) <= 0.5 && abs(minY - other.minY) <= 0.5
      && abs(maxX - other.maxX) <= 0.5 && abs(maxY - other.maxY) <= 0.5
  }
}

extension ScratchFolder {
  /// Writes `count` pictures with numbers from `first` on, named in natural order.
  func writePictures(_ count: Int, from first: Int = 0, in folder: String = "") throws {
    for number in first..<(first + count) {
      try write(Pictures.thumbnailed(number), to: RawName(folder + Self.name(number)))
    }
  }

  /// The name of a numbered picture.
  static func name(_ number: Int) -> String { "picture \(number).bmp" }

  /// Moves the modification times of all files into the past.
  func age(by seconds: Double) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: "\(path)/\(name)")
    }
  }

  /// Removes a file, as another program would.
  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  func rename(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: "\(path)/\(other)")
  }
}

extension Pictures {
  /// The number of cell columns and rows in a picture that is identified by its thumbnail.
  private static let (columns, rows) = (6, 4)

  /// A picture whose cells are large enough to identify it by its thumbnail. Numbers wrap after 15.
  static func thumbnailed(_ number: Int) -> [UInt8] {
    bmp(Plan(number: number % 16, width: columns * 80, height: rows * 80, cell: 80))
  }

  /// The number of a picture made by ``thumbnailed(_:)``, from a pixel possibly changed by scaling;
  /// nil for any other colour.
  static func number(near colour: UInt32) -> Int? {
    let (red, green, blue) = (colour >> 16 & 0xff, colour >> 8 & 0xff, colour & 0xff)
    guard (6...10).contains(red % 16), green <= columns * 4, blue <= rows * 4 else { return nil }
    return Int(red / 16)
  }
}
