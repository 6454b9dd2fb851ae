"""The parts of tools/ci/check-guides.py, which runs the console blocks of the documents."""
