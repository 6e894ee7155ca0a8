import DecoderWire
import GalleryCore
import Imaging
import PhotoBrowser

/// Pages whose files change while they are shown.
extension PipelinePhotoSource {
  /// Begins to follow the files of the live pages.
  func followFiles() {
    follower.onLook = { [weak self] path in
      guard let self else { return }
      pipeline.invalidate(key(of: path))
      load(path)
    }
    follower.onChangeElsewhere = { [weak self] path in
      guard let self, pipeline.identity(path.key) != nil else { return }
      pipeline.invalidate(path.key)
      dropAhead(path)
    }
  }

  /// Takes what was found in a page's file: it is shown unless what is there is better for the time
  /// being.
  func take(_ update: ImageUpdate, for path: FilePath, load: Int) {
    switch update {
    case .preview: return receive(update, for: path, load: load)
    case .exact(let image):
      let bytes = pipeline.identity(key(of: path))?.size ?? 0
      let isAnew = follower.isAnew(path)
      guard follower.find(image.info.isTruncated ? .part(bytes) : .whole, in: path) else { return }
      if isAnew {
        renew(path)
        liveCell(of: path)?.cell.animation = nil
      }
      receive(update, for: path, load: load)
    case .failed:
      guard follower.isAgeless(path), path.webAddress == nil else {
        return fail(update, for: path, load)
      }
      let (file, now) = (path, FileStamp.now)
      pipeline.files.ask(waits: true) {
        FileStamp.read(file)?.stamp
      } then: { [weak self] stamp in
        if let stamp {
          self?.follower.note(age: Double(now - stamp.modified) / 1e9, of: path)
        }
        self?.fail(update, for: path, load)
      }
    }
  }

  /// A reason in place of what there was: a picture the file does not hold would be a lie.
  private func fail(_ update: ImageUpdate, for path: FilePath, _ load: Int) {
    let isAnew = follower.isAnew(path)
    // What waits for the first picture does not wait for a file that is being written.
    guard follower.find(.nothing, in: path) else { return noteFirst() }
    if isAnew, let cell = liveCell(of: path)?.cell {
      cell.animation = nil
      cell.content = .loading(progress: nil)
    }
    receive(update, for: path, load: load)
  }
}
