package import DecoderWire
package import Pixels

/// The cache of decoded pictures in memory: several sizes per file, with limits on bytes and
/// number.
///
/// Pictures of natural size are evicted first, then the least recently used ones. Pinned files,
/// those of visible and adjacent pages, stay even above the budget.
@MainActor
package struct PictureMemoryCache {
  /// The picture of a file, decoded at one size.
  package struct Rendition {
    /// The decoded pixels.
    package var bitmap: Bitmap
    /// The properties of the whole picture as read from the file.
    package var info: DecodeReply.Info
    /// Whether the picture was decoded at exactly the size that it has in some requested box; false
    /// for a preview.
    package var isExact: Bool
    /// Whether the picture was requested at its natural size only, for zooming, and not for a page;
    /// such pictures are evicted first.
    package var isOnlyForZooming: Bool
    /// The memory that the picture occupies, in bytes, which may exceed its pixels.
    package var cost: Int
    var lastUse = 0

    package init(
      bitmap: Bitmap, info: DecodeReply.Info, isExact: Bool, isOnlyForZooming: Bool, cost: Int
    ) {
      self.bitmap = bitmap
      self.info = info
      self.isExact = isExact
      self.isOnlyForZooming = isOnlyForZooming
      self.cost = cost
    }

    func isExact(for target: PixelSize) -> Bool {
      guard isExact else { return false }
      let exact = DecodeRequest(id: 0, kind: .exact, target: target)
      return exact.fittedSize(of: info) == bitmap.size
    }
  }
  private struct File {
    var identity: FileIdentity
    var renditions: [Rendition] = []
  }

  /// The maximum number of pictures, without those of pinned files. Each may hold a file
  /// descriptor, of which a process commonly has 1024: a folder of icons would use them up long
  /// before the byte budget.
  static let maxPictures = 256

  /// The maximum memory of all pictures in bytes, without those of pinned files.
  package var budget: Int { didSet { evict() } }
  /// The memory of all pictures in bytes, including those of pinned files.
  package private(set) var bytes = 0
  /// The paths of the files whose pictures are not evicted, whatever their size.
  package var pinned: Set<FilePathBytes> = [] { didSet { evict() } }
  private var files: [FilePathBytes: File] = [:]
  private var useCounter = 0

  package init(budget: Int) { self.budget = budget }

  /// The number of cached pictures; one file may have several, of different sizes.
  package var count: Int { count { _ in true } }

  /// The identity that the file at `path` had when its cached pictures were decoded; nil when none
  /// is cached.
  package func identity(of path: FilePathBytes) -> FileIdentity? { files[path]?.identity }

  /// The properties of the picture in the file at `path`; nil when none is cached.
  package func info(of path: FilePathBytes) -> DecodeReply.Info? {
    files[path]?.renditions.first?.info
  }

  /// The best cached picture of the file at `path` for a box of `target` pixels: the exact one,
  /// else the smallest that is large enough, else the largest; nil when none is cached. Counts as a
  /// use of that picture.
  package mutating func best(_ path: FilePathBytes, for target: PixelSize) -> DecodedImage? {
    guard let renditions = files[path]?.renditions, !renditions.isEmpty else { return nil }
    let index =
      renditions.firstIndex { $0.isExact(for: target) }
      ?? Self.substituteIndex(in: renditions, for: target)
    useCounter += 1
    files[path]?.renditions[index].lastUse = useCounter
    let found = renditions[index]
    return DecodedImage(
      bitmap: found.bitmap, info: found.info, isExact: found.isExact(for: target))
  }

  private static func substituteIndex(in renditions: [Rendition], for target: PixelSize) -> Int {
    let bySize = renditions.indices.sorted { renditions[$0].area < renditions[$1].area }
    let largest = bySize[bySize.count - 1]
    guard !target.isEmpty else { return largest }
    return bySize.first {
      let exact = DecodeRequest(id: 0, kind: .exact, target: target)
      let needed = exact.fittedSize(of: renditions[$0].info)
      return renditions[$0].bitmap.size.width >= needed.width
        && renditions[$0].bitmap.size.height >= needed.height
    } ?? largest
  }

  /// Caches a picture. An exact picture replaces previews and the picture of the same size of its
  /// file; a preview is ignored when an exact picture is cached. All pictures of an earlier state
  /// of the file are removed.
  package mutating func insert(_ rendition: Rendition, of identity: FileIdentity) {
    var file = files[identity.path] ?? File(identity: identity)
    if file.identity != identity { file = File(identity: identity) }
    let size = rendition.bitmap.size
    // A late preview must not replace the exact picture.
    let isLate = !rendition.isExact && file.renditions.contains(where: \.isExact)
    if !isLate {
      var kept = rendition
      kept.isOnlyForZooming =
        rendition.isOnlyForZooming
        && !file.renditions.contains { $0.bitmap.size == size && !$0.isOnlyForZooming }
      file.renditions.removeAll { $0.bitmap.size == size || !$0.isExact }
      useCounter += 1
      kept.lastUse = useCounter
      file.renditions.append(kept)
    }
    remove(identity.path)
    bytes += file.renditions.reduce(0) { $0 + $1.cost }
    files[identity.path] = file
    evict()
  }

  /// Removes all pictures of the file at `path`, even if it is pinned.
  package mutating func remove(_ path: FilePathBytes) {
    guard let file = files.removeValue(forKey: path) else { return }
    bytes -= file.renditions.reduce(0) { $0 + $1.cost }
  }

  /// Removes all pictures, those of pinned files included.
  package mutating func removeAll() {
    files = [:]
    bytes = 0
  }

  /// Removes all pictures except those of pinned files.
  package mutating func removeUnpinned() { evict(downTo: 0) }

  private mutating func evict() { evict(downTo: budget) }

  private mutating func evict(downTo budget: Int) {
    let (maxBytes, maxCount) = (budget + pinnedCost, Self.maxPictures + count(pinned.contains))
    while bytes > maxBytes || count > maxCount, let victim = victim() {
      guard let gone = files[victim.path]?.renditions.remove(at: victim.index) else { return }
      bytes -= gone.cost
      if files[victim.path]?.renditions.isEmpty == true { files[victim.path] = nil }
    }
  }

  private func victim() -> (path: FilePathBytes, index: Int)? {
    var best: (path: FilePathBytes, index: Int, order: (Int, Int))?
    for (path, file) in files where !pinned.contains(path) {
      for (index, rendition) in file.renditions.enumerated() {
        let order = (rendition.isOnlyForZooming ? 0 : 1, rendition.lastUse)
        if let known = best, known.order <= order { continue }
        best = (path, index, order)
      }
    }
    return best.map { ($0.path, $0.index) }
  }
}

extension PictureMemoryCache.Rendition {
  fileprivate var area: Int { bitmap.size.area ?? .max }
}

// The sums over all cached pictures. Tests compare them with the stored values.
extension PictureMemoryCache {
  var pinnedCost: Int {
    files.filter { pinned.contains($0.key) }
      .reduce(0) { $0 + $1.value.renditions.reduce(0) { $0 + $1.cost } }
  }

  private func count(_ isIncluded: (FilePathBytes) -> Bool) -> Int {
    files.reduce(0) { $0 + (isIncluded($1.key) ? $1.value.renditions.count : 0) }
  }
}
