import BrowserHost
import DecoderWire
import Desktop
import Drawing
import Geometry
import HelperProcesses
import Imaging
import Pixels

/// A job that makes a PDF document of photos. A helper decodes one photo after the other, and a
/// worker thread draws each into the document.
final class PrintJob {
  /// The document that a job has made, in a file without a name.
  struct Document {
    let file: OwnedDescriptor
    /// The photos that are missing in the document, because they could not be decoded.
    var missingPhotos: [FilePath] = []
    /// The reason why the first of ``missingPhotos`` could not be decoded; nil when none failed.
    var firstFailureReason: String?
  }
  /// Called with the completed share of the job, from 0 to 1.
  var onProgress: (Double) -> Void = { _ in }

  private let files: [FilePath]
  private let layout: PrintLayout
  private let pipeline: ImagePipeline
  private let document: PDFDocument
  private var result: Document
  private var completion: (Result<Document, DesktopError>?) -> Void = { _ in }
  /// The running request for a decoded photo; nil while a photo is drawn.
  private var task: ImageTask?
  private var isCancelled = false

  /// Makes a job that has not started.
  ///
  /// - Parameter files: the photos, by the paths under which they are listed; under these paths the
  ///   pipeline knows their page, exposure and RAW development.
  /// - Throws: the reason why no file for the document could be made.
  init(
    _ files: [FilePath], _ layout: PrintLayout, title: String, pipeline: ImagePipeline
  ) throws(DesktopError) {
    self.files = files
    self.layout = layout
    self.pipeline = pipeline
    let file = try Printing.makeFile()
    result = Document(file: file)
    document = PDFDocument(descriptor: file.number, title: title)
  }

  /// Makes the document.
  ///
  /// - Parameter done: called once, with the document or an error, or with nil when the job was
  ///   cancelled.
  func start(_ completion: @escaping (Result<Document, DesktopError>?) -> Void) {
    self.completion = completion
    beginPhoto(at: 0)
  }

  /// Cancels the job. A photo that is being drawn is completed first.
  func cancel() {
    isCancelled = true
    guard let task else { return }
    task.cancel()
    complete(nil)
  }

  private func beginPhoto(at index: Int) {
    guard !isCancelled else { return complete(nil) }
    guard index < files.count else { return finish() }
    onProgress(Double(index) / Double(max(1, files.count)))
    let cell = layout.cell(index % layout.photosPerPage).photo
    requestPhoto(index, layout.decodeSize(for: cell), isLast: false)
  }

  /// Decodes a photo to fit a box in pixels, and draws it. A photo that is printed larger than the
  /// box is decoded again, once, when its size is known.
  private func requestPhoto(_ index: Int, _ box: PixelSize, isLast: Bool) {
    let request = ImageRequest(path: files[index].key, target: box, purpose: .prefetch)
    let task = pipeline.request(request) { [weak self] update in
      self?.receive(update, index, box, isLast: isLast)
    }
    // For a cached photo, `take` was called before the request returned, and may have started the
    // request for the next photo, which this one must not replace.
    if !task.isFinished { self.task = task }
  }

  private func receive(_ update: ImageUpdate, _ index: Int, _ box: PixelSize, isLast: Bool) {
    switch update {
    case .preview: break
    case .exact(let image):
      task = nil
      let natural = image.info.naturalSize
      let cell = layout.cell(index % layout.photosPerPage).photo
      let wanted = layout.decodeSize(for: layout.frame(of: natural, in: cell))
      let isTooSmall = wanted.width > box.width || wanted.height > box.height
      if isTooSmall, !isLast, image.bitmap.size != natural {
        requestPhoto(index, wanted, isLast: true)
      } else {
        draw(image.bitmap, natural, at: index)
      }
    case .failed(let failure):
      task = nil
      result.missingPhotos.append(files[index])
      result.firstFailureReason = result.firstFailureReason ?? failure.sentence
      draw(nil, PixelSize(width: 1, height: 1), at: index)
    }
  }

  private func draw(_ bitmap: Bitmap?, _ natural: PixelSize, at index: Int) {
    let (document, layout) = (document, layout)
    let position = index % layout.photosPerPage
    let isEnd = position == layout.photosPerPage - 1 || index == files.count - 1
    let name = files[index].displayName
    WorkerThread.run {
      let cell = layout.cell(position)
      if position == 0 { document.beginPage(layout.pageSize) }
      if let bitmap {
        document.draw(bitmap, in: layout.frame(of: natural, in: cell.photo), clip: cell.photo)
      }
      if layout.hasCaptions {
        document.draw(name, in: cell.caption, fontSize: PrintLayout.captionFontSize)
      }
      if isEnd { document.endPage() }
    } finish: { [weak self] in
      self?.beginPhoto(at: index + 1)
    }
  }

  private func finish() {
    guard result.missingPhotos.count < files.count else {
      let name = files.first?.display ?? ""
      return complete(.failure(.unreadable(file: name, reason: result.firstFailureReason ?? "")))
    }
    let document = document
    WorkerThread.run {
      Result { () throws(DrawingError) in try document.finish() }
    } finish: { [weak self] ending in
      guard let self else { return }
      guard !isCancelled else { return complete(nil) }
      switch ending {
      case .success: complete(.success(result))
      case .failure(let error):
        complete(.failure(.unwritable(file: "PDF", reason: error.description)))
      }
    }
  }

  private func complete(_ result: Result<Document, DesktopError>?) {
    task = nil
    let completion = completion
    self.completion = { _ in }
    completion(result)
  }
}
