import DecoderWire
import Imaging
import Localization
import Motion
import Network
import PhotoBrowser
import Pixels
import Windowing

/// The part of a page source that shows the pipeline's responses on live pages: stand-ins, exact
/// pictures, regions, animations, failures, and notices about truncated files.
final class PagePictures {
  /// Whether animated pictures start without a command. Default: true.
  var playsByItself = true
  /// Whether a page keeps its picture while its file is incomplete; otherwise the page shows the
  /// result of every reading of the file. Default: true.
  var waitsForCompleteFiles: Bool {
    get { fileObserver.waitsForCompleteFiles }
    set { fileObserver.waitsForCompleteFiles = newValue }
  }
  /// Whether failure messages begin with the file name. Default: true.
  var namesFilesInFailures = true
  /// Whether the first page has shown its picture or a failure.
  private(set) var hasShownFirstPage = false
  /// A closure called once, when the first page has shown its picture or a failure.
  var onFirstPageShown: (() -> Void)?
  /// A closure called when the file of a live page has to be read again.
  var onReadingDue: ((FilePage) -> Void)?
  /// A closure called when a file in a watched folder changed and no live page shows it.
  var onHiddenFileChange: ((FilePath) -> Void)? {
    get { fileObserver.onHiddenFileChange }
    set { fileObserver.onHiddenFileChange = newValue }
  }

  private let live: LiveFilePages
  private let downloads: PageDownloads
  private let events: FilePageEvents
  private let pipeline: ImagePipeline
  /// The decoder of regions of scalable pictures, and of pictures that are too large to decode as a
  /// whole.
  private let regions: RegionPages
  /// The scaler that resamples the shown picture to its exact size when zooming has settled.
  private let scaler: SettledPictureScaler
  /// The observer of the files of the live pages.
  private let fileObserver: PageFileObserver
  /// The messages about truncated files.
  private let notices: TruncationNotices

  /// Makes the part of a page source that shows pictures on the pages in `live`.
  ///
  /// - Parameter clock: returns the time of a monotonic clock, in seconds. Default: the clock of
  ///   the input events.
  init(
    on live: LiveFilePages, downloads: PageDownloads, events: FilePageEvents,
    pipeline: ImagePipeline, loop: any DescriptorWatching,
    clock: @escaping () -> Double = { Timestamp.now.seconds }
  ) {
    self.live = live
    self.downloads = downloads
    self.events = events
    self.pipeline = pipeline
    regions = RegionPages(pipeline: pipeline, loop: loop)
    scaler = SettledPictureScaler(loop: loop)
    fileObserver = PageFileObserver(pipeline: pipeline, loop: loop, clock: clock)
    notices = TruncationNotices(fileObserver: fileObserver, pipeline: pipeline, loop: loop)
    connectParts()
  }

  private func connectParts() {
    regions.onVisibleTilesShown = { [weak self] path in
      guard let self, let page = live.page(of: path) else { return }
      report(.sharp, page)
    }
    regions.onFailure = { [weak self] in self?.showWhole($0) }
    fileObserver.onReadingDue = { [weak self] path in
      if let page = self?.live.page(of: path) { self?.onReadingDue?(page) }
    }
    notices.onDue = { [weak self] path, message in
      guard let self, let page = live.page(of: path), let index = live.index(of: page) else {
        return
      }
      page.cell.failure = message
      events.send(.noticeChanged(page: index))
    }
  }

  private func report(_ state: PictureState, _ page: FilePage) {
    if let index = live.index(of: page) { events.send(.pictureStateChanged(state, page: index)) }
  }

  // MARK: Pages

  /// Follows the files at `paths`, those of live pages, and no others.
  func observeFiles(_ paths: [FilePath]) { fileObserver.observe(paths) }

  /// Schedules a debounced reading of a live page's file that has changed.
  func fileDidChange(_ path: FilePath) { fileObserver.fileDidChange(path) }

  /// Frees the regions of the enlarged pictures on all pages except that of a file.
  func freeRegions(except path: FilePath?) { regions.freeRegions(except: path) }

  /// Removes the state of a page's file: its changes, its notice and its regions.
  func removeState(of page: FilePage) {
    fileObserver.forget(page.path)
    notices.remove(page.path)
    regions.cancel(page.path)
  }

  /// Removes the regions of all enlarged pictures.
  func cancelRegions() { regions.cancelAll() }

  /// Cancels the resampling of pictures whose zoom has settled.
  func cancelRefining() { scaler.cancel() }

  // MARK: Results of reading a file

  /// Handles a response of the pipeline to a page's request. The page keeps its picture if that is
  /// better than an incomplete result.
  func handleResponse(_ update: ImageUpdate, for page: FilePage, load: Int) {
    let path = page.path
    switch update {
    case .preview: return receive(update, for: page, load: load)
    case .exact(let image):
      let bytes = pipeline.cachedIdentity(of: downloads.pipelinePath(of: path))?.size ?? 0
      let replacesPicture = fileObserver.nextReadingReplacesPicture(path)
      let reading =
        image.info.isTruncated ? FileReloadPolicy.Reading.part(fileBytes: bytes) : .whole
      guard fileObserver.showsResultAfterFinishing(reading, of: path) else { return }
      if replacesPicture {
        page.replacePictureAtNextShow()
        // The running request of enlarged pixels is for the former contents; the page makes a new
        // request when it needs such pixels again.
        page.cancelDetail()
        page.cell.animation = nil
      }
      receive(update, for: page, load: load)
    case .failed:
      guard fileObserver.hasUnknownAge(path), path.webAddress == nil else {
        return showFailure(update, for: page, load)
      }
      let now = FileStamp.nowNanoseconds
      pipeline.files.ask(waits: true) {
        FileStamp.read(path)?.stamp
      } then: { [weak self] stamp in
        if let stamp { self?.fileObserver.setAge(stamp.age(at: now), of: path) }
        self?.showFailure(update, for: page, load)
      }
    }
  }

  /// Shows a failure in place of a page's picture, once it is certain that the file does not
  /// contain the picture.
  private func showFailure(_ update: ImageUpdate, for page: FilePage, _ load: Int) {
    let replacesPicture = fileObserver.nextReadingReplacesPicture(page.path)
    // The failure is not shown while the file may still be written; prefetching need not wait for
    // that.
    guard fileObserver.showsResultAfterFinishing(.nothing, of: page.path) else {
      return firstPageDidLoad()
    }
    notices.remove(page.path)
    if replacesPicture, live.index(of: page) != nil {
      page.cell.animation = nil
      page.cell.content = .loading(progress: nil)
    }
    receive(update, for: page, load: load)
  }

  /// Shows a response of the pipeline on a live page, without regard to changes of the file.
  func receive(_ update: ImageUpdate, for page: FilePage, load: Int = 0) {
    guard let index = live.index(of: page) else { return }
    let cell = page.cell
    switch update {
    case .preview(var image):
      guard page.canShow(standIn: image, of: load) else { return }
      // No region is requested during the decode of the whole picture, because it would delay that
      // decode.
      image.info.supportsRegions = false
      showReplacingIncomplete(image, on: page)
      page.setStandIn(image, of: load)
      events.send(.pictureStateChanged(image.isComplete ? .preview : .partial, page: index))
    case .exact(let image):
      showReplacingIncomplete(image, on: page)
      if !hasShownFirstPage { events.send(.firstImage(image, page: index)) }
      events.send(.pictureStateChanged(.exact, page: index))
      firstPageDidLoad()
    case .failed(let failure):
      if let message = downloads.discardUndecodable(
        page.path, failure, namesFile: namesFilesInFailures)
      {
        return showFailure(on: page, message)
      }
      let standIn = page.shownStandIn
      let message = message(failure, of: page.path)
      if cell.content.zoomable == nil || standIn?.isComplete == false {
        cell.content = .failed(message)
      } else {
        // A failure is not shown over an exact picture. It is shown over a stand-in, and over the
        // preview of a RAW file that cannot be developed.
        let key = downloads.pipelinePath(of: page.path)
        let known = pipeline.cached(key, target: live.box)
        if standIn == nil, known?.isExact != false, !pipeline.isDeveloped(key) { return }
        cell.failure = message
      }
      events.send(.pictureStateChanged(.failed, page: index))
      firstPageDidLoad()
    }
  }

  private func message(_ failure: DecodeFailure, of path: FilePath) -> FailureMessage {
    var message = FailureMessage(failure)
    if namesFilesInFailures { message.sentence = "\(path.displayName): \(failure.sentence)" }
    return message
  }

  /// Shows on a page that the download of its picture has failed.
  func showFailure(on page: FilePage, _ failure: NetworkFailure) {
    let address = namesFilesInFailures ? page.path.webAddress : nil
    showFailure(
      on: page, address.map { FailureMessage(failure, of: $0) } ?? FailureMessage(failure))
  }

  /// Shows a failure message on a page: in place of the picture, or over it if there is one.
  func showFailure(on page: FilePage, _ message: FailureMessage) {
    guard live.index(of: page) != nil else { return }
    page.cell.progress = nil
    if page.cell.content.zoomable != nil {
      page.cell.failure = message
    } else {
      page.cell.content = .failed(message)
    }
    report(.failed, page)
    firstPageDidLoad()
  }

  /// Records that the first page has its picture or a failure; only the first call has an effect.
  func firstPageDidLoad() {
    guard !hasShownFirstPage else { return }
    hasShownFirstPage = true
    events.send(.firstPageLoaded)
    onFirstPageShown?()
  }

  // MARK: Display

  /// Shows on a page a picture that was in the cache already, or a preview.
  func showCachedOrPreview(_ image: DecodedImage, on page: FilePage) {
    show(image, on: page)
    updateNotice(for: image, on: page)
  }

  /// Shows the decoded part of an incomplete download on a page, in place of the previous part.
  func showPart(_ image: DecodedImage, on page: FilePage) {
    guard live.index(of: page) != nil, !image.info.isScalable else { return }
    // The progress is set before the picture, so that a visible progress ring stays.
    page.cell.progress = downloads.progress(of: page.path)
    page.replacePictureAtNextShow()
    show(image, on: page)
    page.replacePictureAtNextShow()
    report(.preview, page)
  }

  /// Shows a picture that was decoded at a higher resolution than that of the page, because the
  /// page is enlarged.
  func showDetail(_ image: DecodedImage, on page: FilePage) {
    let isHalved = ZoomDetailScheduler.halve(image.bitmap, ifLargerThan: live.box) {
      [weak self] bitmaps in
      guard let self, live.index(of: page) != nil else { return }
      page.show(bitmaps, naturalSize: image.info.naturalSize)
      report(.exact, page)
    }
    if !isHalved { receive(.exact(image), for: page) }
  }

  /// Resamples the picture of a page to `size` device pixels, at which the page shows it after the
  /// zoom has settled.
  func refine(_ picture: Picture, on page: FilePage, at size: PixelSize) {
    scaler.scheduleScaling(of: picture, for: page.path, to: size) {
      [weak self] bitmap, source, last in
      guard let self, live.index(of: page) != nil else { return }
      page.showResampled(bitmap, from: source, replacing: last)
    }
  }

  /// Shows a picture on a page in place of the current one. If the current one is incomplete, its
  /// bitmaps are dropped, because they are not smaller versions of the new picture.
  private func showReplacingIncomplete(_ image: DecodedImage, on page: FilePage) {
    if page.cell.stillPicture?.isPartial == true { page.replacePictureAtNextShow() }
    page.setStandIn(nil)
    show(image, on: page)
    updateNotice(for: image, on: page)
  }

  func show(_ image: DecodedImage, on page: FilePage) {
    if showRegions(of: image, on: page) { return }
    page.show(
      [image.bitmap], naturalSize: image.info.naturalSize, isPartial: image.info.isTruncated)
    startAnimation(of: image, on: page)
  }

  /// Shows an enlargeable picture by its regions: a vector picture, or one with too many pixels to
  /// decode as a whole.
  ///
  /// - Returns: false for any other picture, and for a stand-in of a picture that is not a vector
  ///   picture; these are not shown.
  private func showRegions(of image: DecodedImage, on page: FilePage) -> Bool {
    guard image.isExact || image.info.isScalable else { return false }
    var whole = Picture(image.bitmap, naturalSize: image.info.naturalSize)
    whole.isPartial = image.info.isTruncated
    let file = downloads.pipelinePath(of: page.path)
    guard
      regions.show(
        whole, image.info, of: page.path, from: file,
        contentsMayHaveChanged: page.replacesPictureAtNextShow, in: page.cell)
    else { return false }
    page.pictureWasReplaced()
    return true
  }

  /// Shows the cached picture of a file without regions, because these cannot be decoded.
  private func showWhole(_ path: FilePath) {
    guard let page = live.page(of: path),
      let known = pipeline.cached(downloads.pipelinePath(of: path), target: live.box)
    else { return }
    show(known, on: page)
  }

  /// Makes the animation player of a page whose exact picture has several frames, unless the page
  /// has one.
  func startAnimation(of image: DecodedImage, on page: FilePage) {
    let cell = page.cell
    // An incomplete download is not played: its last frame may be truncated.
    guard image.isExact, image.info.frames > 1, cell.animation == nil,
      !downloads.isMissing(page.path), case .picture(let cover) = cell.content
    else { return }
    let frames = PipelineFrames(
      downloads.pipelinePath(of: page.path), naturalSize: image.info.naturalSize, box: live.box,
      pipeline: pipeline)
    let player = AnimationPlayer(frames, firstPicture: cover, startsByItself: playsByItself)
    player.onFrameShown = { [weak self, weak page] frame in
      guard let self, let page, let index = live.index(of: page) else { return }
      events.send(.frame(index: frame, page: index))
    }
    player.onPlaybackChange = { [weak self] in self?.events.send(.animationPlaybackChanged) }
    cell.animation = player
  }

  /// Shows the message that the file of a page is truncated, once the file has been idle; removes
  /// the message when `image` is whole, or incomplete files are not waited for.
  private func updateNotice(for image: DecodedImage, on page: FilePage) {
    if image.isExact {
      if image.info.isTruncated, fileObserver.waitsForCompleteFiles {
        notices.add(.partlyRead(format: image.info.format), of: page.path)
      } else {
        notices.remove(page.path)
      }
    }
    // A stand-in says nothing about the state of the file.
    let message = notices.message(of: page.path)
    guard page.cell.failure != message else { return }
    page.cell.failure = message
    if message != nil, let index = live.index(of: page) { events.send(.noticeChanged(page: index)) }
  }
}

extension FailureMessage {
  /// The message about a file whose picture ends before its last row; `format` is the name of the
  /// format, or empty.
  fileprivate static func partlyRead(format: String) -> FailureMessage {
    FailureMessage(
      sentence: format.isEmpty
        ? tr("This file is damaged or incomplete: only part of the picture could be read")
        : tr(
          "This {format} file is damaged or incomplete: only part of the picture could be read",
          ["format": format]),
      canRetry: false)
  }
}
