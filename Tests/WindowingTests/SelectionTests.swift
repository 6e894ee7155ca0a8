import TestSupport
import Testing

@testable import Windowing

/// Data of other programs while it arrives, and the pairs of a MULTIPLE request.
@MainActor
@Suite struct SelectionTests {
  @Test func `data that fits in one property arrives at once`() {
    var data = IncomingSelection(maxBytes: 10)
    #expect(data.receiveReply(hasProperty: true) == .read)
    #expect(data.receive(.bytes([1, 2, 3])) == .done(.bytes([1, 2, 3])))
    #expect(data.expire() == .wait)
  }

  @Test func `a refused request ends without data`() {
    var data = IncomingSelection(maxBytes: 10)
    #expect(data.receiveReply(hasProperty: false) == .done(nil))
  }

  @Test func `chunks are joined until an empty one`() {
    var data = IncomingSelection(maxBytes: 10)
    #expect(data.propertyAppeared() == .wait)
    #expect(data.receiveReply(hasProperty: true) == .read)
    #expect(data.receive(.incremental) == .wait)
    #expect(data.propertyAppeared() == .read)
    #expect(data.receive(.bytes([1, 2])) == .wait)
    #expect(data.remainingCapacity == 8)
    #expect(data.receive(.bytes([3])) == .wait)
    #expect(data.receive(.bytes([])) == .done(.bytes([1, 2, 3])))
  }

  @Test func `more bytes than the limit end a request`() {
    var data = IncomingSelection(maxBytes: 3)
    _ = data.receiveReply(hasProperty: true)
    _ = data.receive(.incremental)
    #expect(data.receive(.bytes([1, 2, 3])) == .wait)
    #expect(data.receive(.bytes([4])) == .done(nil))
    var single = IncomingSelection(maxBytes: 3)
    _ = single.receiveReply(hasProperty: true)
    #expect(single.receive(.bytes([1, 2, 3, 4])) == .done(nil))
  }

  @Test func `an owner that stops in the middle ends a request`() {
    var data = IncomingSelection(maxBytes: 3)
    _ = data.receiveReply(hasProperty: true)
    _ = data.receive(.incremental)
    _ = data.receive(.bytes([1]))
    #expect(data.expire() == .done(nil))
  }

  @Test func `arbitrary events never end a request twice, nor pass the limit`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let limit = Int.random(in: 0...40, using: &random)
      var data = IncomingSelection(maxBytes: limit)
      var ends = 0
      for _ in 0..<12 {
        let step: IncomingSelection.Step
        switch Int.random(in: 0..<6, using: &random) {
        case 0: step = data.receiveReply(hasProperty: Bool.random(using: &random))
        case 1: step = data.propertyAppeared()
        case 2: step = data.receive(.incremental)
        case 3: step = data.expire()
        case 4: step = data.receive(.unusable)
        default:
          step = data.receive(
            .bytes([UInt8](repeating: 1, count: Int.random(in: 0...20, using: &random))))
        }
        guard case .done(let content) = step else { continue }
        ends += 1
        if case .bytes(let bytes) = content { #expect(bytes.count <= limit) }
      }
      #expect(ends <= 1)
    }
  }

  @Test func `all pairs of a long MULTIPLE request are converted in order`() {
    let count = 100_000
    var seen: [UInt] = []
    var result: [UInt] = []
    let pairs = (0..<UInt(count)).flatMap { (target: UInt) -> [UInt] in [target, 1] }
    MultipleConversion(pairs).convert { target, _, done in
      seen.append(target)
      done(target % 2 == 0)
    } then: {
      result = $0
    }
    #expect(seen == Array(0..<UInt(count)))
    #expect(result.count == 2 * count)
    #expect(result[1] == 1 && result[3] == 0)
  }

  @Test func `data that is made later delays the pairs after it`() {
    var waiting: [(Bool) -> Void] = []
    var order: [UInt] = []
    var result: [UInt]?
    MultipleConversion([10, 1, 11, 2, 12, 3]).convert { target, _, done in
      order.append(target)
      if target == 11 { waiting.append(done) } else { done(true) }
    } then: {
      result = $0
    }
    #expect(order == [10, 11])
    #expect(result == nil)
    waiting[0](false)
    #expect(order == [10, 11, 12])
    #expect(result == [10, 1, 11, 0, 12, 3])
  }
}
