"""What the scripts of tools share.

  script    the start and end of a script: its arguments, its exit code, what it needs
  parity    the program to check, and runs of it
  suites    reading the suites of this repository, and writing small ones
  files     tracked files, Git, edits of text
  pointers  edits of JSON values by JSON Pointer
  rootfolder  root folders with a fresh Debian, and runs in them
"""
