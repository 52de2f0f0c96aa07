// Values of the right kind that mean something else than their author thinks, or hide something from
// the person who reviews them.
import { describe, expect, it } from 'vitest'
import { readManifest } from '../../../main/plugins/manifest/read-manifest.ts'
import { ECHO, echoWith } from '../echo.ts'

const network = (host: string): string => echoWith(`requires_network = true\nhosts = ${host}`)
const folder = (path: string): string => echoWith(`mounts = [{ path = "${path}" }]`)

const ROWS: readonly (readonly [
  what: string,
  file: string,
  line: number,
  column: number,
  said: RegExp,
])[] = [
  ['a title of spaces', echoWith('title = "   "'), 4, 9, /says something/],
  ['a title that turns round', echoWith('title = "read\u202egpj"'), 4, 9, /"read<U\+202E>gpj"/],
  ['a title in two lines', echoWith(String.raw`title = "a\nb"`), 4, 9, /one line/],
  ['a description of spaces', ECHO.replace('Echo text back.', ' '), 3, 15, /says something/],
  [
    'a description that a terminal obeys',
    ECHO.replace('Echo text', String.raw`Echo \u001b[31m text`),
    3,
    15,
    /hidden characters.*\\u001b\[31m/,
  ],
  [
    'a description with letters nobody sees',
    ECHO.replace('Echo', 'Echo\u{e0041}\u{e0042}'),
    3,
    15,
    /<U\+E0041>/,
  ],
  ['a version in two lines', ECHO.replace('0.1.0', String.raw`1\n2`), 2, 11, /one line/],
  [
    'a scope that hides something',
    echoWith('default_policy.scope = "this\u200bcall"'),
    4,
    24,
    /<U\+200B>/,
  ],
  ['a folder with a NUL', folder(String.raw`/a\u0000b`), 4, 20, /hidden characters/],
  ['a folder in two lines', folder(String.raw`/a\nb`), 4, 20, /hidden characters/],
  ['a folder that turns round', folder('/a\u202eb'), 4, 20, /hidden characters/],
  [
    'one folder, written in two ways',
    echoWith('mounts = [{ path = "/etc" }, { path = "/./etc//" }]'),
    4,
    39,
    /twice/,
  ],
  ['a host that means an address', network('["0x7f.1"]'), 5, 10, /which means 127\.0\.0\.1/],
  ['a host that is a number', network('["2130706433"]'), 5, 10, /which means 127\.0\.0\.1/],
  ['a host with two ports', network('["a.example:80:90"]'), 5, 10, /name of no host/],
  ['a port there is not', network('["a.example:99999"]'), 5, 10, /name of no host/],
  ['one host twice', network('["a.example", "a.example"]'), 5, 23, /twice/],
  [
    'too many hosts',
    network(`[${Array.from({ length: 65 }, (_, at) => `"h${at}.example"`).join()}]`),
    5,
    9,
    /it has 65/,
  ],
  [
    'what is hidden, misspelt',
    echoWith('redaction.args = ["/txet"]'),
    4,
    19,
    /no argument "txet".*"\/text"/,
  ],
  ['half a step of a pointer', echoWith('redaction.args = ["/te~xt"]'), 4, 19, /JSON Pointer/],
  [
    'a requirement there is not',
    echoWith('requires = [{ kind = "root" }]'),
    4,
    22,
    /one of workspace, sandbox,/,
  ],
  [
    'a program with a folder',
    echoWith('requires = [{ kind = "program", name = "../x" }]'),
    4,
    40,
    /name of a program/,
  ],
  ['a number as a text', echoWith('protocol = "1"'), 4, 12, /Write 1, without quotes/],
  [
    'a number of which only the nearest can be held',
    echoWith('max_runtime_ms = 9007199254740993'),
    4,
    18,
    /at most \d+, but it is 9007199254740993\./,
  ],
  [
    'such a number in other digits',
    echoWith('limits = { memory_bytes = 0x20_0000_0000_0001 }'),
    4,
    27,
    /but it is 0x20_?0000_?0000_?0001\./,
  ],
  ['an action without a name', echoWith('actions = [{ name = "" }]'), 4, 21, /must not be empty/],
  [
    'a file that no archive can name',
    echoWith(`program = "${'a'.repeat(101)}"`),
    4,
    11,
    /name of a file/,
  ],
]

describe('a manifest', () => {
  it.each(ROWS)('with %s is refused where that is', (_what, file, line, column, said) => {
    const result = readManifest(Buffer.from(file), null)
    const found = result.ok ? [] : result.error
    expect(found).toMatchObject([{ code: 'plugin.manifest-value', line, column }])
    expect(`${found[0]?.text} ${found[0]?.hint}`).toMatch(said)
  })

  it.each([
    [
      'a description in lines',
      ECHO.replace('"Echo text back."', '"""\nEcho\n\ttext \u{1f469}\u200d\u{1f680}"""'),
    ],
    ['a host with a port', network('["a.example:8080", "http://b.example", "[::1]:80"]')],
    [
      'what is hidden in a list',
      echoWith('redaction.args = ["/text/*/key"]\nredaction.result = ["/any"]'),
    ],
  ])('with %s is read', (_what, file) => {
    const result = readManifest(Buffer.from(file), null)
    expect(result.ok ? [] : result.error).toEqual([])
  })
})
