import DecoderWire
import ImageServers
import Imaging
import Localization
import Network
import PhotoBrowser
import Pixels
import Resampling

/// The load of one picture file from an image server: its download, and its decode in the helper.
/// The owner of the task cancels it when the picture is no longer needed.
final class ServedTask {
  private let request: ServedPicture.Request
  private let pictures: WebPictures
  private let finish: (Result<Bitmap, ServedFailure>) -> Void
  private var download: WebTask?
  private var decode: ImageTask?
  private var isFinished = false

  /// Makes a task; ``begin(mustAsk:)`` starts it.
  ///
  /// - Parameter finish: called once on the main actor, unless the task is cancelled.
  init(
    _ request: ServedPicture.Request, by pictures: WebPictures,
    finish: @escaping (Result<Bitmap, ServedFailure>) -> Void
  ) {
    self.request = request
    self.pictures = pictures
    self.finish = finish
  }

  isolated deinit { cancel() }

  /// Starts the download. A cached copy is used without asking the server unless `mustAsk` is true:
  /// a tile of a picture whose description has not changed has not changed either.
  func begin(mustAsk: Bool) {
    guard let address = WebAddress(request.address) else {
      return end(.failure(ServedFailure(DescriptionFailure.damaged)))
    }
    do throws(NetworkFailure) {
      let task = try pictures.download(address, mustAsk: mustAsk) { [weak self] in
        self?.receive($0, at: address, usesCached: !mustAsk)
      }
      if isFinished || decode != nil { task.cancel() } else { download = task }
    } catch {
      end(.failure(ServedFailure(error)))
    }
  }

  func cancel() {
    isFinished = true
    download?.cancel()
    decode?.cancel()
    (download, decode) = (nil, nil)
  }

  private func receive(_ update: WebUpdate, at address: WebAddress, usesCached: Bool) {
    guard !isFinished, decode == nil else { return }
    switch update {
    case .progress: break
    case .cachedCopy(let file): if usesCached { read(file, at: address) }
    case .finished(let file), .confirmed(let file), .stale(let file, _): read(file, at: address)
    case .failed(let failure, _): end(.failure(ServedFailure(failure)))
    }
  }

  private func read(_ file: WebFile, at address: WebAddress) {
    let slack = ServedPicture.maxSizeDifference
    // A picture larger than requested is scaled down by the helper, so that its size does not cost
    // memory.
    let target = PixelSize(width: request.size.width + slack, height: request.size.height + slack)
    let key = FilePathBytes(file.path)
    decode = pictures.pipeline.request(
      ImageRequest(path: key, target: target, purpose: .prefetch, priority: .visible)
    ) { [weak self] update in
      guard let self, !isFinished else { return }
      switch update {
      case .preview: break
      case .exact(let image):
        // The page keeps the decoded tile, so the pipeline need not cache it.
        pictures.pipeline.invalidate(key)
        receive(image)
      case .failed(let failure):
        pictures.forget(address)
        end(.failure(ServedFailure(failure, in: file)))
      }
    }
    download?.cancel()
    download = nil
  }

  private func receive(_ image: DecodedImage) {
    let natural = image.info.naturalSize
    let slack = ServedPicture.maxSizeDifference
    guard abs(natural.width - request.size.width) <= slack,
      abs(natural.height - request.size.height) <= slack
    else {
      return end(.failure(ServedFailure(wrongSize: natural, for: request.size)))
    }
    end(.success(Self.tilePixels(request, of: image.bitmap)))
  }

  /// The pixels of the tile in a bitmap from the server, which may contain more than the tile, and
  /// whose size the server may have rounded.
  private static func tilePixels(_ request: ServedPicture.Request, of bitmap: Bitmap) -> Bitmap {
    guard bitmap.size != request.size || request.partSize != request.size else { return bitmap }
    guard !bitmap.size.isEmpty else { return bitmap }
    var part = request.part
    let kx = Double(bitmap.size.width) / Double(request.size.width)
    let ky = Double(bitmap.size.height) / Double(request.size.height)
    part.origin.x *= kx
    part.origin.y *= ky
    part.size.width *= kx
    part.size.height *= ky
    return Resampler.scale(bitmap, region: part, to: request.partSize)
  }

  private func end(_ result: Result<Bitmap, ServedFailure>) {
    guard !isFinished else { return }
    isFinished = true
    (download, decode) = (nil, nil)
    finish(result)
  }
}

/// The reason for which a picture, a tile or a list of an image server cannot be shown, as a text
/// for the user.
nonisolated struct ServedFailure: Error, Hashable, Sendable {
  /// One sentence for the user that begins with a small letter, without the name of the picture.
  let sentence: String
  /// A suggestion for the user, such as a shell command; empty for none.
  let hint: String

  init(_ failure: NetworkFailure) { (sentence, hint) = (failure.sentence, failure.hint) }

  init(_ failure: DecodeFailure, in file: WebFile) {
    (sentence, hint) = (failure.sentence(in: file), failure.installHint)
  }

  init(wrongSize size: PixelSize, for wanted: PixelSize) {
    sentence = tr(
      "the server sent a part of {size} pixels in place of {wanted}",
      [
        "size": "\(size.width) × \(size.height)", "wanted": "\(wanted.width) × \(wanted.height)",
      ])
    hint = ""
  }

  init(_ failure: DescriptionFailure) {
    hint = ""
    sentence =
      switch failure {
      case .tooLarge: tr("the server’s description of the picture is too large")
      case .damaged: tr("the server’s description of the picture is damaged")
      case .notADescription: tr("the server sent neither a picture nor the description of one")
      case .webPage: tr("the server sent a web page, not a picture")
      case .invalidSize: tr("the server’s description gives the picture an impossible size")
      case .empty: tr("the list has no pictures")
      case .unsupported(.tileSize):
        tr("the server divides the picture into tiles that cannot be shown")
      case .unsupported(.fewLevels): tr("the server has no small version of the picture")
      case .unsupported(.version):
        tr("the server speaks a version of the image interface that is not supported")
      case .unsupported(.format): tr("the server has the picture in an unknown format only")
      }
  }
}
