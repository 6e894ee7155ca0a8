import Gestures
import Testing

@Suite struct PinchTests {
  @Test func `two fingers that spread beyond the slop begin a pinch`() {
    expectTimeline(
      """
      0.000 touch 1 100,100  | pressed 100,100
      0.010 touch 2 200,100  |
      0.020 drag 2 206,100   |
      0.030 drag 2 208,100   |
      0.040 drag 2 216,100   | pinch began x1.07 on 158,100
      0.050 drag 1 84,100    | pinch changed x1.22 on 150,100
      """)
  }

  @Test func `two fingers that move together begin a pinch that pans`() {
    expectTimeline(
      """
      0.000 touch 1 100,100  | pressed 100,100
      0.000 touch 2 200,100  |
      0.010 drag 1 100,107   |
      0.010 drag 2 200,107   |
      0.020 drag 1 100,120   | pinch began x1 on 150,113.5
      0.020 drag 2 200,120   | pinch changed x0.99 on 150,120
      """)
  }

  @Test func `a two-finger tap is no tap`() {
    expectTimeline(
      """
      0.000 touch 1 100,100  | pressed 100,100
      0.010 touch 2 200,100  |
      0.050 lift 1 100,100   |
      0.060 lift 2 200,100   | released
      1.000 wait             |
      """)
  }

  @Test func `the remaining finger of two that never moved can drag`() {
    expectTimeline(
      """
      0.000 touch 1 100,100  | pressed 100,100
      0.010 touch 2 200,100  |
      0.050 lift 1 100,100   |
      0.900 drag 2 200,110   |
      0.910 drag 2 200,113   | pan began 0,1
      1.100 lift 2 200,113   | pan ended 0,1 at 0,0
      """)
  }

  @Test func `a second finger hands a drag over to a pinch without a jump`() {
    expectTimeline(
      """
      0.000 touch 1 100,100  | pressed 100,100
      0.020 drag 1 150,100   | pan began 38,0
      0.030 touch 2 250,100  | pan ended 38,0 handover; pinch began x1 on 200,100 handover
      0.040 drag 2 300,100   | pinch changed x1.5 on 225,100
      """)
  }

  @Test func `the remaining finger of a pinch continues as a drag`() {
    expectTimeline(
      """
      0.000 touch 1 100,100  | pressed 100,100
      0.010 touch 2 200,100  |
      0.020 drag 2 208,100   |
      0.030 drag 2 308,100   | pinch began x1.93 on 204,100
      0.040 lift 1 100,100   | pinch ended x1.93 on 204,100 handover; pan began 0,0 handover
      0.050 drag 2 318,100   | pan changed 10,0
      0.300 lift 2 318,100   | pan ended 10,0 at 0,0
      """)
  }

  @Test func `fingers lifted almost together after a pinch end without velocity`() {
    expectTimeline(
      """
      0.000 touch 1 400,100  | pressed 400,100
      0.000 touch 2 500,100  |
      0.010 drag 1 380,100   | pinch began x1.11 on 440,100
      0.010 drag 2 520,100   | pinch changed x1.3 on 450,100
      0.020 drag 1 360,100   | pinch changed x1.48 on 440,100
      0.020 drag 2 540,100   | pinch changed x1.67 on 450,100
      0.025 lift 1 360,100   | pinch ended x1.67 on 450,100 handover; pan began 0,0 handover
      0.030 drag 2 560,100   | pan changed 20,0
      0.035 lift 2 560,100   | pan ended 20,0 at 0,0
      """)
  }

  @Test func `a third finger replaces a lifted finger of the pinch`() {
    expectTimeline(
      """
      0.000 touch 1 100,100  | pressed 100,100
      0.010 touch 2 200,100  |
      0.020 drag 2 220,100   | pinch began x1.11 on 160,100
      0.030 touch 3 300,100  |
      0.040 drag 3 400,100   |
      0.050 lift 1 100,100   | pinch ended x1.11 on 160,100 handover; pinch began x1 on 310,100 handover
      0.060 drag 3 310,100   | pinch changed x0.5 on 265,100
      0.070 lift 2 220,100   | pinch ended x0.5 on 265,100 handover; pan began 0,0 handover
      0.300 lift 3 310,100   | pan ended 0,0 at 0,0
      """)
  }

  @Test func `a lost finger cancels its pinch and the other finger is ignored`() {
    expectTimeline(
      """
      0.000 touch 1 100,100  | pressed 100,100
      0.010 touch 2 200,100  |
      0.020 drag 2 250,100   | pinch began x1.39 on 175,100
      0.030 lose 1           | pinch cancelled x1.39 on 175,100
      0.040 drag 2 300,100   |
      0.050 touch 4 10,10    |
      0.060 lift 2 300,100   |
      0.070 lift 4 10,10     |
      0.080 touch 1 10,10    | pressed 10,10
      """)
  }

  @Test func `two fingers at the same point keep a finite scale`() {
    expectTimeline(
      """
      0.000 touch 1 100,100  | pressed 100,100
      0.010 touch 2 100,100  |
      0.020 drag 2 148,100   | pinch began x1.5 on 124,100
      0.030 drag 2 100,100   | pinch changed x0.75 on 100,100
      """)
  }

  @Test func `a touchpad pinch reports absolute scales at the pointer`() {
    expectTimeline(
      """
      0.000 pinch began 1      | pinch began x1 on 50,60
      0.010 pinch changed 1.2  | pinch changed x1.2 on 50,60
      0.020 pinch changed 0.8  | pinch changed x0.8 on 50,60
      0.030 pinch changed nan  |
      0.040 pinch changed -1   |
      0.050 pinch ended 0.8    | pinch ended x0.8 on 50,60
      0.060 pinch changed 0.9  |
      """)
  }

  @Test func `a touchpad pinch can be cancelled`() {
    expectTimeline(
      """
      0.000 pinch began 1        | pinch began x1 on 50,60
      0.010 pinch changed 1.2    | pinch changed x1.2 on 50,60
      0.020 pinch cancelled 1.2  | pinch cancelled x1.2 on 50,60
      """)
  }

  @Test func `touchpad scrolling hands over to a pinch`() {
    expectTimeline(
      """
      0.000 scroll 0,-0.5  | pan began 0,20
      0.010 pinch began 1  | pan ended 0,20 handover; pinch began x1 on 50,60 handover
      """)
  }
}
