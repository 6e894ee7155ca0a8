import CLinux
public import DecoderWire

/// What a user or a test may change about the pipeline.
public struct ImagingConfiguration: Sendable {
  /// Bytes of pictures kept in memory beside those of the live pages. nil is enough for ``ahead`` pages,
  /// however large the window is, and for those who tell which pages live. Default
  /// ``mostCacheBytes``.
  public var cacheBytes: Int?
  /// The pages fetched ahead.
  static let ahead = 2.0
  /// Most helpers at a time. Default 2: one for the page that is looked at, one for its neighbours.
  public var helpers = 2
  /// Helpers started by `start()`. Default 1, the others when work waits or when the first picture
  /// has been shown: each one costs about 15 ms of a processor the first picture needs.
  public var helpersAtStart = 1
  /// The seconds that one picture may take before its helper is ended. Default
  /// ``DecodeLimits/defaultSeconds``.
  public var deadline = Double(DecodeLimits.defaultSeconds)
  /// What one picture may cost.
  public var limits = DecodeLimits()
  /// Bytes of free shared memory kept to be used again. Default 64 MB: two 4K pages.
  public var recycledBytes = 64 << 20
  /// Bytes of the frames of one animation kept in memory. Default an eighth of ``mostCacheBytes``.
  public var animationBytes: Int
  /// Bytes of the parts of one huge picture kept in memory, unless what is seen of it takes more.
  /// Default a quarter of ``mostCacheBytes``, at most 96 MB.
  public var partBytes: Int
  /// Bytes of thumbnails kept in memory, pages apart. Default a quarter of
  /// ``mostCacheBytes``.
  public var thumbnailBytes: Int
  /// The desktop's cache of thumbnails, nil to make every one anew and store none. Default nil.
  public var sharedThumbnails: SharedThumbnails?
  /// Lets the helpers write to standard error; loaders are noisy. Default false.
  public var showsHelperErrors = false

  /// Makes the default configuration for this machine.
  public init() {
    cacheBytes = Self.mostCacheBytes
    thumbnailBytes = Self.mostCacheBytes / 4
    animationBytes = Self.mostCacheBytes / 8
    partBytes = Self.partBytes(of: Self.mostCacheBytes)
  }

  /// The share of the parts of one picture in a cache of so many bytes.
  public static func partBytes(of cacheBytes: Int) -> Int { min(96 << 20, cacheBytes / 4) }

  /// A quarter of the machine's memory, at most 512 MB.
  public static var mostCacheBytes: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let page = sysconf(Int32(_SC_PAGESIZE))
    guard pages > 0, page > 0 else { return 128 << 20 }
    return min(512 << 20, pages * page / 4)
  }
}

/// What the pipeline has done so far.
public struct ImagingStatistics: Hashable, Sendable {
  /// Bytes of pictures in memory.
  public var cachedBytes = 0
  /// Pictures in memory.
  public var cachedPictures = 0
  /// Requests answered exactly from memory.
  public var hits = 0
  /// Requests that were not.
  public var misses = 0
  /// Exact decodes that gave a picture.
  public var decodes = 0
  /// Previews that gave a picture.
  public var previews = 0
  /// Exact decodes that gave none.
  public var failures = 0
  /// Bytes of thumbnails in memory.
  public var thumbnailBytes = 0
  /// Thumbnails that came from the shared cache.
  public var storedThumbnails = 0
  /// Thumbnails that came from previews inside files.
  public var embeddedThumbnails = 0
  /// Thumbnails that were decoded.
  public var decodedThumbnails = 0
  /// Thumbnails that were handed over to be written to the shared cache.
  public var writtenThumbnails = 0
  /// Frames of animations that were decoded.
  public var frames = 0
  /// Parts of huge pictures that were decoded.
  public var parts = 0
  /// Helpers started in place of one that ended.
  public var restarts = 0

  /// Makes empty statistics.
  public init() {}
}
