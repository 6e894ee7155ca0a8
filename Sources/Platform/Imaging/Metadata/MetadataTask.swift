public import DecoderWire
import Pixels

/// The facts about one photo, without its pixels.
public struct PhotoDescription: Sendable {
  /// The properties in the header of the picture; nil when they were not requested, or the picture
  /// cannot be shown.
  public var header: DecodeReply.Info?
  /// The reason why the picture cannot be shown; nil when it can, or the header was not requested.
  public var headerFailure: DecodeFailure?
  public var metadata = PhotoMetadata()

  /// Makes a description without facts.
  public init() {}
}

/// A running request of one photo's metadata. A helper of its own reads it at low priority, so that
/// metadata which crashes the helper costs nothing else.
@MainActor
public final class MetadataTask {
  /// The progress of the request.
  private enum State {
    case header
    case metadata
    case ended
  }

  /// The maximum number of tolerated crashes of the helper: a single crash may be accidental.
  private static let maxCrashes = 1

  private weak var helper: SessionHelper?
  private let name: String
  private var file: OwnedDescriptor?
  private let finish: @MainActor (Result<PhotoDescription, DecodeFailure>) -> Void
  private var state: State
  private var facts = PhotoDescription()
  private var crashes = 0

  init(
    name: String, includesHeader: Bool, helper: SessionHelper,
    finish: @escaping @MainActor (Result<PhotoDescription, DecodeFailure>) -> Void
  ) {
    self.name = name
    self.helper = helper
    self.finish = finish
    state = includesHeader ? .header : .metadata
  }

  /// Ends the request; its closure is not called any more.
  public func cancel() {
    guard state != .ended else { return }
    state = .ended
    file = nil
    helper?.remove(self)
  }

  private func end(_ result: Result<PhotoDescription, DecodeFailure>) {
    guard state != .ended else { return }
    cancel()
    finish(result)
  }
}

extension MetadataTask: SessionClient {
  /// Stores the opened file or the failure to open it.
  func open(_ opened: Result<OpenedFile, DecodeFailure>) {
    switch opened {
    case .success(let opened): file = opened.descriptor
    case .failure(let failure): end(.failure(failure))
    }
  }

  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest? {
    guard let file else { return nil }
    let kind: DecodeRequest.Kind
    switch state {
    case .header: kind = .probe
    case .metadata: kind = .metadata
    case .ended: return nil
    }
    let request = DecodeRequest(
      id: id, kind: kind, target: .zero, limits: limits, nameHint: name)
    return SessionRequest(request: request, file: file, bytes: 0)
  }

  func wants(_ request: DecodeRequest) -> Bool { state != .ended }

  func take(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest) {
    guard case .header = answer, state == .header else { return }
    facts.header = info
    state = .metadata
  }

  func take(_ metadata: PhotoMetadata) {
    facts.metadata = metadata
    end(.success(facts))
  }

  /// Metadata has no colours.
  func colorDidChange() {}

  /// Receives a failure. A picture that cannot be shown may still have metadata.
  func fail(_ failure: DecodeFailure) {
    guard state == .header else { return end(.failure(failure)) }
    facts.headerFailure = failure
    state = .metadata
  }

  func countCrash(_ failure: DecodeFailure) {
    crashes += 1
    if crashes > Self.maxCrashes {
      crashes = 0
      fail(failure)
    }
  }
}
