import BrowserHost
import Imaging
import ImagingTestSupport
import PhotoGrid
import PhotoIndex
import TestSupport
import Testing

@testable import ViewerApp

/// The choice of the rejected photos of a list.
@MainActor @Suite struct RejectedPhotosTests {
  private let folder: TemporaryFolder
  private let cache: PhotoMarksCache

  /// Makes three photos: `a.jpg` is rejected, `b.jpg` is picked, `c.jpg` has no marks.
  init() throws {
    folder = try TemporaryFolder()
    let facts = PhotoFactsStore(folder: nil)
    let indexer = PhotoIndexer(ImagePipeline.silent(), facts, log: Log(level: .off))
    cache = PhotoMarksCache(facts, indexer)
    let marks: KeyValuePairs<String, PhotoMarks> = [
      "a.jpg": PhotoMarks(flag: .reject), "b.jpg": PhotoMarks(flag: .pick), "c.jpg": PhotoMarks(),
    ]
    for (name, marks) in marks {
      let path = path(name)
      try folder.write([1], named: name)
      let item = try #require(LibraryScan.items([path], facts: facts).first)
      var photo = IndexedPhoto(stamp: try #require(item.factsStamp))
      photo.set(marks)
      facts.store([(path, photo)])
    }
  }

  private func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }

  private func paths(_ names: String...) -> [FilePath] { names.map { path($0) } }

  /// A list of photos that can change.
  @MainActor private final class Shown {
    var photos: [FilePath]

    init(_ photos: [FilePath]) { self.photos = photos }

    /// The present list, in which each photo has a sidecar.
    var list: RejectedPhotos.List {
      RejectedPhotos.List(photos: photos) { [photos] in
        [photos[$0], FilePath(photos[$0].bytes + Array(".xmp".utf8))]
      }
    }
  }

  /// Finds the rejected photos of a list.
  ///
  /// - Parameter action: called while the marks are looked up.
  private func rejected(
    of shown: Shown, while action: () -> Void = {}
  ) async -> [FilePath]? {
    await rejected(in: { shown.list }, while: action)
  }

  /// Finds the rejected photos of the list that a closure returns.
  private func rejected(
    in list: @escaping () -> RejectedPhotos.List, while action: () -> Void = {}
  ) async -> [FilePath]? {
    let rejected = RejectedPhotos(list: list, marks: cache)
    return await withCheckedContinuation { continuation in
      rejected.find { _ in
      } then: {
        continuation.resume(returning: $0)
      }
      action()
    }
  }

  @Test func `all files of the rejected photos are found, in the order of the list`() async {
    cache.set(PhotoMarks(flag: .reject), of: path("c.jpg"))
    let found = await rejected(of: Shown(paths("c.jpg", "b.jpg", "a.jpg")))
    #expect(found == paths("c.jpg", "c.jpg.xmp", "a.jpg", "a.jpg.xmp"))
  }

  @Test func `a picked file of a photo with a rejected cover is not rejected`() async {
    let rejected = RejectedPhotos(list: { RejectedPhotos.List() }, marks: cache)
    let found = await withCheckedContinuation { continuation in
      rejected.findRejected(of: paths("c.jpg", "a.jpg", "b.jpg")) {
        continuation.resume(returning: $0)
      }
    }
    #expect(found == paths("a.jpg"))
  }

  @Test func `photos that a filter leaves out are not found`() async {
    let found = await rejected(of: Shown(paths("b.jpg", "c.jpg")))
    #expect(found == [])
  }

  @Test func `marks that are set while others are looked up count`() async {
    let found = await rejected(of: Shown(paths("a.jpg", "b.jpg"))) {
      cache.set(PhotoMarks(), of: path("a.jpg"))
      cache.set(PhotoMarks(flag: .reject), of: path("b.jpg"))
    }
    #expect(found == paths("b.jpg", "b.jpg.xmp"))
  }

  @Test func `photos that have left the list are not found`() async {
    cache.set(PhotoMarks(flag: .reject), of: path("c.jpg"))
    let shown = Shown(paths("a.jpg", "b.jpg", "c.jpg"))
    let found = await rejected(of: shown) { shown.photos.removeFirst() }
    #expect(found == paths("c.jpg", "c.jpg.xmp"))
    let gone = await rejected(of: shown) { shown.photos.removeLast() }
    #expect(gone == nil, "the message that there are none would be wrong")
  }

  /// Makes the library of the folder, and begins to read it.
  private func unreadLibrary() -> LiveLibrary {
    let live = LiveLibrary(
      LibraryRequest(title: "p", sources: [.folder(FilePath(folder.path), title: "p")]),
      order: .init(), watch: nil)
    live.reload()
    return live
  }

  @Test func `the photos of a folder are found after it has been read`() async {
    let live = unreadLibrary()
    #expect(RejectedPhotos.List(of: live).photos.isEmpty)
    let found = await rejected(in: { RejectedPhotos.List(of: live) })
    #expect(found == paths("a.jpg"))
  }

  @Test func `nothing is found in a list that comes to the front while another one is read`() async
  {
    let (first, second) = (unreadLibrary(), unreadLibrary())
    var front = first
    let found = await rejected(in: { RejectedPhotos.List(of: front) }) { front = second }
    #expect(found == nil)
  }

  @Test func `photos from the web and in archives are left out`() async throws {
    try folder.write([1], named: "book.zip")
    let photos = [FilePath("https://example.org/a.jpg"), path("book.zip/a.jpg")]
    for photo in photos { cache.set(PhotoMarks(flag: .reject), of: photo) }
    let found = await rejected(of: Shown(photos + [path("a.jpg")]))
    #expect(found == paths("a.jpg", "a.jpg.xmp"))
  }
}
