// An event loop of the program's own: it waits for the windows and for its standard input, where
// each line turns a page.
import BrowserHost
import Glibc
import Samples

let application = try BrowserApplication()
var status: Int32?
application.onEnd = { status = $0 }

let browser = Browser()
browser.pages = PageList(Samples.landscapes(5))
browser.indicator = DotPageIndicator()
try application.openWindow("Own loop") { $0.show(browser) }

var sources = [application.fileDescriptor, STDIN_FILENO].map {
  pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
}
while status == nil {
  // Without a limit, poll sleeps until one of the sources is ready.
  let timeout = application.prepareToWait().map { Int32(($0 * 1000).rounded(.up)) } ?? -1
  poll(&sources, nfds_t(sources.count), timeout)
  if sources[1].revents != 0 {
    var byte: UInt8 = 0
    if read(STDIN_FILENO, &byte, 1) <= 0 {
      // A negative descriptor is ignored by poll.
      sources[1].fd = -1
    } else if byte == UInt8(ascii: "\n") {
      browser.scrollToPage(browser.pageIndex + 1, animated: true)
    }
  }
  application.dispatch()
}
exit(status ?? 0)
