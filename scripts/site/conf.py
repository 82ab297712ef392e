"""The settings of Sphinx for the site; scripts/site/build.sh arranges the sources."""

import re
from pathlib import Path

project = "Ladder"
extensions = ["myst_parser"]
myst_enable_extensions = ["html_image"]
# Links to headings have the anchors that GitHub gives them.
myst_heading_anchors = 4
# Pygments doesn't know all of Swift.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = "Ladder"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

GROUPS = {
    "Use Ladder": ["GUIDE", "COMMANDS", "WORKOUTS", "SCRIPTS", "DATA"],
    "Run a server": ["GROUPS", "SERVER", "SECURITY"],
    "Write programs": ["RUNTIME", "../reference/index", "../Examples/README", "../Examples/CONTROLS", "../Tests/SeedTests/README"],
    "Work on Ladder": ["../CONTRIBUTING", "ARCHITECTURE", "PERFORMANCE", "ROADMAP", "../CHANGELOG"],
}


def prepare_start_page(app, name, source):
    """Adds the navigation to the README, and lets the reader hide its moving picture (WCAG 2.2.2)."""
    if name != "index":
        return
    hidable = r"<details open><summary>Moving picture</summary>\n\n\1\n\n</details>"
    text = re.sub(r"^(!\[.*tour\.svg\))$", hidable, source[0], flags=re.MULTILINE)
    for caption, pages in GROUPS.items():
        names = [str(Path("/docs", page)) for page in pages]
        lines = ["```{toctree}", ":hidden:", f":caption: {caption}", "", *names, "```"]
        text += "\n" + "\n".join(lines).replace("/docs/../", "/") + "\n"
    source[0] = text


def link_start_page(app, name, source):
    """Points links to the README at the start page, its copy."""
    root = "../" * name.count("/")
    source[0] = source[0].replace(f"]({root}README.md", f"]({root}index.md")


# Replacements for gaps in the theme: labels of landmarks, levels of headings, and scrolling with the keyboard.
REPAIRS = [
    ('<aside class="sidebar-drawer"', '<aside aria-label="Site" class="sidebar-drawer"'),
    ('<aside class="toc-drawer', '<aside aria-label="Page" class="toc-drawer'),
    ('class="caption" role="heading"', 'class="caption" role="heading" aria-level="2"'),
    ("<pre>", '<pre tabindex="0">'),
    ('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper'),
    ('<div id="search-results">', '<h1>Search</h1><div id="search-results">'),
    ('<th class="head"><p></p></th>', "<td></td>"),
]


def repair_pages(app, error):
    for page in Path(app.outdir).rglob("*.html"):
        text = page.read_text()
        for old, new in REPAIRS:
            text = text.replace(old, new)
        page.write_text(text)


def setup(app):
    app.connect("source-read", prepare_start_page)
    app.connect("source-read", link_start_page)
    app.connect("build-finished", repair_pages)
