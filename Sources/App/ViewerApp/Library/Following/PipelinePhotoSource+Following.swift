import DecoderWire
import GalleryCore
import Imaging
import PhotoBrowser

/// Pages whose files change while they are shown.
extension PipelinePhotoSource {
  /// Sets the callbacks of ``follower`` and ``notices``.
  func followFiles() {
    follower.onReadingDue = { [weak self] path in
      guard let self else { return }
      pipeline.invalidate(key(of: path))
      load(path)
    }
    follower.onHiddenFileChange = { [weak self] path in
      guard let self, pipeline.identity(path.key) != nil else { return }
      pipeline.invalidate(path.key)
      dropAhead(path)
    }
    notices.onDue = { [weak self] path, message in
      guard let self, let (index, cell) = liveCell(of: path) else { return }
      cell.failure = message
      onNotice?(index)
    }
  }

  /// Shows the message that the file is truncated once the file is idle, and removes the message
  /// when the file gives the whole picture.
  func note(_ image: DecodedImage, in cell: PhotoCell, _ path: FilePath) {
    if image.isExact {
      if image.info.isTruncated, follower.isPatient {
        notices.add(.partlyRead(format: image.info.format), of: path)
      } else {
        notices.remove(path)
      }
    }
    // A stand-in shows nothing about the state of the file.
    let message = notices.message(of: path)
    guard cell.failure != message else { return }
    cell.failure = message
    if message != nil, let index = liveCell(of: path)?.index { onNotice?(index) }
  }

  /// Handles the result of reading a page's file. The page keeps its picture while that is better
  /// than an incomplete result.
  func take(_ update: ImageUpdate, for path: FilePath, load: Int) {
    switch update {
    case .preview: return receive(update, for: path, load: load)
    case .exact(let image):
      let bytes = pipeline.identity(key(of: path))?.size ?? 0
      let replacesPicture = follower.replacesPicture(path)
      guard follower.find(image.info.isTruncated ? .part(bytes) : .whole, in: path) else { return }
      if replacesPicture {
        renew(path)
        liveCell(of: path)?.cell.animation = nil
      }
      receive(update, for: path, load: load)
    case .failed:
      guard follower.hasUnknownAge(path), path.webAddress == nil else {
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

  /// Replaces the picture by a message: the file no longer contains it.
  private func fail(_ update: ImageUpdate, for path: FilePath, _ load: Int) {
    let replacesPicture = follower.replacesPicture(path)
    // Prefetching starts although the first file is still being written.
    guard follower.find(.nothing, in: path) else { return firstPageDidLoad() }
    notices.remove(path)
    if replacesPicture, let cell = liveCell(of: path)?.cell {
      cell.animation = nil
      cell.content = .loading(progress: nil)
    }
    receive(update, for: path, load: load)
  }
}

extension FailureMessage {
  /// The message for a picture that ends before its last row.
  fileprivate static func partlyRead(format: String) -> FailureMessage {
    let file = format.isEmpty ? "file" : "\(format) file"
    return FailureMessage(
      sentence: "This \(file) is damaged or incomplete: only part of the picture could be read",
      canRetry: false)
  }
}
