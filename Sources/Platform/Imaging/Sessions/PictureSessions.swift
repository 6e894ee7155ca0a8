import DecoderWire
import Pixels

/// The priority of reading a photo's metadata.
public enum MetadataUrgency: Sendable {
  /// The photo is on the screen.
  case shown
  /// The photo is one of a list that waits to be sorted or filtered.
  case listed
  /// The photo is one of a whole library: only processor and disk time that nobody else wants is
  /// used.
  case idle
}

/// The sessions of open pictures: animations and huge pictures, whose frames and regions two
/// helpers decode, one for each kind, and photos, whose metadata further helpers read.
@MainActor
final class PictureSessions {
  /// The colour space of frames and regions.
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
  /// The helper that makes exported files.
  private let encodeHelper: SessionHelper
  /// The helpers that read the metadata of many photos: one for each of two cores, the next one in
  /// turn at the front. Their processes run only while they are used.
  private var indexHelpers: [SessionHelper]
  /// The helpers that read the metadata of a whole library at idle priority, the next one in turn
  /// at the front.
  private var idleHelpers: [SessionHelper]
  private let animationBytes: Int

  init(
    _ configuration: ImagingConfiguration, _ files: any FileQuerying,
    helper: (SessionHelper.Work) -> SessionHelper
  ) {
    self.files = files
    animationBytes = configuration.animationBytes
    frameHelper = helper(.pictures)
    regionHelper = helper(.pictures)
    metadataHelper = helper(.metadata)
    encodeHelper = helper(.pictures)
    indexHelpers = [helper(.metadata), helper(.metadata)]
    idleHelpers = [helper(.idleMetadata), helper(.idleMetadata)]
  }

  /// Opens an animation; see ``ImagePipeline/frames(of:naturalSize:target:)``.
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
      frames?.open($0)
      frameHelper?.wake()
    }
    return frames
  }

  /// Opens a picture for its regions; see ``ImagePipeline/parts(of:naturalSize:)``.
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
      regions?.open($0)
      regionHelper?.wake()
    }
    return regions
  }

  /// Reads metadata; see ``ImagePipeline/metadata(of:sidecars:includingHeader:urgency:then:)``.
  func metadata(
    of path: FilePathBytes, sidecars: [FilePathBytes], includingHeader includesHeader: Bool,
    languages: [String], urgency: MetadataUrgency,
    then finish: @escaping @MainActor (Result<PhotoDescription, DecodeFailure>) -> Void
  ) -> MetadataTask {
    let helper =
      switch urgency {
      case .shown: metadataHelper
      case .listed: Self.next(&indexHelpers)
      case .idle: Self.next(&idleHelpers)
      }
    let task = MetadataTask(
      name: path.name, leaf: path.ownLeaf, includesHeader: includesHeader, languages: languages,
      helper: helper, finish: finish)
    helper.add(task)
    files.ask(waits: false) {
      Result { () throws(DecodeFailure) in try MetadataTask.Files(path, sidecars: sidecars) }
    } then: { [weak helper, weak task] in
      task?.open($0)
      helper?.wake()
    }
    return task
  }

  /// Computes the edits of a file; see ``ImagePipeline/sidecarEdits(of:_:then:)``.
  func edits(
    of path: FilePathBytes, _ edit: FileEditTask.Edit,
    then finish: @escaping @MainActor (Result<FileEditTask.Edits, DecodeFailure>) -> Void
  ) -> FileEditTask {
    let task = FileEditTask(
      name: path.name, edit: edit, helper: metadataHelper, finish: finish)
    metadataHelper.add(task)
    files.ask(waits: false) {
      Result { () throws(DecodeFailure) in try OpenedFile(path) }
    } then: { [weak metadataHelper, weak task] in
      task?.open($0)
      metadataHelper?.wake()
    }
    return task
  }

  /// Encodes a file; see ``ImagePipeline/encode(_:_:fitting:progress:then:)``.
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
      task?.open($0)
      encodeHelper?.wake()
    }
    return task
  }

  /// The helper for the next photo of many.
  private static func next(_ helpers: inout [SessionHelper]) -> SessionHelper {
    let helper = helpers.removeFirst()
    helpers.append(helper)
    return helper
  }

  /// Ends all helpers.
  func stop() {
    metadataHelper.stop()
    encodeHelper.stop()
    for helper in indexHelpers + idleHelpers { helper.stop() }
    frameHelper.stop()
    regionHelper.stop()
  }

  func count(in statistics: inout ImagingStatistics) {
    statistics.frames = frameHelper.delivered
    statistics.parts = regionHelper.delivered
  }
}
