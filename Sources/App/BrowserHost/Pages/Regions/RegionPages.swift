import DecoderWire
import Imaging
import PhotoBrowser

/// The pages whose pictures are loaded in regions when enlarged: vector pictures, which are
/// rendered again, and pictures with too many pixels to be held whole.
final class RegionPages {
  /// A closure called when an enlarged picture with too many pixels to be held whole is at rest and
  /// no visible region is missing. It is not called for vector pictures.
  var onVisibleTilesShown: ((FilePath) -> Void)?
  /// A closure called when a picture's regions cannot be loaded, so that the picture must be shown
  /// as a whole.
  var onFailure: ((FilePath) -> Void)?

  private let pipeline: ImagePipeline
  private let loop: any DescriptorWatching
  private var regionPictures: [FilePath: any RegionPicture] = [:]
  /// The files whose regions could not be loaded.
  private var filesWithoutRegions: Set<FilePath> = []

  /// Makes an empty set of pages.
  init(pipeline: ImagePipeline, loop: any DescriptorWatching) {
    self.pipeline = pipeline
    self.loop = loop
  }

  /// Shows a picture in a cell if it is one that is loaded in regions.
  ///
  /// - Parameters:
  ///   - whole: the picture in the resolution of the page.
  ///   - path: the file of the page.
  ///   - file: the path that the helper reads.
  ///   - contentsMayHaveChanged: whether the contents of the file may have changed, so that
  ///     earlier regions are replaced. Default: false.
  /// - Returns: false for any other picture, which is not shown.
  func show(
    _ whole: Picture, _ info: DecodeReply.Info, of path: FilePath, from file: FilePathBytes,
    contentsMayHaveChanged: Bool = false, in cell: PhotoCell
  ) -> Bool {
    if contentsMayHaveChanged { filesWithoutRegions.remove(path) }
    guard info.isScalable || isHuge(info), !filesWithoutRegions.contains(path) else {
      if contentsMayHaveChanged { cancel(path) }
      return false
    }
    if let known = regionPictures[path], known.content.contentSize == whole.contentSize,
      !contentsMayHaveChanged || known.renew(whole: whole)
    {
      if !contentsMayHaveChanged { known.show(whole: whole) }
      if case .zoomable(let shown) = cell.content, known.isContent(as: shown) { return true }
      cell.content = .zoomable(known.content)
      return true
    }
    let new =
      info.isScalable ? makeVectorPicture(whole, file) : makeTiledPicture(whole, of: path, file)
    regionPictures[path] = new
    cell.content = .zoomable(new.content)
    return true
  }

  private func isHuge(_ info: DecodeReply.Info) -> Bool {
    info.supportsRegions && info.frames <= 1
      && (info.naturalSize.area ?? .max) > DetailTuning.maxWholePixels
  }

  private func makeVectorPicture(_ whole: Picture, _ file: FilePathBytes) -> any RegionPicture {
    VectorRegionPicture(whole, path: file, pipeline: pipeline, loop: loop)
  }

  private func makeTiledPicture(_ whole: Picture, of path: FilePath, _ file: FilePathBytes)
    -> any RegionPicture
  {
    let tiled = TiledRegionPicture(whole, path: file, pipeline: pipeline, loop: loop)
    tiled.tiles.onVisibleTilesShown = { [weak self] in self?.onVisibleTilesShown?(path) }
    tiled.onFailure = { [weak self] in
      self?.filesWithoutRegions.insert(path)
      self?.regionPictures[path] = nil
      self?.onFailure?(path)
    }
    return tiled
  }

  /// Frees the regions of the enlarged pictures on all pages except that of a file.
  func freeRegions(except path: FilePath?) {
    for (other, file) in regionPictures where other != path { file.freeRegions() }
  }

  /// Cancels the loading of regions for a file and removes their state.
  func cancel(_ path: FilePath) {
    regionPictures[path] = nil
    filesWithoutRegions.remove(path)
  }

  /// Cancels the loading of regions for all files and removes their state.
  func cancelAll() { (regionPictures, filesWithoutRegions) = ([:], []) }
}
