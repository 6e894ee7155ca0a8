public import DecoderWire
import Geometry
import Pixels

/// A running request for the byte edits of one file: of a sidecar that gets other properties, or of
/// a picture that gets another orientation. A helper computes the edits; the caller writes them.
@MainActor
public final class FileEditTask {
  /// The byte edits that a helper has computed for a file.
  public struct Edits: Sendable {
    /// The edits, sorted by offset. They fit the file only while it has the identity `identity`,
    /// and may exceed the end of the file: the helper is not trusted.
    public var edits: [FileEdit]
    /// The identity of the file from which the helper computed the edits.
    public var identity: FileIdentity
  }

  /// The change of a file, for which the helper computes byte edits.
  enum Change {
    case changeSidecar([SidecarChange])
    /// A rotation or reflection to be applied after the stored orientation of a picture.
    case turnPicture(Orientation)
  }

  /// The maximum number of crashes of the helper after which the request is tried again: a single
  /// crash may have another cause than this file.
  private static let maxCrashes = 1

  private weak var helper: SessionHelper?
  private let name: String
  private let change: Change
  private let finish: @MainActor (Result<Edits, DecodeFailure>) -> Void
  private var file: OpenedFile?
  private var isEnded = false
  private var crashes = 0

  init(
    name: String, change: Change, helper: SessionHelper,
    finish: @escaping @MainActor (Result<Edits, DecodeFailure>) -> Void
  ) {
    self.name = name
    self.change = change
    self.helper = helper
    self.finish = finish
  }

  /// Ends the request without a call of its closure.
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

extension FileEditTask: SessionClient {
  /// Receives the opened file, or the failure to open it.
  func receiveFile(_ opened: Result<OpenedFile, DecodeFailure>) {
    switch opened {
    case .success(let opened): file = opened
    case .failure(let failure): end(.failure(failure))
    }
  }

  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest? {
    guard !isEnded, let file else { return nil }
    let kind: DecodeRequest.Kind =
      switch change {
      case .changeSidecar: .sidecarEdits
      case .turnPicture: .orientationEdits
      }
    var request = DecodeRequest(
      id: id, kind: kind, target: .zero, limits: limits, nameHint: name)
    switch change {
    case .changeSidecar(let changes): request.sidecarChanges = changes
    case .turnPicture(let turn): request.turn = turn
    }
    return SessionRequest(request: request, file: file.descriptor, expectedPixelBytes: 0)
  }

  func wants(_ request: DecodeRequest) -> Bool { !isEnded }

  /// Ignores decoded pixels, which this request never asks for.
  func receive(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest) {}

  func receive(_ edits: [FileEdit]) {
    guard let file else { return }
    end(.success(Edits(edits: edits, identity: file.identity)))
  }

  /// Ignores the change of the display's colours, of which edits are independent.
  func colorDidChange() {}

  func fail(_ failure: DecodeFailure) { end(.failure(failure)) }

  func countCrash(_ failure: DecodeFailure) {
    crashes += 1
    if crashes > Self.maxCrashes { fail(failure) }
  }
}
