public import DecoderWire
import Pixels

/// A running request for the edits of one XMP sidecar. The helper of metadata computes them.
@MainActor
public final class SidecarTask {
  /// The edits of a sidecar.
  public struct Edits: Sendable {
    /// The edits, sorted by offset. They fit the file in the state of `identity` only, and may exceed
    /// it: the helper is not trusted.
    public var edits: [SidecarEdit]
    /// The identity of the file that the helper has read.
    public var identity: FileIdentity
  }

  /// The maximum number of tolerated crashes of the helper: a single crash may be accidental.
  private static let maxCrashes = 1

  private weak var helper: SessionHelper?
  private let name: String
  private let changes: [SidecarChange]
  private let finish: @MainActor (Result<Edits, DecodeFailure>) -> Void
  private var file: OpenedFile?
  private var isEnded = false
  private var crashes = 0

  init(
    name: String, changes: [SidecarChange], helper: SessionHelper,
    finish: @escaping @MainActor (Result<Edits, DecodeFailure>) -> Void
  ) {
    self.name = name
    self.changes = changes
    self.helper = helper
    self.finish = finish
  }

  /// Ends the request; its closure is not called any more.
  public func cancel() {
    guard !isEnded else { return }
    isEnded = true
    file = nil
    helper?.remove(self)
  }

  private func end(_ result: Result<Edits, DecodeFailure>) {
    guard !isEnded else { return }
    cancel()
    finish(result)
  }
}

extension SidecarTask: SessionClient {
  /// Stores the opened file or the failure to open it.
  func open(_ opened: Result<OpenedFile, DecodeFailure>) {
    switch opened {
    case .success(let opened): file = opened
    case .failure(let failure): end(.failure(failure))
    }
  }

  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest? {
    guard !isEnded, let file else { return nil }
    var request = DecodeRequest(
      id: id, kind: .sidecar, target: .zero, limits: limits, nameHint: name)
    request.sidecarChanges = changes
    return SessionRequest(request: request, file: file.descriptor, bytes: 0)
  }

  func wants(_ request: DecodeRequest) -> Bool { !isEnded }

  /// Ignores pixels, which are never requested.
  func take(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest) {}

  func take(_ edits: [SidecarEdit]) {
    guard let file else { return }
    end(.success(Edits(edits: edits, identity: file.identity)))
  }

  /// Sidecars have no colours.
  func colorDidChange() {}

  func fail(_ failure: DecodeFailure) { end(.failure(failure)) }

  func countCrash(_ failure: DecodeFailure) {
    crashes += 1
    if crashes > Self.maxCrashes { fail(failure) }
  }
}
