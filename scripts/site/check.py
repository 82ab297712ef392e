#!/usr/bin/env python3
"""Checks the site in Chromium: accessibility (axe, WCAG 2.2 AA), links, widths, the search, and that nothing is loaded
from elsewhere. Keeps pictures of some pages.

Arguments: the folder of the site, and the folder for the pictures.
"""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urldefrag

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

VIEWS = [("light", 390, 844), ("light", 1440, 900), ("dark", 1440, 900)]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
PICTURES = ["index", "docs/GUIDE", "docs/COMMANDS", "docs/SERVER", "docs/RUNTIME", "reference/index", "reference/Store"]


class Handler(SimpleHTTPRequestHandler):
    """A handler without a log."""

    def log_message(self, *arguments):
        pass


def main(site, pictures):
    site, pictures = Path(site).resolve(), Path(pictures)
    pages = sorted(site.rglob("*.html"))
    problems, links, anchors = [], [], {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=site))
    Thread(target=server.serve_forever, daemon=True).start()
    root = f"http://127.0.0.1:{server.server_port}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for scheme, width, height in VIEWS:
            context = browser.new_context(
                color_scheme=scheme, reduced_motion="reduce", viewport={"width": width, "height": height})
            context.on("request", lambda r: r.url.startswith((root, "data:")) or problems.append(f"loads {r.url}"))
            view = context.new_page()
            view.on("pageerror", lambda error: problems.append(f"{view.url}: {error}"))
            for page in pages:
                name = str(page.relative_to(site)).removesuffix(".html")
                view.goto(root + name + ".html")
                for rule in Axe().run(view, options=RULES).response["violations"]:
                    for node in rule["nodes"][:3]:
                        problems.append(f"{name}, {scheme}, {width}: {rule['id']}: {node['html'][:150]}")
                if view.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    problems.append(f"{name}: wider than {width} pixels")
                anchors[page] = set(view.eval_on_selector_all("[id]", "all => all.map(e => e.id)"))
                links += [(name, link) for link in view.eval_on_selector_all("a[href]", "all => all.map(a => a.href)")]
                if name in PICTURES:
                    path = pictures / f"{name.replace('/', '-')}-{width}-{scheme}.png"
                    view.screenshot(path=path, full_page=name == "index")
        view.goto(f"{root}search.html?q=rest")
        view.wait_for_selector("#search-results li a", timeout=30_000)
        view.screenshot(path=pictures / "search.png")
        browser.close()

    for name, link in sorted(set(links)):
        url, anchor = urldefrag(link)
        if not url.startswith(root):
            continue
        path = site / unquote(url.removeprefix(root))
        if not path.is_file() or anchor and path in anchors and anchor not in anchors[path]:
            problems.append(f"{name}: the link {link.removeprefix(root)} leads nowhere")
    print(*problems, f"{len(pages)} pages, {len(set(links))} links, {len(problems)} problems", sep="\n")
    sys.exit(bool(problems))


main(*sys.argv[1:])
