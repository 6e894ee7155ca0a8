import BrowserHost
import PhotoIndex

/// The requests for metadata that the indexer has answered, whether or not the metadata could be
/// read. Metadata that cannot be read are not stored, and would otherwise be requested again
/// after every answer.
nonisolated struct AnsweredRequests {
  /// The modification time and size of each file for which the indexer has answered, and the
  /// modification time of its sidecar, at the time of the request, by path.
  private var stamps: [FilePath: IndexedPhoto.Stamp] = [:]

  /// Adds the files for which the indexer has answered.
  mutating func add(_ records: PhotoIndexer.Records) {
    stamps.merge(records.mapValues(\.photo.stamp)) { $1 }
  }

  /// The requests that were not answered for the state of the file and its sidecar that they state.
  func unanswered(_ requests: [PhotoIndexer.Request]) -> [PhotoIndexer.Request] {
    requests.filter { stamps[$0.path] != $0.stamp }
  }
}
