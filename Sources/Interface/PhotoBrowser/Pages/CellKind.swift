/// What kind of cell a page needs, and how one is made. Cells are used again for pages of the same
/// kind only.
public struct CellKind {
  /// What tells it from other kinds.
  public let name: String
  /// Makes a new, empty cell.
  public let make: () -> any BrowserCell

  /// Makes a kind.
  public init(_ name: String, make: @escaping () -> any BrowserCell) {
    self.name = name
    self.make = make
  }

  /// A kind that is a class of cells.
  public init<Cell: BrowserCell>(_ type: Cell.Type, make: @escaping () -> Cell) {
    self.init(String(reflecting: type), make: make)
  }

  /// Pages with a picture: ``PhotoCell``.
  public static var photo: CellKind { CellKind("") { PhotoCell() } }
}
