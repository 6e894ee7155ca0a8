import CLinux
import DecoderWire
package import Pixels

/// A picture file encoded by a helper, in shared memory that is sealed against changes.
package struct EncodedFile: Sendable {
  /// The size of the encoded picture in pixels.
  package let size: PixelSize
  /// The size of the encoded file in bytes.
  package let byteCount: Int
  /// The shared memory with the bytes of the file, from its start.
  package let memory: OwnedDescriptor

  /// The seals that shared memory must have, so that neither its size nor its bytes can change.
  private static let seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE

  /// Makes an encoded file of a helper's reply.
  ///
  /// - Throws: `.memory` when `memory` is not sealed, or has another size than `picture` says.
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

  /// Reads the bytes of the file; nil when it has more than `limit` bytes, or reading fails.
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

/// A running request to encode a picture as another file; see
/// ``ImagePipeline/encode(_:_:fitting:progress:then:)``.
@MainActor
package final class EncodeTask {
  /// The time limit of the request in seconds: a large JPEG XL takes longer to encode than any
  /// picture to decode.
  private static let timeout = 180

  private weak var helper: SessionHelper?
  private let name: String
  private let encoding: EncodeRequest
  private let target: PixelSize
  private let developsRaw: Bool
  /// The choice among the pictures that the source file contains; see ``PictureChoice``.
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

  /// Ends the request without a call of its closures.
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
  /// Receives the opened source file, or the failure to open it.
  func receiveFile(_ opened: Result<OpenedFile, DecodeFailure>) {
    switch opened {
    case .success(let opened): file = opened
    case .failure(let failure): end(.failure(failure))
    }
  }

  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest? {
    guard !isEnded, let file else { return nil }
    var limits = limits
    limits.seconds = max(limits.seconds, Self.timeout)
    var request = DecodeRequest(
      id: id, kind: .encode, target: target, limits: limits, nameHint: name)
    request.encoding = encoding
    request.developsRaw = developsRaw
    request.choice = choice
    return SessionRequest(
      request: request, file: file.descriptor, expectedPixelBytes: 0,
      timeLimit: Double(Self.timeout))
  }

  func wants(_ request: DecodeRequest) -> Bool { !isEnded }

  /// Ignores decoded pixels, which this request never asks for.
  func receive(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest) {}

  func receive(_ file: EncodedFile) { end(.success(file)) }

  func receive(percent: Int) { if !isEnded { progress(Double(percent) / 100) } }

  /// Ignores the change of the display's colours: those of a file do not depend on it.
  func colorDidChange() {}

  func fail(_ failure: DecodeFailure) { end(.failure(failure)) }

  /// Ends the request with `failure`: a picture that was shown, and then crashes the helper while
  /// it is encoded, is not tried again.
  func countCrash(_ failure: DecodeFailure) { fail(failure) }
}
