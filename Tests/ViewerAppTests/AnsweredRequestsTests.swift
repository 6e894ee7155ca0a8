import BrowserHost
import PhotoIndex
import Testing

@testable import ViewerApp

/// The requests for facts that the indexer has answered.
@Suite struct AnsweredRequestsTests {
  @Test func `facts that could not be read are requested again only when the file has changed`() {
    func request(_ name: String, size: Int64) -> PhotoIndexer.Request {
      PhotoIndexer.Request(
        path: FilePath(name), stamp: IndexedPhoto.Stamp(modified: 1, size: size))
    }
    let requests = [request("/p/a.jpg", size: 1), request("/p/b.jpg", size: 1)]
    var answered = AnsweredRequests()
    #expect(answered.unanswered(requests) == requests)
    answered.add([requests[0].path: PhotoRecord(IndexedPhoto(stamp: requests[0].stamp))])
    #expect(answered.unanswered(requests) == [requests[1]])
    let changed = request("/p/a.jpg", size: 2)
    #expect(answered.unanswered([changed]) == [changed])
  }
}
