// A program that kills itself at a random moment: it performs random operations on the photos of a
// few folders, with Undo and Redo, by the same functions as the viewer.
//
//   FileWorkProbe LOG SEED STEPS MICROSECONDS MAXBYTES FOLDER…
//
// Each photo has the identity that its files contain. Before the program copies or replaces photos,
// it appends their identities to LOG, and again afterwards. After MICROSECONDS it kills itself,
// unless the value is 0. Files cannot become larger than MAXBYTES, unless the value is 0. After
// STEPS operations it exits with 0 and prints the numbers of operations and of failed photos. With
// −1 STEPS it completes the operations of killed programs and prints the photos that remain
// divided.

#if DEBUG
  @testable import BrowserHost
  import Glibc
  @testable import ViewerApp

  let arguments = CommandLine.arguments
  let numbers = arguments.dropFirst(2).prefix(4).compactMap { Int($0) }
  guard arguments.count > 6, numbers.count == 4 else { exit(2) }
  if numbers[1] < 0 {
    for photo in OperationRecovery.run().dividedPhotos { print(photo.display) }
    // Listing a folder deletes the temporary files of rotating and marking.
    for folder in arguments[6...] { _ = FolderScan.contents(of: FilePath(folder)) }
    exit(0)
  }
  if numbers[3] > 0 {
    // A write beyond the limit fails, like one on a full disk.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(numbers[3]), rlim_max: rlim_t(numbers[3]))
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }
  if numbers[2] > 0 {
    // The signals that the parent has blocked stay blocked.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    signal(SIGALRM) { _ in kill(getpid(), SIGKILL) }
    var timer = itimerval()
    timer.it_value = timeval(tv_sec: numbers[2] / 1_000_000, tv_usec: numbers[2] % 1_000_000)
    setitimer(__itimer_which_t(0), &timer, nil)
  }
  var work = RandomWork(
    log: arguments[1], seed: UInt64(numbers[0]), folders: arguments[6...].map { FilePath($0) })
  for _ in 0..<numbers[1] { work.step() }
  print("\(work.done) \(work.failures)")
#endif
