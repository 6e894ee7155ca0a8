import DecoderWire

/// What happens when the pictures are to be in other colours.
extension ImagePipeline {
  /// Forgets every picture, and begins anew what is being decoded: those who wait get pictures in
  /// the colours that are asked for, those who have one ask again.
  func colorDidChange(from old: ImageColor) {
    cache.removeAll()
    if color.isDisplay || old.isDisplay { thumbnailColorDidChange() }
    frameHelper.color = color
    partHelper.color = color
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
