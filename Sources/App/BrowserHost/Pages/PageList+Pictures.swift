public import PhotoBrowser

extension PageList {
  /// Makes a list with one page for each picture in memory.
  public init(_ pictures: [Picture]) {
    self.init(count: { pictures.count }) { page in
      page.photo?.content = .picture(pictures[page.index])
    }
  }
}
