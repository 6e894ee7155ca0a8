import BrowserHost
import Testing

@testable import ViewerApp

struct UnwrittenPlacesTests {
  private func place(_ folder: String, _ name: String) -> StoredPlaces.Place {
    (folder: FilePath(folder), photo: FilePath("\(folder)/\(name)"))
  }

  private func taken(from places: inout UnwrittenPlaces) -> [String] {
    places.takeUnwritten().map { $0.photo.display }
  }

  @Test func `the last photo of each folder is written once, the latest first`() {
    var places = UnwrittenPlaces()
    places.record([place("/a", "1.jpg"), place("/b", "1.jpg")])
    places.record([place("/a", "2.jpg")])
    let first = taken(from: &places)
    #expect(first == ["/a/2.jpg", "/b/1.jpg"])
    #expect(places.isEmpty)

    places.record([place("/a", "2.jpg"), place("/b", "1.jpg")])
    #expect(places.isEmpty, "nothing is different")
    // A folder that is not shown any more keeps its place.
    places.record([place("/b", "2.jpg")])
    places.record([place("/c", "1.jpg")])
    let second = taken(from: &places)
    #expect(second == ["/c/1.jpg", "/b/2.jpg"])
    #expect(places[FilePath("/a")]?.display == "/a/2.jpg", "a written photo stays known")
    #expect(places[FilePath("/d")] == nil)
  }
}
