#!/bin/sh
# Compiles SOURCE and runs it. Parity starts this script in the folder of parity.json.
set -eu

# To call your code, add its files, separated by spaces, and its libraries, separated by colons.
sources="SOURCE"
libraries=${GSON:-/usr/share/java/gson.jar}

# The program is compiled again if a source or this script has another checksum.
folder=.parity/adapters
program=$folder/STEM-kotlin-$(cat "$0" $sources | cksum | tr ' ' -).jar
if [ ! -e "$program" ]; then
  command -v kotlinc >/dev/null || {
    echo "kotlinc wasn't found; to install Kotlin on Debian: apt-get install kotlin" >&2
    exit 1
  }
  [ -e "${libraries%%:*}" ] || {
    echo "${libraries%%:*} wasn't found; to install Gson on Debian: apt-get install libgoogle-gson-java" >&2
    echo "if Gson is elsewhere, set GSON to the path of its jar" >&2
    exit 1
  }
  mkdir -p "$folder"
  [ -e .parity/.gitignore ] || echo '*' >.parity/.gitignore
  find "$folder" -name 'STEM-kotlin-*' -mtime +1 -exec rm -f {} +
  # Parity reads standard output, and the requests wait in standard input.
  kotlinc -include-runtime -cp "$libraries" -d "$program.$$.jar" $sources </dev/null >&2
  mv "$program.$$.jar" "$program"
fi
exec java -cp "$program:$libraries" Adapter
