import ArgumentParser
import PhotoBrowser

nonisolated extension ViewerOptions {
  /// Refuses values that are of the right kind and still make no sense.
  func check() throws {
    func require(_ ok: Bool, _ sentence: String) throws {
      if !ok { throw ValidationError(sentence) }
    }
    if let spacing {
      try require(spacing.isFinite && spacing >= 0, "--spacing takes a number of pixels from 0")
    }
    if let maxScale {
      try require(maxScale.isFinite && maxScale >= 1, "--max-scale takes a number from 1")
    }
    if let doubleTapScale {
      try require(
        doubleTapScale.isFinite && doubleTapScale >= 1, "--double-tap-scale takes a number from 1")
    }
    if let cache { try require(cache > 0, "--cache takes a number of megabytes") }
    if let indicator {
      let names = PageIndicators.names.map(\.0)
      try require(names.contains(indicator), "--indicator takes \(names.joined(separator: ", "))")
    }
    if let size { try require(size.width != nil, "--size takes WIDTHxHEIGHT") }
    if let geometry {
      try require(geometry.width != nil || geometry.x != nil, "--geometry takes WxH+X+Y")
    }
    try require(!(present && push), "--present and --push exclude each other")
    if render != nil { try require(paths.count == 1, "--render draws exactly one file") }
  }
}
