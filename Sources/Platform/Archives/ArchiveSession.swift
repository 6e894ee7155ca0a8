package import ArchiveWire
import BaseDirectories
import CLinux
package import HelperProcesses
import Threads

/// An open archive: its list of files as far as it is known, the files that were unpacked last, and
/// the helper process that reads the archive.
///
/// Its methods wait for the helper process, so they must be called on background threads. The
/// helper is not trusted: a message that breaks the protocol ends it.
package final class ArchiveSession: @unchecked Sendable {
  // Sendable because all mutable state is behind the mutex.

  /// The maximum time, in seconds, for which a caller waits without any message from the helper:
  /// passing over the largest clip of an archive takes less on a slow disk.
  package static let defaultTimeout = 60.0
  /// The default budget for unpacked files in memory, in bytes: about fifty pages of a comic book.
  package static let defaultMemoryBudget = 192 << 20
  /// The size in bytes above which a file is unpacked to a file on the disk instead of memory.
  package static let maxMemoryFileSize = 64 << 20
  /// The maximum number of unpacked files that are kept on the disk.
  private static let maxDiskFiles = 4
  /// The maximum number of unpacked files that are kept. Each takes a descriptor, of which a
  /// process usually has 1024: an archive of icons would use them up long before the budget.
  package static let maxUnpackedFiles = 128

  /// The maximum number of failures to unpack a file that are kept with their texts, of up to 400
  /// bytes each; of further failures only the kind is kept.
  package static let maxFailureTexts = 1000

  /// The maximum number of times that one call requests the same file from the helper.
  private static let maxRequestsPerFile = 3

  /// An unpacked file of the archive.
  private struct UnpackedFile {
    var descriptor: OwnedDescriptor
    /// The number of bytes that the file takes in memory; 0 for a file on the disk.
    var memoryBytes: Int
    /// Whether the bytes are in a file on the disk. ``memoryBytes`` does not tell this, because it
    /// is 0 for an empty file in memory, too.
    var isOnDisk: Bool
  }

  private struct SessionState {
    var listing: ArchiveListing
    /// Whether the list of files has come to its end.
    var isListComplete = false
    /// Whether the list comes slowly, because the archive can only be read from its beginning.
    var isSequential = false
    /// The reason why the list of files is incomplete; nil when it is complete or not known yet.
    var listFailure: ArchiveFailure?
    /// The unpacked files by their numbers in the archive.
    var unpackedFiles: [Int: UnpackedFile] = [:]
    /// The numbers of the unpacked files, the least recently used one first.
    var usageOrder: [Int] = []
    var entryFailures: [Int: ArchiveFailure] = [:]
    /// The requests for files that are not answered yet, by the number of the file; each with the
    /// file on the disk that receives the bytes, nil for memory.
    var awaitedFiles: [Int: OwnedDescriptor?] = [:]
    var connection: HelperConnection?
    /// The reason why the helper has ended; nil while it runs or starts.
    var endFailure: ArchiveFailure?
    /// The number of messages received from the helper.
    var messageCount = 0
  }

  private let mutex: ConditionMutex<SessionState>
  private let limits: ArchiveLimits
  private let memoryBudget: Int
  private let timeout: Double

  /// Starts a helper process for an archive.
  ///
  /// - Parameters:
  ///   - archive: the descriptor of the archive.
  ///   - budget: the maximum size of the unpacked files in memory, in bytes.
  ///   - keepsPictures: whether the pictures that the helper comes across while it lists the
  ///     archive are kept, up to three quarters of `budget`; otherwise only up to a sixteenth.
  ///   - timeout: the maximum time, in seconds, for which a call waits without a message from the
  ///     helper.
  ///   - connect: the closure that starts the helper, on the thread that receives its messages.
  package init(
    _ archive: OwnedDescriptor, limits: ArchiveLimits = ArchiveLimits(),
    budget: Int = ArchiveSession.defaultMemoryBudget, keepsPictures: Bool = true,
    timeout: Double = ArchiveSession.defaultTimeout,
    connect: @escaping @Sendable () throws(ArchiveFailure) -> HelperConnection
  ) {
    mutex = ConditionMutex(SessionState(listing: ArchiveListing(limits: limits)))
    self.limits = limits
    memoryBudget = budget
    self.timeout = timeout
    // The pictures kept during listing take only a part of the budget; the rest is for files that
    // are requested one by one.
    let maxUnrequestedBytes = keepsPictures ? budget / 4 * 3 : budget / 16
    let open = ArchiveRequest.open(limits: limits, maxUnrequestedBytes: maxUnrequestedBytes)
    let started = PosixThread.detach { [weak self] in
      let connection: HelperConnection
      do throws(ArchiveFailure) { connection = try connect() } catch {
        self?.recordEnd(error)
        return
      }
      // The thread that receives messages holds the session only weakly, so that the session can
      // be released while the thread runs.
      if self?.adopt(connection) ?? false,
        connection.send(ArchiveWireWriter.encode(open), descriptors: [archive.number])
      {
        while true {
          let event = connection.receive()
          guard self?.handle(event) ?? false else { break }
        }
      }
      connection.killAndReap()
      self?.recordEnd(ArchiveFailure(.crashed))
    }
    if !started { recordEnd(ArchiveFailure(.unreadable, detail: systemMessage(pbview_errno()))) }
  }

  deinit { mutex.with { $0.connection?.shutDown() } }

  /// Ends the helper process. Calls that wait for the helper fail.
  package func end() {
    mutex.with { state in
      if state.endFailure == nil { state.endFailure = ArchiveFailure(.crashed) }
      state.connection?.shutDown()
    }
  }

  /// Whether the helper process has ended, so that no further file is unpacked.
  package var hasEnded: Bool { mutex.with { $0.endFailure != nil } }

  // MARK: Questions

  /// The complete list of the files in the archive. For an archive that can only be read from its
  /// beginning, the part of the list that is known when `isEnough` first returns true for it.
  ///
  /// - Throws: the reason why there is no list; an incomplete list with at least one file is
  ///   returned.
  package func listing(
    until isEnough: (ArchiveListing) -> Bool = { _ in false }
  ) throws(ArchiveFailure) -> ArchiveListing {
    let found = wait { state -> Result<ArchiveListing, ArchiveFailure>? in
      if state.isListComplete || (state.isSequential && isEnough(state.listing)) {
        if state.listing.files.isEmpty, let failure = state.listFailure { return .failure(failure) }
        return .success(state.listing)
      }
      return state.endFailure.map { .failure($0) }
    }
    return try found.get()
  }

  /// The part of the list of files that is known now; `isComplete` says that the list has come to
  /// its end, with or without a failure.
  package var knownListing: (listing: ArchiveListing, isComplete: Bool) {
    mutex.with { ($0.listing, $0.isListComplete) }
  }

  /// The failure that ended the list of files early; nil when the list is complete or not known
  /// yet.
  package var listFailure: ArchiveFailure? { mutex.with { $0.listFailure } }

  /// The bytes of a file of the archive, open for reading from their beginning, with a read
  /// position of their own.
  ///
  /// - Throws: the reason why the file cannot be unpacked.
  package func open(_ file: ArchiveListing.File) throws(ArchiveFailure) -> OwnedDescriptor {
    var requests = 0
    let found = wait { [self] state -> Result<OwnedDescriptor, ArchiveFailure>? in
      if let unpacked = state.unpackedFiles[file.entryIndex] {
        state.usageOrder.removeAll { $0 == file.entryIndex }
        state.usageOrder.append(file.entryIndex)
        return .success(unpacked.descriptor)
      }
      if let failure = state.entryFailures[file.entryIndex] { return .failure(failure) }
      if let end = state.endFailure { return .failure(end) }
      guard let connection = state.connection else { return nil }
      guard state.awaitedFiles[file.entryIndex] == nil else { return nil }
      // Another request is needed when the file was evicted before this thread woke up.
      requests += 1
      guard requests <= Self.maxRequestsPerFile else { return .failure(ArchiveFailure(.crashed)) }
      return request(file, on: connection, &state).map { .failure($0) }
    }
    return try Self.reopened(found.get())
  }

  private func request(
    _ file: ArchiveListing.File, on connection: HelperConnection, _ state: inout SessionState
  ) -> ArchiveFailure? {
    guard file.size <= limits.maxEntryBytes else {
      return ArchiveFailure(.tooLarge, detail: "a file in it is too large")
    }
    let disk = file.size > Self.maxMemoryFileSize ? Self.unnamedFile() : nil
    state.awaitedFiles[file.entryIndex] = .some(disk)
    let message = ArchiveWireWriter.encode(.readEntry(index: file.entryIndex))
    if connection.send(message, descriptors: disk.map { [$0.number] } ?? []) { return nil }
    connection.shutDown()
    return ArchiveFailure(.crashed)
  }

  /// Waits until `poll` returns a result, or ends the helper when it has sent nothing for too long.
  private func wait<Found>(
    _ poll: (inout SessionState) -> Result<Found, ArchiveFailure>?
  ) -> Result<Found, ArchiveFailure> {
    var messageCount = -1
    while true {
      let found = mutex.wait(within: timeout) { state -> Result<Found, ArchiveFailure>? in
        if messageCount < 0 { messageCount = state.messageCount }
        return poll(&state)
      }
      if let found { return found }
      let isHanging = mutex.with { state in
        defer { messageCount = state.messageCount }
        guard state.messageCount == messageCount else { return false }
        state.endFailure = ArchiveFailure(.tooSlow)
        state.connection?.shutDown()
        return true
      }
      if isHanging { return .failure(ArchiveFailure(.tooSlow)) }
    }
  }

  /// Another open file description of the same file, which has a read position of its own and
  /// cannot be written.
  private static func reopened(_ file: OwnedDescriptor) throws(ArchiveFailure) -> OwnedDescriptor {
    let number = linux_open_for_reading("/proc/self/fd/\(file.number)")
    guard number >= 0 else {
      throw ArchiveFailure(.unreadable, detail: systemMessage(pbview_errno()))
    }
    return OwnedDescriptor(number)
  }

  private static func unnamedFile() -> OwnedDescriptor? {
    for folder in [BaseDirectories.ofUser.cache, "/var/tmp", "/tmp"].compactMap({ $0 }) {
      let number = linux_open_unnamed(folder)
      if number >= 0 { return OwnedDescriptor(number) }
    }
    return nil
  }

  // MARK: The helper

  private func adopt(_ connection: HelperConnection) -> Bool {
    mutex.with { state in
      guard state.endFailure == nil else { return false }
      state.connection = connection
      return true
    }
  }

  private func recordEnd(_ failure: ArchiveFailure) {
    mutex.with { state in
      state.endFailure = state.endFailure ?? failure
      state.connection = nil
      state.awaitedFiles = [:]
    }
  }

  /// Processes an event of the helper.
  ///
  /// - Returns: whether further events are expected: false when the helper has ended or broken the
  ///   protocol.
  private func handle(_ event: HelperSocket.Event) -> Bool {
    guard case .message(let bytes, let descriptors) = event,
      let reply = try? ArchiveWireReader.reply(from: bytes)
    else { return false }
    return mutex.with { state in
      guard state.endFailure == nil else { return false }
      state.messageCount += 1
      return handle(reply, descriptors, &state)
    }
  }

  private func handle(
    _ reply: ArchiveReply, _ descriptors: [OwnedDescriptor], _ state: inout SessionState
  ) -> Bool {
    switch reply {
    case .entries(let entries, let isSequential):
      state.isSequential = isSequential
      guard descriptors.isEmpty, !state.isListComplete else { return false }
      do throws(ArchiveFailure) {
        for entry in entries { try state.listing.add(entry) }
      } catch {
        state.endFailure = error
        return false
      }
      return true
    case .listingEnded(let failure):
      guard descriptors.isEmpty, !state.isListComplete else { return false }
      state.isListComplete = true
      state.listFailure = failure
      return true
    case .entryFailed(let index, let failure):
      guard descriptors.isEmpty else { return false }
      let hasText = state.entryFailures.count < Self.maxFailureTexts
      let kept = hasText ? failure : ArchiveFailure(failure.kind)
      state.entryFailures[index] = state.entryFailures.count < limits.maxEntries ? kept : nil
      state.awaitedFiles[index] = nil
      return true
    case .entryRead(let index, let size):
      let disk = state.awaitedFiles.removeValue(forKey: index) ?? nil
      guard let file = Self.checked(descriptors, disk, size: size, limits) else { return false }
      let isOnDisk = disk != nil
      keep(
        UnpackedFile(descriptor: file, memoryBytes: isOnDisk ? 0 : size, isOnDisk: isOnDisk), index,
        &state)
      return true
    }
  }

  /// The file with the unpacked bytes that a message of the helper announces: the viewer's own file
  /// on the disk, or else a sealed memfd of the stated size. Nil when the message breaks the
  /// protocol.
  private static func checked(
    _ descriptors: [OwnedDescriptor], _ disk: OwnedDescriptor?, size: Int, _ limits: ArchiveLimits
  ) -> OwnedDescriptor? {
    var status = stat()
    if let disk {
      guard descriptors.isEmpty, fstat(disk.number, &status) == 0,
        Int(status.st_size) == size, size <= limits.maxEntryBytes
      else { return nil }
      return disk
    }
    guard descriptors.count == 1, size <= limits.maxBytesInMemory,
      fstat(descriptors[0].number, &status) == 0,
      Int32(bitPattern: status.st_mode) & S_IFMT == S_IFREG, Int(status.st_size) == size
    else { return nil }
    // Only a memfd has seals; for any other file the call fails.
    let needed = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE
    let seals = linux_seals(descriptors[0].number)
    guard seals >= 0, seals & needed == needed else { return nil }
    return descriptors[0]
  }

  private func keep(_ file: UnpackedFile, _ index: Int, _ state: inout SessionState) {
    state.unpackedFiles[index] = file
    state.usageOrder.removeAll { $0 == index }
    state.usageOrder.append(index)
    var bytes = state.unpackedFiles.values.reduce(0) { $0 + $1.memoryBytes }
    var disk = state.unpackedFiles.values.count(where: \.isOnDisk)
    for oldest in state.usageOrder.dropLast() {
      let isFull = bytes > memoryBudget || state.unpackedFiles.count > Self.maxUnpackedFiles
      guard isFull || disk > Self.maxDiskFiles else { break }
      guard let old = state.unpackedFiles[oldest] else { continue }
      guard isFull || old.isOnDisk else { continue }
      state.unpackedFiles[oldest] = nil
      bytes -= old.memoryBytes
      if old.isOnDisk { disk -= 1 }
    }
    state.usageOrder.removeAll { state.unpackedFiles[$0] == nil }
  }
}
