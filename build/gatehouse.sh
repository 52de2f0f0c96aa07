#!/bin/sh
# The gatehouse command of the installed app. Works through links, and while the app is closed.
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/../main/host/launch/gatehouse.cjs" "$@"
