import BrowserHost
import DecoderWire
import Drawing
import Geometry
import Imaging
import Localization
import PhotoBrowser
import Pixels
import Windowing

/// The command that crops the photo on the current page and saves the result.
final class PhotoCropping {
  private let shown: ShownScenes
  private let services: ProgramServices
  private let exports: PhotoExports

  init(_ shown: ShownScenes, _ services: ProgramServices, _ exports: PhotoExports) {
    self.shown = shown
    self.services = services
    self.exports = exports
  }

  private var log: Log { services.log }

  /// The quality of encoding, 1 to 100, of a crop that is not lossless.
  private static let cropQuality = 95

  /// Opens the crop editor over the photo on the current page; shows a message instead for a photo
  /// that cannot be cropped.
  func begin() {
    guard let visit = shown.frontVisit, visit.changePreview.cropView == nil else { return }
    let (view, pipeline) = (shown.view, services.pipeline)
    guard let file = visit.file, file.webAddress == nil,
      let info = pipeline.cachedInfo(of: file.key),
      let content = (visit.browser.visibleCell as? PhotoCell)?.content.zoomable
    else { return view.showToast(tr("Only photos on this computer can be cropped")) }
    guard info.frames == 1, !info.isTruncated else {
      return view.showToast(tr("Animations and incomplete photos cannot be cropped"))
    }
    visit.reading.suspend()
    visit.act(.mode(.automatic))
    let browser = visit.browser
    let corner = browser.originInStage
    let offset = Vector(dx: corner.x, dy: corner.y)
    let origin = browser.state.restingRect(of: info.naturalSize.size).offset(by: offset)
    let bitmap = content.bitmap(origin.pixelAligned.size)
    let format = EncodeRequest.Format(fileExtension: file.fileExtension)
    let crop = CropView(
      CropView.Subject(
        bitmap: bitmap, rectOnPage: origin, size: info.naturalSize, orientation: info.orientation,
        canReplace: format != nil, isJPEG: info.format == "JPEG" && format == .jpeg,
        background: browser.options.background,
        screen: view.window.desktop.monitorSize(under: view.window.frameOnScreen)))
    crop.reducesMotion = browser.options.tuning.reducesMotion
    crop.restingRect = { [weak browser] size in
      browser.map { $0.state.restingRect(of: size).offset(by: offset) }
        ?? Rect(origin: .zero, size: size)
    }
    crop.onApply = { [weak self, weak visit, weak crop] choice in
      self?.crop(file, choice, format) {
        // The visit may have ended while the file was written. The editor is then told directly
        // that it can close.
        if let visit { visit.changePreview.cropWritingDidEnd() } else { crop?.resultDidArrive() }
      }
    }
    crop.onClose = { [weak visit, log] in
      visit?.changePreview.cropView = nil
      visit?.reading.resume()
      log.trace("crop open=false")
    }
    visit.changePreview.cropView = crop
    crop.open(on: view.stage)
    log.trace("crop open=true size=\(info.naturalSize.width)x\(info.naturalSize.height)")
  }

  /// Writes the cropped picture into a file beside the photo or in its place.
  ///
  /// - Parameters:
  ///   - file: the photo.
  ///   - format: the photo's format; nil when it cannot be written, which makes the result a
  ///     JPEG.
  ///   - end: called when the file has been written, or when writing it has failed.
  private func crop(
    _ file: FilePath, _ choice: CropView.Choice, _ format: EncodeRequest.Format?,
    end: @escaping () -> Void
  ) {
    let photo = file.absolute(in: CurrentFolder.path)
    var encoding = EncodeRequest(format ?? .jpeg)
    encoding.quality = Self.cropQuality
    encoding.crop = choice.crop
    encoding.isLossless = choice.isLossless
    var options = ExportOptions()
    options.format = encoding.format
    let name =
      format == nil ? options.name(for: photo) : photo.name
    let job = PhotoExporter.Job(
      source: file, encoding: encoding,
      placement: choice.replaces
        ? .replacingPhoto : .newFile(folder: photo.folder, name: Self.croppedName(name)))
    let part = choice.crop
    log.trace(
      "crop apply x=\(part.x) y=\(part.y) size=\(part.size.width)x\(part.size.height) "
        + "angle=\(part.angleMillidegrees) lossless=\(choice.isLossless ? 1 : 0)")
    exports.perform([job], .crop, end: end)
  }

  /// The file name of a cropped copy of the photo `name`: “NAME (cropped).EXT”.
  nonisolated static func croppedName(_ name: [UInt8]) -> [UInt8] {
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    return name[..<dot] + Array(" (cropped)".utf8) + name[dot...]
  }
}
