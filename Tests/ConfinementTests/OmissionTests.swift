import CLinux
import Confinement
import Testing

/// Every part of the confinement is necessary: without the part, at least one attempt has another
/// result.
@Suite(.enabled(if: Probe.path != nil, "the probe is not built"))
struct OmissionTests {
  /// A confinement from which parts are omitted.
  struct Case: CustomTestStringConvertible {
    var confinement: String
    /// The parts omitted in both runs because they refuse the same attempts.
    var others: [String]
    var part: String
    var testDescription: String { "\(confinement) without \(part)" }
  }

  /// The names of the attempts that are refused with the part and allowed without the part.
  private func attempts(gainedBy omission: Case) -> [String] {
    let before = Probe.run(omission.confinement, omission.others)
    let after = Probe.run(omission.confinement, omission.others + [omission.part])
    let refusals = [EPERM, EACCES]
    return after.filter { attempt, answer in
      before[attempt].map(refusals.contains) == true && !refusals.contains(answer)
    }.keys.sorted()
  }

  // Landlock is omitted because its signal scope refuses the same attempts as the tgkill rule.
  private static let conditions: [Case] =
    words(ConfinementPolicy.decoder).map {
      Case(confinement: "decoder", others: ["landlock"], part: $0)
    }
    + words(ConfinementPolicy.player).map {
      Case(confinement: "player", others: ["landlock"], part: $0)
    }

  private static func words(_ policy: ConfinementPolicy) -> [String] {
    policy.conditions.compactMap { omission, _ in
      guard case .condition(let rule, let index) = omission else { return nil }
      return "condition:\(rule):\(index)"
    }
  }

  @Test(arguments: conditions)
  func `each condition of the seccomp filter refuses an attempt`(_ omission: Case) {
    #expect(!attempts(gainedBy: omission).isEmpty)
  }

  @Test func `the connection broker refuses the session bus and X servers`() {
    let gained = attempts(
      gainedBy: Case(confinement: "player", others: ["landlock"], part: "notification"))
    #expect(
      Set(gained).isSuperset(
        of: ["call the session bus", "call an X server", "call a server that has no file"]))
  }

  /// The Landlock access rights as bit numbers with their first ABI version.
  /// `LANDLOCK_ACCESS_FS_REFER` (bit 13, rename into another folder) is left out: every ruleset
  /// denies REFER by default, so that its omission changes nothing.
  private static let rights: [(bit: Int, version: Int)] = [
    (0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (7, 1), (8, 1), (9, 1), (10, 1), (12, 1),
    (14, 3),
  ]
  // Only root can create device nodes.
  private static let landlockParts: [Case] =
    (rights + (geteuid() == 0 ? [(6, 1), (11, 1)] : []))
    .filter { $0.version <= Probe.landlockVersion }.map { "right:\($0.bit)" }.map(landlockCase)
    + (Probe.landlockVersion >= 6 ? ["scope:0", "scope:1"].map(landlockCase) : [])

  // The filter and limits are omitted because they refuse most of the same attempts.
  private static func landlockCase(_ part: String) -> Case {
    Case(confinement: "decoder", others: ["filter", "limits"], part: part)
  }

  @Test(
    .enabled(if: Probe.landlockVersion > 0, "the kernel has no Landlock"), arguments: landlockParts)
  func `each Landlock rule refuses an attempt`(_ omission: Case) {
    #expect(!attempts(gainedBy: omission).isEmpty)
  }

  // An ioctl needs an open device, which the right to read files (bit 2) refuses already.
  @Test(.enabled(if: Probe.landlockVersion >= 5, "Landlock has no right for device ioctls"))
  func `the Landlock rule for device ioctls refuses an attempt`() {
    let omission = Case(
      confinement: "decoder", others: ["filter", "limits", "right:2"], part: "right:15")
    #expect(attempts(gainedBy: omission).contains("control a device"))
  }

  @Test(
    .enabled(if: Probe.landlockVersion >= 2, "Landlock has no right for renames between folders"))
  func `a rename into another folder is refused even with all other rights`() {
    let others = ["filter", "limits"] + (0...12).map { "right:\($0)" }
    for omissions in [others, others + ["right:13"]] {
      #expect(Probe.run("decoder", omissions)["rename a file into another folder"] == EXDEV)
    }
  }

  @Test(
    .enabled(if: Probe.hasUserNamespaces, "there are no user namespaces"),
    arguments: ["decoder", "player"])
  func `the number of threads is limited in user namespaces`(_ confinement: String) {
    let attempt = "start five hundred threads with small stacks"
    #expect(Probe.run(confinement, ["nobody"])[attempt] == EAGAIN)
    #expect(Probe.run(confinement, ["nobody", "limits"])[attempt] == 0)
  }

  @Test func `the processor time of the player is limited`() {
    let attempt = "run without a limit of processor time"
    #expect(Probe.run("player", [])[attempt] == ETIME)
    #expect(Probe.run("player", ["limits"])[attempt] == 0)
  }

  @Test(arguments: ["decoder", "player"])
  func `each resource limit refuses an attempt`(_ confinement: String) {
    let answers = Probe.run(confinement, ["limits"])
    for attempt in [
      "take nine gigabytes of addresses", "make a file of five gigabytes in memory",
      "write a memory file of five gigabytes", "make forty gigabytes of memory files",
      "open two hundred descriptors",
    ] { #expect(answers[attempt] == 0, "\(attempt)") }
  }
}
