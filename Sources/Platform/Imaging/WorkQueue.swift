import DecoderWire

/// The unfinished decodes, by key.
@MainActor
struct WorkQueue {
  private(set) var works: [DecodeWork.Key: DecodeWork] = [:]
  private var lastSerial = 0

  /// The decode for `key`, made when there is none. Either becomes the latest.
  mutating func work(for key: DecodeWork.Key) -> DecodeWork {
    lastSerial += 1
    if let known = works[key] {
      known.serial = lastSerial
      return known
    }
    let work = DecodeWork(key: key, serial: lastSerial)
    works[key] = work
    return work
  }

  mutating func remove(_ work: DecodeWork) {
    work.state = .done
    if works[work.key] === work { works[work.key] = nil }
  }

  /// Drops queued decodes without requests.
  mutating func dropUnwanted() {
    for work in works.values where work.state == .queued && !work.isWanted { remove(work) }
  }

  var queued: [DecodeWork] { works.values.filter { $0.state == .queued } }
  /// The number of decodes whose file is being opened.
  var opening: Int { works.values.count { $0.state == .opening } }
  var running: [DecodeWork] { works.values.filter { $0.state == .running } }

  /// The queued decode with the highest rank among those `allowed`.
  func next(where allowed: (DecodeWork) -> Bool) -> DecodeWork? {
    queued.filter(allowed).max { $0.rank < $1.rank }
  }
}
