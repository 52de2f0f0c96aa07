// Programs that only look, whatever their options or but for some of them. Data only.
import { list, text, reads, deep, type Program } from './program.ts'
import { splitNames } from '../split-names.ts'

export const LOOKING: readonly (readonly [string, Program])[] = [
  // Only look, whatever the options.
  ...list(
    'cat tac head tail wc nl cut paste join comm fold fmt pr expand unexpand rev od hexdump cksum sum md5sum sha1sum',
    reads,
  ),
  ...list(
    'sha224sum sha256sum sha384sum sha512sum b2sum stat readlink realpath cmp strings base64 base32 basenc column colrm',
    reads,
  ),
  ...list('tsort ls dir vdir df du zcat bzcat xzcat zstdcat look lsattr getfacl', reads),
  ...list(
    'echo true false : pwd basename dirname whoami groups logname tty nproc arch uptime free seq sleep expr',
    text,
  ),
  ...list(
    'factor numfmt which type whereis locale getconf printenv yes ps pgrep lscpu lsblk uname id users cal tr sync',
    text,
  ),
  ...list(
    'exit return break continue shift set shopt times jobs wait ulimit umask clear tput cd pushd popd dirs test [ export declare typeset local readonly read unset mapfile readarray getopts',
    text,
  ),

  // Look, but for some of their options.
  ['printf', { effects: [], operands: 'text' }],
  [
    'file',
    {
      effects: [],
      operands: 'read',
      risky: {
        C: 'writes-inside',
        compile: 'writes-inside',
        z: 'unknown',
        Z: 'unknown',
        uncompress: 'unknown',
      },
    },
  ],
  [
    'sort',
    {
      effects: [],
      operands: 'read',
      valued: splitNames(`
        k o S t T key output buffer-size field-separator temporary-directory compress-program
        parallel
      `),
      risky: {
        o: 'write',
        output: 'write',
        T: 'write',
        'temporary-directory': 'write',
        'compress-program': 'opaque',
        'files0-from': 'unknown',
      },
    },
  ],
  [
    'tree',
    {
      effects: [],
      operands: 'read',
      valued: ['L', 'P', 'I', 'o', 'H', 'T'],
      risky: { o: 'write', R: 'unknown' },
    },
  ],
  ['jq', { ...reads, valued: ['f', 'L', 'indent', 'arg', 'argjson', 'slurpfile', 'rawfile'] }],
  [
    'uniq',
    {
      effects: [],
      operands: 'once',
      valued: ['f', 's', 'w', 'skip-fields', 'skip-chars', 'check-chars'],
    },
  ],
  [
    'xxd',
    {
      effects: [],
      operands: 'once',
      valued: splitNames('c cols g l len n o s seek R groupsize name offset'),
    },
  ],
  [
    'iconv',
    {
      effects: [],
      operands: 'read',
      valued: ['f', 't', 'o', 'from-code', 'to-code', 'output'],
      risky: { o: 'write', output: 'write' },
    },
  ],
  [
    'shuf',
    {
      effects: [],
      operands: 'read',
      valued: ['n', 'i', 'o', 'output'],
      risky: { o: 'write', output: 'write' },
    },
  ],
  [
    'diff',
    {
      effects: [],
      operands: 'read',
      valued: ['x', 'X', 'I', 'U', 'C', 'W', 'F'],
      deepWith: ['r', 'recursive'],
    },
  ],
  [
    'grep',
    {
      effects: [],
      operands: 'read',
      valued: ['e', 'f', 'm', 'A', 'B', 'C', 'd', 'D', 'regexp', 'file', 'max-count'],
      pattern: ['e', 'f', 'regexp', 'file'],
      deepWith: ['r', 'R', 'recursive', 'dereference-recursive', 'd'],
    },
  ],
  [
    'rg',
    {
      effects: [],
      operands: 'deep',
      valued: splitNames(`
        e f g t T A B C m M r j d E pre pre-glob hostname-bin regexp glob type
      `),
      pattern: ['e', 'f', 'regexp', 'file', 'files', 'type-list'],
      risky: { pre: 'opaque', 'hostname-bin': 'opaque', z: 'unknown', 'search-zip': 'unknown' },
    },
  ],
  ['ag', { ...deep, pattern: [], risky: { pager: 'opaque', z: 'unknown' } }],
  [
    'bat',
    {
      ...reads,
      risky: { pager: 'opaque', paging: 'unknown', 'map-syntax': 'read' },
      valued: ['pager'],
    },
  ],
  ['less', { effects: ['unknown'], operands: 'read' }],
  ['more', { effects: ['unknown'], operands: 'read' }],
]
