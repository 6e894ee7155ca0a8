import DecoderWire
import Pixels
import Testing

@testable import Imaging

/// The rules of the scheduling policy, each on a situation of its own.
struct SchedulingTests {
  private typealias Decode = DecodeScheduling.Decode

  private func id(_ number: UInt64, _ purpose: DecodePurpose = .picture) -> DecodeID {
    DecodeID(number: number, purpose: purpose)
  }

  private func decode(
    _ number: UInt64, _ purpose: DecodePurpose = .picture, _ priority: ImagePriority = .visible,
    _ phase: DecodeScheduling.Phase = .queued(isOpen: true), path: String? = nil,
    isWanted: Bool = true, isForFastPaging: Bool = false
  ) -> Decode {
    Decode(
      id: id(number, purpose), path: FilePathBytes(path ?? "/\(number).png"), priority: priority,
      phase: phase, latestRequestSerial: Int(number), isWanted: isWanted,
      isForFastPaging: isForFastPaging)
  }

  private func situation(
    _ decodes: [Decode], idle: Int = 2, startable: Int = 0, maximum: Int = 2,
    hasDelivered: Bool = true, quickRoom: Bool = false, reading: [String] = []
  ) -> DecodeScheduling {
    DecodeScheduling(
      helpers: DecodeScheduling.Helpers(
        maxCount: maximum, idleCount: idle, startableCount: startable,
        hasRoomForQuickWork: quickRoom,
        previewsBeingRead: reading.map { FilePathBytes($0) }),
      hasDeliveredPicture: hasDelivered, decodes: decodes)
  }

  // MARK: The table

  @Test func `every purpose has the kind of request that the helper answers`() {
    let kinds = DecodePurpose.allCases.map(\.traits.requestKind)
    #expect(
      kinds == [
        .exact, .region, .preview, .embedded, .stored, .thumbnail, .stored, .recolor,
      ])
    #expect(DecodePurpose.allCases.filter(\.isExact) == [.picture, .region])
    #expect(
      DecodePurpose.allCases.filter(\.isThumbnail) == [
        .thumbnail, .storedThumbnail, .recoloredThumbnail,
      ])
    #expect(
      DecodePurpose.allCases.filter(\.isAnsweredByThumbnail) == [
        .storedPreview, .thumbnail, .storedThumbnail,
      ])
  }

  // MARK: Order

  @Test func `the highest priority is next`() {
    let order: [ImagePriority] = [
      .background, .previous(distance: 2), .previous(distance: 1), .next(distance: 2),
      .next(distance: 1), .visible,
    ]
    #expect(order == order.sorted())
    let decodes = order.enumerated().map { decode(UInt64($0), .picture, $1) }
    #expect(situation(decodes.reversed()).nextToStart == id(5))
  }

  @Test func `among equals a stand-in is next, then the latest request`() {
    #expect(situation([decode(1), decode(2)]).nextToStart == id(2))
    #expect(
      situation([decode(1, .embeddedPreview), decode(2)]).nextToStart == id(1, .embeddedPreview))
  }

  @Test func `running and opening decodes are not started again`() {
    let others = [
      decode(1, .picture, .visible, .running(.short)), decode(2, .picture, .visible, .opening),
    ]
    #expect(situation(others).nextToStart == nil)
  }

  // MARK: The visible page

  @Test func `before the first picture nothing starts beside the visible page`() {
    let running = decode(1, .picture, .visible, .running(.tooLong))
    let hidden = decode(2, .picture, .next(distance: 1))
    let passed = decode(3, .preview, .next(distance: 1), isForFastPaging: true)
    #expect(situation([running, hidden, passed], hasDelivered: false).nextToStart == nil)
    #expect(situation([hidden], hasDelivered: false).nextToStart == id(2))
  }

  @Test func `a hidden page waits while the decode of the visible page is young`() {
    let hidden = decode(2, .picture, .next(distance: 1))
    for age in [DecodeAge.short, .long] {
      let visible = decode(1, .picture, .visible, .running(age))
      #expect(situation([visible, hidden]).nextToStart == (age == .short ? nil : id(2)))
    }
  }

  @Test func `a passed page does not wait for the visible page`() {
    let visible = decode(1, .picture, .visible, .running(.short))
    let passed = decode(2, .preview, .next(distance: 1), isForFastPaging: true)
    #expect(situation([visible, passed], idle: 1).nextToStart == id(2, .preview))
  }

  @Test func `a stand-in of the visible page does not delay other decodes`() {
    let standIn = decode(1, .preview, .visible, .running(.short))
    #expect(situation([standIn, decode(2, .picture, .next(distance: 1))]).nextToStart == id(2))
  }

  // MARK: Helpers

  @Test func `the last free helper is for visible pages and stand-ins`() {
    #expect(situation([decode(1, .picture, .next(distance: 1))], idle: 1).nextToStart == nil)
    #expect(
      situation([decode(1, .picture, .next(distance: 1))], idle: 1, startable: 1).nextToStart
        == id(1))
    #expect(
      situation([decode(1, .picture, .next(distance: 1))], idle: 1, maximum: 1).nextToStart == id(1)
    )
    #expect(
      situation([decode(1, .embeddedPreview, .next(distance: 1))], idle: 1).nextToStart != nil)
    #expect(situation([decode(1)], idle: 0, startable: 1).nextToStart == id(1))
    #expect(situation([decode(1)], idle: 0).nextToStart == nil)
  }

  @Test func `the picture is queued behind the preview that a helper reads`() {
    let picture = decode(1, path: "/a.jpg")
    #expect(situation([picture], idle: 0, reading: ["/a.jpg"]).nextToStart == id(1))
    #expect(situation([picture], idle: 0, reading: ["/b.jpg"]).nextToStart == nil)
    let preview = decode(2, .preview, path: "/a.jpg")
    #expect(situation([preview], idle: 0, reading: ["/a.jpg"]).nextToStart == nil)
  }

  @Test func `with one helper left the picture lets the preview of another page go first`() {
    let decodes = [decode(1, path: "/a.jpg"), decode(2, path: "/b.jpg")]
    #expect(situation(decodes, idle: 0, reading: ["/a.jpg"]).nextToStart == nil)
    #expect(situation(decodes, idle: 1, reading: ["/a.jpg"]).nextToStart == id(2))
  }

  @Test func `at most 64 files are being opened at a time`() {
    let opening = (1...64).map { decode(UInt64($0), .picture, .visible, .opening) }
    let closed = decode(99, .picture, .visible, .queued(isOpen: false))
    #expect(situation(opening + [closed]).nextToStart == nil)
    #expect(situation(opening.dropLast() + [closed]).nextToStart == id(99))
    #expect(situation(opening + [decode(99)]).nextToStart == id(99))
  }

  // MARK: Pre-emption

  @Test func `an unwanted long decode is dropped when another one waits`() {
    let waiting = decode(9, .picture, .background)
    for age in [DecodeAge.short, .long] {
      let unwanted = decode(1, .picture, .background, .running(age), isWanted: false)
      #expect(situation([unwanted, waiting]).preemption == (age == .short ? nil : .drop(id(1))))
      #expect(situation([unwanted]).preemption == nil)
    }
  }

  @Test func `a visible page pre-empts long thumbnails and very long hidden pages`() {
    func preemption(
      _ purpose: DecodePurpose, _ age: DecodeAge, for waiting: ImagePriority = .visible,
      _ priority: ImagePriority = .next(distance: 1)
    ) -> DecodeScheduling.Preemption? {
      let running = decode(1, purpose, priority, .running(age))
      return situation([running, decode(9, .picture, waiting)]).preemption
    }
    #expect(preemption(.thumbnail, .short) == nil)
    #expect(preemption(.thumbnail, .long) == .requeue(id(1, .thumbnail)))
    #expect(preemption(.thumbnail, .long, for: .next(distance: 1)) == nil)
    #expect(preemption(.picture, .long) == nil)
    #expect(preemption(.picture, .tooLong) == .requeue(id(1)))
    #expect(preemption(.picture, .tooLong, for: .next(distance: 1)) == nil)
    #expect(preemption(.picture, .tooLong, for: .visible, .visible) == nil)
  }

  @Test func `thumbnails are pre-empted first, then the least urgent page`() {
    let waiting = decode(9)
    let pages = [
      decode(1, .picture, .next(distance: 1), .running(.tooLong)),
      decode(2, .picture, .background, .running(.tooLong)),
    ]
    let thumbnail = decode(3, .thumbnail, .background, .running(.long))
    #expect(situation(pages + [waiting]).preemption == .requeue(id(2)))
    #expect(situation(pages + [thumbnail, waiting]).preemption == .requeue(id(3, .thumbnail)))
  }

  // MARK: Stand-ins

  private func begin(
    _ purpose: ImageRequest.Purpose, _ name: String = "/a.jpg", isLarge: Bool = true,
    isCached: Bool = false, hasThumbnail: Bool = false
  ) -> [DecodePurpose] {
    DecodeScheduling.purposesOfDecodes(
      for: purpose,
      of: DecodeScheduling.File(
        path: FilePathBytes(name), isLarge: isLarge, isCached: isCached, hasThumbnail: hasThumbnail)
    )
  }

  @Test func `a large page begins with the best stand-in that its file has`() {
    #expect(begin(.page) == [.picture, .embeddedPreview])
    #expect(begin(.page, hasThumbnail: true) == [.picture, .storedPreview])
    #expect(begin(.page, "/a.png", hasThumbnail: true) == [.picture, .storedPreview])
    #expect(begin(.page, "/a.png") == [.picture])
    #expect(begin(.page, isLarge: false) == [.picture])
    #expect(begin(.page, isCached: true, hasThumbnail: true) == [.picture])
  }

  @Test func `other requests have no stand-in, and a passed page nothing else`() {
    #expect(begin(.natural) == [.picture] && begin(.prefetch) == [.picture])
    #expect(begin(.fastPaging) == [.preview] && begin(.fastPaging, "/a.png") == [.picture])
    #expect(begin(.region(whole: .zero, x: 0, y: 0)) == [.region])
  }

  @Test func `a missing thumbnail is followed by the embedded preview`() {
    func next(_ path: String) -> DecodePurpose? {
      situation([]).nextPreview(
        after: .storedPreview, of: FilePathBytes(path), picture: nil, fileSize: 0)
    }
    #expect(next("/a.jpg") == .embeddedPreview && next("/a.png") == nil)
  }

  @Test func `a reduced decode is made only when the picture waits or takes long`() {
    let path = FilePathBytes("/1.png")
    func next(_ decodes: [Decode], size: Int64, idle: Int = 1) -> DecodePurpose? {
      situation(decodes, idle: idle).nextPreview(
        after: .embeddedPreview, of: path, picture: id(1), fileSize: size)
    }
    let running = decode(1, .picture, .visible, .running(.short))
    #expect(next([running], size: 20 << 20) == .preview)
    #expect(next([running], size: 20 << 20, idle: 0) == nil)
    #expect(next([running], size: 6 << 20) == nil)
    #expect(next([decode(1)], size: 0) == nil)
    #expect(next([decode(1), decode(2)], size: 0) == .preview, "another visible page waits")
    #expect(next([], size: 20 << 20) == nil, "nobody waits for the picture")
  }

  // MARK: Thumbnails

  @Test func `thumbnails wait for visible pages and for helpers`() {
    #expect(situation([]).mayStartThumbnails)
    #expect(situation([decode(1, .picture, .next(distance: 1))]).mayStartThumbnails)
    #expect(!situation([decode(1)]).mayStartThumbnails)
    #expect(!situation([], idle: 0).mayStartThumbnails)
    #expect(situation([], idle: 0, quickRoom: true).mayStartThumbnails)
  }

  @Test func `thumbnails are prepared in advance, and only quick ones share a helper`() {
    let free = situation([])
    let busy = situation([], idle: 0, quickRoom: true)
    #expect(free.mayTake(.lookUp, preparedCount: 7) && !free.mayTake(.lookUp, preparedCount: 8))
    #expect(busy.mayTake(.lookUp, preparedCount: 0) && !busy.mayTake(.open, preparedCount: 0))
    #expect(free.mayTake(.open, preparedCount: 7) && !free.mayTake(.open, preparedCount: 8))
    #expect(free.mayTake(.decode(isQuick: false), preparedCount: 9))
    #expect(
      busy.mayTake(.decode(isQuick: true), preparedCount: 9)
        && !busy.mayTake(.decode(isQuick: false), preparedCount: 0))
  }
}
