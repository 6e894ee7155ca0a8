import Gestures
import Testing

@Suite struct TouchpadTests {
  @Test func `two-finger scrolling pans against the scroll direction`() {
    expectTimeline(
      """
      0.000 scroll 0.25,0  | pan began -10,0
      0.008 scroll 0.5,0   | pan changed -30,0
      0.016 scroll 0.5,0.1 | pan changed -50,-4
      0.018 scrollend      | pan ended -50,-4 at -2125,-150
      1.000 wait           |
      """)
  }

  @Test func `without an end event a scroll ends after 150 ms with its last velocity`() {
    expectTimeline(
      """
      0.000 scroll 0.2,0   | pan began -8,0
      0.008 scroll 0.2,0   | pan changed -16,0
      0.157 wait           |
      0.158 wait           | pan ended -16,0 at -1000,0
      """)
  }

  @Test func `a device that sends end events allows pauses in a scroll`() {
    expectTimeline(
      """
      0.000 scroll 0.2,0   | pan began -8,0
      0.010 scrollend      | pan ended -8,0 at -1000,0
      0.500 scroll 0.2,0   | pan began -8,0
      1.400 scroll 0.2,0   | pan changed -16,0
      2.300 wait           |
      2.400 wait           | pan ended -16,0 at 0,0
      """)
  }

  @Test func `events after the end of a scroll are ignored until a new movement`() {
    expectTimeline(
      """
      0.000 scroll 0.5,0    | pan began -20,0
      0.008 scrollend       | pan ended -20,0 at -2500,0
      0.016 scroll 0.4,0    |
      0.032 scroll 0.3,0    |
      0.100 scroll 0.1,0    | pan began -4,0
      0.108 scrollend       | pan ended -4,0 at -500,0
      0.116 scroll -0.1,0   | pan began 4,0
      """)
  }

  @Test func `Ctrl+scroll zooms at the pointer`() {
    expectTimeline(
      """
      0.000 scroll 0,-1 ctrl   | pinch began x1.17 on 50,60
      0.010 scroll 0,-1        | pinch changed x1.37 on 50,60
      0.020 scroll 0,2 ctrl    | pinch changed x1 on 50,60
      0.030 scrollend          | pinch ended x1 on 50,60
      """)
  }

  @Test func `pressing Ctrl during a scroll does not change it to a zoom`() {
    expectTimeline(
      """
      0.000 scroll 0,-1        | pan began 0,40
      0.010 scroll 0,-1 ctrl   | pan changed 0,80
      """)
  }

  @Test func `a press ends scrolling`() {
    expectTimeline(
      """
      0.000 scroll 0,-1   | pan began 0,40
      0.060 press 10,10   | pan ended 0,40 at 0,0; pressed 10,10
      0.100 release 10,10 | released
      """)
  }

  @Test func `horizontal three-finger swipes pan, vertical ones are ignored`() {
    expectTimeline(
      """
      0.000 swipe began        |
      0.010 swipe changed 10,1 |
      0.020 swipe changed 10,1 | pan began 4,0
      0.030 swipe changed 10,9 | pan changed 14,0
      0.031 swipe ended        | pan ended 14,0 at 1000,0
      0.100 swipe began        |
      0.110 swipe changed 3,20 |
      0.120 swipe changed 90,0 |
      0.130 swipe ended        |
      0.200 swipe began        |
      0.210 swipe changed 30,0 | pan began 14,0
      0.220 swipe cancelled    | pan cancelled 14,0
      """)
  }

  @Test func `NaN and infinite deltas are ignored`() {
    expectTimeline(
      """
      0.000 scroll nan,0    |
      0.010 scroll inf,0    |
      0.020 wheel nan,0     |
      0.030 scroll 0.1,0    | pan began -4,0
      0.040 scroll 1e300,0  |
      0.050 scrollend       | pan ended -4,0 at -500,0
      """)
  }
}
