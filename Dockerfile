# The container image of Parity: the release archive in Debian's smallest image.
#
#   docker build -t parity .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/suite" parity check
#
# Build it in a clone, because the archive has the files that Git tracks. To add Parity to an image of
# your own that has glibc 2.35 or later, copy /opt/parity. tools/ci/check-image.py runs these steps.

FROM swift:6.3.1-bookworm AS build

RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    g++ git libexpat1-dev libssl-dev python3-pip \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /source
COPY . .
RUN tools/ci/install-packages.py cyclonedx-python-lib && tools/release/make-archive /out
RUN mkdir /opt/parity \
  && tar -xzf /out/parity-*.tar.gz -C /opt/parity --strip-components=1

FROM debian:bookworm-slim

ARG VERSION=1.0.0-rc.1
LABEL org.opencontainers.image.title="Parity" \
  org.opencontainers.image.description="Conformance tests with golden fixtures, in any language" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.source="https://github.com/OWNER/parity" \
  org.opencontainers.image.documentation="https://github.com/OWNER/parity/blob/v1.0.0-rc.1/docs/install.md"

COPY --from=build /opt/parity /opt/parity
RUN ln -s /opt/parity/parity /usr/local/bin/parity \
  && useradd --uid 1000 --create-home parity

# Parity starts the programs of a parity.json only if the file belongs to its user. Often, the owner of a
# mounted suite has this id. Otherwise, --user selects the owner.
USER 1000:1000
WORKDIR /suite
ENTRYPOINT ["parity"]
