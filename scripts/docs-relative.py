"""Makes the addresses in the pages of a DocC site relative, so that a web server can serve it from any folder."""

import pathlib
import sys

site = pathlib.Path(sys.argv[1])
for page in site.rglob("index.html"):
    up = "../" * (len(page.relative_to(site).parts) - 1) or "./"
    text = page.read_text()
    text = text.replace('var baseUrl = "/"', f'var baseUrl = new URL("{up}", document.baseURI).pathname')
    for attribute in ('src="', 'href="'):
        text = text.replace(f"{attribute}/", f"{attribute}{up}")
    page.write_text(text)
