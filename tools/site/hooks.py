"""Adapts the documents for the site. MkDocs calls the functions by name.

On GitHub, the documents are read as they are. On the site, a link to a file outside docs leads to
the repository if mkdocs.yml has a repo_url, and is plain text otherwise. A link to a file that
doesn't exist is a warning, which fails the strict build.
"""

import logging
import os
import pathlib
import re

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

LOG = logging.getLogger("mkdocs.hooks.links")
# The pages that tools/site/build has made, and the variables that have their paths.
MADE_PAGES = {"example-report.html": "PARITY_EXAMPLE_REPORT", "gallery.html": "PARITY_GALLERY"}

# In a code fence, a second word is the file that the code belongs to, as in ```json parity.json
NAMED_FENCE = re.compile(r"^(?P<fence>```+)(?P<language>[a-z]+) (?P<file>[^\s=`]+)$", re.MULTILINE)
FENCED = re.compile(r"^(?P<fence>```+).*?^(?P=fence)$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]+)\]\((?P<path>[^)#\s:]+)(?P<anchor>#[^)\s]*)?\)")


def on_files(files, config):
    """Adds the pages that tools/site/build has made."""
    for name, variable in MADE_PAGES.items():
        page = os.environ.get(variable)
        if not page:
            raise PluginError(f"build the site with tools/site/build, which makes {name}")
        files.append(File.generated(config, name, abs_src_path=page))
    return files


def on_page_markdown(markdown, page, config, files):
    """Rewrites the links that leave docs, and the code fences that name a file."""
    root = pathlib.Path(config.config_file_path).parent
    folder = pathlib.Path(config.docs_dir)
    here = folder / pathlib.Path(page.file.src_uri).parent

    def rewritten(link):
        target = pathlib.Path(os.path.normpath(here / link["path"]))
        if target.is_relative_to(folder):
            return link[0]
        if not target.exists():
            LOG.warning("%s links to %s, which doesn't exist", page.file.src_uri, link["path"])
        if not config.repo_url:
            return link["text"]
        place = target.relative_to(root).as_posix()
        kind = "tree" if target.is_dir() else "blob"
        return f"[{link['text']}]({config.repo_url.rstrip('/')}/{kind}/main/{place}{link['anchor'] or ''})"

    parts, end = [], 0
    for block in FENCED.finditer(markdown):
        parts.append(LINK.sub(rewritten, markdown[end : block.start()]))
        parts.append(NAMED_FENCE.sub(with_title, block[0]))
        end = block.end()
    parts.append(LINK.sub(rewritten, markdown[end:]))
    return "".join(parts)


def with_title(fence):
    """Returns the first line of a code fence as the site's highlighter reads it."""
    file = fence["file"].partition("#")[0]
    return f'{fence["fence"]}{fence["language"]} title="{file}"'
