import CLinux
import DecoderWire
import Pixels
import Testing

@testable import Imaging

@MainActor
struct MemoryCacheTests {
  private func path(_ name: String) -> FilePathBytes { FilePathBytes("/\(name)") }

  private func identity(_ name: String, modified: Int64 = 0) -> FileIdentity {
    FileIdentity(path: path(name), device: 1, inode: 1, modifiedNanoseconds: modified, size: 1)
  }

  private func rendition(
    _ width: Int, _ height: Int, cost: Int = 10, natural: Bool = false,
    exact: Bool = true
  ) -> PictureMemoryCache.Rendition {
    let bitmap = Bitmap(size: PixelSize(width: width, height: height), isOpaque: true) { _, _ in }
    let info = DecodeReply.Info(
      naturalSize: PixelSize(width: 400, height: 300), format: "PNG")
    return PictureMemoryCache.Rendition(
      bitmap: bitmap, info: info, isExact: exact, isOnlyForZooming: natural, cost: cost)
  }

  private func width(_ cache: inout PictureMemoryCache, _ name: String, _ box: Int) -> Int? {
    cache.best(path(name), for: PixelSize(width: box, height: box))?.bitmap.size.width
  }

  @Test func `the least recently used picture is evicted first`() {
    var cache = PictureMemoryCache(budget: 30)
    for name in ["a", "b", "c"] { cache.insert(rendition(40, 30), of: identity(name)) }
    _ = width(&cache, "a", 40)
    cache.insert(rendition(40, 30), of: identity("d"))
    #expect(width(&cache, "b", 40) == nil)
    #expect(width(&cache, "a", 40) == 40 && width(&cache, "c", 40) == 40)
    #expect(cache.bytes == 30 && cache.count == 3)
  }

  @Test func `the number of cached pictures is limited, not only their bytes`() {
    var cache = PictureMemoryCache(budget: 1 << 30)
    cache.pinned = [path("0")]
    let most = PictureMemoryCache.maxPictures
    for name in 0..<most * 2 { cache.insert(rendition(40, 30), of: identity("\(name)")) }
    #expect(cache.count == most + 1)
    #expect(width(&cache, "0", 40) == 40 && width(&cache, "1", 40) == nil)
    #expect(width(&cache, "\(most)", 40) == 40)
  }

  @Test func `pictures of natural size are evicted first, even if used last`() {
    var cache = PictureMemoryCache(budget: 30)
    cache.insert(rendition(40, 30), of: identity("a"))
    cache.insert(rendition(400, 300, cost: 15, natural: true), of: identity("a"))
    cache.insert(rendition(40, 30), of: identity("b"))
    #expect(width(&cache, "a", 0) == 40)
    #expect(cache.bytes == 20)
  }

  @Test func `live pages exceed the budget and are evicted when no longer live`() {
    var cache = PictureMemoryCache(budget: 10)
    cache.pinned = [path("a"), path("b")]
    for name in ["a", "b", "c", "d"] { cache.insert(rendition(40, 30), of: identity(name)) }
    #expect(cache.bytes == 30)
    cache.pinned = [path("b")]
    #expect(cache.bytes == 20)
    #expect(width(&cache, "b", 40) == 40)
    cache.budget = 0
    #expect(cache.bytes == 10)
  }

  @Test func `the default budget follows the window size`() {
    let f = Fixture { $0.fixedCacheBytes = nil }
    let small = PixelSize(width: 80, height: 60)
    for (box, kept) in [(PixelSize(width: 100, height: 100), 2), (small, 2)] {
      for index in 0..<9 {
        f.ask(f.folder.file("\(box.width)-\(index).png"), box: box)
        f.launcher.helpers[0].succeed()
      }
      #expect(f.pipeline.statistics.cachedPictures == kept)
    }
  }

  @Test func `the best match is the exact size, then the nearest larger, then the largest`() {
    var cache = PictureMemoryCache(budget: 1000)
    for (w, h) in [(40, 30), (100, 75), (200, 150)] {
      cache.insert(rendition(w, h), of: identity("a"))
    }
    #expect(width(&cache, "a", 100) == 100)
    #expect(width(&cache, "a", 60) == 100)
    #expect(width(&cache, "a", 101) == 200)
    #expect(width(&cache, "a", 300) == 200)
    #expect(width(&cache, "a", 0) == 200)
    #expect(cache.best(path("a"), for: PixelSize(width: 60, height: 60))?.isExact == false)
    #expect(cache.best(path("a"), for: PixelSize(width: 40, height: 90))?.isExact == true)
  }

  @Test func `a preview is never exact and is removed by the exact picture`() {
    var cache = PictureMemoryCache(budget: 1000)
    cache.insert(rendition(100, 75, exact: false), of: identity("a"))
    #expect(cache.best(path("a"), for: PixelSize(width: 100, height: 75))?.isExact == false)
    cache.insert(rendition(40, 30), of: identity("a"))
    #expect(cache.count == 1)
    cache.insert(rendition(100, 75, exact: false), of: identity("a"))
    #expect(cache.count == 1 && width(&cache, "a", 0) == 40)
  }

  @Test func `a new file identity removes the cached pictures of the old one`() {
    var cache = PictureMemoryCache(budget: 1000)
    cache.insert(rendition(40, 30), of: identity("a"))
    cache.insert(rendition(100, 75), of: identity("a", modified: 1))
    #expect(cache.count == 1 && cache.bytes == 10)
  }

  @Test func `the byte count always equals the sum of the cached costs`() {
    var random = SeededSequence(state: 7)
    var cache = PictureMemoryCache(budget: 200)
    for step in 0..<2000 {
      let name = "\(random.next(12))"
      switch random.next(4) {
      case 0: cache.remove(path(name))
      case 1: cache.pinned = [path(name)]
      default:
        let size = random.next(5) + 1
        let new = rendition(
          size * 4, size * 3, cost: size * 10, natural: size == 5,
          exact: random.next(4) != 0)
        cache.insert(new, of: identity(name, modified: Int64(random.next(2))))
      }
      var allPinned = cache
      allPinned.pinned = Set((0..<12).map { path("\($0)") })
      #expect(cache.bytes == allPinned.pinnedCost, "step \(step)")
      #expect(cache.bytes <= 200 + cache.pinnedCost, "step \(step)")
    }
  }
}

@MainActor
struct SharedMemoryTests {
  @Test func `request memory is recycled after its bitmap is released`() {
    let f = Fixture { $0.helpers = 1 }
    let small = PixelSize(width: 100, height: 75)
    let box = PixelSize(width: 100, height: 100)
    f.ask(f.folder.file("a.png"), box: box)
    let helper = f.launcher.helpers[0]
    let capacity = helper.last?.memoryCapacity ?? 0
    #expect(capacity >= 100 * 4 * 75)
    #expect(f.pipeline.pool.sharedMemoryPool.freeBytes == 0)
    fill(helper, bytes: 100 * 4 * 75)
    helper.answer(
      .pixels(helper.info(PixelSize(width: 400, height: 300)), helper.layout(small, given: true)))
    #expect(f.log == ["a.png exact"])
    #expect(
      f.pipeline.cached(f.folder.file("a.png"), target: box)?.bitmap.pixel(x: 9, y: 9)
        == 0x0101_0101)
    #expect(f.pipeline.pool.sharedMemoryPool.freeBytes == 0)
    f.pipeline.releaseMemory()
    #expect(f.pipeline.statistics.cachedBytes == 0)
  }

  @Test func `unused request memory is recycled at once`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"))
    f.launcher.helpers[0].succeed()
    #expect(f.pipeline.pool.sharedMemoryPool.freeBytes > 0)
  }

  @Test func `request memory of a crashed helper is not recycled`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"))
    f.launcher.helpers[0].onEvent?(.closed)
    #expect(f.pipeline.pool.sharedMemoryPool.freeBytes == 0)
  }

  @Test func `a bitmap returns its memory to the pool from any thread`() async {
    let pool = SharedMemoryPool(budget: 1 << 20)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<100 {
            guard let memory = pool.take(40_000) else { continue }
            _ = Bitmap(
              size: PixelSize(width: 10, height: 10), stride: 40, isOpaque: true,
              bytes: memory.address
            ) { _ in pool.recycle(memory) }
          }
        }
      }
    }
    #expect(pool.freeBytes > 0 && pool.freeBytes <= 8 * 40_960)
  }

  @Test func `free memory is limited and the smallest sufficient block is taken`() throws {
    let pool = SharedMemoryPool(budget: 100 << 10)
    let sizes = [16 << 10, 64 << 10, 32 << 10]
    let made = sizes.compactMap { pool.take($0) }
    for memory in made { pool.recycle(memory) }
    #expect(pool.freeBytes == 96 << 10)
    let taken = try #require(pool.take(20 << 10))
    #expect(taken.capacity == 32 << 10)
  }

  @Test func `the number of free blocks is limited, since each holds a descriptor`() {
    let pool = SharedMemoryPool(budget: 1 << 30)
    let bytes = SharedMemoryPool.smallBytes * 2
    let made = (0..<SharedMemoryPool.maxFreeBlocks * 2).compactMap { _ in pool.take(bytes) }
    for memory in made { pool.recycle(memory) }
    #expect(pool.freeBytes == SharedMemoryPool.maxFreeBlocks * made[0].capacity)
  }

  @Test func `few of the small blocks are kept, and they displace no large ones`() throws {
    let pool = SharedMemoryPool(budget: 1 << 30)
    let large = try #require(pool.take(SharedMemoryPool.smallBytes * 2))
    let small = (0..<100).compactMap { _ in pool.take(1) }
    pool.recycle(large)
    for memory in small { pool.recycle(memory) }
    #expect(
      pool.freeBytes
        == large.capacity + SharedMemoryPool.maxSmallBlocks * small[0].capacity)
  }

  @Test func `request memory cannot be resized or sealed against writes`() throws {
    let memory = try #require(SharedMemory(bytes: 5000))
    let number = memory.descriptor.number
    #expect(memory.capacity == 8192)
    #expect(ftruncate(number, 0) != 0)
    #expect(ftruncate(number, 1 << 20) != 0)
    #expect(linux_add_seals(number, F_SEAL_WRITE) != 0)
  }

  @Test func `a small picture in a large block is copied and the block is recycled`() {
    let f = Fixture { $0.helpers = 1 }
    let box = PixelSize(width: 400, height: 300)
    let a = f.folder.file("a.png")
    f.ask(a, box: box)
    let helper = f.launcher.helpers[0]
    fill(helper, bytes: 400 * 4 * 300)
    let tiny = PixelSize(width: 20, height: 10)
    helper.answer(.pixels(helper.info(tiny), helper.layout(tiny, given: true)))
    #expect(f.pipeline.statistics.cachedBytes == 800)
    #expect(f.pipeline.cached(a, target: box)?.bitmap.pixel(x: 19, y: 9) == 0x0101_0101)
    #expect(f.pipeline.pool.sharedMemoryPool.freeBytes > 400_000)
  }

  private func fill(_ helper: FakeHelper, bytes: Int) {
    guard let borrowed = helper.borrowed else { return }
    _ = lseek(borrowed.number, 0, SEEK_SET)
    let ones = [UInt8](repeating: 1, count: bytes)
    #expect(CLinux.write(borrowed.number, ones, bytes) == bytes)
  }
}

@MainActor
struct KeptStateTests {
  @Test func `a finished thumbnail releases its work`() {
    let f = Fixture { $0.helpers = 1 }
    f.askSmall(f.folder.file("a.jpg"))
    weak let work = f.pipeline.thumbnails.unfinishedWorks.first
    #expect(work?.decode != nil)
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["a.jpg decoded"])
    #expect(work == nil)
  }

  @Test func `the failure cache forgets its oldest entries beyond the limit`() {
    var failures = FailureCache()
    let all = (0..<FailureCache.maxEntries * 2).map { number in
      FileIdentity(
        path: FilePathBytes("/\(number)"), device: 1, inode: 1, modifiedNanoseconds: 1, size: 1)
    }
    for (number, identity) in all.enumerated() {
      failures.remember(DecodeFailure(.damaged), of: identity)
      #expect(failures.count <= FailureCache.maxEntries)
      #expect(failures.failure(of: all[number / 4 * 4])?.kind == .damaged, "\(number)")
    }
    #expect(failures.failure(of: all[0]) == nil)
  }
}
