#!/bin/sh
# Runs after the package was removed, and on an update, as root. dpkg says which by a word, rpm by
# how many are left. Data of people is never touched.
case "$1" in
  remove | 0) ;;
  *) exit 0 ;;
esac

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if ! { command -v ischroot >/dev/null 2>&1 && ischroot; }; then
    apparmor_parser --remove "$profile" 2>/dev/null || true
  fi
  rm -f "$profile"
fi

command -v update-mime-database >/dev/null 2>&1 && update-mime-database /usr/share/mime || true
command -v update-desktop-database >/dev/null 2>&1 && update-desktop-database /usr/share/applications || true

cat <<'TEXT'
Gatehouse is removed. What it kept stays in the home of each person who used it:
  ~/.local/share/gatehouse   journal, database, backups
  ~/.local/state/gatehouse   head of the journal
  ~/.config/gatehouse        configuration and policy
Delete these folders to remove them too. Agents that were connected still call
Gatehouse: take it out of their configuration.
TEXT
