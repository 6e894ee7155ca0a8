import DecoderWire
package import Geometry
import Imaging
import Network
public import PhotoBrowser
public import PhotoGrid
import Pixels

extension FilePages {
  /// A loader of picture files, which the confined helper decodes; pictures are cached in memory
  /// within a budget.
  ///
  /// Names are paths, or `http` and `https` addresses, which are downloaded as by
  /// ``BrowserWindow/web``. The picture of a page is decoded to fit its box, an original in full.
  /// The helper, `pbview-decoder`, lies beside the program, in `../libexec/pbview`, or at the path
  /// in `PBVIEW_DECODER`; it starts with the first request. The thumbnail of a clip is its first
  /// frame, which `pbview-player` decodes.
  public final class Loader: PictureLoader {
    let pipeline: ImagePipeline
    let loop: any DescriptorWatching
    /// The factory of players for clips; nil when clips are not played.
    let clips: ClipPlayers?
    /// The queue for thumbnails of clips; nil when clips have none.
    private let posters: ClipPosters?
    /// The downloader of web addresses.
    let web: WebPictures
    /// The observers of the target colours.
    var colorObservers: [ColorObserver] = []

    /// Makes a loader with a pipeline, clips and downloads of its own.
    init(loop: LoopBridge) {
      self.loop = loop
      pipeline = ImagePipeline(loop: loop)
      let clips = ClipPlayers(loop: loop)
      self.clips = clips
      posters = clips.makePosters()
      var configuration = WebConfiguration()
      configuration.cache = .ofUser()
      web = WebPictures(pipeline: pipeline, loop: loop, configuration: configuration)
      pipeline.start()
    }

    /// Makes a loader for `pipeline` that plays no clips; without `posters`, clips have no
    /// thumbnails either.
    init(
      pipeline: ImagePipeline, loop: any DescriptorWatching, posters: ClipPosters? = nil
    ) {
      self.pipeline = pipeline
      self.loop = loop
      self.posters = posters
      clips = nil
      web = WebPictures(pipeline: pipeline, loop: loop, configuration: WebConfiguration())
    }

    /// Starts to decode a file, or to download an address. A preview, as a partial picture, may
    /// come before the result.
    public func load(
      _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
    ) -> Picture.Load {
      if FilePath(request.name).webAddress != nil {
        return WebPictureLoader(web).load(request, update: update)
      }
      if request.level == .thumbnail {
        if let posters, ClipCells.isClip(FilePath(request.name)) {
          return loadThumbnail(ofClip: request, posters, update: update)
        }
        return loadThumbnail(request, update: update)
      }
      let task = pipeline.request(Self.request(request)) { received in
        switch received {
        case .preview(let image): update(.partial(Self.picture(image)))
        case .exact(let image): update(.finished(Self.picture(image)))
        case .failed(let failure): update(.failed(Self.message(failure, request.name)))
        }
      }
      return Picture.Load { [pipeline] in
        task.cancel()
        // A later request tries again; the pipeline would repeat its recorded failure otherwise.
        pipeline.forgetFailure(of: FilePathBytes(request.name))
      }
    }

    private func loadThumbnail(
      _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
    ) -> Picture.Load {
      let task = pipeline.thumbnail(Self.thumbnailRequest(request)) { result in
        switch result {
        case .success(let thumbnail):
          let picture = Picture(thumbnail.bitmap, naturalSize: thumbnail.naturalSize)
          update(thumbnail.isFinal ? .finished(picture) : .partial(picture))
        case .failure(let failure): update(.failed(Self.message(failure, request.name)))
        }
      }
      return Picture.Load { task.cancel() }
    }

    /// Loads the thumbnail of a clip from the desktop's shared thumbnail cache, or else makes it
    /// from the clip's first frame.
    private func loadThumbnail(
      ofClip request: Picture.Request, _ posters: ClipPosters,
      update: @escaping @MainActor (Picture.Update) -> Void
    ) -> Picture.Load {
      var wanted = Self.thumbnailRequest(request)
      wanted.isSharedCacheOnly = true
      let side = wanted.side
      let load = ClipThumbnailLoad(posters)
      load.sharedCacheTask = pipeline.thumbnail(wanted) { [weak load] result in
        switch result {
        case .success(let thumbnail):
          let picture = Picture(thumbnail.bitmap, naturalSize: thumbnail.naturalSize)
          update(thumbnail.isFinal ? .finished(picture) : .partial(picture))
        case .failure(let failure):
          load?.makePoster(of: FilePath(request.name), side: side) { poster in
            guard let poster else { return update(.failed(Self.message(failure, request.name))) }
            update(.finished(Picture(poster.bitmap, naturalSize: poster.naturalSize)))
          }
        }
      }
      return Picture.Load { load.cancel() }
    }

    /// The requested picture if it is in memory, complete and exact; nil otherwise.
    public func cached(_ request: Picture.Request) -> Picture? {
      if request.level == .thumbnail {
        let known = pipeline.cachedThumbnail(Self.thumbnailRequest(request))
        return known.flatMap {
          $0.isFinal ? Picture($0.bitmap, naturalSize: $0.naturalSize) : nil
        }
      }
      let wanted = Self.request(request)
      let known = pipeline.cached(wanted.path, target: wanted.target)
      return known.flatMap { $0.isExact ? Self.picture($0) : nil }
    }

    /// Stops the downloads and ends the helper processes.
    func stop() {
      web.stop()
      posters?.cancelAll()
      pipeline.stop()
    }

    // MARK: Conversions

    private static func request(_ request: Picture.Request) -> ImageRequest {
      ImageRequest(
        path: FilePathBytes(request.name), target: request.box,
        purpose: request.level == .original ? .natural : .page)
    }

    private static func thumbnailRequest(_ request: Picture.Request) -> ThumbnailRequest {
      ThumbnailRequest(
        path: FilePathBytes(request.name), side: max(request.box.width, request.box.height))
    }

    private static func picture(_ image: DecodedImage) -> Picture {
      var picture = Picture(image.bitmap, naturalSize: image.info.naturalSize)
      picture.isPartial = image.info.isTruncated
      return picture
    }

    private static func message(_ failure: DecodeFailure, _ path: String) -> FailureMessage {
      var message = FailureMessage(failure)
      message.sentence = "\(FilePathBytes(path).name): \(failure.sentence)"
      return message
    }
  }
}

/// A request for the thumbnail of a clip: first to the shared cache, then for its first frame.
private final class ClipThumbnailLoad {
  /// The request to the desktop's shared thumbnail cache.
  var sharedCacheTask: ThumbnailTask?
  private let posters: ClipPosters
  /// The number of the request for the first frame; nil before that request.
  private var posterRequest: Int?
  private var isCancelled = false

  init(_ posters: ClipPosters) { self.posters = posters }

  func makePoster(
    of path: FilePath, side: Int, finish: @escaping (ClipPosters.Poster?) -> Void
  ) {
    guard !isCancelled else { return }
    posterRequest = posters.request(path, side: side, finish: finish)
  }

  func cancel() {
    isCancelled = true
    sharedCacheTask?.cancel()
    if let posterRequest { posters.cancelRequest(posterRequest) }
  }
}

extension FilePages.Loader: RecoloringLoader {}

extension ThumbnailGrid: HostedScene {
  package func barsDidChange(to insets: Insets) { barInsets = insets }
}

extension ThumbnailGrid {
  /// Makes a grid of pictures that `loader` loads by name, for example by web address with
  /// ``BrowserWindow/web``.
  public convenience init(
    names: [String], by loader: any PictureLoader,
    style: ThumbnailGrid.Style = ThumbnailGrid.Style()
  ) {
    self.init(
      sections: [ThumbnailGrid.Section(names.map { ThumbnailGrid.Thumbnail(name: $0) })],
      style: style
    )
    self.loader = loader
  }

  /// Makes a grid of picture files, clips and `http` addresses. Clips have a play badge.
  public convenience init(
    files: [String], by loader: FilePages.Loader, style: ThumbnailGrid.Style = ThumbnailGrid.Style()
  ) {
    let thumbnails = files.map {
      ThumbnailGrid.Thumbnail(name: $0, badge: ClipCells.isClip(FilePath($0)) ? .play : nil)
    }
    self.init(sections: [ThumbnailGrid.Section(thumbnails)], style: style)
    self.loader = loader
  }
}
