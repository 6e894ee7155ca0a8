public import Geometry
public import Pixels

/// A prepared scaling of a picture: everything that does not depend on the pixels. A plan is made
/// once and run over bands of rows, on several threads if worthwhile.
public struct ResamplePlan: Sendable {
  /// The size in pixels of the source picture as stored, before its orientation is applied.
  public let source: PixelSize
  /// The size in pixels of the scaled picture, with its orientation applied.
  public let size: PixelSize
  /// The orientation that makes the stored pixels upright.
  public let orientation: Orientation
  /// The number of rows of the scaled picture before its orientation is applied; these rows can be
  /// divided into bands.
  public let rowCount: Int

  private let columnFilter: AxisFilter
  private let rowFilter: AxisFilter
  private let rowWeights: [UInt16]
  private let isCopy: Bool

  /// Makes a plan that scales `region` of a stored picture, in its pixels with fractions, to `size`
  /// upright pixels; nil scales the whole picture.
  ///
  /// The plan is intended for reductions by up to about 4; larger ones first apply
  /// ``BoxReduction``, as ``Resampler`` does. Enlargements are interpolated.
  public init(
    source: PixelSize, region: Rect? = nil, to size: PixelSize, orientation: Orientation = .up
  ) {
    precondition(!source.isEmpty && !size.isEmpty, "\(source) to \(size)")
    let whole = Rect(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
    let part = region.flatMap { $0.intersection(whole) } ?? whole
    let stored = orientation.swapsAxes ? size.transposed : size
    self.source = source
    self.size = size
    self.orientation = orientation
    rowCount = stored.height
    isCopy = part == whole && stored == source
    columnFilter = AxisFilter(
      extent: source.width, origin: part.minX, length: part.width, count: stored.width)
    rowFilter = AxisFilter(
      extent: source.height, origin: part.minY, length: part.height, count: stored.height)
    rowWeights = rowFilter.weightsIn65536ths
  }

  /// The range of source rows that contribute to the rows `band` of the scaled picture, both before
  /// the orientation is applied.
  public func sourceRows(of band: Range<Int>) -> Range<Int> {
    guard !isCopy, let first = band.first, let last = band.last else { return band }
    return rowFilter.starts[first]..<rowFilter.starts[last] + rowFilter.taps
  }

  /// Writes rows of the scaled picture into `buffer`: the rows `band`, counted before the
  /// orientation is applied, or all if nil. Disjoint bands may be written concurrently.
  ///
  /// - Parameter first: the index of the source row that is row 0 of `view`; `view` must contain
  ///   all rows that the band needs.
  /// - Complexity: O(source pixels of the band).
  public func run(
    _ view: PixelView, from first: Int = 0, into buffer: PixelBuffer, band: Range<Int>? = nil
  ) {
    let band = band ?? 0..<rowCount
    let needed = sourceRows(of: band)
    precondition(
      view.size.width == source.width && first <= needed.lowerBound
        && needed.upperBound <= first + view.size.height && buffer.size == size,
      "\(view.size) to \(buffer.size)")
    var upright = OrientedRows(buffer, orientation)
    if isCopy {
      copy(view, first, band, &upright)
    } else {
      scale(view, first, band, &upright)
    }
    upright.close()
  }

  private func copy(
    _ view: PixelView, _ first: Int, _ band: Range<Int>, _ upright: inout OrientedRows
  ) {
    for y in band {
      upright.address(for: y).copyMemory(from: view.row(y - first), byteCount: view.size.width * 4)
      upright.finishRow(y)
    }
  }

  private func scale(
    _ view: PixelView, _ first: Int, _ band: Range<Int>, _ upright: inout OrientedRows
  ) {
    let window = columnFilter.sourceRange
    let starts = columnFilter.starts.map { $0 - window.lowerBound }
    var wide = WidenedRows(view, columns: window, capacity: rowFilter.taps)
    let blended = UnsafeMutablePointer<UInt16>.allocate(capacity: window.count * 4)
    defer {
      blended.deallocate()
      wide.close()
    }
    starts.withUnsafeBufferPointer { starts in
      columnFilter.weights.withUnsafeBufferPointer { columnWeights in
        rowWeights.withUnsafeBufferPointer { rowWeights in
          guard let starts = starts.baseAddress, let columnWeights = columnWeights.baseAddress,
            let rowWeights = rowWeights.baseAddress
          else { return }
          for y in band {
            RowKernels.blend(
              rows: wide.rows(from: rowFilter.starts[y] - first),
              weights: rowWeights + y * rowFilter.taps,
              taps: rowFilter.taps, count: window.count * 4, into: blended)
            RowKernels.gather(
              row: blended, starts: starts, weights: columnWeights, taps: columnFilter.taps,
              count: columnFilter.starts.count, into: upright.address(for: y))
            upright.finishRow(y)
          }
        }
      }
    }
  }
}
