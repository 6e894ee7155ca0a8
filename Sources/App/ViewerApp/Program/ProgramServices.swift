import BrowserHost
import Desktop
import Imaging
import Localization
import Motion
import PhotoBrowser
import Video
import Windowing

/// The objects for decoding, metadata, network and log that exist from the start of the program to
/// its end and that its parts share.
final class ProgramServices {
  let log: Log
  let pipeline: ImagePipeline
  let bridge: LoopBridge
  /// The source of the input: the user, whose session may be recorded, or a replay.
  let mode: RunMode
  /// The cache of the metadata of the photos shown last; a helper reads them.
  let metadata: MetadataCache
  /// The database of the facts about photos.
  let facts = PhotoFactsStore.ofUser
  /// The reader of the facts that are not in the database yet.
  let indexer: PhotoIndexer
  /// The marks of the photos that are shown.
  let marks: PhotoMarksCache
  /// The loader of pictures from web addresses.
  let web: WebPictures
  /// The loader of thumbnails of web addresses.
  let webThumbnails: WebThumbnailLoader
  private let clipPlayers: ClipPlayers

  init(
    _ options: ViewerOptions, pipeline: ImagePipeline, bridge: LoopBridge, mode: RunMode, log: Log
  ) {
    self.mode = mode
    self.pipeline = pipeline
    self.bridge = bridge
    self.log = log
    metadata = MetadataCache(pipeline)
    indexer = PhotoIndexer(pipeline, facts, log: log)
    marks = PhotoMarksCache(facts, indexer)
    marks.joinsPairs = options.stackRules.pairs != .separate
    metadata.observe(for: marks) { [metadata, marks] path in
      if let facts = metadata.metadata(of: path) {
        marks.recordMarksFromMetadata(PhotoMarks(facts), of: path)
      }
    }
    web = WebPictures(
      pipeline: pipeline, loop: bridge, configuration: options.web, source: mode.web)
    web.languages = UserLanguage.languages
    webThumbnails = WebThumbnailLoader(web)
    clipPlayers = ClipPlayers(
      loop: bridge, launcher: mode.players(wrapping: PlayerProcessLauncher(loop: bridge)))
  }

  /// Makes the list of pages of some files. The pages play clips and download web addresses.
  ///
  /// - Parameter box: the size of a page in device pixels.
  func makePages(_ paths: [FilePath], box: PixelSize) -> FilePages {
    let pages = FilePages(
      paths, pipeline: pipeline, loop: mode.watches(wrapping: bridge), pageBox: box)
    let bindings = ViewerKeys.current.standard
    let keys = ClipKeyNames(
      playing: ["Space"], mute: bindings.caps(for: .muteClip), loop: bindings.caps(for: .loopClip))
    let files = pipeline.files
    pages.playClips(by: clipPlayers, keys: keys) { LivePhoto.clip(of: $0, by: files) }
    pages.enableDownloads(by: web) { [log] in log.info($0) }
    return pages
  }

  /// Makes a loader of the posters of clips, for the thumbnails of a grid.
  func makePosters() -> ClipPosters { clipPlayers.makePosters() }

  /// Makes the controller of the information panel of a grid or a comparison.
  ///
  /// - Parameter scene: the name of the scene in trace lines.
  func makeInformation(of scene: String) -> SelectionInformationController {
    let information = SelectionInformationController(
      metadata, facts, indexer, name: scene, log: log)
    information.servedFacts = { [web] in web.facts(of: $0) }
    return information
  }

  /// Stops all decoding, downloads and threads. The services cannot be used afterwards.
  func stop() {
    web.stop()
    indexer.stop()
    pipeline.stop()
  }
}
