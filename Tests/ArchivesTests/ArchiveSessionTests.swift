import ArchiveWire
import Archives
import CLinux
import HelperProcesses
import TestSupport
import Testing
import Threads

/// A session whose helper is played by the test.
struct ArchiveSessionTests {
  /// The helper's end of the socket of a session.
  private final class Helper {
    let session: ArchiveSession
    private let own: OwnedDescriptor

    init(limits: ArchiveLimits = ArchiveLimits(), budget: Int = 1000, timeout: Double = 60) throws {
      var ends: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
      own = OwnedDescriptor(ends[0])
      let theirs = OwnedDescriptor(ends[1])
      let archive = OwnedDescriptor(linux_open_for_reading("/dev/null"))
      session = ArchiveSession(archive, limits: limits, budget: budget, timeout: timeout) {
        () throws(ArchiveFailure) in
        HelperConnection(socket: theirs, maxMessageBytes: ArchiveWireFormat.maxMessageBytes)
      }
      guard case .open = try request().request else {
        throw ArchiveFailure(.unreadable, detail: "the first request")
      }
    }

    deinit { session.end() }

    /// Waits for the next request.
    func request() throws -> (request: ArchiveRequest, file: OwnedDescriptor?) {
      var bytes = [UInt8](repeating: 0, count: ArchiveWireFormat.maxMessageBytes)
      var descriptor: Int32 = -1
      var count: Int32 = 1
      let received = helper_receive(own.number, &bytes, bytes.count, &descriptor, &count)
      try #require(received > 0)
      return (
        try ArchiveWireReader.request(from: Array(bytes[..<received])),
        count > 0 ? OwnedDescriptor(descriptor) : nil
      )
    }

    /// Waits for the request of one file.
    func entryRequest() throws -> Int? {
      if case .readEntry(let index) = try request().request { index } else { nil }
    }

    func send(_ reply: ArchiveReply, _ descriptor: Int32 = -1) {
      send(ArchiveWireWriter.encode(reply), descriptor)
    }

    func send(_ bytes: [UInt8], _ descriptor: Int32 = -1) {
      // The kernel limits the descriptors of a user that were sent and not received yet.
      while helper_send(own.number, bytes, bytes.count, descriptor) < 0,
        pbview_errno() == ETOOMANYREFS
      { sched_yield() }
    }

    /// Sends a list with as many files of the given size.
    func list(_ count: Int, size: Int = 4) {
      let entries = (0..<count).map {
        ArchiveEntry(index: $0, name: Array("\($0).png".utf8), size: size, modifiedSeconds: 0)
      }
      send(.entries(entries, isSequential: false))
      send(.listingEnded(nil))
    }

    /// Sends the contents of a file in a memfd.
    func send(_ contents: [UInt8], of index: Int, statedSize: Int? = nil, isSealed: Bool = true) {
      let file = OwnedDescriptor(
        memfd_create("test", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING)))
      _ = contents.withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) }
      if isSealed {
        _ = linux_add_seals(
          file.number, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL)
      }
      send(.entryRead(index: index, size: statedSize ?? contents.count), file.number)
    }

    func close() { _ = shutdown(own.number, Int32(SHUT_RDWR)) }
  }

  private func contents(_ descriptor: OwnedDescriptor) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor.number, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  @Test func `a file is requested once and opened again from memory`() throws {
    let helper = try Helper()
    helper.list(2)
    let files = try helper.session.listing().files
    #expect(files.count == 2)
    helper.send([1, 2, 3, 4], of: 1)
    for _ in 0..<2 { #expect(try contents(helper.session.open(files[1])) == [1, 2, 3, 4]) }
  }

  @Test func `the oldest files are evicted beyond the budget, and requested again`() throws {
    let helper = try Helper(budget: 6)
    helper.list(2)
    let files = try helper.session.listing().files
    helper.send([1, 1, 1, 1], of: 0)
    helper.send([2, 2, 2, 2], of: 1)
    #expect(try contents(helper.session.open(files[1])) == [2, 2, 2, 2])
    // The answer is in the socket before the request is sent.
    helper.send([3, 3, 3, 3], of: 0)
    #expect(try contents(helper.session.open(files[0])) == [3, 3, 3, 3])
  }

  @Test func `of many small files the oldest are evicted: each holds a descriptor`() throws {
    let helper = try Helper(budget: 1 << 20)
    let last = ArchiveSession.maxUnpackedFiles
    helper.list(last + 1)
    let files = try helper.session.listing().files
    for index in 0...last { helper.send([1, 1, 1, 1], of: index) }
    #expect(try contents(helper.session.open(files[last])) == [1, 1, 1, 1])
    helper.send([3, 3, 3, 3], of: 0)
    #expect(try contents(helper.session.open(files[0])) == [3, 3, 3, 3])
  }

  @Test func `many empty files stay in memory: they are not on the disk`() throws {
    let helper = try Helper()
    helper.list(9, size: 0)
    let files = try helper.session.listing().files
    for index in 0..<8 { helper.send([], of: index) }
    // A file that was evicted would fail instead of being requested again.
    helper.send(.entryFailed(index: 0, ArchiveFailure(.damaged)))
    helper.send([1], of: 8)
    #expect(try contents(helper.session.open(files[8])) == [1])
    #expect(try contents(helper.session.open(files[0])) == [])
  }

  @Test func `of a streamed list the known part is enough`() throws {
    let helper = try Helper()
    helper.send(
      .entries(
        [ArchiveEntry(index: 0, name: Array("a.png".utf8), size: 1, modifiedSeconds: 0)],
        isSequential: true)
    )
    let listing = try helper.session.listing { !$0.files.isEmpty }
    #expect(listing.files.count == 1)
    #expect(!helper.session.knownListing.isComplete)
  }

  @Test func `the failure of one file leaves the others`() throws {
    let helper = try Helper()
    helper.list(2)
    let files = try helper.session.listing().files
    helper.send(.entryFailed(index: 0, ArchiveFailure(.encrypted)))
    helper.send([9], of: 1)
    #expect(throws: ArchiveFailure(.encrypted)) { try helper.session.open(files[0]) }
    #expect(try contents(helper.session.open(files[1])) == [9])
  }

  @Test func `of many files that fail, only the first ones keep the texts of their failures`()
    throws
  {
    let helper = try Helper()
    let failure = ArchiveFailure(.damaged, detail: "a bad checksum")
    for index in 0...ArchiveSession.maxFailureTexts {
      helper.send(.entryFailed(index: index, failure))
    }
    func file(_ index: Int) -> ArchiveListing.File {
      ArchiveListing.File(
        entryIndex: index, path: Array("\(index).png".utf8), size: 1, modifiedSeconds: 0)
    }
    #expect(throws: ArchiveFailure(.damaged)) {
      try helper.session.open(file(ArchiveSession.maxFailureTexts))
    }
    #expect(throws: failure) { try helper.session.open(file(0)) }
  }

  @Test func `a list that ends early keeps its files, and an empty one says why`() throws {
    let helper = try Helper()
    helper.send(
      .entries(
        [ArchiveEntry(index: 0, name: Array("a.png".utf8), size: 1, modifiedSeconds: 0)],
        isSequential: false
      ))
    helper.send(.listingEnded(ArchiveFailure(.damaged)))
    #expect(try helper.session.listing().files.count == 1)
    #expect(helper.session.listFailure == ArchiveFailure(.damaged))
    let empty = try Helper()
    empty.send(.listingEnded(ArchiveFailure(.unknownFormat)))
    #expect(throws: ArchiveFailure(.unknownFormat)) { try empty.session.listing() }
  }

  /// The message of a hostile helper.
  enum Attack: CaseIterable {
    case noise, wrongSize, unsealed, noDescriptor, otherFile, twoLists, listedTwice,
      unorderedEntries
  }

  @Test(arguments: Attack.allCases)
  func `a helper that breaks the protocol is ended, and every call fails`(_ attack: Attack) throws {
    let helper = try Helper()
    if attack != .unorderedEntries { helper.list(1) }
    switch attack {
    case .noise: helper.send([1, 2, 3])
    case .wrongSize: helper.send([1, 2], of: 0, statedSize: 3)
    case .unsealed: helper.send([1, 2], of: 0, isSealed: false)
    case .noDescriptor: helper.send(.entryRead(index: 0, size: 1))
    case .otherFile:
      let file = OwnedDescriptor(linux_open_for_reading("/proc/self/exe"))
      var status = stat()
      _ = fstat(file.number, &status)
      helper.send(.entryRead(index: 0, size: Int(status.st_size)), file.number)
    case .twoLists:
      let entry = ArchiveEntry(index: 5, name: [0x61], size: 0, modifiedSeconds: 0)
      helper.send(.entries([entry], isSequential: false))
    case .listedTwice: helper.send(.listingEnded(nil))
    case .unorderedEntries:
      let entry = ArchiveEntry(index: 5, name: [0x61], size: 0, modifiedSeconds: 0)
      helper.send(.entries([entry, entry], isSequential: false))
    }
    let file = ArchiveListing.File(
      entryIndex: 0, path: Array("0.png".utf8), size: 1, modifiedSeconds: 0)
    #expect(throws: ArchiveFailure(.crashed)) { try helper.session.open(file) }
    #expect(helper.session.hasEnded)
  }

  @Test func `a helper that ends makes waiting calls fail`() throws {
    let helper = try Helper()
    helper.close()
    #expect(throws: ArchiveFailure(.crashed)) { try helper.session.listing() }
  }

  @Test func `a helper that sends nothing is given up`() throws {
    let helper = try Helper(timeout: 0.01)
    #expect(throws: ArchiveFailure(.tooSlow)) { try helper.session.listing() }
    #expect(helper.session.hasEnded)
  }

  @Test func `a file that is too large is not requested`() throws {
    let helper = try Helper(limits: ArchiveLimits(maxEntryBytes: 3))
    helper.list(1)
    let files = try helper.session.listing().files
    #expect(throws: ArchiveFailure.self) { try helper.session.open(files[0]) }
  }

  @Test func `a big file is written to a file without a name`() throws {
    let helper = try Helper()
    helper.list(1, size: ArchiveSession.maxMemoryFileSize + 1)
    let session = helper.session
    let file = try session.listing().files[0]
    // The thread is not one of those of the tests, all of which may wait.
    try #require(PosixThread.detach { _ = try? session.open(file) })
    let asked = try helper.request()
    #expect(asked.request == .readEntry(index: 0))
    let target = try #require(asked.file)
    #expect(write(target.number, "big", 3) == 3)
    helper.send(.entryRead(index: 0, size: 3))
    #expect(try contents(session.open(file)) == Array("big".utf8))
  }
}
