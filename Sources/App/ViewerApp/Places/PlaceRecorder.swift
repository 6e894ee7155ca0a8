import BrowserHost
import Motion
import Windowing

/// A recorder of the photos at which folders and archives are left, so that a crash loses none that
/// was seen for a while.
///
/// A photo is noted when it gets the focus or is turned to. The noted photos are written together,
/// on a thread, after `delay` without another one, and at the end of the program.
final class PlaceRecorder {
  /// The time in seconds without another photo after which the places are written. 3: paging
  /// through an album writes once.
  private static let delay = 3.0

  private let shown: ShownPhotos
  private let settings: ProgramSettings
  private let log: Log
  private var places = UnwrittenPlaces()
  private var writing: Deadline?

  init(_ shown: ShownPhotos, _ settings: ProgramSettings, log: Log) {
    self.shown = shown
    self.settings = settings
    self.log = log
  }

  private var isOn: Bool { settings.options.remembersFolders && !settings.options.private }

  /// Notes the photos that are shown now. The place of a visit that begins is noted when the noted
  /// places are written.
  func note() {
    guard isOn else { return }
    places.note(current)
    writing?.cancel()
    let loop = shown.view.loop
    writing = loop.schedule(at: loop.now + Self.delay) { [weak self] in self?.write() }
  }

  private func write() {
    let places = take()
    guard let latest = places.first?.photo.displayName else { return }
    let log = log
    WorkerThread.run {
      LastPhotos.remember(places)
      return places.count
    } finish: {
      log.trace("places count=\($0) name=\(latest)")
    }
  }

  /// Writes the places at once. Call it when the program ends.
  func finish() {
    let places = take()
    if !places.isEmpty { LastPhotos.remember(places) }
  }

  /// The places that are not written, and the present ones.
  private func take() -> [LastPhotos.Place] {
    writing?.cancel()
    writing = nil
    guard isOn else { return [] }
    places.note(current)
    return places.take()
  }

  /// The photo at which each shown folder is.
  private var current: [LastPhotos.Place] {
    let current = CurrentFolder.path
    let homes = shown.homes
    var places = homes.flatMap(\.scenes).compactMap { scene -> LastPhotos.Place? in
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
