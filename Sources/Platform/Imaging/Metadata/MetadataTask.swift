public import DecoderWire
import Pixels

/// The metadata of one photo and the properties in its header, without pixels.
public struct PhotoDescription: Sendable {
  /// The properties in the header of the picture; nil when they were not requested, or the picture
  /// cannot be shown.
  public var header: DecodeReply.Info?
  /// The reason why the picture cannot be shown; nil when it can, or the header was not requested.
  public var headerFailure: DecodeFailure?
  public var metadata = PhotoMetadata()

  /// Makes an empty description.
  public init() {}
}

/// A running request for the metadata of one photo. A separate helper reads the file at low
/// priority, so that metadata which crashes it do not disturb the pages.
@MainActor
public final class MetadataTask {
  /// The part of the request that is being answered.
  private enum State {
    case readingHeader
    case readingMetadata
    case readingSidecar
    case ended
  }

  /// The maximum number of crashes of the helper after which a part of the request is tried again:
  /// a single crash may have another cause than this file.
  private static let maxCrashes = 1

  private weak var helper: SessionHelper?
  private let name: String
  private let leaf: Int
  /// The wanted languages of texts as BCP 47 tags, the preferred one first.
  private let languages: [String]
  private var file: OwnedDescriptor?
  /// The open XMP sidecar, whose metadata are merged into those of the photo; nil without one.
  private var sidecar: OwnedDescriptor?
  private let finish: @MainActor (Result<PhotoDescription, DecodeFailure>) -> Void
  private var state: State
  private var description = PhotoDescription()
  private var crashes = 0

  init(
    name: String, leaf: Int, includesHeader: Bool, languages: [String], helper: SessionHelper,
    finish: @escaping @MainActor (Result<PhotoDescription, DecodeFailure>) -> Void
  ) {
    self.name = name
    self.leaf = leaf
    self.languages = languages
    self.helper = helper
    self.finish = finish
    state = includesHeader ? .readingHeader : .readingMetadata
  }

  /// Ends the request without a call of its closure.
  public func cancel() {
    guard state != .ended else { return }
    state = .ended
    (file, sidecar) = (nil, nil)
    helper?.remove(self)
  }

  private func end(_ result: Result<PhotoDescription, DecodeFailure>) {
    guard state != .ended else { return }
    cancel()
    finish(result)
  }
}

extension MetadataTask: SessionClient {
  /// The opened files of one photo: the photo and its sidecar.
  struct Files {
    var photo: OpenedFile
    /// The descriptor of the sidecar; nil when there is none, or it is too large.
    var sidecar: OwnedDescriptor?

    /// The maximum size of a sidecar file that is read, in bytes.
    private static let maxSidecarBytes: Int64 = 16 << 20

    /// Opens a photo, and the first of its sidecars that can be opened.
    ///
    /// - Parameter sidecars: The possible paths of the sidecar, the most specific one first.
    /// - Throws: The reason why the photo cannot be opened.
    init(_ photo: FilePathBytes, sidecars: [FilePathBytes]) throws(DecodeFailure) {
      self.photo = try OpenedFile(photo)
      for path in sidecars {
        guard let opened = try? OpenedFile(path) else { continue }
        if opened.identity.size <= Self.maxSidecarBytes { sidecar = opened.descriptor }
        break
      }
    }
  }

  /// Receives the opened files, or the failure to open the photo.
  func receiveFiles(_ opened: Result<Files, DecodeFailure>) {
    switch opened {
    case .success(let opened): (file, sidecar) = (opened.photo.descriptor, opened.sidecar)
    case .failure(let failure): end(.failure(failure))
    }
  }

  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest? {
    guard let photo = file else { return nil }
    let (kind, file): (DecodeRequest.Kind, OwnedDescriptor)
    switch state {
    case .readingHeader: (kind, file) = (.probe, photo)
    case .readingMetadata: (kind, file) = (.metadata, photo)
    case .readingSidecar: (kind, file) = (.metadata, sidecar ?? photo)
    case .ended: return nil
    }
    var request = DecodeRequest(
      id: id, kind: kind, target: .zero, limits: limits, nameHint: name)
    request.leaf = leaf
    if kind == .metadata { request.languages = languages }
    return SessionRequest(request: request, file: file, expectedPixelBytes: 0)
  }

  func wants(_ request: DecodeRequest) -> Bool { state != .ended }

  func receive(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest) {
    guard case .header = answer, state == .readingHeader else { return }
    description.header = info
    state = .readingMetadata
  }

  func receive(_ metadata: PhotoMetadata) {
    switch state {
    case .readingHeader, .ended: return
    case .readingMetadata: description.metadata = metadata
    case .readingSidecar: description.metadata.merge(sidecar: metadata)
    }
    finishStep()
  }

  /// Continues with the sidecar after the metadata of the photo, if there is one; else ends the
  /// request with success.
  private func finishStep() {
    if state == .readingMetadata, sidecar != nil {
      state = .readingSidecar
    } else {
      end(.success(description))
    }
  }

  /// Ignores the change of the display's colours, of which metadata are independent.
  func colorDidChange() {}

  /// Continues with the next part after a failure: a picture that cannot be shown may still have
  /// metadata, and one whose metadata cannot be read may have a sidecar. Without a next part, the
  /// request ends.
  func fail(_ failure: DecodeFailure) {
    switch state {
    case .readingHeader:
      description.headerFailure = failure
      state = .readingMetadata
    case .readingMetadata where sidecar == nil: end(.failure(failure))
    case .readingMetadata, .readingSidecar: finishStep()
    case .ended: break
    }
  }

  func countCrash(_ failure: DecodeFailure) {
    crashes += 1
    if crashes > Self.maxCrashes {
      crashes = 0
      fail(failure)
    }
  }
}
