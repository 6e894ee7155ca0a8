public import DecoderWire
public import Imaging
public import PhotoBrowser

/// The pages whose pictures are loaded in regions when enlarged: vector pictures, which are
/// rendered again, and pictures with too many pixels to be held whole.
public final class RegionPages<Name: Hashable> {
  /// Called when a settled page shows all of its visible regions.
  public var onComplete: ((Name) -> Void)?
  /// Called when a picture's regions cannot be loaded; it must be shown as an ordinary picture.
  public var onFailure: ((Name) -> Void)?

  private let pipeline: ImagePipeline
  private let loop: any DescriptorWatching
  private var files: [Name: any RegionPicture] = [:]
  /// The names of pictures whose regions could not be loaded.
  private var namesWithoutRegions: Set<Name> = []

  /// Makes an empty set of pages.
  public init(pipeline: ImagePipeline, loop: any DescriptorWatching) {
    self.pipeline = pipeline
    self.loop = loop
  }

  /// Shows `whole` in a cell, if it is a picture that is loaded in regions.
  ///
  /// - Parameters:
  ///   - whole: the picture in the resolution of the page.
  ///   - name: the identity of the page.
  ///   - file: the path that the helper reads.
  ///   - anew: whether the file may have changed, so that earlier regions are replaced. Default:
  ///     false.
  /// - Returns: false for any other picture, which is not shown.
  public func show(
    _ whole: Picture, _ info: DecodeReply.Info, of name: Name, from file: FilePathBytes,
    anew: Bool = false, in cell: PhotoCell
  ) -> Bool {
    if anew { namesWithoutRegions.remove(name) }
    guard info.isScalable || isHuge(info), !namesWithoutRegions.contains(name) else {
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
    info.supportsRegions && info.frames <= 1
      && (info.naturalSize.area ?? .max) > DetailTuning.maxWholePixels
  }

  private func vector(_ whole: Picture, _ file: FilePathBytes) -> any RegionPicture {
    VectorFile(whole, path: file, pipeline: pipeline, loop: loop)
  }

  private func tiled(_ whole: Picture, of name: Name, _ file: FilePathBytes) -> any RegionPicture {
    let tiled = TiledFile(whole, path: file, pipeline: pipeline, loop: loop)
    tiled.tiles.onComplete = { [weak self] in self?.onComplete?(name) }
    tiled.onFailure = { [weak self] in
      self?.namesWithoutRegions.insert(name)
      self?.files[name] = nil
      self?.onFailure?(name)
    }
    return tiled
  }

  /// Sets the current page; all other pages free the data of their enlarged views.
  public func look(at name: Name?) {
    for (other, file) in files where other != name { file.rest() }
  }

  /// Cancels the loading of a page and removes its state.
  public func cancel(_ name: Name) {
    files[name] = nil
    namesWithoutRegions.remove(name)
  }

  /// Cancels the loading of all pages except those in `names` and removes their state.
  public func keep(only names: Set<Name>) {
    files = files.filter { names.contains($0.key) }
    namesWithoutRegions.formIntersection(names)
  }
}
