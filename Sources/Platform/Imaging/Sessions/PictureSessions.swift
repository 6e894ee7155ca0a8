import DecoderWire
import Pixels

/// The priority of a request for a photo's metadata.
public enum MetadataUrgency: Sendable {
  /// The metadata of the photo are shown, or a person waits for them.
  case shown
  /// The photo belongs to a list that waits to be sorted or filtered.
  case listed
  /// The photo belongs to a whole library: only processor and disk time that no other process wants
  /// is used.
  case idle
}

/// The long-running requests for single files, on helpers of their own: frames of animations,
/// regions of huge pictures, exported files, and metadata, each kind on its own helpers.
@MainActor
final class PictureSessions {
  /// The colour space of decoded frames and regions. Default: sRGB.
  var color = ImageColor.standard {
    didSet {
      frameHelper.color = color
      regionHelper.color = color
    }
  }

  private let files: any FileQuerying
  private let frameHelper: SessionHelper
  private let regionHelper: SessionHelper
  private let metadataHelper: SessionHelper
  /// The helper that encodes pictures for export.
  private let encodeHelper: SessionHelper
  /// The two helpers that read the metadata of lists of photos in turn; the one for the next photo
  /// is at the front. Their processes run only while they are used.
  private var listMetadataHelpers: [SessionHelper]
  /// The two helpers that read the metadata of a whole library in turn at idle priority; the one
  /// for the next photo is at the front.
  private var idleMetadataHelpers: [SessionHelper]
  private let animationBytes: Int

  init(
    _ configuration: ImagingConfiguration, _ files: any FileQuerying,
    helper: (SessionHelper.RequestKind) -> SessionHelper
  ) {
    self.files = files
    animationBytes = configuration.animationBytes
    frameHelper = helper(.pictures)
    regionHelper = helper(.pictures)
    metadataHelper = helper(.metadata)
    encodeHelper = helper(.pictures)
    listMetadataHelpers = [helper(.metadata), helper(.metadata)]
    idleMetadataHelpers = [helper(.idleMetadata), helper(.idleMetadata)]
  }

  /// Opens an animation for decoding its frames; see
  /// ``ImagePipeline/frames(of:naturalSize:target:)``.
  func frames(
    of path: FilePathBytes, naturalSize: PixelSize, target: PixelSize
  ) -> AnimationFrames {
    let frames = AnimationFrames(
      frameHelper.makeSessionID(), name: path.name, naturalSize: naturalSize, target: target,
      budget: animationBytes, helper: frameHelper)
    frameHelper.add(frames)
    files.ask(waits: true) {
      Result { () throws(DecodeFailure) in try OpenedFile(path) }
    } then: { [weak frameHelper, weak frames] in
      frames?.receiveFile($0)
      frameHelper?.wake()
    }
    return frames
  }

  /// Opens a picture for decoding regions; see ``ImagePipeline/regions(of:naturalSize:)``.
  func regions(of path: FilePathBytes, naturalSize: PixelSize, choice: PictureChoice)
    -> PictureRegions
  {
    let regions = PictureRegions(
      regionHelper.makeSessionID(), name: path.name, naturalSize: naturalSize, choice: choice,
      helper: regionHelper)
    regionHelper.add(regions)
    files.ask(waits: false) {
      Result { () throws(DecodeFailure) in try OpenedFile(path) }
    } then: { [weak regionHelper, weak regions] in
      regions?.receiveFile($0)
      regionHelper?.wake()
    }
    return regions
  }

  /// Reads metadata of a photo; see
  /// ``ImagePipeline/metadata(of:sidecars:includingHeader:languages:urgency:then:)``.
  func metadata(
    of path: FilePathBytes, sidecars: [FilePathBytes], includingHeader includesHeader: Bool,
    languages: [String], urgency: MetadataUrgency,
    then finish: @escaping @MainActor (Result<PhotoDescription, DecodeFailure>) -> Void
  ) -> MetadataTask {
    let helper =
      switch urgency {
      case .shown: metadataHelper
      case .listed: Self.next(&listMetadataHelpers)
      case .idle: Self.next(&idleMetadataHelpers)
      }
    let task = MetadataTask(
      name: path.name, leaf: path.ownLeaf, includesHeader: includesHeader, languages: languages,
      helper: helper, finish: finish)
    helper.add(task)
    files.ask(waits: false) {
      Result { () throws(DecodeFailure) in try MetadataTask.Files(path, sidecars: sidecars) }
    } then: { [weak helper, weak task] in
      task?.receiveFiles($0)
      helper?.wake()
    }
    return task
  }

  /// Ends the helpers of idle priority that have no request; see
  /// ``ImagePipeline/endUnusedIdleMetadataHelpers()``.
  func endUnusedIdleMetadataHelpers() {
    for helper in idleMetadataHelpers { helper.stopIfUnused() }
  }

  /// Computes byte edits of a file; see ``ImagePipeline/sidecarEdits(of:_:then:)``.
  func edits(
    of path: FilePathBytes, _ change: FileEditTask.Change,
    then finish: @escaping @MainActor (Result<FileEditTask.Edits, DecodeFailure>) -> Void
  ) -> FileEditTask {
    let task = FileEditTask(
      name: path.name, change: change, helper: metadataHelper, finish: finish)
    metadataHelper.add(task)
    files.ask(waits: false) {
      Result { () throws(DecodeFailure) in try OpenedFile(path) }
    } then: { [weak metadataHelper, weak task] in
      task?.receiveFile($0)
      metadataHelper?.wake()
    }
    return task
  }

  /// Encodes a picture; see ``ImagePipeline/encode(_:_:fitting:progress:then:)``.
  func encode(
    _ path: FilePathBytes, _ encoding: EncodeRequest, fitting target: PixelSize, developsRaw: Bool,
    choice: PictureChoice,
    progress: @escaping @MainActor (Double) -> Void,
    then finish: @escaping @MainActor (Result<EncodedFile, DecodeFailure>) -> Void
  ) -> EncodeTask {
    let task = EncodeTask(
      name: path.name, encoding, target: target, developsRaw: developsRaw, choice: choice,
      helper: encodeHelper, progress: progress, finish: finish)
    encodeHelper.add(task)
    files.ask(waits: false) {
      Result { () throws(DecodeFailure) in try OpenedFile(path) }
    } then: { [weak encodeHelper, weak task] in
      task?.receiveFile($0)
      encodeHelper?.wake()
    }
    return task
  }

  /// Returns the first helper and moves it to the end, so that `helpers` are used in turn.
  private static func next(_ helpers: inout [SessionHelper]) -> SessionHelper {
    let helper = helpers.removeFirst()
    helpers.append(helper)
    return helper
  }

  /// Ends the processes of all helpers.
  func stop() {
    metadataHelper.stop()
    encodeHelper.stop()
    for helper in listMetadataHelpers + idleMetadataHelpers { helper.stop() }
    frameHelper.stop()
    regionHelper.stop()
  }

  func addCounts(to statistics: inout ImagingStatistics) {
    statistics.frames = frameHelper.deliveredCount
    statistics.regions = regionHelper.deliveredCount
  }
}
