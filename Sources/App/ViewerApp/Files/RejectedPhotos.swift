import BrowserHost
import PhotoGrid

/// The rejected photos of the list in front.
struct RejectedPhotos {
  /// A list of photos, such as the pages of a browser.
  struct List {
    /// The path of the file that each photo shows, in the order of the list.
    var photos: [FilePath] = []
    /// Returns all files of the photo at an index of ``photos``.
    var files: (_ index: Int) -> [FilePath] = { _ in [] }
  }

  /// Returns the list in front, which may change while marks are being read.
  let list: () -> List
  let marks: PhotoMarksCache

  /// Finds the rejected photos. Photos from the web and in archives, which cannot be changed, are
  /// left out.
  ///
  /// - Parameters:
  ///   - onReading: called with the number of photos that have to be read first, if there are any.
  ///   - then: called once with all files of those photos that are rejected and are still in the
  ///     list; nil if rejected photos have been found, but none of them is in the list any more.
  func find(onReading: @escaping (_ count: Int) -> Void, then: @escaping ([FilePath]?) -> Void) {
    let photos = list().photos.filter { $0.webAddress == nil && $0.containingArchive == nil }
    marks.findInFiles(photos, onReading: onReading) { [list] found in
      let rejected = Set(photos.filter { found[$0]?.flag == .reject })
      let present = list()
      let files = present.photos.indices.filter { rejected.contains(present.photos[$0]) }
        .flatMap(present.files)
      then(files.isEmpty && !rejected.isEmpty ? nil : files)
    }
  }

  /// Finds those of some files that are rejected themselves: a picked photo of a burst with a
  /// rejected cover is not. A RAW file and its JPEG have their marks together.
  ///
  /// - Parameter then: called once with the rejected files, in the order of `files`.
  func findRejected(of files: [FilePath], then: @escaping ([FilePath]) -> Void) {
    marks.findInFiles(files, onReading: { _ in }) { found in
      then(files.filter { found[$0]?.flag == .reject })
    }
  }
}

extension RejectedPhotos.List {
  /// The pages of the browser in front, or else the photos of the grid in front; both without those
  /// that do not meet the filter.
  init(inFrontOf shown: ShownPhotos) {
    if let visit = shown.frontVisit {
      let pages = visit.source.files
      self.init(photos: pages) { visit.versions.photos.files(pages[$0], $0) }
    } else if let live = shown.home?.current.live {
      let (photos, library) = (live.paths, live.library)
      self.init(photos: photos) { library.files(with: photos[$0], atPage: $0) }
    } else {
      self.init()
    }
  }
}
