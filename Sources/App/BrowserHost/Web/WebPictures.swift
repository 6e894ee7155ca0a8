package import ImageServers
package import Imaging
package import Network
import PhotoBrowser
import Pixels

/// The downloader of pictures for pages. It downloads each picture into a file, which a helper
/// decodes while the file is growing and when it is complete.
package final class WebPictures {
  /// The origin of the downloads.
  package enum Source {
    /// A session of libcurl.
    case session
    /// A session of libcurl, wrapped in the object that the closure makes for it.
    case wrapped((any WebLoading) -> any WebLoading)
    /// A substitute for a session.
    case substitute(any WebLoading)
  }

  let pipeline: ImagePipeline
  let loop: any DescriptorWatching
  /// The user's languages, the preferred one first, for the labels in lists of image servers.
  /// Default: none.
  package var languages: [String] = []
  private var entries: [FilePath: ServedCollection.Entry] = [:]
  /// The statements of image servers about their lists, by the paths of the entries of those lists;
  /// a list without statements has no element.
  private var listFacts: [FilePath: ServedFacts] = [:]
  private let configuration: WebConfiguration
  private let source: Source
  private var openedSession: (any WebLoading)?
  private var descriptorWatch: Cancellation?

  /// Makes a downloader; its libcurl session is opened with the first download.
  package init(
    pipeline: ImagePipeline, loop: any DescriptorWatching, configuration: WebConfiguration,
    source: Source = .session
  ) {
    self.source = source
    self.pipeline = pipeline
    self.loop = loop
    self.configuration = configuration
  }

  /// Downloads a picture. A cached picture that is still fresh is delivered before the method
  /// returns.
  ///
  /// - Parameters:
  ///   - box: the box, in device pixels, into which partial pictures are fitted.
  ///   - urgency: the priority among the running downloads. Default: that of a visible page.
  ///   - mustAsk: whether the server is asked even if the cached picture is fresh. Default: false.
  ///   - update: called for every step; failures are reported here, too.
  func fetch(
    _ address: WebAddress, box: PixelSize, urgency: WebTask.Urgency = .visible,
    mustAsk: Bool = false, update: @escaping (WebPictureUpdate) -> Void
  ) -> WebPictureTask {
    let task = WebPictureTask(address, box: box, of: self, update: update)
    do throws(NetworkFailure) {
      task.begin(try session(), urgency, mustAsk: mustAsk)
    } catch {
      task.receive(.failed(error, part: nil))
    }
    return task
  }

  /// Downloads a file; see ``WebSession/load(_:urgency:mustRevalidate:update:)``.
  ///
  /// - Throws: the reason why the session cannot be opened.
  func download(
    _ address: WebAddress, mustAsk: Bool = false, update: @escaping (WebUpdate) -> Void
  ) throws(NetworkFailure) -> WebTask {
    try session().load(address, urgency: .visible, mustRevalidate: mustAsk, update: update)
  }

  /// The entry for a path in the list of an image server; nil for other paths.
  func entry(of path: FilePath) -> ServedCollection.Entry? { entries[path] }

  /// The statements of an image server about the list that contains an address; nil for other
  /// addresses, and for a list without statements.
  package func facts(of path: FilePath) -> ServedFacts? { listFacts[path] }

  /// Stores the entries of a list from an image server, with the thumbnails that they name and the
  /// statements about the list.
  ///
  /// - Returns: the paths of the entries, in order.
  package func store(_ collection: ServedCollection) -> [FilePath] {
    let paths = FilePath.paths(of: collection)
    let facts: ServedFacts? = collection.facts == ServedFacts() ? nil : collection.facts
    for (path, entry) in zip(paths, collection.entries) {
      entries[path] = entry
      listFacts[path] = facts
    }
    return paths
  }

  /// Removes the file of an address from the cache, because it cannot be decoded; the next download
  /// asks the server.
  func forget(_ address: WebAddress) { openedSession?.forget(address) }

  /// Ends all downloads and closes the session.
  package func stop() {
    descriptorWatch?.cancel()
    openedSession?.stop()
    (descriptorWatch, openedSession) = (nil, nil)
  }

  private func session() throws(NetworkFailure) -> any WebLoading {
    if let openedSession { return openedSession }
    if case .substitute(let loading) = source {
      openedSession = loading
      return loading
    }
    let session = try WebSession(configuration)
    var loading: any WebLoading = session
    if case .wrapped(let observer) = source { loading = observer(session) }
    openedSession = loading
    descriptorWatch = loop.watch(descriptor: session.descriptor) { [weak session] in
      session?.serve()
    }
    return loading
  }
}

/// An update of a download: any number of `progress`, `partial` and `cached`, then one last update
/// of another case, unless the task is cancelled.
nonisolated enum WebPictureUpdate: Sendable {
  /// More bytes have arrived, of a response with a media type, which is nil before the first byte.
  case progress(Picture.Progress, contentType: String?)
  /// The part of the picture that has arrived is decoded.
  case partial(DecodedImage)
  /// The cached file from an earlier download, while the server is asked whether it has changed.
  case cached(WebFile)
  /// The complete file, to be decoded. This is the last update.
  case finished(WebFile)
  /// The file of the last `cached` is the result. The failure is nil if the server has no newer
  /// file; otherwise it is the reason why the server could not be asked. This is the last update.
  case cachedConfirmed(checkFailure: NetworkFailure?)
  /// The download has failed. This is the last update.
  case failed(NetworkFailure)
}
