#!/bin/sh
# Miniflare starts this instead of workerd. It notes the process id, so that the guard can end
# workerd when its parent dies without a word, and lets Ctrl-C reach the parent alone, which stops
# in order.
trap '' INT
echo $$ > "$PALISADE_RUNTIME_PID"
# The parent died before the guard could know of this process.
kill -0 "$PPID" || exit 1
exec "$PALISADE_WORKERD" "$@"
