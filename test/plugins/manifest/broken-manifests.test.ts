// Manifests with one mistake each: every key of the older form with a value of another kind, tables that
// meet keys, letters that no text has. Each has one reason, and the place where it is.
import { describe, expect, it } from 'vitest'
import { LONGEST_MANIFEST, readManifest } from '../../../main/plugins/manifest/read-manifest.ts'
import { ECHO, echoWith } from '../echo.ts'

const VALUE = 'plugin.manifest-value'
const ARGS = 'plugin.manifest-args'
const SYNTAX = 'plugin.manifest-syntax'
const KEY = 'plugin.manifest-key'

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  )

type Row = readonly [
  what: string,
  file: string | Uint8Array,
  code: string,
  line: number,
  column: number,
  said: RegExp,
]
const ROWS: readonly Row[] = [
  ['a number for a name', ECHO.replace('"echo"', '7'), VALUE, 1, 13, /must be a text/],
  ['a number for a version', ECHO.replace('"0.1.0"', '0.1'), VALUE, 2, 11, /but it is 0\.1/],
  ['a date for a version', ECHO.replace('"0.1.0"', '2026-11-28'), VALUE, 2, 11, /a date/],
  ['a list for a description', ECHO.replace('"Echo text back."', '["a"]'), VALUE, 3, 15, /a list/],
  ['a number for a switch', echoWith('requires_network = 1'), VALUE, 4, 20, /true or false/],
  ['a text for native', echoWith('native = "true"'), VALUE, 4, 10, /true or false/],
  ['half a millisecond', echoWith('max_runtime_ms = 1.5'), VALUE, 4, 18, /a whole number/],
  ['time without end', echoWith('max_runtime_ms = inf'), VALUE, 4, 18, /it is Infinity/],
  ['no number', echoWith('max_runtime_ms = nan'), VALUE, 4, 18, /it is NaN/],
  ['less than no time', echoWith('max_runtime_ms = -1'), VALUE, 4, 18, /at least 1/],
  [
    'a number beyond all',
    echoWith(`max_runtime_ms = 1${'0'.repeat(20)}`),
    VALUE,
    4,
    18,
    /at most 3600000/,
  ],
  ['a text for a size', echoWith('max_stdout_bytes = "65536"'), VALUE, 4, 20, /must be a number/],
  ['no room at all', echoWith('max_stderr_bytes = 0'), VALUE, 4, 20, /at least 1/],
  [
    'a rate beyond all',
    echoWith(`rate_limits = { per_minute = 1${'0'.repeat(20)} }`),
    VALUE,
    4,
    30,
    /at most/,
  ],
  [
    'a text for the arguments',
    `${ECHO.slice(0, ECHO.indexOf('[args]'))}args = "object"\n`,
    VALUE,
    4,
    8,
    /a table/,
  ],
  ['a list for the type', ECHO.replace('"object"', '["object"]'), ARGS, 5, 8, /must be "object"/],
  [
    'arguments that are a list',
    ECHO.replace('"object"', '"array"'),
    ARGS,
    5,
    8,
    /must be "object"/,
  ],
  [
    'a text for what is required',
    ECHO.replace('["text"]', '"text"'),
    ARGS,
    6,
    12,
    /a list of names/,
  ],
  [
    'a misspelt name of what is required',
    ECHO.replace('["text"]', '["texts"]'),
    ARGS,
    6,
    13,
    /Did you mean "text"/,
  ],
  [
    'a number for what is required',
    ECHO.replace('["text"]', '[1]'),
    ARGS,
    6,
    12,
    /a list of names/,
  ],
  ['a text for a length', ECHO.replace('1024', '"1024"'), ARGS, 9, 14, /a whole number/],
  ['a length below nothing', ECHO.replace('1024', '-1'), ARGS, 9, 14, /0 or more/],
  ['nothing to choose from', ECHO.replace('max_length = 1024', 'enum = []'), ARGS, 9, 8, /entries/],
  [
    'a least number for a text',
    ECHO.replace('max_length = 1024', 'min = 1'),
    ARGS,
    9,
    1,
    /for integer or number/,
  ],
  ['a table twice', `${ECHO}[args]\nx = 1\n`, SYNTAX, 10, 2, /multiple times/],
  [
    'a table in a table twice',
    `${ECHO}[args.properties.text]\nmax_length = 2\n`,
    SYNTAX,
    10,
    18,
    /multiple times/,
  ],
  [
    'a dotted key into a table that is there',
    `${ECHO}[args.properties]\ntext.max_length = 2\n`,
    SYNTAX,
    11,
    1,
    /multiple times/,
  ],
  [
    'a dotted key into a number',
    echoWith('limits.result_chars = 5\nlimits.result_chars.x = 1'),
    SYNTAX,
    5,
    8,
    /multiple times/,
  ],
  ['a list of tables for a table', `${ECHO}[[args]]\n`, SYNTAX, 10, 3, /multiple times/],
  [
    'more for a table in one line',
    echoWith('limits = { result_chars = 5 }\nlimits.memory_bytes = 9'),
    SYNTAX,
    5,
    1,
    /multiple times/,
  ],
  [
    'more for a list in one line',
    echoWith('mounts = []\n[[mounts]]\npath = "workspace"'),
    SYNTAX,
    5,
    3,
    /multiple times/,
  ],
  [
    'a control character',
    ECHO.replace('Echo text', 'Echo\u0001text'),
    SYNTAX,
    3,
    20,
    /Control characters/,
  ],
  ['a NUL', ECHO.replace('Echo text', 'Echo\0text'), SYNTAX, 3, 20, /Control characters/],
  ['a control character in a comment', `# a\u007fb\n${ECHO}`, SYNTAX, 1, 4, /Control characters/],
  ['half an end of a line', ECHO.replace('\nversion', '\rversion'), SYNTAX, 1, 20, /a newline/],
  [
    'a line that ends in a text',
    ECHO.replace('Echo text', 'Echo\ntext'),
    SYNTAX,
    3,
    20,
    /Unterminated/,
  ],
  [
    'an escape there is not',
    ECHO.replace('Echo text', String.raw`Echo \q text`),
    SYNTAX,
    3,
    22,
    /escape/,
  ],
  [
    'half a letter',
    ECHO.replace('Echo text', String.raw`Echo \ud800 text`),
    SYNTAX,
    3,
    26,
    /code point/,
  ],
  ['a number that begins with zeros', echoWith('max_runtime_ms = 007'), SYNTAX, 4, 18, /zeros/],
  ['a day there is not', echoWith('title = 2026-02-30'), SYNTAX, 4, 18, /date/],
  ['two keys in a line', echoWith('native = true protocol = 1'), SYNTAX, 4, 15, /a newline/],
  ['a key without a value', echoWith('title ='), SYNTAX, 4, 8, /same line/],
  ['a value without a key', echoWith('= 3'), SYNTAX, 4, 1, /Unexpected/],
  ['no name', ECHO.replace('"echo"', '""'), VALUE, 1, 13, /a name such as/],
  [
    'a letter that looks like another',
    ECHO.replace('"echo"', '"\u0435cho"'),
    VALUE,
    1,
    13,
    /a name such as/,
  ],
  ['a name with a slash', ECHO.replace('"echo"', '"a/b"'), VALUE, 1, 13, /a name such as/],
  ['two marks of byte order', `\ufeff\ufeff${ECHO}`, SYNTAX, 1, 1, /Unexpected/],
  [
    'ends of lines as on Windows',
    ECHO.replace('max_length', 'max_lenght').replaceAll('\n', '\r\n'),
    ARGS,
    9,
    1,
    /max_length/,
  ],
  ['a tab before the mistake', echoWith('\tnativ = true'), KEY, 4, 2, /Did you mean "native"/],
  [
    'bytes that are no letter',
    bytes(ECHO.slice(0, 30), [0xc3, 0x28], ECHO.slice(30)),
    SYNTAX,
    2,
    12,
    /not UTF-8/,
  ],
  [
    'a letter that is longer than it need be',
    bytes('# ', [0xc0, 0xaf], `\n${ECHO}`),
    SYNTAX,
    1,
    3,
    /not UTF-8/,
  ],
  ['half a letter at its end', bytes(ECHO, '# caf', [0xc3]), SYNTAX, 10, 6, /not UTF-8/],
  ['letters of two bytes', Buffer.from(ECHO, 'utf16le'), SYNTAX, 1, 2, /Unexpected/],
  [
    'one byte too many',
    `${ECHO}#${'x'.repeat(LONGEST_MANIFEST - ECHO.length)}`,
    'plugin.manifest-too-large',
    1,
    1,
    /262145 bytes/,
  ],
  ['a key that objects have', echoWith('constructor = 1'), KEY, 4, 1, /no key "constructor"/],
  ['a table that objects have', `${ECHO}[toString]\n`, KEY, 10, 2, /no key "toString"/],
  [
    'a key in quotes that no object may have',
    echoWith('"__proto__" = 1'),
    SYNTAX,
    4,
    1,
    /__proto__/,
  ],
  [
    'a number for a host',
    echoWith('requires_network = true\nhosts = [1]'),
    VALUE,
    5,
    10,
    /hosts\[0\]/,
  ],
  [
    'a misspelt key of a folder',
    echoWith('mounts = [{ path = "workspace", wirte = true }]'),
    KEY,
    4,
    33,
    /Did you mean "write"/,
  ],
  // What lacks something is there, and not at the next thing that is read.
  ['a key alone', echoWith('foo'), SYNTAX, 4, 4, /on the same line/],
  ['a key alone, far above the next', echoWith('foo # why\n\n# more\n'), SYNTAX, 4, 4, /same line/],
  ['the head of a table without its end', echoWith('[foo'), SYNTAX, 4, 5, /not valid TOML/],
  ['a key alone at its end', `${ECHO}foo\n`, SYNTAX, ECHO.split('\n').length, 4, /equal/],
  ['a folder of no name', echoWith('mounts = [{ path = "" }]'), VALUE, 4, 20, /must not be empty/],
  ['a text for a folder', echoWith('mounts = ["workspace"]'), VALUE, 4, 11, /curly brackets/],
  ['a number for a table', echoWith('limits = 7'), VALUE, 4, 10, /\[limits\], with its keys below/],
  ['a folder without its path', echoWith('mounts = [{ }]'), VALUE, 4, 11, /Add it: path = …/],
  [
    'a long name',
    ECHO.replace('"echo"', `"${'a'.repeat(65)}"`),
    VALUE,
    1,
    13,
    /at most 64 lower-case letters/,
  ],
  ['a table for the actions', echoWith('[actions]\nname = "a"'), VALUE, 4, 2, /a list/],
]

const read = (file: string | Uint8Array) =>
  readManifest(typeof file === 'string' ? Buffer.from(file) : file, null)

describe('a manifest', () => {
  it.each(ROWS)('with %s is refused where that is', (_what, file, code, line, column, said) => {
    const result = read(file)
    const found = result.ok ? [] : result.error
    expect(found).toMatchObject([{ code, line, column }])
    expect(`${found[0]?.text} ${found[0]?.hint}`).toMatch(said)
  })

  it.each([
    ['a mark of byte order', `\ufeff${ECHO}`],
    ['ends of lines as on Windows', ECHO.replaceAll('\n', '\r\n')],
    ['as many bytes as are read', `${ECHO}#${'x'.repeat(LONGEST_MANIFEST - ECHO.length - 1)}`],
  ])('with %s is read', (_what, file) => {
    expect(read(file).ok).toBe(true)
  })
})
