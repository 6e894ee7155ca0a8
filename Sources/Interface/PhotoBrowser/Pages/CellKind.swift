extension PageList {
  /// A kind of cell for pages, with its factory. A cell is reused only for pages of the same kind.
  public struct CellKind {
    /// The name of the kind, unique in a browser; cells are reused for pages whose kinds have the
    /// same name.
    public let name: String
    /// A closure that makes a new, empty cell.
    public let make: () -> any BrowserCell

    public init(_ name: String, make: @escaping () -> any BrowserCell) {
      self.name = name
      self.make = make
    }

    /// Makes a kind whose name is that of a class of cells.
    ///
    /// All kinds made for one class share their cells, so that the kind can be made anew for every
    /// page. Kinds of one class whose closures make different cells need names of their own, as in
    /// `PageList.CellKind("question") { … }`.
    public init<Cell: BrowserCell>(_ type: Cell.Type, make: @escaping () -> Cell) {
      self.init(String(reflecting: type), make: make)
    }

    /// The kind of pages with an ordinary picture: ``PhotoCell``.
    public static var photo: PageList.CellKind { PageList.CellKind("") { PhotoCell() } }
  }
}
