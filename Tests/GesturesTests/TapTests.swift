import Gestures
import Testing

@Suite struct TapTests {
  @Test func `a click waits for a possible double click`() {
    expectTimeline(
      """
      0.000 press 100,100    | pressed 100,100
      0.080 release 101,100  | released
      0.420 wait             |
      0.430 wait             | tap 100,100
      """)
  }

  @Test func `two quick clicks are a double click and no single click`() {
    expectTimeline(
      """
      0.000 press 100,100    | pressed 100,100
      0.080 release 100,100  | released
      0.300 press 104,100    | pressed 104,100
      0.380 release 104,100  | released; doubletap mouse 104,100
      2.000 wait             |
      """)
  }

  @Test func `a third click begins a new click count`() {
    expectTimeline(
      """
      0.000 press 10,10    | pressed 10,10
      0.050 release 10,10  | released
      0.100 press 10,10    | pressed 10,10
      0.150 release 10,10  | released; doubletap mouse 10,10
      0.200 press 10,10    | pressed 10,10
      0.250 release 10,10  | released
      0.700 wait           | tap 10,10
      """)
  }

  @Test func `with double clicks disabled a click acts at once`() {
    expectTimeline(
      """
      0.000 press 10,10    | pressed 10,10
      0.050 release 10,10  | released; tap 10,10
      0.100 press 10,10    | pressed 10,10
      0.150 release 10,10  | released; tap 10,10
      """, tuning: GestureTuning(doubleTapEnabled: false))
  }

  @Test func `a distant second click is a separate click`() {
    expectTimeline(
      """
      0.000 press 10,10    | pressed 10,10
      0.050 release 10,10  | released
      0.100 press 80,10    | tap 10,10; pressed 80,10
      0.150 release 80,10  | released
      0.600 wait           | tap 80,10
      """)
  }

  @Test func `a late second click is a separate click`() {
    expectTimeline(
      """
      0.000 press 10,10    | pressed 10,10
      0.050 release 10,10  | released
      0.400 press 10,10    | tap 10,10; pressed 10,10
      0.450 release 10,10  | released
      """)
  }

  @Test func `a drag shortly after a click is no double click`() {
    expectTimeline(
      """
      0.000 press 10,10    | pressed 10,10
      0.050 release 10,10  | released
      0.100 press 10,10    | pressed 10,10
      0.120 move 30,10     | tap 10,10; pan began 14,0
      0.300 release 30,10  | pan ended 14,0 at 0,0
      """)
  }

  @Test func `a mouse click and a tap are no double click`() {
    expectTimeline(
      """
      0.000 press 10,10    | pressed 10,10
      0.050 release 10,10  | released
      0.100 touch 1 10,10  | tap 10,10; pressed 10,10
      0.150 lift 1 10,10   | released
      0.600 wait           | tap 10,10
      """)
  }

  @Test func `press and hold opens the context menu once and is no click`() {
    expectTimeline(
      """
      0.000 press 10,10    | pressed 10,10
      0.499 wait           |
      0.500 wait           | menu 10,10
      0.600 move 90,10     |
      2.000 wait           |
      2.100 release 90,10  | released
      2.900 wait           |
      """)
  }

  @Test func `a held finger that moves within the slop opens the context menu`() {
    expectTimeline(
      """
      0.000 touch 7 10,10  | pressed 10,10
      0.200 drag 7 15,10   |
      0.510 wait           | menu 10,10
      0.600 lift 7 15,10   | released
      """)
  }

  @Test func `a late release reports the context menu first`() {
    expectTimeline(
      """
      0.000 press 10,10    | pressed 10,10
      0.900 release 10,10  | menu 10,10; released
      1.900 wait           |
      """)
  }

  @Test func `the secondary button opens the context menu on press`() {
    expectTimeline(
      """
      0.000 press 10,10 secondary    | menu 10,10
      0.100 release 10,10 secondary  |
      1.000 wait                     |
      """)
  }

  @Test func `back and forward buttons act on press, the middle button on release`() {
    expectTimeline(
      """
      0.000 press 10,10 back       | button back 10,10
      0.050 release 10,10 back     |
      0.100 press 10,10 forward    | button forward 10,10
      0.150 release 10,10 forward  |
      0.200 press 10,10 middle     | pressed 10,10
      0.900 release 10,10 middle   | released; button middle 10,10
      """)
  }

  @Test func `other buttons are ignored while a button is down`() {
    expectTimeline(
      """
      0.000 press 10,10              | pressed 10,10
      0.050 press 10,10 secondary    |
      0.060 press 10,10 back         |
      0.070 press 10,10 middle       |
      0.080 release 10,10 middle     |
      0.090 release 10,10 secondary  |
      0.100 release 10,10            | released
      0.500 wait                     | tap 10,10
      """)
  }

  @Test func `a lost finger never taps`() {
    expectTimeline(
      """
      0.000 touch 1 10,10  | pressed 10,10
      0.050 lose 1         | released
      0.060 lift 1 10,10   |
      1.000 wait           |
      """)
  }

  @Test func `cancelling all input discards a pending click`() {
    expectTimeline(
      """
      0.000 press 10,10    | pressed 10,10
      0.050 release 10,10  | released
      0.100 press 10,10    | pressed 10,10
      0.120 cancel         | released
      0.150 release 10,10  |
      1.000 wait           |
      """)
  }

  @Test func `a repeated press of a button ends its first press`() {
    expectTimeline(
      """
      0.000 press 10,10    | pressed 10,10
      0.200 press 20,10    | released; pressed 20,10
      0.250 release 20,10  | released
      0.700 wait           | tap 20,10
      """)
  }

  @Test func `the pointer hovers only while no button is down`() {
    expectTimeline(
      """
      0.000 move 5,5       | hover 5,5
      0.100 press 5,5      | pressed 5,5
      0.110 move 6,5       |
      0.120 leave          |
      0.130 release 6,5    | released
      0.140 move 7,5       | hover 7,5
      0.150 leave          | hover none
      0.600 wait           | tap 5,5
      """)
  }

  @Test func `slops scale with the interface scale`() {
    expectTimeline(
      """
      0.000 press 10,10    | pressed 10,10
      0.050 move 21,10     |
      0.100 move 23,10     | pan began 1,0
      0.300 release 23,10  | pan ended 1,0 at 0,0
      """, tuning: GestureTuning(uiScale: 2))
  }

  @Test func `events with invalid positions are ignored, except releases`() {
    expectTimeline(
      """
      0.000 press nan,3    |
      0.010 release 3,3    |
      0.020 press 3,3      | pressed 3,3
      0.030 move inf,3     |
      0.040 move 1e300,3   |
      0.050 release nan,3  | released
      0.500 wait           | tap 3,3
      """)
  }
}
