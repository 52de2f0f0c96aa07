#!/bin/sh
# A plugin that does to the sandbox whatever its argument `what` says.
IFS= read -r call
id=$(printf '%s' "$call" | sed -n 's/.*"request_id":"\([^"]*\)".*/\1/p')
what=$(printf '%s' "$call" | sed -n 's/.*\\"what\\":\\"\([^\\]*\)\\".*/\1/p')
path=$(printf '%s' "$call" | sed -n 's/.*\\"path\\":\\"\([^\\]*\)\\".*/\1/p')
answer() {
  printf '{"protocol_version":%s,"request_id":"%s","ok":true,"data_json":"{\\"saw\\":\\"%s\\"}","stdout":"","stderr":""}\n' \
    "${version:-0}" "$id" "$1"
}
said() { "$@" 2>&1 | head -c 200 | tr -d '"\\\n'; }

case $what in
floods) while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; echo yyyyyyyyyyyyyyyyyyyyyyyy >&2; done ;;
complains) while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy >&2; done ;;
ignores-term) trap '' TERM INT HUP; while :; do sleep 1; done ;;
loops) while :; do :; done ;;
detaches) (setsid sleep "$path" </dev/null >/dev/null 2>&1 &) ; setsid sleep "$path" & answer left ;;
detaches-silently) setsid sleep "$path" & exit 0 ;;
forks) bomb() { bomb | bomb & bomb; }; bomb ;;
half) printf '{"protocol_version":0,"request_id":"%s","ok":tr' "$id" ;;
wrong-id) id=another; answer x ;;
wrong-version) version=1; answer x ;;
twice) answer one; answer two ;;
rubbish) answer one; echo done ;;
noise) echo "I am done." ;;
bytes) printf '\377\376{}' ;;
nothing) exit 0 ;;
missing) printf '{"protocol_version":0,"request_id":"%s","ok":true}\n' "$id" ;;
unknown) printf '{"protocol_version":0,"request_id":"%s","ok":true,"data_json":"1","stdout":"","stderr":"","more":1}\n' "$id" ;;
bad-data) printf '{"protocol_version":0,"request_id":"%s","ok":true,"data_json":"{","stdout":"","stderr":""}\n' "$id" ;;
refuses) printf '{"protocol_version":0,"request_id":"%s","ok":false,"data_json":"{\\"error\\":\\"no such book\\"}","stdout":"","stderr":""}\n' "$id"; exit 1 ;;
code) echo "it broke" >&2; answer x; exit 3 ;;
aborts) kill -ABRT $$ ;;
kills-itself) kill -KILL $$ ;;
allocates) exec perl -e 'my @all; while (1) { push @all, "x" x (1 << 20) }' ;;
reads) answer "$(said cat "$path")" ;;
writes) answer "$( (echo changed >"$path") 2>&1 | head -c 200 | tr -d '"\\\n')$(test -s "$path" && head -c 40 "$path" | tr -d '"\\\n')" ;;
lists) answer "$(ls -A "$path" | tr '\n' ' ')" ;;
connects) answer "$(said perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(PeerAddr => $ARGV[0], Timeout => 5) ? "connected" : "refused: $!"' "$path")" ;;
environment) answer "$(env | sort | tr '\n' ' ' | tr -d '"\\')" ;;
whoami) answer "$(id -u) $(pwd)" ;;
esac
