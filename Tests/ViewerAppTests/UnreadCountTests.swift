import BrowserHost
import PhotoGrid
import PhotoIndex
import TestSupport
import Testing

@testable import ViewerApp

/// The photos whose metadata a filter needs and that have not been read, or not completely.
@MainActor
@Suite struct UnreadCountTests {
  private let folder: TemporaryFolder
  private let live: LiveLibrary

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.jpg", "b.jpg"] { try folder.write([1], named: name) }
    let request = LibraryRequest(
      title: "p", sources: [.folder(FilePath(folder.path), title: "p")])
    live = LiveLibrary(request, order: .init(), watch: nil)
  }

  /// Performs an action and waits for the change of the library.
  private func change(after action: () -> Void) async {
    let live = live
    await withCheckedContinuation { continuation in
      live.onChange = { _ in
        live.onChange = nil
        continuation.resume()
      }
      action()
    }
  }

  /// The metadata of a photo of 1970 that were read, with libgexiv2 or without it.
  private func records(_ name: String, hasBasicMetadataOnly: Bool = false) -> PhotoIndexer.Records {
    let path = FilePath(folder.file(name))
    let stamp = FileStamp.read(path)?.stamp ?? FileStamp(modified: 0, size: 0)
    var photo = IndexedPhoto(
      stamp: .init(modified: stamp.modified, size: stamp.size), taken: 0)
    photo.hasBasicMetadataOnly = hasBasicMetadataOnly
    return [path: PhotoRecord(photo)]
  }

  @Test func `the number is reported when no photo matches the filter`() async {
    await change { live.reload() }
    await change { live.filter(by: try? PhotoFilter.parse("taken:2024")) }
    #expect(live.library.count == 0 && live.unreadCount == 2)
    live.onChange = { _ in Issue.record("no photo appears") }
    for (name, rest) in [("a.jpg", 1), ("b.jpg", 0)] {
      let (live, read) = (live, records(name))
      await withCheckedContinuation { continuation in
        live.onUnreadCountChange = {
          live.onUnreadCountChange = nil
          continuation.resume()
        }
        live.apply(read)
      }
      #expect(live.unreadCount == rest && live.library.count == 0)
    }
  }

  @Test func `the search field says that libgexiv2 is missing`() async {
    await change { live.reload() }
    await change { live.filter(by: try? PhotoFilter.parse("rating:0")) }
    #expect(!live.lacksMetadata)
    var read = records("a.jpg", hasBasicMetadataOnly: true)
    read.merge(records("b.jpg", hasBasicMetadataOnly: true)) { $1 }
    await change { live.apply(read) }
    #expect(live.lacksMetadata && live.unreadCount == 0)
    let bar = FindBar()
    bar.counts = FindBar.Counts(of: live, shown: 2)
    #expect(bar.message.text == "2 of 2 pictures · Install libgexiv2-2 to see all metadata.")
    await change { live.filter(by: try? PhotoFilter.parse("a")) }
    #expect(!live.lacksMetadata)
  }
}
