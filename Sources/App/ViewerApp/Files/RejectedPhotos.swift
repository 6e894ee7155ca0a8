import BrowserHost
import PhotoGrid

/// The rejected photos of the list in front.
struct RejectedPhotos {
  /// A list of photos, such as the pages of a browser.
  struct List {
    /// The path of the file that each photo shows, in the order of the list.
    var photos: [FilePath] = []
    /// The library of the list; nil for given files without a library.
    var library: LiveLibrary?
    /// Whether all photos are listed; false while the folder of the list is read for the first
    /// time. Default: true.
    var isComplete = true
    /// Returns all files of the photo at an index of ``photos``.
    var files: (_ index: Int) -> [FilePath] = { _ in [] }
  }

  /// Returns the list in front, which may change while marks are being read.
  let list: () -> List
  let marks: PhotoMarksCache

  /// Finds the rejected photos after the list is complete. Photos from the web and in archives,
  /// which cannot be changed, are left out.
  ///
  /// - Parameters:
  ///   - onReading: called with the number of photos that have to be read first, if there are any.
  ///   - then: called once with all files of those photos that are rejected and are still in the
  ///     list; nil if rejected photos have been found, but none of them is in the list any more, or
  ///     if another list has come to the front before the list was complete.
  func find(onReading: @escaping (_ count: Int) -> Void, then: @escaping ([FilePath]?) -> Void) {
    let present = list()
    guard !present.isComplete, let library = present.library else {
      return findListed(onReading: onReading, then: then)
    }
    library.apply([]) {
      guard list().library === library else { return then(nil) }
      findListed(onReading: onReading, then: then)
    }
  }

  /// Finds the rejected photos among those that are listed now.
  private func findListed(
    onReading: @escaping (_ count: Int) -> Void, then: @escaping ([FilePath]?) -> Void
  ) {
    let photos = list().photos.filter { $0.webAddress == nil && $0.containingArchive == nil }
    marks.findInFiles(photos, onReading: onReading) { [list] found in
      let rejected = Set(photos.filter { found[$0]?.flag == .reject })
      let present = list()
      let files = present.photos.indices.filter { rejected.contains(present.photos[$0]) }
        .flatMap(present.files)
      then(files.isEmpty && !rejected.isEmpty ? nil : files)
    }
  }

  /// Finds those of `files` that are rejected by their own marks; a photo of a burst is not
  /// rejected because the cover of the burst is. A RAW file and its JPEG have their marks together.
  ///
  /// - Parameter then: called once with the rejected files, in the order of `files`.
  func findRejected(of files: [FilePath], then: @escaping ([FilePath]) -> Void) {
    marks.findInFiles(files, onReading: { _ in }) { found in
      then(files.filter { found[$0]?.flag == .reject })
    }
  }
}

extension RejectedPhotos.List {
  /// The photos in front: with a comparison, those of the browser or grid from which it was opened;
  /// else the pages of the browser; without a browser, the photos of the grid. Photos that do not
  /// meet the filter are not listed.
  init(inFrontOf shown: ShownScenes, _ pages: PageLibrary) {
    switch shown.frontCompare?.origin {
    case .page(let visit)?: self.init(pagesOf: visit, pages.current)
    case .grid(let gallery)?: self.init(of: shown.scene(of: gallery)?.live)
    case nil:
      if let visit = shown.frontVisit {
        self.init(pagesOf: visit, pages.current)
      } else {
        self.init(of: shown.home?.current.live)
      }
    }
  }

  /// The photos of the grid of a library; none if `live` is nil.
  init(of live: LiveLibrary?) {
    guard let live else {
      self.init()
      return
    }
    let (photos, library) = (live.paths, live.library)
    self.init(photos: photos, library: live, isComplete: !live.isLoading) {
      library.files(with: photos[$0], atPage: $0)
    }
  }

  /// The pages of a visit. They are incomplete while `live` reads the folder of the current page;
  /// `live` may also be the library of another folder, whose photos will replace the pages.
  private init(pagesOf visit: PhotoVisit, _ live: LiveLibrary?) {
    let (photos, current) = (visit.source.files, CurrentFolder.path)
    let folder = visit.file.map { $0.absolute(in: current).folder }
    let awaited = live.flatMap { $0.isLoading ? $0.request.absoluteFolders(in: current) : nil }
    let isAwaited = folder.flatMap { awaited?.contains($0) } ?? false
    self.init(photos: photos, library: live, isComplete: !isAwaited) {
      visit.versions.photoAccess.files(photos[$0], $0)
    }
  }
}
