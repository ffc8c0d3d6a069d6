#!/usr/bin/env bash
# Prints the path of a Chromium, installing Debian's package where there is none.
set -euo pipefail

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [[ -n "$name" ]] && command -v "$name"; then
        exit
    fi
done

apt=(apt-get)
if [[ "$(id -u)" != 0 ]]; then
    apt=(sudo -n apt-get)
fi
if command -v apt-get >/dev/null && { [[ "$(id -u)" == 0 ]] || sudo -n true 2>/dev/null; }; then
    echo "installing chromium" >&2
    export DEBIAN_FRONTEND=noninteractive
    if "${apt[@]}" update -qq >&2 && "${apt[@]}" install -qq -y --no-install-recommends chromium >&2; then
        command -v chromium && exit
    fi
fi

echo "The browser tests need Chromium: install it, or set CHROMIUM to the path of one." >&2
exit 1
