import CX11
import Foundation
import Geometry

/// A program without a grid fails every test of it; only the first ones need to wait for it.
private let gridOpening = Attempts(limit: 4, what: "the viewer shows no grid")

/// The grid: where its cells are, and how a person gets from it to a photo and back.
extension Session {
  /// Opens the album as a grid and waits until every cell that is seen has its thumbnail.
  ///
  /// - Parameters:
  ///   - folders: what is opened, nil for the album itself.
  ///   - items: how many there must be, nil when that is not known beforehand.
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

  /// A grid of numbered pictures.
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

  /// The cell of an item in pixels of the window, as it was said last.
  func slot(_ index: Int, since mark: Int = 0) throws -> Rect {
    Rect(said: try viewer.wait(for: "slot index=\(index)", since: mark))
  }

  /// Brings the keyboard's focus to a cell, by keys alone.
  ///
  /// - Returns: the cell, in pixels of the window, at rest.
  @discardableResult
  func focus(_ index: Int) throws -> Rect {
    try reporting {
      var focused = try focusedCell ?? focusedCell { try x.key("End") }
      if focused.index > index { focused = try focusedCell { try x.key("Home") } }
      while focused.index < index { focused = try focusedCell { try x.key("Right") } }
      return focused.frame
    }
  }

  /// The cell in focus, as it was said last.
  private var focusedCell: (index: Int, frame: Rect)? {
    viewer.traces().last { $0.name == "slot" }.map { (Int($0["index"]), Rect(said: $0)) }
  }

  /// The cell in focus after an action that moves it.
  @discardableResult
  func focusedCell(after action: () throws -> Void) throws -> (index: Int, frame: Rect) {
    let trace = try reporting { try viewer.wait(for: "slot", after: action) }
    return (Int(trace["index"]), Rect(said: trace))
  }

  /// Waits until nothing moves in the grid any more.
  @discardableResult
  func gridRest(after action: () throws -> Void) throws -> Trace {
    let start = viewer.mark
    try action()
    return try reporting {
      try viewer.wait(for: "grid", since: start) { $0.fields["first"] != nil }
    }
  }

  /// Which picture's thumbnail is in a cell; nil when it shows none.
  func thumbnail(in cell: Rect, of screenshot: Screenshot) -> Int? {
    // Off the middle, where a badge or a border of two of the picture's own cells may be.
    screenshot[cell.center + Vector(dx: cell.width / 12, dy: cell.height / 12)]
      .flatMap(Pictures.number(near:))
  }

  /// Waits until a cell shows a picture's thumbnail, or none.
  func shows(thumbnail number: Int?, in cell: Rect) throws -> Bool {
    let (last, isShown) = try x.look(at: window) { thumbnail(in: cell, of: $0) == number }
    if !isShown { print("kept \(last.keep(as: "thumbnail-\(viewer.process.id)"))") }
    return isShown
  }

  // MARK: There and back

  /// Opens a cell with a click and waits until the photo rests.
  ///
  /// - Returns: its cell, in pixels of the window.
  @discardableResult
  func open(_ index: Int) throws -> Rect {
    let cell = try focus(index)
    try arrive(atPage: index) { x.click(at: try onScreen(cell.center)) }
    return cell
  }

  /// Does something and waits until the photo has flown up and rests.
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

  /// Does something and waits until the photo has flown home and the grid is there.
  ///
  /// - Returns: the cell it flew to, in pixels of the window.
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

  /// Everything inside the window.
  var bounds: Rect {
    get throws { Rect(origin: .zero, size: try x.frame(of: window).size) }
  }

  /// True when a cell is inside the window, whole.
  func isOnScreen(_ cell: Rect) throws -> Bool {
    let bounds = try bounds
    return cell.minX >= bounds.minX && cell.minY >= bounds.minY && cell.maxX <= bounds.maxX
      && cell.maxY <= bounds.maxY
  }
}

extension Rect {
  /// The rectangle a trace line says.
  init(said trace: Trace) {
    self.init(x: trace["x"], y: trace["y"], width: trace["width"], height: trace["height"])
  }

  /// True when every edge is within half a pixel of the other's.
  func isClose(to other: Rect) -> Bool {
    abs(minX - other.minX) <= 0.5 && abs(minY - other.minY) <= 0.5
      && abs(maxX - other.maxX) <= 0.5 && abs(maxY - other.maxY) <= 0.5
  }
}

extension ScratchFolder {
  /// Writes pictures whose numbers and names begin at `first`, named so that they are in that order.
  func writePictures(_ count: Int, from first: Int = 0, in folder: String = "") throws {
    for number in first..<(first + count) {
      try write(Pictures.thumbnailed(number), to: RawName(folder + Self.name(number)))
    }
  }

  /// The name of a numbered picture.
  static func name(_ number: Int) -> String { "picture \(number).bmp" }

  /// Makes its files look older.
  func age(by seconds: Double) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: "\(path)/\(name)")
    }
  }

  /// Removes, renames: what other programs do to files.
  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  func rename(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: "\(path)/\(other)")
  }
}

extension Pictures {
  /// Columns and rows of cells in a picture that is to be known from its thumbnail.
  private static let (columns, rows) = (6, 4)

  /// A picture whose cells are large enough to be read from a thumbnail. Numbers repeat after 15.
  static func thumbnailed(_ number: Int) -> [UInt8] {
    bmp(Plan(number: number % 16, width: columns * 80, height: rows * 80, cell: 80))
  }

  /// The number of a picture made by ``thumbnailed(_:)``, from a pixel that scaling may have
  /// rounded; nil when the colour is none of its own.
  static func number(near colour: UInt32) -> Int? {
    let (red, green, blue) = (colour >> 16 & 0xff, colour >> 8 & 0xff, colour & 0xff)
    guard (6...10).contains(red % 16), green <= columns * 4, blue <= rows * 4 else { return nil }
    return Int(red / 16)
  }
}
