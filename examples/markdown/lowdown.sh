#!/bin/sh
# Renders the Markdown on standard input with lowdown, and writes the HTML as cmark does.
set -eu

# The options turn off what CommonMark doesn't have, and copy HTML as CommonMark does. There is no pipe here, since it
# would hide the exit code of lowdown.
html=$(
  lowdown -thtml \
    --html-no-skiphtml \
    --html-no-escapehtml \
    --html-no-head-ids \
    --html-no-num-ent \
    --html-no-owasp \
    --out-no-smarty \
    --parse-no-autolink \
    --parse-no-deflists \
    --parse-no-ext-attrs \
    --parse-no-footnotes \
    --parse-no-metadata \
    --parse-no-strike \
    --parse-no-super \
    --parse-no-tables \
    --parse-no-tasklists
)

printf '%s\n' "$html" | sed -f cmark-form.sed
