import CLinux
public import DecoderWire

/// The configuration of the pipeline.
public struct ImagingConfiguration: Sendable {
  /// The cache budget for pictures in bytes, beside the pinned live pages. Nil adapts it to
  /// ``ahead`` pages of the current window size, for callers of ``ImagePipeline/setLive(_:)``.
  /// Default: ``maxCacheBytes``.
  public var cacheBytes: Int?
  /// The number of pages that the cache has room for when its budget follows the window size.
  static let ahead = 2.0
  /// The maximum number of helpers. Default: 2, one for the visible page and one for its
  /// neighbours.
  public var helpers = 2
  /// The number of helpers that `start()` starts. Default: 1. The others start when decodes are
  /// queued or the first picture has been shown: each start costs about 15 ms of processor time,
  /// which the first picture needs.
  public var helpersAtStart = 1
  /// The time limit of one decode in seconds, after which its helper is ended. Default:
  /// ``DecodeLimits/defaultSeconds``.
  public var deadline = Double(DecodeLimits.defaultSeconds)
  /// The limits of one decode.
  public var limits = DecodeLimits()
  /// The budget for free shared memory kept for reuse, in bytes. Default: 64 MB, two 4K pages.
  public var recycledBytes = 64 << 20
  /// The cache budget for the frames of one animation, in bytes. Default: an eighth of
  /// ``maxCacheBytes``.
  public var animationBytes: Int
  /// The cache budget for the regions of one huge picture, in bytes; visible regions are kept
  /// beyond it. Default: a quarter of ``maxCacheBytes``, at most 96 MB.
  public var regionBytes: Int
  /// The cache budget for thumbnails in bytes, beside that for pages and the thumbnails that a grid
  /// holds. Default: ``maxThumbnailBytes``, at most a quarter of ``maxCacheBytes``.
  public var thumbnailBytes: Int
  /// The desktop's shared thumbnail cache; nil neither reads nor writes it. Default: nil.
  public var sharedThumbnails: SharedThumbnails?
  /// Whether the helpers' standard error is shown; decoding libraries are noisy. Default: false.
  public var showsHelperErrors = false

  /// Makes the default configuration for this machine.
  public init() {
    cacheBytes = Self.maxCacheBytes
    thumbnailBytes = min(Self.maxThumbnailBytes, Self.maxCacheBytes / 4)
    animationBytes = Self.maxCacheBytes / 8
    regionBytes = Self.regionBytes(of: Self.maxCacheBytes)
  }

  /// The default budget for thumbnails in bytes: those of a screen and a half of 1920 × 1080.
  /// Others come from the shared cache in a millisecond.
  public static let maxThumbnailBytes = 24 << 20

  /// The budget for the regions of one picture in bytes, for a picture cache of `cacheBytes`.
  public static func regionBytes(of cacheBytes: Int) -> Int { min(96 << 20, cacheBytes / 4) }

  /// A quarter of the machine's memory, at most 512 MB; 128 MB when the memory size is unknown.
  public static var maxCacheBytes: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let page = sysconf(Int32(_SC_PAGESIZE))
    guard pages > 0, page > 0 else { return 128 << 20 }
    return min(512 << 20, pages * page / 4)
  }
}

/// Counters of the pipeline.
public struct ImagingStatistics: Hashable, Sendable {
  /// The bytes of cached pictures.
  public var cachedBytes = 0
  /// The number of cached pictures.
  public var cachedPictures = 0
  /// The number of requests answered exactly from the cache.
  public var hits = 0
  /// The number of requests not answered exactly from the cache.
  public var misses = 0
  /// The number of successful exact decodes.
  public var decodes = 0
  /// The number of successful preview decodes.
  public var previews = 0
  /// The number of failed decodes of exact pictures and regions.
  public var failures = 0
  /// The bytes of cached thumbnails.
  public var thumbnailBytes = 0
  /// The number of thumbnails from the shared cache.
  public var storedThumbnails = 0
  /// The number of thumbnails from previews embedded in files.
  public var embeddedThumbnails = 0
  /// The number of thumbnails decoded from pictures.
  public var decodedThumbnails = 0
  /// The number of thumbnails sent to be written to the shared cache.
  public var writtenThumbnails = 0
  /// The number of decoded frames of animations.
  public var frames = 0
  /// The number of decoded regions of huge pictures.
  public var parts = 0
  /// The number of helpers started in place of crashed or killed ones.
  public var restarts = 0

  public init() {}
}
