#!/usr/bin/env bash
# Installs what the checks need in addition to Swift, if it is missing: Python 3 and the packages of requirements.txt, Node.js,
# curl, xmllint, prove, Chromium, Prosody, valgrind, debootstrap, Bazel, Kotlin, cmark, lowdown, and the headers of expat,
# OpenSSL and SQLite for building the package.
set -euo pipefail

PATH=$PATH:/usr/sbin:/sbin
export DEBIAN_FRONTEND=noninteractive

# Usage: need TEST WHAT PACKAGE…: installs the packages of Debian where the test fails; what it is, where there is no apt-get.
need() {
  local test=$1 what=$2
  shift 2
  if ! "$test" && command -v apt-get >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq "$@"
  fi
  "$test" || {
    printf 'tools/ci/install-check-tools.sh: install %s\n' "$what" >&2
    exit 2
  }
}

is_mac() { [[ $(uname) == Darwin ]]; }
has() { for program; do command -v "$program" >/dev/null || return 1; done; }

has_sqlite() { echo '#include <sqlite3.h>' | cc -E - >/dev/null 2>&1; }
has_openssl() { is_mac || echo '#include <openssl/evp.h>' | cc -E - >/dev/null 2>&1; }
has_expat() { is_mac || echo '#include <expat.h>' | cc -E - >/dev/null 2>&1; }
has_python() { python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; }
has_pip() { python3 -m pip --version >/dev/null 2>&1; }
has_node() { node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null; }
has_readers() { has xmllint prove; }
has_curl() { has curl; }
has_browser() { has chromium chromedriver; }
has_prosody() { has prosody; }
# It runs on no Mac; what it counts is counted on Linux alone.
has_valgrind() { is_mac || has valgrind; }
# Root folders are Debian's, and for Linux alone.
has_debootstrap() { is_mac || has debootstrap unshare; }
has_bazel() { has bazel; }
has_markdown() { has cmark lowdown; }
has_kotlin() { has kotlinc java && [[ -e ${GSON:-/usr/share/java/gson.jar} ]]; }

need has_sqlite "SQLite's headers (libsqlite3-dev)" libsqlite3-dev
need has_openssl "OpenSSL's headers (libssl-dev)" libssl-dev
need has_expat "expat's headers (libexpat1-dev)" libexpat1-dev
need has_python 'Python 3.10 or later' python3
need has_pip 'pip for this Python' python3-pip
need has_node 'Node.js 20 or later, from https://nodejs.org where the system has an older one' nodejs
need has_readers 'xmllint (libxml2) and prove (Perl)' libxml2-utils perl
need has_curl 'curl' curl
need has_browser 'chromium and its chromedriver' --no-install-recommends chromium chromium-driver fonts-dejavu-core
need has_prosody 'Prosody 0.12 or later' prosody
need has_valgrind 'valgrind' valgrind
need has_debootstrap 'debootstrap' debootstrap
need has_bazel 'Bazel 4 or later' bazel-bootstrap
need has_markdown 'cmark and lowdown' cmark lowdown
need has_kotlin 'Kotlin 1.3 or later, Java and Gson (with GSON set to the path of its jar)' kotlin default-jre-headless \
  libgoogle-gson-java

"$(dirname "${BASH_SOURCE[0]}")/install-packages.py"
node -p '"node " + process.versions.node'
chromium --version
prosodyctl about 2>/dev/null | grep -m 1 '^Prosody'
