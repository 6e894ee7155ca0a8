// Prints the time in milliseconds for thumbnails of files, by the image pipeline and its helpers,
// without a window.
//
//   XDG_CACHE_HOME=FOLDER thumbnail-bench SIDE FILE…
//
// Two runs with the same folder give the times without and with the shared cache. Thumbnails are
// written into the cache after all have been made, as in the viewer.
import CLinux
import DecoderWire
import Imaging

@MainActor
func milliseconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) / 1e6
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard let side = arguments.first.flatMap({ Int($0) }), arguments.count > 1 else {
  print("usage: thumbnail-bench SIDE FILE…")
  exit(2)
}
let loop = PollLoop()
var configuration = ImagingConfiguration()
configuration.sharedThumbnails = SharedThumbnails.userCache(program: "pbview-bench")
let pipeline = ImagePipeline(configuration: configuration, loop: loop)
let begin = milliseconds()
var left = arguments.count - 1
var failed = 0
var first = 0.0
let tasks = arguments.dropFirst().map { path in
  pipeline.thumbnail(ThumbnailRequest(path: FilePathBytes(path), side: side)) { result in
    if first == 0 { first = milliseconds() - begin }
    // The result can be an embedded preview, which the thumbnail follows.
    if case .success(let thumbnail) = result, !thumbnail.isFinal { return }
    left -= 1
    if case .failure(let failure) = result {
      failed += 1
      print("\(path): \(failure.sentence)")
    }
  }
}
loop.run { left == 0 }
let all = milliseconds() - begin
loop.run { pipeline.hasSentThumbnailsToWriter }
while !pipeline.hasWrittenAllThumbnails { sched_yield() }
let stored = milliseconds() - begin
let done = pipeline.statistics
print(
  "first \(first) ms, all \(all) ms, each \(all / Double(tasks.count)) ms, written \(stored) ms")
print(
  "cached \(done.thumbnailsFromSharedCache), embedded \(done.embeddedThumbnails),",
  "decoded \(done.decodedThumbnails), failed \(failed), written \(done.writtenThumbnails)")
pipeline.stop()
