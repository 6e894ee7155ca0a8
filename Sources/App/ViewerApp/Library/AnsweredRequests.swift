import BrowserHost
import PhotoIndex

/// The requests for metadata that the indexer has answered, also without success. Metadata that
/// cannot be read are not stored, and would otherwise be requested again after every answer.
nonisolated struct AnsweredRequests {
  /// The states of the files for which the indexer has answered, by path.
  private var stamps: [FilePath: IndexedPhoto.Stamp] = [:]

  /// Adds the files for which the indexer has answered.
  mutating func add(_ records: PhotoIndexer.Records) {
    stamps.merge(records.mapValues(\.photo.stamp)) { $1 }
  }

  /// The requests that were not answered for the present state of their file.
  func unanswered(_ requests: [PhotoIndexer.Request]) -> [PhotoIndexer.Request] {
    requests.filter { stamps[$0.path] != $0.stamp }
  }
}
