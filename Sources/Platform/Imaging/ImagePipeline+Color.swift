import DecoderWire

/// Reaction to a change of the colour space.
extension ImagePipeline {
  /// Drops all cached pictures and restarts running decodes in the new colour space. Waiting
  /// requests get pictures in the new colour space; owners of delivered pictures must request them
  /// again.
  func colorDidChange(from old: ImageColor) {
    cache.removeAll()
    if color.isDisplay || old.isDisplay { thumbnailColorDidChange() }
    frameHelper.color = color
    regionHelper.color = color
    for work in queue.works.values where work.key.color != color {
      var key = work.key
      key.color = color
      let tasks = work.tasks
      guard !tasks.isEmpty else { continue }
      let successor = queue.work(for: key)
      (successor.input, successor.stored) = (work.input, work.stored)
      for task in tasks {
        work.remove(task)
        task.works.removeAll { $0 === work }
        successor.add(task)
      }
    }
    dispatch()
  }
}
