public import PhotoBrowser

extension MixedPages {
  /// A page of ``MixedPages``.
  public enum Page {
    /// A picture file, which may be animated; a clip; or an `http` address. The payload is the path
    /// or address.
    case file(String)
    /// A picture in memory.
    case picture(Picture)
    /// An animation, and the picture that is shown before its first frame.
    case animation(any Picture.Frames, cover: Picture)
    /// Content that can be zoomed, such as text or a drawing.
    case content(any ZoomableContent)
    /// A page with a cell of the host's own kind, and the closure that fills the cell.
    case cell(PageList.CellKind, fill: (PageList.Context) -> Void)
  }
}

/// A data source of files, pictures, animations and cells of the host in one list.
///
///     let text = MixedPages.Page.content(TextPage("The end", width: 400))
///     browser.dataSource = MixedPages(
///       [.file("/a.jpg"), .picture(logo), text], by: window.pictures)
///
/// After a change of ``pages``, report the change to the browser.
public final class MixedPages: FilePages {
  /// The pages, in order.
  public var pages: [MixedPages.Page] {
    didSet { files = pages.map(\.file) }
  }
  /// The paths and addresses of the pages that are files, and an empty string for each other page.
  /// Setting the property replaces all ``pages`` by files.
  public override var paths: [String] {
    get { super.paths }
    set { pages = newValue.map { .file($0) } }
  }

  public init(_ pages: [MixedPages.Page], by loader: FilePages.Loader) {
    self.pages = pages
    super.init([], by: loader)
    files = pages.map(\.file)
  }

  private func page(_ index: Int) -> MixedPages.Page? {
    pages.indices.contains(index) ? pages[index] : nil
  }

  public override func browser(_ browser: Browser, kindOfCellFor index: Int) -> String {
    guard case .cell(let kind, _)? = page(index) else {
      return super.browser(browser, kindOfCellFor: index)
    }
    return kind.name
  }

  public override func browser(
    _ browser: Browser, makeCellFor index: Int
  ) -> any BrowserCell {
    guard case .cell(let kind, _)? = page(index) else {
      return super.browser(browser, makeCellFor: index)
    }
    return kind.make()
  }

  public override func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    let photo = cell as? PhotoCell
    if let photo, files.indices.contains(index), files[index].bytes.isEmpty {
      endPage(in: photo)
      photo.animation = nil
      (photo.progress, photo.failure) = (nil, nil)
    }
    switch page(index) {
    case .file: super.browser(browser, reload: cell, at: index)
    case .picture(let picture): photo?.content = .picture(picture)
    case .animation(let frames, let cover):
      photo?.content = .picture(cover)
      photo?.animation = AnimationPlayer(frames, firstPicture: cover)
    case .content(let content): photo?.content = .zoomable(content)
    case .cell(_, let fill): fill(PageList.Context(browser: browser, cell: cell, index: index))
    case nil: break
    }
  }
}

extension MixedPages.Page {
  /// The path of the page's file; empty for a page of another kind.
  fileprivate var file: FilePath {
    if case .file(let path) = self { FilePath(path) } else { FilePath("") }
  }
}
