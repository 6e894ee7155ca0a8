import Network
import Recordings

/// A source of downloads whose updates are recorded, with the contents of the descriptions that
/// image servers send.
final class RecordedDownloads: WebLoading {
  private let loading: any WebLoading
  private let recorder: InputRecorder
  private var downloadCount = 0

  init(_ loading: any WebLoading, by recorder: InputRecorder) {
    self.loading = loading
    self.recorder = recorder
  }

  func load(
    _ address: WebAddress, urgency: WebTask.Urgency, mustRevalidate: Bool,
    update: @escaping (WebUpdate) -> Void
  ) -> WebTask {
    downloadCount += 1
    let number = downloadCount
    return loading.load(address, urgency: urgency, mustRevalidate: mustRevalidate) {
      [recorder] received in
      recorder.recordUpdate(received, of: number, from: address) { update(received) }
    }
  }

  func forget(_ address: WebAddress) { loading.forget(address) }
  func stop() { loading.stop() }
}

nonisolated extension WebUpdate {
  /// The file with the downloaded picture, or with a part of it; nil without one.
  var file: WebFile? {
    switch self {
    case .progress(let progress): progress.part
    case .cachedCopy(let file), .finished(let file), .confirmed(let file), .stale(let file, _): file
    case .failed(_, let part): part
    }
  }

  /// Whether the file is a complete one.
  var isComplete: Bool {
    switch self {
    case .cachedCopy, .finished, .confirmed, .stale: true
    case .progress, .failed: false
    }
  }
}

nonisolated extension RecordedLine.Download {
  /// The recorded form of an update.
  ///
  /// - Parameters:
  ///   - number: the number of the download.
  ///   - path: the recorded path of the update's file; nil without a file.
  init(_ update: WebUpdate, number: Int, path: [UInt8]?) {
    let kind: Kind
    var failure: NetworkFailure?
    switch update {
    case .progress: kind = .progress
    case .cachedCopy: kind = .cachedCopyAvailable
    case .finished: kind = .finished
    case .confirmed: kind = .cachedCopyConfirmed
    case .stale(_, let reason):
      kind = .cachedCopyUnverified
      failure = reason
    case .failed(let reason, _):
      kind = .failed
      failure = reason
    }
    self.init(kind, number: number)
    if case .progress(let progress) = update {
      received = Int64(progress.received)
      total = progress.total.map { Int64($0) }
    }
    if let found = update.file, let path {
      file = File(
        path: path, size: Int64(found.byteCount), contentType: found.contentType,
        redirection: found.redirection)
    }
    self.failure = failure.map { Failure($0) }
  }
}

nonisolated extension RecordedLine.Download.Failure {
  /// The recorded form of a failure.
  init(_ failure: NetworkFailure) {
    var status = 0
    let reason: Reason
    switch failure.kind {
    case .noLibrary: reason = .libraryMissing
    case .unreachable: reason = .unreachable
    case .connectionLost: reason = .connectionLost
    case .status(let number):
      reason = .httpStatus
      status = min(max(0, number), 999)
    case .tooLarge: reason = .fileTooLarge
    case .invalidResponse: reason = .invalidResponse
    case .outOfSpace: reason = .noSpaceLeft
    }
    self.init(
      reason: reason, status: status, sentence: failure.sentence, hint: failure.hint)
  }

  /// The failure of a download in a replay.
  var networkFailure: NetworkFailure {
    let kind: NetworkFailure.Kind =
      switch reason {
      case .libraryMissing: .noLibrary
      case .unreachable: .unreachable
      case .connectionLost: .connectionLost
      case .httpStatus: .status(status)
      case .fileTooLarge: .tooLarge
      case .invalidResponse: .invalidResponse
      case .noSpaceLeft: .outOfSpace
      }
    return NetworkFailure(kind, sentence, hint: hint)
  }
}
