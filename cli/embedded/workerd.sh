#!/bin/sh
# Miniflare starts this instead of workerd. It notes the process id, so that the guard can end
# workerd when its parent dies without a word, and lets Ctrl-C reach the parent alone, which stops
# in order.
trap '' INT
echo $$ > "$PALISADE_RUNTIME_PID"
exec "$PALISADE_WORKERD" "$@"
