import BrowserHost
import Motion
import Windowing

/// The recorder of the photos at which folders and archives are left. A crash loses no photo that
/// was seen for a while.
///
/// A photo is noted when it gets the focus or is turned to. The noted photos are written together,
/// on a worker thread, when no other one has followed for `writeDelay`, and at the end of the
/// program.
final class PlaceRecorder {
  /// The time in seconds without another photo after which the noted photos are written. With 3
  /// seconds, they are written once after paging through an album.
  private static let writeDelay = 3.0

  private let shown: ShownScenes
  private let settings: ProgramSettings
  private let log: Log
  private var places = UnwrittenPlaces()
  private var writeTimer: LoopTimer?

  init(_ shown: ShownScenes, _ settings: ProgramSettings, log: Log) {
    self.shown = shown
    self.settings = settings
    self.log = log
  }

  private var isOn: Bool { settings.options.remembersFolders && !settings.options.private }

  /// Notes the current photo of each folder that is shown, to be written after a delay; does
  /// nothing if the user does not want places to be remembered. The write notes the current photos
  /// again, and so includes a photo that was opened during the delay.
  func notePlaces() {
    guard isOn else { return }
    places.record(currentPlaces)
    writeTimer?.cancel()
    let loop = shown.view.loop
    writeTimer = loop.schedule(at: loop.now + Self.writeDelay) { [weak self] in self?.write() }
  }

  /// Notes the current photos, and gives the one at which a folder was left in this session; nil
  /// when there is none. The path of the folder is absolute.
  func recordAndFindPhoto(in folder: FilePath) -> FilePath? {
    notePlaces()
    return places[folder]
  }

  private func write() {
    let places = takePlaces()
    guard let latest = places.first?.photo.displayName else { return }
    let log = log
    WorkerThread.run {
      StoredPlaces.remember(places)
      return places.count
    } finish: {
      log.trace("places count=\($0) name=\(latest)")
    }
  }

  /// Writes the noted photos at once. Call it when the program ends.
  func writeNow() {
    let places = takePlaces()
    if !places.isEmpty { StoredPlaces.remember(places) }
  }

  /// Notes the current photos, and returns all that have not been written, the latest first.
  private func takePlaces() -> [StoredPlaces.Place] {
    writeTimer?.cancel()
    writeTimer = nil
    guard isOn else { return [] }
    places.record(currentPlaces)
    return places.takeUnwritten()
  }

  /// The current photo of each folder that a grid shows; without a grid, the open photo with its
  /// folder and archive.
  private var currentPlaces: [StoredPlaces.Place] {
    let current = CurrentFolder.path
    let homes = shown.homes
    var places = homes.flatMap(\.scenes).compactMap { scene -> StoredPlaces.Place? in
      guard let photo = scene.focusedPhoto?.absolute(in: current),
        let folder = scene.live.library.request.absoluteFolders(in: current).first
      else { return nil }
      return (folder, photo)
    }
    if homes.isEmpty, let photo = shown.visit?.file, photo.webAddress == nil {
      let photo = photo.absolute(in: current)
      places.append((photo.folder, photo))
      // An archive opens at its last photo, whichever of its folders contains the photo.
      if let book = photo.containingArchive { places.append((book, photo)) }
    }
    return places
  }
}
