import CLinux
import DecoderWire
package import Pixels

/// A picture file that a helper has encoded, in memory that is sealed against changes.
package struct EncodedFile: Sendable {
  /// The size of the picture in pixels.
  package let size: PixelSize
  /// The size of the file in bytes.
  package let byteCount: Int
  /// The memory with the bytes.
  package let memory: OwnedDescriptor

  /// The seals of memory whose bytes never change.
  private static let seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE

  /// Checks the memory of a reply. The helper is not trusted.
  init(_ picture: EncodedPicture, _ memory: OwnedDescriptor) throws(BadReply) {
    let found = linux_seals(memory.number)
    var status = stat()
    guard found >= 0, found & Self.seals == Self.seals, fstat(memory.number, &status) == 0,
      Int(status.st_size) == picture.byteCount
    else { throw .memory }
    size = picture.size
    byteCount = picture.byteCount
    self.memory = memory
  }

  /// The bytes of the file; nil when it has more than `limit` bytes, or they cannot be read.
  package func bytes(atMost limit: Int) -> [UInt8]? {
    guard byteCount <= limit else { return nil }
    var result = [UInt8](repeating: 0, count: byteCount)
    var done = 0
    while done < byteCount {
      let step = result.withUnsafeMutableBytes { all in
        pread(memory.number, all.baseAddress.map { $0 + done }, all.count - done, done)
      }
      if step < 0, pbview_errno() == EINTR { continue }
      guard step > 0 else { return nil }
      done += step
    }
    return result
  }
}

/// A running request for an encoded file.
@MainActor
package final class EncodeTask {
  /// The time limit of a request in seconds: a large JPEG XL takes longer to encode than any
  /// picture to decode.
  private static let seconds = 180

  private weak var helper: SessionHelper?
  private let name: String
  private let encoding: EncodeRequest
  private let target: PixelSize
  private let developsRaw: Bool
  /// The picture of the file; see ``PictureChoice``.
  private let choice: PictureChoice
  private let progress: @MainActor (Double) -> Void
  private let finish: @MainActor (Result<EncodedFile, DecodeFailure>) -> Void
  private var file: OpenedFile?
  private var isEnded = false

  init(
    name: String, _ encoding: EncodeRequest, target: PixelSize, developsRaw: Bool,
    choice: PictureChoice,
    helper: SessionHelper, progress: @escaping @MainActor (Double) -> Void,
    finish: @escaping @MainActor (Result<EncodedFile, DecodeFailure>) -> Void
  ) {
    self.name = name
    self.encoding = encoding
    self.target = target
    self.developsRaw = developsRaw
    self.choice = choice
    self.helper = helper
    self.progress = progress
    self.finish = finish
  }

  /// Ends the request; its closures are not called any more.
  package func cancel() {
    guard !isEnded else { return }
    isEnded = true
    file = nil
    helper?.remove(self)
  }

  private func end(_ result: Result<EncodedFile, DecodeFailure>) {
    guard !isEnded else { return }
    cancel()
    finish(result)
  }
}

extension EncodeTask: SessionClient {
  /// Stores the opened file or the failure to open it.
  func open(_ opened: Result<OpenedFile, DecodeFailure>) {
    switch opened {
    case .success(let opened): file = opened
    case .failure(let failure): end(.failure(failure))
    }
  }

  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest? {
    guard !isEnded, let file else { return nil }
    var limits = limits
    limits.seconds = max(limits.seconds, Self.seconds)
    var request = DecodeRequest(
      id: id, kind: .encode, target: target, limits: limits, nameHint: name)
    request.encoding = encoding
    request.developsRaw = developsRaw
    request.choice = choice
    return SessionRequest(
      request: request, file: file.descriptor, bytes: 0, deadline: Double(Self.seconds))
  }

  func wants(_ request: DecodeRequest) -> Bool { !isEnded }

  /// Ignores pixels, which are never requested.
  func take(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest) {}

  func take(_ file: EncodedFile) { end(.success(file)) }

  func take(percent: Int) { if !isEnded { progress(Double(percent) / 100) } }

  /// Ignores the change: the colours of a file do not depend on the display.
  func colorDidChange() {}

  func fail(_ failure: DecodeFailure) { end(.failure(failure)) }

  /// Ends the request: a picture that crashes the helper once, after it was shown, is not tried
  /// again.
  func countCrash(_ failure: DecodeFailure) { fail(failure) }
}
