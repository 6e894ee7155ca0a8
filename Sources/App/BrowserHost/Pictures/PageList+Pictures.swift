public import PhotoBrowser

extension PageList {
  /// Pictures that are at hand, one a page.
  public init(_ pictures: [Picture]) {
    self.init(count: { pictures.count }) { page in
      page.photo?.content = .picture(pictures[page.index])
    }
  }
}
