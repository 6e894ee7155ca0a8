public import Imaging
public import Network
public import PhotoBrowser
public import Pixels

/// Pictures from the web on their way to a page: fetched into files, which a helper decodes while
/// they grow and when they are whole.
public final class WebPictures {
  let pipeline: ImagePipeline
  let loop: any DescriptorWatching
  private let configuration: WebConfiguration
  private var opened: WebSession?
  private var watch: Cancellation?

  /// Makes one; nothing is opened before the first address.
  public init(
    pipeline: ImagePipeline, loop: any DescriptorWatching, configuration: WebConfiguration
  ) {
    self.pipeline = pipeline
    self.loop = loop
    self.configuration = configuration
  }

  /// Fetches a picture. What is kept and fresh comes before this returns.
  ///
  /// - Parameters:
  ///   - box: the box, in device pixels, parts of it are fitted into.
  ///   - mustAsk: asks the server even if what is kept is fresh.
  public func fetch(
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

  /// What came from `address` is no picture: the server is asked anew the next time.
  public func forget(_ address: WebAddress) { opened?.forget(address) }

  /// Ends everything.
  public func stop() {
    watch?.cancel()
    opened?.stop()
    (watch, opened) = (nil, nil)
  }

  private func session() throws(NetworkFailure) -> WebSession {
    if let opened { return opened }
    let session = try WebSession(configuration)
    opened = session
    watch = loop.watch(descriptor: session.descriptor) { [weak session] in session?.serve() }
    return session
  }
}

/// What fetching a picture leads to: any number of the first three, then one of the others, unless
/// the task is cancelled.
nonisolated public enum WebPictureUpdate: Sendable {
  /// It has come further.
  case progress(LoadProgress)
  /// Something of it can be seen.
  case partial(DecodedImage)
  /// What was kept from another time, while the server is asked whether it has changed.
  case kept(WebFile)
  /// It is there, to be decoded like any file. The last update.
  case finished(WebFile)
  /// What was kept is all there is to show; the failure is nil when it is unchanged, or else says
  /// why the server could not be asked. The last update.
  case confirmed(NetworkFailure?)
  /// There will be none. The last update.
  case failed(NetworkFailure)
}
