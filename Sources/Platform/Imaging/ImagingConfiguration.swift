import CLinux
public import DecoderWire

/// The configuration of an ``ImagePipeline``: memory budgets, helpers and limits of decodes.
public struct ImagingConfiguration: Sendable {
  /// The memory budget for cached pictures in bytes, in addition to the files of
  /// ``ImagePipeline/setLive(_:)``. Nil adapts it to ``cachedPages`` pages of the size that is
  /// requested. Default: ``maxCacheBytes``.
  public var fixedCacheBytes: Int?
  /// The number of pages that fit into the picture cache when ``fixedCacheBytes`` is nil.
  static let cachedPages = 2.0
  /// The maximum number of helpers that decode pages and thumbnails. Default: 2, one for the
  /// visible page and one for its neighbours.
  public var helpers = 2
  /// The number of helpers that ``ImagePipeline/start()`` starts. Default: 1. The others start when
  /// decodes are queued or the first picture has been shown: each start costs about 15 ms of
  /// processor time, which the first picture needs.
  public var helpersAtStart = 1
  /// The time limit of one decode in seconds, after which its helper is ended. Default:
  /// ``DecodeLimits/defaultSeconds``.
  public var timeLimit = Double(DecodeLimits.defaultSeconds)
  /// The limits of one decode: of pixels, bytes read, frames and processor time.
  public var limits = DecodeLimits()
  /// The maximum size in bytes of the free shared memory that is kept for later decodes. Default:
  /// 64 MB, two pages of 3840 × 2160.
  public var recycledBytes = 64 << 20
  /// The memory budget for the cached frames of one animation, in bytes. Default: an eighth of
  /// ``maxCacheBytes``.
  public var animationBytes: Int
  /// The memory budget for the cached regions of one huge picture, in bytes; visible regions are
  /// kept beyond it. Default: a quarter of ``maxCacheBytes``, at most 96 MB.
  public var regionBytes: Int
  /// The memory budget for cached thumbnails in bytes, in addition to the cached pictures and to
  /// the thumbnails that a grid retains. Default: ``maxThumbnailBytes``, at most a quarter of
  /// ``maxCacheBytes``.
  public var thumbnailBytes: Int
  /// The thumbnail cache that all programs of the desktop share; nil neither reads nor writes it.
  /// Default: nil.
  public var sharedThumbnails: SharedThumbnails?
  /// Whether the helpers write to the viewer's standard error; decoding libraries are noisy.
  /// Default: false.
  public var showsHelperErrors = false

  /// Makes the default configuration, with budgets that depend on the memory of this machine.
  public init() {
    fixedCacheBytes = Self.maxCacheBytes
    thumbnailBytes = min(Self.maxThumbnailBytes, Self.maxCacheBytes / 4)
    animationBytes = Self.maxCacheBytes / 8
    regionBytes = Self.regionBytes(of: Self.maxCacheBytes)
  }

  /// The default budget for cached thumbnails in bytes: those of one and a half screens of 1920 ×
  /// 1080. Further ones are read from the shared cache in a millisecond.
  public static let maxThumbnailBytes = 24 << 20

  /// The budget in bytes for the cached regions of one huge picture, beside a picture cache of
  /// `cacheBytes` bytes: a quarter of it, at most 96 MB.
  public static func regionBytes(of cacheBytes: Int) -> Int { min(96 << 20, cacheBytes / 4) }

  /// The default budget for cached pictures in bytes: a quarter of the machine's memory, at most
  /// 512 MB; 128 MB when the size of the memory is unknown.
  public static var maxCacheBytes: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let page = sysconf(Int32(_SC_PAGESIZE))
    guard pages > 0, page > 0 else { return 128 << 20 }
    return min(512 << 20, pages * page / 4)
  }
}

/// The cache sizes of an ``ImagePipeline``, and the numbers of events since it was made.
public struct ImagingStatistics: Hashable, Sendable {
  /// The memory of the cached pictures in bytes.
  public var cachedBytes = 0
  /// The number of cached pictures; one file may have several, of different sizes.
  public var cachedPictures = 0
  /// The number of picture requests answered at once with an exact picture from the memory cache.
  public var hits = 0
  /// The number of picture requests for which the memory cache had no exact picture.
  public var misses = 0
  /// The number of whole pictures decoded at the requested size.
  public var decodes = 0
  /// The number of previews decoded, or read from files or from the shared thumbnail cache.
  public var previews = 0
  /// The number of pictures and regions whose decode at the requested size failed.
  public var failures = 0
  /// The memory of the cached thumbnails in bytes.
  public var thumbnailBytes = 0
  /// The number of thumbnails read from the shared thumbnail cache.
  public var thumbnailsFromSharedCache = 0
  /// The number of thumbnails made of previews that are embedded in picture files.
  public var embeddedThumbnails = 0
  /// The number of thumbnails decoded from the pictures themselves.
  public var decodedThumbnails = 0
  /// The number of files sent to the thread that writes the shared thumbnail cache.
  public var writtenThumbnails = 0
  /// The number of frames of animations that were decoded.
  public var frames = 0
  /// The number of regions of huge pictures that were decoded.
  public var regions = 0
  /// The number of helpers started in place of those that had crashed or were ended during work.
  public var restarts = 0

  public init() {}
}
