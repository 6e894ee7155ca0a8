import BaseDirectories
import CLinux

/// The cache of pictures from the web, in a folder that several programs may use at once.
///
/// Pictures and records are renamed into place. A record whose picture is missing or has another
/// size, because a program or the machine stopped in between, counts as absent.
///
/// | file | content |
/// |---|---|
/// | `KEY.jpg` | a whole picture |
/// | `KEY.entry` | its record; the date of the file is the time of its last use |
/// | `KEY.part` | the bytes of a download, locked by the program that writes them |
/// | `KEY.partial` | the record of a download that can be resumed |
nonisolated public struct WebCache: Hashable, Sendable {
  /// The path of the cache folder.
  public let folder: String
  /// The maximum size of all files of the cache, in bytes. Running downloads may exceed it.
  public let budget: Int

  /// The divisor of the budget for the part that trimming leaves free, which may be filled until
  /// the next trimming.
  static let slackDivisor = 16
  /// The minimum age, in seconds, at which temporary files, and pictures without a record, are
  /// removed: a running program may still use younger ones.
  private static let orphanAge = 86_400

  /// The default budget of the cache, in bytes: 256 MB.
  public static let defaultBudget = 256_000_000

  /// Makes the cache in a folder, without access to the file system.
  public init(folder: String, budget: Int = defaultBudget) {
    self.folder = folder
    self.budget = budget
  }

  /// The cache of the user: the folder `pbview/web` in `$XDG_CACHE_HOME`, or else in `~/.cache`;
  /// nil when neither is known.
  public static func ofUser(budget: Int = defaultBudget) -> WebCache? {
    BaseDirectories.ofUser.cache.map { WebCache(folder: $0 + "/pbview/web", budget: budget) }
  }

  // MARK: Whole pictures

  /// The record of the picture from `address`; nil when the cache has none. A record whose picture
  /// is missing or has another size is removed.
  func entry(for address: WebAddress) -> CacheEntry? {
    guard let entry = read(WebCacheKey(address).text + ".entry") else { return nil }
    guard entry.address == address.publicText else { return nil }
    guard size(of: entry.fileName) == entry.length, entry.length > 0 else {
      remove(address)
      return nil
    }
    return entry
  }

  /// The path of the picture of a record.
  func path(of entry: CacheEntry) -> String { "\(folder)/\(entry.fileName)" }

  /// Writes the record of a picture with its current values; the new file date is the time of the
  /// last use.
  func touch(_ address: WebAddress, _ entry: CacheEntry) {
    write(entry, to: WebCacheKey(address).text + ".entry")
  }

  /// Moves a complete download into the cache, and writes its record unless the response must not
  /// be stored.
  ///
  /// - Returns: the record; nil when the file cannot be renamed.
  func keep(
    _ part: PartialFile, of address: WebAddress, _ head: ResponseHead, now: Int
  ) -> CacheEntry? {
    let key = WebCacheKey(address).text
    let ending = Self.ending(of: head.contentType) ?? address.fileExtension
    let file = ending.isEmpty ? key : "\(key).\(ending)"
    let entry = CacheEntry(address, fileName: file, length: part.byteCount, head, now: now)
    // The old record is removed first, so that no record of the old picture ever names the new one.
    unlink("\(folder)/\(key).entry")
    guard linux_rename(part.path, "\(folder)/\(file)") == 0 else { return nil }
    unlink("\(folder)/\(key).partial")
    if head.isStorable { write(entry, to: "\(key).entry") }
    return entry
  }

  /// Removes all files of an address from the cache.
  func remove(_ address: WebAddress) { remove(key: WebCacheKey(address).text) }

  private static func ending(of contentType: String) -> String? {
    switch contentType {
    case "image/jpeg", "image/pjpeg", "image/jpg": "jpg"
    case "image/png", "image/apng": "png"
    case "image/gif": "gif"
    case "image/webp": "webp"
    case "image/svg+xml": "svg"
    case "image/tiff": "tiff"
    case "image/bmp", "image/x-ms-bmp": "bmp"
    case "image/avif": "avif"
    case "image/heic", "image/heif": "heic"
    case "image/jxl": "jxl"
    default: nil
    }
  }

  // MARK: Partial downloads

  /// The file and the record of an interrupted download of `address`; nil when there is none that
  /// can be resumed, or another program writes to it.
  func resumable(_ address: WebAddress) -> (part: PartialFile, known: CacheEntry)? {
    let key = WebCacheKey(address).text
    guard let known = read("\(key).partial"), known.address == address.publicText,
      !known.validator.isEmpty, let part = PartialFile(at: "\(folder)/\(key).part"),
      part.byteCount > 0, known.length == 0 || part.byteCount < known.length
    else { return nil }
    return (part, known)
  }

  /// Makes an empty file for the download of `address`: in the cache folder, or in memory when the
  /// folder cannot be used. Nil when neither is possible.
  func newPart(_ address: WebAddress, _ head: ResponseHead) -> PartialFile? {
    let key = WebCacheKey(address).text
    guard PrivateFolder.make(Array(folder.utf8)) == 0 else { return PartialFile.makeUnnamed() }
    let path = "\(folder)/\(key).part"
    guard var part = PartialFile(at: path) else { return PartialFile.makeUnnamed() }
    if part.byteCount > 0 {
      // The old file is not truncated, because a decoder may be reading it.
      unlink(path)
      guard let fresh = PartialFile(at: path), fresh.byteCount == 0 else {
        return PartialFile.makeUnnamed()
      }
      part = fresh
    }
    unlink("\(folder)/\(key).partial")
    if head.isStorable, !head.validator.isEmpty {
      let known = CacheEntry(
        address, fileName: "\(key).part", length: head.length ?? 0, head, now: 0)
      write(known, to: "\(key).partial")
    }
    return part
  }

  /// Removes the file and the record of a download that will not be resumed; processes that have
  /// the file open can still use it.
  func discard(_ part: PartialFile, of address: WebAddress) {
    guard part.hasName else { return }
    unlink(part.path)
    unlink("\(folder)/\(WebCacheKey(address).text).partial")
  }

  // MARK: Eviction

  /// Removes the least recently used pictures when the cache exceeds 15/16 of its budget (see
  /// ``slackDivisor``). Pictures that are being downloaded, and the picture used last, stay.
  ///
  /// - Complexity: O(files), with one `stat` for each.
  func trim() {
    var items: [String: CacheEviction.Candidate] = [:]
    for name in fileNames() where name.utf8.count >= WebCacheKey.length {
      guard let status = status(of: name) else { continue }
      let key = String(name.prefix(WebCacheKey.length))
      var item = items[key] ?? CacheEviction.Candidate(key: key, bytes: 0, lastUse: 0)
      let (sum, isOver) = item.bytes.addingReportingOverflow(max(0, Int(status.st_size)))
      item.bytes = isOver ? .max : sum
      item.lastUse = max(item.lastUse, Int(status.st_mtim.tv_sec))
      item.isBusy = item.isBusy || isBusy(name)
      items[key] = item
    }
    let limit = budget - budget / Self.slackDivisor
    for key in CacheEviction.removals(from: Array(items.values), budget: limit) { remove(key: key) }
  }

  /// Those of `addresses` of which the cache has files.
  func cachedAddresses(among addresses: Set<WebAddress>) -> Set<WebAddress> {
    guard !addresses.isEmpty else { return [] }
    let keys = Set(fileNames().map { String($0.prefix(WebCacheKey.length)) })
    return addresses.filter { keys.contains(WebCacheKey($0).text) }
  }

  /// Removes files left by programs that were killed: downloads that cannot be resumed, and after a
  /// day temporary files and pictures without a record.
  ///
  /// - Parameters:
  ///   - now: the time in seconds since 1970.
  ///   - addresses: the addresses whose files are kept, because this program still shows them.
  func removeOrphans(now: Int, except addresses: Set<WebAddress>) {
    let kept = Set(addresses.map { WebCacheKey($0).text })
    let names = fileNames().filter { !kept.contains(String($0.prefix(WebCacheKey.length))) }
    let all = Set(names)
    for name in names {
      let key = name.prefix(WebCacheKey.length)
      let isOrphan: Bool
      if name.hasSuffix(".part") {
        isOrphan = !all.contains("\(key).partial") && !isBusy(name)
      } else if name.hasSuffix(".entry") || name.hasSuffix(".partial") {
        isOrphan = false
      } else {
        let date = status(of: name).map { Int($0.st_mtim.tv_sec) } ?? now
        let (limit, isOver) = date.addingReportingOverflow(Self.orphanAge)
        let isOld = !isOver && limit < now
        isOrphan =
          isOld && (name.hasPrefix(Self.temporaryNamePrefix) || !all.contains("\(key).entry"))
      }
      if isOrphan { unlink("\(folder)/\(name)") }
    }
  }

  private func isBusy(_ name: String) -> Bool {
    name.hasSuffix(".part") && PartialFile.isLocked("\(folder)/\(name)")
  }

  private func remove(key: String) {
    // The records are removed first, so that no other program finds the picture.
    unlink("\(folder)/\(key).entry")
    unlink("\(folder)/\(key).partial")
    for name in fileNames() where name.hasPrefix(key) { unlink("\(folder)/\(name)") }
  }

  // MARK: Files

  private func fileNames() -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private func status(of name: String) -> stat? {
    var status = stat()
    guard lstat("\(folder)/\(name)", &status) == 0,
      Int32(bitPattern: status.st_mode) & S_IFMT == S_IFREG
    else { return nil }
    return status
  }

  private func size(of name: String) -> Int? { status(of: name).map { Int($0.st_size) } }

  private static let temporaryNamePrefix = ".pbview-"

  private func read(_ name: String) -> CacheEntry? {
    let number = linux_open_for_reading("\(folder)/\(name)")
    guard number >= 0 else { return nil }
    defer { close(number) }
    var bytes = [UInt8](repeating: 0, count: CacheEntry.maxBytes)
    let count = CLinux.read(number, &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    return CacheEntry(String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// Writes a record to a temporary file and renames that. An error is ignored: the former record
  /// stays then, if there was one.
  private func write(_ entry: CacheEntry, to name: String) {
    var template = Array("\(folder)/\(Self.temporaryNamePrefix)XXXXXX".utf8CString)
    let number = mkostemp(&template, O_CLOEXEC)
    guard number >= 0 else { return }
    let temporary = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let bytes = Array(entry.text.utf8)
    let isWhole = CLinux.write(number, bytes, bytes.count) == bytes.count
    close(number)
    if !isWhole || linux_rename(temporary, "\(folder)/\(name)") != 0 { unlink(temporary) }
  }
}
