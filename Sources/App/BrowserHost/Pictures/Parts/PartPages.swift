public import DecoderWire
public import Imaging
public import PhotoBrowser

/// Pages of pictures that are fetched in parts where they are enlarged: those without pixels, which
/// are drawn anew, and those with too many to be held whole.
public final class PartPages<Name: Hashable> {
  /// Called when nothing is missing of what is seen of a page at rest.
  public var onComplete: ((Name) -> Void)?
  /// Called when a picture turns out to have no parts: it is to be shown like any other.
  public var onFailure: ((Name) -> Void)?

  private let pipeline: ImagePipeline
  private let loop: any DescriptorWatching
  private var files: [Name: any PartedFile] = [:]
  /// What could not be had in parts.
  private var partless: Set<Name> = []

  /// Makes an empty set of pages.
  public init(pipeline: ImagePipeline, loop: any DescriptorWatching) {
    self.pipeline = pipeline
    self.loop = loop
  }

  /// Shows `whole` in a page, if it is a picture that is fetched in parts.
  ///
  /// - Parameters:
  ///   - file: what the helper reads.
  ///   - anew: true when nothing of what was there before is to stay any longer than it is needed.
  /// - Returns: false for any other picture; nothing is done then.
  public func show(
    _ whole: Picture, _ info: DecodeReply.Info, of name: Name, from file: FilePathBytes,
    anew: Bool = false, in cell: PhotoCell
  ) -> Bool {
    if anew { partless.remove(name) }
    guard info.isScalable || isHuge(info), !partless.contains(name) else {
      if anew { cancel(name) }
      return false
    }
    if let known = files[name], known.content.contentSize == whole.contentSize,
      !anew || known.renew(whole: whole)
    {
      if !anew { known.show(whole: whole) }
      if case .zoomable(let shown) = cell.content, known.isShown(as: shown) { return true }
      cell.content = .zoomable(known.content)
      return true
    }
    let new = info.isScalable ? vector(whole, file) : tiled(whole, of: name, file)
    files[name] = new
    cell.content = .zoomable(new.content)
    return true
  }

  private func isHuge(_ info: DecodeReply.Info) -> Bool {
    info.hasParts && info.frames <= 1 && (info.naturalSize.area ?? .max) > DetailTuning.mostWhole
  }

  private func vector(_ whole: Picture, _ file: FilePathBytes) -> any PartedFile {
    VectorFile(whole, path: file, pipeline: pipeline, loop: loop)
  }

  private func tiled(_ whole: Picture, of name: Name, _ file: FilePathBytes) -> any PartedFile {
    let tiled = TiledFile(whole, path: file, pipeline: pipeline, loop: loop)
    tiled.tiles.onComplete = { [weak self] in self?.onComplete?(name) }
    tiled.onFailure = { [weak self] in
      self?.partless.insert(name)
      self?.files[name] = nil
      self?.onFailure?(name)
    }
    return tiled
  }

  /// Only the page of `name` is looked at: nothing is kept for looking closely at the others.
  public func look(at name: Name?) {
    for (other, file) in files where other != name { file.rest() }
  }

  /// Ends what is fetched for a page, and forgets what is known of it.
  public func cancel(_ name: Name) {
    files[name] = nil
    partless.remove(name)
  }

  /// Ends what is fetched for all pages but those of `names`.
  public func keep(only names: Set<Name>) {
    files = files.filter { names.contains($0.key) }
    partless.formIntersection(names)
  }
}
