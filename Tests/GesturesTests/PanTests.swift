import Gestures
import Testing

@Suite struct PanTests {
  @Test func `a drag begins beyond the slop without a jump`() {
    expectTimeline(
      """
      0.000 press 100,100    | pressed 100,100
      0.010 move 105,100     |
      0.020 move 107,100     | pan began 1,0
      0.030 move 117,100     | pan changed 11,0
      0.040 move 127,100     | pan changed 21,0
      0.045 release 127,100  | pan ended 21,0 at 660,0
      1.000 wait             |
      """)
  }

  @Test func `a drag that stops before its release has zero velocity`() {
    expectTimeline(
      """
      0.000 press 100,100    | pressed 100,100
      0.020 move 150,100     | pan began 44,0
      0.120 release 150,100  | pan ended 44,0 at 0,0
      """)
  }

  @Test func `a press and a distant release are a drag even without move events`() {
    expectTimeline(
      """
      0.000 press 100,100    | pressed 100,100
      0.100 release 200,100  | pan began 94,0; pan ended 94,0 at 1000,0
      """)
  }

  @Test func `the middle button drags`() {
    expectTimeline(
      """
      0.000 press 100,100 middle    | pressed 100,100
      0.020 move 100,130            | pan began 0,24
      0.200 release 100,130 middle  | pan ended 0,24 at 0,0
      """)
  }

  @Test func `a cancelled drag ignores its release`() {
    expectTimeline(
      """
      0.000 press 100,100    | pressed 100,100
      0.020 move 150,100     | pan began 44,0
      0.030 cancel           | pan cancelled 44,0
      0.040 move 160,100     | hover 160,100
      0.050 release 160,100  |
      1.000 wait             |
      """)
  }

  @Test func `a lost finger cancels its drag`() {
    expectTimeline(
      """
      0.000 touch 3 100,100  | pressed 100,100
      0.020 drag 3 100,150   | pan began 0,38
      0.030 lose 3           | pan cancelled 0,38
      0.100 touch 3 50,50    | pressed 50,50
      0.150 lift 3 50,50     | released
      """)
  }

  @Test func `wheel, scroll and pinch events during a drag are ignored`() {
    expectTimeline(
      """
      0.000 press 100,100    | pressed 100,100
      0.020 move 150,100     | pan began 44,0
      0.030 wheel 0,1        |
      0.040 scroll 0,1       |
      0.050 pinch began 1    |
      0.150 release 150,100  | pan ended 44,0 at 0,0
      0.160 wheel 0,1        | wheel 0,1
      """)
  }

  @Test func `mouse events are ignored while a finger drags`() {
    expectTimeline(
      """
      0.000 touch 1 100,100  | pressed 100,100
      0.020 drag 1 150,100   | pan began 38,0
      0.030 press 9,9        |
      0.040 move 90,9        |
      0.050 release 90,9     |
      0.150 lift 1 150,100   | pan ended 38,0 at 0,0
      """)
  }
}
