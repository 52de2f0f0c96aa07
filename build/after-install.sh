#!/bin/sh
# Runs after the package was unpacked, as root. ${executable} and ${sanitizedProductName} are filled
# in by electron-builder, so a variable of the shell has no braces here.
folder='/opt/${sanitizedProductName}'

# Chromium's sandbox needs user namespaces, or a helper that may do more where there are none.
if unshare --user true 2>/dev/null; then
  chmod 0755 "$folder/chrome-sandbox" || true
else
  chmod 4755 "$folder/chrome-sandbox" || true
fi

# Ubuntu 24 lets a program have user namespaces only where a profile says so.
profile="$folder/resources/apparmor-profile"
if command -v apparmor_status >/dev/null 2>&1 && apparmor_status --enabled >/dev/null 2>&1 &&
  apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
  cp -f "$profile" '/etc/apparmor.d/${executable}'
  if ! { command -v ischroot >/dev/null 2>&1 && ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}' || true
  fi
fi

command -v update-mime-database >/dev/null 2>&1 && update-mime-database /usr/share/mime || true
command -v update-desktop-database >/dev/null 2>&1 && update-desktop-database /usr/share/applications || true
