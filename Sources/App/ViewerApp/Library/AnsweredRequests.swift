import BrowserHost
import PhotoIndex

/// The requests for facts that the indexer has answered. Facts that cannot be read, as those of a
/// photo on a disk that is gone, are not stored, and would be requested again after every answer.
nonisolated struct AnsweredRequests {
  /// The states of the files whose facts were read, or could not be read.
  private var stamps: [FilePath: IndexedPhoto.Stamp] = [:]

  /// Adds the answers of the indexer.
  mutating func add(_ records: PhotoIndexer.Records) {
    stamps.merge(records.mapValues(\.photo.stamp)) { $1 }
  }

  /// The requests that have no answer for the present state of their files.
  func unanswered(_ requests: [PhotoIndexer.Request]) -> [PhotoIndexer.Request] {
    requests.filter { stamps[$0.path] != $0.stamp }
  }
}
