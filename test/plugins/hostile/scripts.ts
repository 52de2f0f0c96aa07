// Shell scripts of plugins that keep to no order, and the code that each ends with: `|` where it is a race
// which limit is met first. They are run alone, and in a whole Gatehouse for what its journal says.
import type { PluginRequest } from '../../../contract/plugin/request.ts'

/** A script begins with it. `id` is set before. `many TEXT TIMES`, `said COMMAND`: what it says, in letters. */
export const PROLOGUE = String.raw`answer() {
  printf '{"protocol_version":0,"request_id":"%s","ok":true,"data_json":"%s","stdout":"","stderr":""}' "$id" "$1"
}
say() { printf '{"request_id":"%s",%s}\n' "$id" "$1"; }
result='"kind":"result","protocol_version":1,"data":'
progress='"kind":"progress","text":"working"'
many() { perl -e 'print $ARGV[0] x $ARGV[1]' "$1" "$2"; }
said() { "$@" 2>&1 | tr -dc 'a-zA-Z0-9 -' | head -c 200; }`

export type HostileScript = readonly [
  what: string,
  body: string,
  code: string,
  limits: Partial<PluginRequest['limits']>,
]

/** What goes on for ever is given little. */
const short = { runTimeMs: 1_500 }

/** Of protocol 0: `answer DATA_JSON` is its answer. */
export const SPEAKS_ZERO: readonly HostileScript[] = [
  ['closes its output and goes on', 'exec >&-; sleep 1000', 'plugin.timeout', short],
  [
    'answers, closes its output and goes on',
    'answer {}; exec >&-; sleep 1000',
    'plugin.timeout',
    short,
  ],
  ['answers, and never ends', 'answer {}; sleep 1000', 'plugin.timeout', short],
  [
    'answers by a guess, before it has read its call',
    'id=call-0; answer {}',
    'plugin.answer-id',
    {},
  ],
  ['closes its input unread', 'exec <&-; answer 1', 'answered 1', {}],
  ['answers in letters that are none', "answer '\\377'", 'plugin.answer-not-json', {}],
  [
    'answers deeper than anybody reads',
    'answer "$(many [ 20000)$(many ] 20000)"',
    'plugin.answer-data',
    {},
  ],
  [
    'is deep itself',
    `printf '{"a":'; many [ 20000; many ] 20000; printf '}'`,
    'plugin.answer-not-json',
    {},
  ],
  ['opens without end', `printf '{"a":'; many [ 40000`, 'plugin.answer-cut', {}],
  ['answers with a number beyond all', 'answer 1e999', 'plugin.answer-data', {}],
  [
    'says a key twice, and the second is another call',
    `printf '{"request_id":"call-1","request_id":"call-2","protocol_version":0,"ok":true,"data_json":"1","stdout":"","stderr":""}'`,
    'plugin.answer-not-json',
    {},
  ],
  [
    'begins with a mark of byte order',
    `printf '\\357\\273\\277'; answer 1`,
    'plugin.answer-not-json|answered 1',
    {},
  ],
  [
    'answers for its call in capitals',
    'id=$(echo "$id" | tr a-z A-Z); answer 1',
    'plugin.answer-id',
    {},
  ],
  ['answers with what is no number', 'answer NaN', 'plugin.answer-data', {}],
  ['answers in the other protocol', 'say "${result}1"', 'plugin.answer-version', {}],
  [
    'says a letter a second',
    `for c in '{' '"' a '"' b; do printf %s "$c"; sleep 1; done`,
    'plugin.timeout',
    short,
  ],
  [
    'leaves a grandchild to answer for it',
    '(setsid sh -c "sleep 1; printf late" &); exit 0',
    'plugin.no-answer',
    {},
  ],
  ['puts a NUL before its answer', `printf '\\000'; answer 1`, 'plugin.answer-not-json', {}],
  ['puts a NUL behind its answer', `answer 1; printf '\\000'`, 'plugin.answer-trailing', {}],
]

/** Of protocol 1: `say MEMBERS` is a line. */
export const SPEAKS_ONE: readonly HostileScript[] = [
  ['gives two answers', 'say "${result}1"; say "${result}2"', 'plugin.answer-second', {}],
  ['goes on after its answer', 'say "${result}1"; say "$progress"', 'plugin.answer-trailing', {}],
  [
    'is deep after its answer',
    'say "${result}1"; say "${result}$(many [ 20000)$(many ] 20000)"',
    'plugin.answer-trailing',
    {},
  ],
  [
    'answers deeper than anybody reads',
    'say "${result}$(many [ 20000)$(many ] 20000)"',
    'plugin.answer-not-json',
    {},
  ],
  ['says what is no text', `printf '{"a":"\\377"}\\n'; sleep 1000`, 'plugin.answer-not-json', {}],
  [
    'says something for another call',
    'id=call-2; say "$progress"; sleep 1000',
    'plugin.answer-id',
    {},
  ],
  [
    'says how far it is for ever',
    'while :; do say "$progress"; done',
    'plugin.stdout-overflow',
    {},
  ],
  [
    'never ends its line',
    'while :; do printf xxxxxxxxxxxxxxxx; done',
    'plugin.stdout-overflow',
    {},
  ],
  [
    'says it is further than done',
    `say '"kind":"progress","fraction":2'; sleep 1000`,
    'plugin.answer-shape',
    {},
  ],
  ['closes its output before it answers', 'exec >&-; sleep 1000', 'plugin.timeout', short],
  ['answers in the other protocol', 'answer 1', 'plugin.answer-version', {}],
  [
    'says a kind in capitals',
    `say '"kind":"Result","protocol_version":1,"data":1'`,
    'plugin.answer-shape',
    {},
  ],
  [
    'says its version as a text',
    `say '"kind":"result","protocol_version":"1","data":1'`,
    'plugin.answer-shape',
    {},
  ],
  [
    'says two things in one line',
    `printf '{"request_id":"%s",%s1}{"request_id":"%s",%s1}\\n' "$id" "$result" "$id" "$result"`,
    'plugin.answer-not-json',
    {},
  ],
  ['says what is beyond all numbers', 'say "${result}1e999"', 'plugin.answer-shape', {}],
  ['says nothing but empty lines', 'echo; echo; echo', 'plugin.no-answer', {}],
]

/** Of protocol 0: odd with processes and streams. */
export const ACTS: readonly HostileScript[] = [
  ['says nothing but NULs', 'head -c 60000 /dev/zero', 'plugin.answer-not-json', {}],
  ['says NULs without end', 'exec cat /dev/zero', 'plugin.stdout-overflow', {}],
  ['answers, then complains for ever', 'answer 1; exec yes >&2', 'plugin.stderr-overflow', {}],
  ['closes its standard error', 'exec 2>&-; answer 1', 'answered 1', {}],
  ['stops itself', 'kill -STOP $$', 'plugin.timeout', short],
  ['stops itself once it has answered', 'answer 1; kill -STOP $$', 'plugin.timeout', short],
  [
    'answers a letter at a time',
    `answer 1 | while IFS= read -r -n 1 c 2>/dev/null; do printf %s "$c"; done || answer 1`,
    'answered 1|plugin.no-answer|plugin.answer-cut|plugin.answer-not-json',
    {},
  ],
  [
    'leaves forty children that ended',
    'for i in $(seq 40); do true & done; answer 1',
    'answered 1',
    {},
  ],
  [
    'starts a program with more arguments than there is room for',
    'exec /bin/echo $(head -c 3000000 /dev/zero | tr "\\0" x)',
    'plugin.exit-code',
    {},
  ],
  ['kills what started it', 'kill -KILL 1; kill -TERM 1; answer 1', 'answered 1', {}],
  [
    'opens files without end',
    `perl -e 'my @all; while (open my $file, "<", "/dev/null") { push @all, $file }'; answer 1`,
    'answered 1',
    {},
  ],
  [
    'starts processes without end',
    `perl -e 'while (defined(my $p = fork)) { if (!$p) { sleep 60; exit } }'; answer 1`,
    'answered 1',
    {},
  ],
  [
    'goes by another name and sleeps',
    `exec perl -e '$0 = "bwrap"; sleep 1000'`,
    'plugin.timeout',
    short,
  ],
  ['kills all that it can see', 'kill -KILL -1; answer 1', 'answered 1|plugin.signal', {}],
  [
    'takes away its bound of a file',
    '(ulimit -f unlimited) 2>/dev/null && answer 1 || answer 2',
    'answered 2|answered 1',
    {},
  ],
  [
    'goes into a folder that it took away',
    'mkdir /tmp/a; cd /tmp/a; rmdir /tmp/a; answer 1',
    'answered 1',
    {},
  ],
  ['ends as its output is full', 'exec >/dev/full; answer 1; exit 0', 'plugin.no-answer', {}],
]
