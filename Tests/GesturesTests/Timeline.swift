import Gestures
import Input
import Motion
import Testing

/// Runs a gesture test given as a table. Each line has a time in seconds, an input event and the
/// expected gestures.
///
///     0.000 press 100,100    | pressed 100,100
///     0.050 release 100,100  | released; tap 100,100
///
/// `wait` only advances the time. A line without `|` expects no gesture.
func expectTimeline(
  _ table: String, tuning: GestureTuning = GestureTuning(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var arena = GestureArena(tuning: tuning)
  var got: [String] = []
  var want: [String] = []
  for line in table.split(separator: "\n") {
    let halves = line.split(separator: "|", maxSplits: 1)
    let words = halves[0].split(separator: " ").map(String.init)
    guard let first = words.first, let seconds = Double(first) else {
      Issue.record("no time in: \(line)", sourceLocation: sourceLocation)
      return
    }
    let time = Timestamp(seconds: seconds)
    let input = words.dropFirst().joined(separator: " ")
    let events: [GestureEvent]
    if input == "wait" {
      events = arena.advance(to: time)
    } else if let event = TimelineScript.parse(Array(words.dropFirst()), at: time) {
      events = arena.receive(event)
    } else {
      Issue.record("not understood: \(line)", sourceLocation: sourceLocation)
      return
    }
    let expected = halves.count > 1 ? halves[1].split(separator: " ").joined(separator: " ") : ""
    want.append(TimelineScript.row(first, input, expected))
    got.append(
      TimelineScript.row(
        first, input, events.map(TimelineScript.describe).joined(separator: "; ")))
  }
  let isEqual = got == want
  #expect(
    isEqual,
    """
    got
    \(got.joined(separator: "\n"))
    want
    \(want.joined(separator: "\n"))
    """, sourceLocation: sourceLocation)
}
