import BrowserHost
import Imaging
import PhotoGrid
import PhotoIndex

/// The marks of the photos that are shown, from the index. Photos whose sidecars have changed since
/// they were indexed are read again in the background.
///
/// A RAW+JPEG pair has one set of marks: those of the asked file, completed by those of the other
/// one, as when only `NAME.dng.xmp` has a rating.
final class PhotoMarksCache {
  private typealias Folder = PhotoMarksLookup.Folder

  /// Whether marks are looked up. Default: false, because nothing may delay the first picture.
  var looksUpMarks = false {
    didSet { if looksUpMarks, !oldValue { notifyObservers() } }
  }
  /// Whether the files of a RAW+JPEG pair are one photo. Default: true.
  var joinsPairs = true {
    didSet { if joinsPairs != oldValue { notifyObservers() } }
  }
  /// The photos that were picked in this run and are still picked, in the order of picking.
  private(set) var pickedInThisRun: [FilePath] = []

  private let facts: PhotoFactsStore
  private let indexer: PhotoIndexer
  private var knownMarks: [FilePath: PhotoMarks] = [:]
  /// The last known marks of photos whose files were missing at a lookup. They go to the new path
  /// if a renaming is reported later.
  private var vanishedMarks: [FilePath: PhotoMarks] = [:]
  /// The marks in the metadata of photos that were read for another purpose than their marks.
  private var learnedMarks: [FilePath: PhotoMarks] = [:]
  /// The stars that photos had before the user rejected them in this run of the program.
  private var formerStars: [FilePath: Int] = [:]
  /// The photos that the user has marked in this run of the program.
  private var markedPhotos: Set<FilePath> = []
  /// The photos whose marks are being looked up in the index or read from files.
  private var inLookup: Set<FilePath> = []
  /// The photos of ``inLookup`` that were marked meanwhile: their marks are newer than the result
  /// of the lookup.
  private var markedDuringLookup: Set<FilePath> = []
  /// The photos of ``inLookup`` whose sidecars have changed meanwhile: they are looked up again.
  private var changedDuringLookup: Set<FilePath> = []
  /// The photos that the next lookup job takes.
  private var waitingPhotos: [FilePath] = []
  private var folders: [FilePath: Folder] = [:]
  /// The folders whose contents are read again at the next lookup of one of their photos, because
  /// the files of a RAW+JPEG pair may have been added.
  private var foldersToReread: Set<FilePath> = []
  /// The changed sidecars in folders that are not in `folders` yet.
  private var unassignedSidecars: Set<FilePath> = []
  /// The facts about photos with marks that were indexed while a lookup was running, by folder and
  /// file name. The lookup may have read the index of their folder before.
  private var factsDuringLookup: [FilePath: [[UInt8]: IndexedPhoto]] = [:]
  private var isLookupRunning = false
  private var observers: [(owner: () -> AnyObject?, notify: () -> Void)] = []

  /// The number of photos above which all known marks are forgotten; those of photos on the screen
  /// are looked up again.
  private static let maxCount = 20_000

  init(_ facts: PhotoFactsStore, _ indexer: PhotoIndexer) {
    self.facts = facts
    self.indexer = indexer
    indexer.observe(for: self) { [weak self] in self?.apply($0) }
  }

  /// Adds an observer of changed marks, which exists as long as `owner`.
  func observe(for owner: AnyObject, _ observer: @escaping () -> Void) {
    observers.removeAll { $0.owner() == nil }
    observers.append(({ [weak owner] in owner }, observer))
  }

  private func notifyObservers() {
    for observer in observers where observer.owner() != nil { observer.notify() }
  }

  /// The known marks of a photo; nil while they are not known. A call for unknown marks begins a
  /// lookup. Unknown marks of the other file of a pair count as none.
  func marks(of photo: FilePath) -> PhotoMarks? {
    guard let marks = ownMarks(of: photo) else { return nil }
    guard let partner = partner(of: photo) else { return marks }
    return ownMarks(of: partner).map(marks.completed) ?? marks
  }

  /// The other file of the RAW+JPEG pair to which a file is known to belong; nil for none.
  private func partner(of photo: FilePath) -> FilePath? {
    guard joinsPairs, let folder = folders[photo.folder], !folder.partners.isEmpty else {
      return nil
    }
    return folder.partners[photo.name].map(photo.folder.appending)
  }

  /// Whether any folder that was read has RAW+JPEG pairs, so that ``partner(of:)`` can find one.
  private var hasPairs: Bool { joinsPairs && folders.values.contains { !$0.partners.isEmpty } }

  /// The known marks of one file, without those of the other file of its pair; nil while they are
  /// not known. A call for unknown marks begins a lookup.
  func ownMarks(of photo: FilePath) -> PhotoMarks? {
    if let marks = knownMarks[photo] { return marks }
    guard looksUpMarks, photo.webAddress == nil, inLookup.insert(photo).inserted else { return nil }
    waitingPhotos.append(photo)
    startLookup()
    return nil
  }

  /// The number of stars that a photo had before the user rejected it in this run; 0 for other
  /// photos.
  func starsBeforeRejection(of photo: FilePath) -> Int { formerStars[photo] ?? 0 }

  /// Stores the marks that a photo was given, and reports them.
  ///
  /// - Parameter before: the former marks of the photo. Default: those that are known.
  func set(_ marks: PhotoMarks, of photo: FilePath, before: PhotoMarks? = nil) {
    if marks.flag != .reject {
      formerStars[photo] = nil
    } else if let before = before ?? knownMarks[photo], before.flag != .reject {
      formerStars[photo] = before.stars
    }
    knownMarks[photo] = marks
    vanishedMarks[photo] = nil
    markedPhotos.insert(photo)
    if inLookup.contains(photo) { markedDuringLookup.insert(photo) }
    for sidecar in Sidecar.candidates(of: photo) { recordSidecar(sidecar) }
    for search in searches {
      let isMissing = search.pendingPhotos.remove(photo) != nil
      if isMissing || search.foundMarks[photo] != nil { search.foundMarks[photo] = marks }
    }
    endSearches()
    pickedInThisRun.removeAll { $0 == photo }
    if marks.flag == .pick { pickedInThisRun.append(photo) }
    notifyObservers()
  }

  /// Assigns the marks of moved or renamed photos to their new paths, also in the list of picked
  /// photos.
  func moveMarksAndPairs(_ moves: [(from: FilePath, to: FilePath)]) {
    moveMarks(moves)
    let targets = Dictionary(moves.map { ($0.from, $0.to) }) { $1 }
    let arrived = Set(moves.map(\.to))
    let moved = formerStars.filter { targets[$0.key] != nil }
    formerStars = formerStars.filter { targets[$0.key] == nil && !arrived.contains($0.key) }
    for (photo, stars) in moved {
      if let target = targets[photo] { formerStars[target] = stars }
    }
    // A picked photo was replaced if another photo was moved to its path, and is not picked any
    // more.
    pickedInThisRun = pickedInThisRun.filter { targets[$0] != nil || !arrived.contains($0) }
      .map { targets[$0] ?? $0 }
  }

  /// Assigns the known marks of photos to their new paths, which the index does not have yet.
  private func moveMarks(_ moves: [(from: FilePath, to: FilePath)]) {
    movePairs(moves)
    let former = moves.map { move in
      (
        known: vanishedMarks.removeValue(forKey: move.from) ?? knownMarks[move.from],
        learned: learnedMarks.removeValue(forKey: move.from),
        facts: folders[move.from.folder]?.markedPhotos.removeValue(forKey: move.from.name),
        wasMarked: markedPhotos.remove(move.from) != nil
      )
    }
    for move in moves { knownMarks[move.from] = nil }
    for (move, former) in zip(moves, former) {
      knownMarks[move.to] = former.known
      learnedMarks[move.to] = former.learned
      folders[move.to.folder]?.markedPhotos[move.to.name] = former.facts
      if former.wasMarked { markedPhotos.insert(move.to) } else { markedPhotos.remove(move.to) }
      // The running lookup is about the photo that had this path before.
      if former.known != nil, inLookup.contains(move.to) { markedDuringLookup.insert(move.to) }
    }
  }

  /// Updates the names of the files of pairs that were moved or renamed together.
  private func movePairs(_ moves: [(from: FilePath, to: FilePath)]) {
    let targets = Dictionary(moves.map { ($0.from, $0.to) }) { $1 }
    let pairs = moves.compactMap { move -> (FilePath, FilePath)? in
      folders[move.from.folder]?.partners.removeValue(forKey: move.from.name)
        .flatMap { targets[move.from.folder.appending($0)] }.map { (move.to, $0) }
    }
    for (file, partner) in pairs where file.folder == partner.folder {
      folders[file.folder]?.partners[file.name] = partner.name
    }
  }

  /// Stores the marks in the metadata of a photo that was read for another purpose, such as the
  /// information panel. The index need not have this photo.
  func recordMarksFromMetadata(_ marks: PhotoMarks, of photo: FilePath) {
    guard !markedPhotos.contains(photo), !isOnlyInDatabase(photo) else { return }
    if learnedMarks.count > Self.maxCount { learnedMarks = [:] }
    learnedMarks[photo] = marks.isEmpty ? nil : marks
    guard !marks.isEmpty, knownMarks[photo] ?? PhotoMarks() != marks else { return }
    knownMarks[photo] = marks
    notifyObservers()
    // A lookup also finds marks in pbview's database, which are not in the metadata.
    guard folders[photo.folder] == nil, photo.webAddress == nil, inLookup.insert(photo).inserted
    else { return }
    waitingPhotos.append(photo)
    startLookup()
  }

  /// Whether the marks of a photo are known to be only in pbview's database, not in its metadata.
  private func isOnlyInDatabase(_ photo: FilePath) -> Bool {
    folders[photo.folder]?.onlyInDatabase.contains(photo.name) ?? false
  }

  /// Looks up again the marks of photos whose sidecars have changed. The known marks are kept until
  /// the result arrives.
  func invalidate(sidecars: Set<FilePath>) {
    let stems = Set(sidecars.compactMap { rereadFolderIfPairMayBeNew(withNew: $0) })
    for path in sidecars { recordSidecar(path) }
    let hasChanged: (FilePath) -> Bool = {
      !sidecars.isDisjoint(with: Sidecar.candidates(of: $0))
        || (!stems.isEmpty && stems.contains($0.foldedStem))
    }
    changedDuringLookup.formUnion(inLookup.filter(hasChanged))
    waitingPhotos += knownMarks.keys.filter(hasChanged).filter { inLookup.insert($0).inserted }
    startLookup()
  }

  /// Marks the folder of a new sidecar as stale if its RAW file is in no known pair: the files of a
  /// pair may have come after the folder was read. The known pairs of the folder stay.
  ///
  /// - Returns: the stem of the files of that pair; nil if the folder is not read again.
  private func rereadFolderIfPairMayBeNew(withNew sidecar: FilePath) -> FilePath? {
    let photo = FilePath(Array(sidecar.bytes.dropLast(Sidecar.fileExtension.utf8.count + 1)))
    guard photo.isCameraRaw, let folder = folders[sidecar.folder],
      !folder.sidecars.contains(sidecar.name), folder.partners[photo.name] == nil
    else { return nil }
    foldersToReread.insert(sidecar.folder)
    return photo.foldedStem
  }

  /// The known contents of folders for a lookup of `photos`. The stale folders of these photos are
  /// left out, so that the lookup reads them again; they do not count as stale any more.
  private func contents(forLookupOf photos: [FilePath]) -> [FilePath: Folder] {
    guard !foldersToReread.isEmpty else { return folders }
    let again = foldersToReread.intersection(photos.map(\.folder))
    foldersToReread.subtract(again)
    return folders.filter { !again.contains($0.key) }
  }

  /// Stores that a sidecar may exist, also in a folder whose contents are being read.
  private func recordSidecar(_ sidecar: FilePath) {
    guard folders[sidecar.folder] == nil else {
      folders[sidecar.folder]?.sidecars.insert(sidecar.name)
      return
    }
    if unassignedSidecars.count > Self.maxCount { unassignedSidecars = [] }
    unassignedSidecars.insert(sidecar)
  }

  /// Adds the contents of folders that were read, with the sidecars that have changed and the
  /// photos that were indexed meanwhile.
  private func addFolders(_ read: [FilePath: Folder]) {
    folders.merge(read) { old, new in
      Folder(
        sidecars: old.sidecars.union(new.sidecars),
        markedPhotos: old.markedPhotos.merging(new.markedPhotos) { $1 },
        onlyInDatabase: new.onlyInDatabase, partners: new.partners)
    }
    for sidecar in unassignedSidecars { folders[sidecar.folder]?.sidecars.insert(sidecar.name) }
    unassignedSidecars = unassignedSidecars.filter { folders[$0.folder] == nil }
    for folder in read.keys {
      guard let facts = factsDuringLookup.removeValue(forKey: folder) else { continue }
      folders[folder]?.markedPhotos.merge(facts) { $1 }
    }
  }

  /// Stores the facts about a photo with marks that was indexed after its folder was looked up, or
  /// while a lookup is running.
  private func recordFacts(_ photo: IndexedPhoto, of path: FilePath) {
    guard folders[path.folder] == nil else {
      folders[path.folder]?.markedPhotos[path.name] = photo
      return
    }
    if isLookupRunning || !searches.isEmpty {
      factsDuringLookup[path.folder, default: [:]][path.name] = photo
    } else {
      factsDuringLookup = [:]
    }
  }

  /// A search for the marks of many photos at once.
  private final class Search {
    var foundMarks: [FilePath: PhotoMarks]
    /// The photos whose marks are being looked up or read.
    var pendingPhotos: Set<FilePath>
    /// The marks that the indexer has read during the lookup, by file. They are kept because the
    /// lookup may add these files, as other files of RAW+JPEG pairs; nil after the lookup.
    var readDuringLookup: [FilePath: PhotoMarks]? = [:]
    let then: ([FilePath: PhotoMarks]) -> Void

    init(
      _ found: [FilePath: PhotoMarks], missing: [FilePath],
      then: @escaping ([FilePath: PhotoMarks]) -> Void
    ) {
      self.foundMarks = found
      self.pendingPhotos = Set(missing)
      self.then = then
    }

    /// Whether all marks are known.
    var isComplete: Bool { pendingPhotos.isEmpty && readDuringLookup == nil }
  }

  private var searches: [Search] = []

  /// Finds the marks of photos, which need not be on the screen.
  ///
  /// - Parameter then: called once, with the marks by path, when all are known; photos without
  ///   marks may be left out.
  func findMarks(_ photos: [FilePath], then: @escaping ([FilePath: PhotoMarks]) -> Void) {
    search(for: photos, requiresFacts: false, onReading: { _ in }, then: then)
  }

  /// Finds the marks of photos as a filter does: those that were set since the start, and those of
  /// the present files and sidecars. Photos whose present state the index does not have are read.
  ///
  /// - Parameters:
  ///   - onReading: called with the number of photos that have to be read, if there are any.
  ///   - then: called once, with the marks by path, when all are known. A photo that cannot be read
  ///     has no marks.
  func findInFiles(
    _ photos: [FilePath], onReading: @escaping (_ count: Int) -> Void,
    then: @escaping ([FilePath: PhotoMarks]) -> Void
  ) {
    search(for: photos, requiresFacts: true, onReading: onReading, then: then)
  }

  /// The known marks of a photo with which a search needs no lookup; nil for none.
  ///
  /// - Parameter requiresFacts: whether only marks that were set since the start are returned,
  ///   because the known marks of others may be those of photos that were not read.
  private func settledMarks(of photo: FilePath, requiresFacts: Bool) -> PhotoMarks? {
    !requiresFacts || markedPhotos.contains(photo) ? knownMarks[photo] : nil
  }

  private func search(
    for photos: [FilePath], requiresFacts: Bool, onReading: @escaping (Int) -> Void,
    then: @escaping ([FilePath: PhotoMarks]) -> Void
  ) {
    let shown = photos.filter { $0.webAddress == nil }
    var found: [FilePath: PhotoMarks] = [:]
    for photo in shown { found[photo] = settledMarks(of: photo, requiresFacts: requiresFacts) }
    let partners =
      hasPairs ? shown.filter { found[$0] != nil }.compactMap { partner(of: $0) } : []
    for photo in partners { found[photo] = settledMarks(of: photo, requiresFacts: requiresFacts) }
    let local = shown + partners
    let unknown = local.filter { found[$0] == nil }
    let (facts, folders) = (facts, contents(forLookupOf: unknown))
    let search = Search(found, missing: unknown, then: then)
    searches.append(search)
    WorkerThread.run {
      PhotoMarksLookup(
        of: unknown, facts, folders, includesPartners: true, requiresFacts: requiresFacts)
    } finish: { [weak self] result in
      guard let self else { return }
      addFolders(result.folders)
      // The other files of pairs may have been marked or read while the lookup was running.
      let arrived = search.readDuringLookup ?? [:]
      search.readDuringLookup = nil
      let requested = Set(unknown)
      let others = Array(result.knownMarks.keys) + result.missingRequests.map(\.path)
      for photo in others where !requested.contains(photo) && search.foundMarks[photo] == nil {
        let marks = settledMarks(of: photo, requiresFacts: requiresFacts) ?? arrived[photo]
        search.foundMarks[photo] = marks
        if marks == nil { search.pendingPhotos.insert(photo) }
      }
      // Marks that the indexer has read during the lookup are kept; it does not read them again.
      search.foundMarks.merge(result.knownMarks) { read, _ in read }
      search.pendingPhotos.formIntersection(result.missingRequests.map(\.path))
      let unread = result.missingRequests.filter { search.pendingPhotos.contains($0.path) }
      indexer.read(unread)
      if !unread.isEmpty { onReading(unread.count) }
      endSearches()
    }
  }

  /// Ends the searches whose marks are all known.
  private func endSearches() {
    let complete = searches.filter(\.isComplete)
    searches.removeAll(where: \.isComplete)
    for search in complete { search.then(withMarksOfPartners(search.foundMarks)) }
  }

  /// The marks of files, completed by those of the other file of their pair.
  private func withMarksOfPartners(
    _ found: [FilePath: PhotoMarks]
  ) -> [FilePath: PhotoMarks] {
    guard hasPairs else { return found }
    var marks = found
    for (photo, own) in found {
      guard let other = partner(of: photo).flatMap({ found[$0] }) else { continue }
      marks[photo] = own.completed(by: other)
    }
    return marks
  }

  /// Takes over the marks of photos that the indexer has read.
  func apply(_ records: PhotoIndexer.Records) {
    for (path, record) in records where !PhotoMarks(record.photo).isEmpty {
      recordFacts(record.photo, of: path)
    }
    for search in searches {
      search.readDuringLookup?.merge(records.mapValues { PhotoMarks($0.photo) }) { $1 }
      for photo in search.pendingPhotos {
        guard let record = records[photo] else { continue }
        search.pendingPhotos.remove(photo)
        search.foundMarks[photo] = PhotoMarks(record.photo)
      }
    }
    endSearches()
    var isChanged = false
    for (path, record) in records where inLookup.contains(path) || knownMarks[path] != nil {
      let marks = PhotoMarks(record.photo)
      if inLookup.contains(path) {
        guard endLookup(of: path) else { continue }
      } else if markedPhotos.contains(path), knownMarks[path] != marks {
        // The photo may have been marked after its metadata were read, so it is looked up.
        inLookup.insert(path)
        waitingPhotos.append(path)
        continue
      }
      if knownMarks[path] != marks { isChanged = true }
      knownMarks[path] = marks
    }
    if requestMarksOfPartners(of: records.keys) { isChanged = true }
    if isChanged { notifyObservers() }
    startLookup()
  }

  /// Requests the marks of the other file of each pair to which photos with known marks belong.
  ///
  /// - Returns: whether any other file is known to have marks.
  private func requestMarksOfPartners(of photos: some Sequence<FilePath>) -> Bool {
    guard hasPairs else { return false }
    var hasMarks = false
    for photo in photos where knownMarks[photo] != nil {
      guard let partner = partner(of: photo) else { continue }
      if let marks = knownMarks[partner] {
        if !marks.isEmpty { hasMarks = true }
      } else if inLookup.insert(partner).inserted {
        waitingPhotos.append(partner)
      }
    }
    return hasMarks
  }

  /// Ends the lookup of a photo's marks, or prepares another one after a change of a sidecar.
  ///
  /// - Returns: whether the marks that were looked up are valid.
  private func endLookup(of photo: FilePath) -> Bool {
    let isOvertaken = markedDuringLookup.remove(photo) != nil
    guard changedDuringLookup.remove(photo) == nil else {
      waitingPhotos.append(photo)
      return false
    }
    inLookup.remove(photo)
    return !isOvertaken
  }

  // MARK: Looking up

  private func startLookup() {
    guard !isLookupRunning, looksUpMarks, !waitingPhotos.isEmpty else { return }
    isLookupRunning = true
    let (photos, facts, folders) = (waitingPhotos, facts, contents(forLookupOf: waitingPhotos))
    waitingPhotos = []
    WorkerThread.run {
      PhotoMarksLookup(of: photos, facts, folders)
    } finish: { [weak self] in
      self?.adoptLookup($0)
    }
  }

  private func adoptLookup(_ found: PhotoMarksLookup) {
    isLookupRunning = false
    if knownMarks.count > Self.maxCount { (knownMarks, vanishedMarks) = ([:], [:]) }
    addFolders(found.folders)
    var isChanged = false
    for (photo, marks) in found.knownMarks where endLookup(of: photo) {
      // The metadata of a photo without a row in the index may have marks.
      let marks = marks.isEmpty && !isOnlyInDatabase(photo) ? learnedMarks[photo] ?? marks : marks
      let former = knownMarks[photo] ?? PhotoMarks()
      if !found.nonexistentPhotos.contains(photo) {
        vanishedMarks[photo] = nil
      } else if !former.isEmpty {
        vanishedMarks[photo] = former
      }
      if former != marks { isChanged = true }
      knownMarks[photo] = marks
    }
    if requestMarksOfPartners(of: found.knownMarks.keys) { isChanged = true }
    indexer.read(found.missingRequests)
    if isChanged { notifyObservers() }
    startLookup()
  }
}
