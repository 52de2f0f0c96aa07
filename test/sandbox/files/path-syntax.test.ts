// Spellings, by the rules of each system: the platform is an argument, so all of them are tried
// everywhere.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldName } from '../../../contract/policy/fold-name.ts'
import {
  badForm,
  foldPath,
  hasWindowsSpoof,
  usuallyFolds,
} from '../../../main/sandbox/files/path-syntax.ts'

const windowsOnly: readonly string[] = [
  '\\\\?\\C:\\x',
  '\\\\?\\UNC\\server\\share',
  '\\\\.\\C:\\x',
  '\\\\.\\PhysicalDrive0',
  '//./pipe/x',
  '//?/C:/x',
  '\\\\server\\share',
  '//server/share/f',
  '\\\\localhost\\c$\\x',
  '\\\\127.0.0.1\\c$',
  '\\??\\C:\\x',
  '\\\\?\\GLOBALROOT\\Device',
  '/\\server\\x',
  'a.txt:stream',
  'a.txt::$DATA',
  'dir:$I30:$INDEX_ALLOCATION\\x',
  '.git::$INDEX_ALLOCATION\\hooks',
  'C:\\a:b',
  ':x',
  'C:relative',
  'C:',
  'z:x\\y',
  'dir.\\x',
  'name.',
  'name ',
  'a..',
  '.git.\\hooks',
  '.git \\hooks',
  'a\\b. .\\c',
  '... \\x',
  'CON',
  'con',
  'nul.txt',
  'NUL',
  'aux',
  'AUX.tar.gz',
  'prn.',
  'COM1',
  'com9.log',
  'COM¹',
  'com².txt',
  'LPT³',
  'lpt1',
  'COM0',
  'dir\\CON\\x',
  'CON .txt',
  'NUL  ',
  'CONIN$',
  'conout$',
  'CLOCK$',
  'C:\\x\\nul',
  'PROGRA~1',
  'GIT~1\\hooks',
  'C:\\PROGRA~1\\x',
  'SSH~1',
  'a~1.txt',
  'secret~12',
  'a<b',
  'a>b',
  'a"b',
  'a|b',
  'a?b',
  'a*b',
]
const fineOnWindows: readonly string[] = [
  'C:\\Users\\me\\a.txt',
  'c:/x/y',
  'dir\\..\\a',
  './a',
  '..\\x',
  'a b.txt',
  '.git',
  'console.log',
  'auxiliary',
  'nulled.txt',
  'com10',
  'COMX',
  'lpt',
  'confetti',
  'x.con',
  'ümläut',
  '日本\\語.txt',
  '🦊',
  '~\\x',
  '~',
  'longername~1',
  'a.b.c',
  '-rf',
  '%2e%2e',
  '$HOME',
  'C:\\',
]
/** Refused everywhere. */
const nowhere: readonly (readonly [path: string, code: string])[] = [
  ['', 'path.empty'],
  ['a\0b', 'path.nul'],
  ['\uD800', 'path.not-text'],
  ['a\uFFFDb', 'path.not-text'],
  ['a\nb', 'path.control'],
  ['a\rb', 'path.control'],
  ['a\u001b[31mb', 'path.control'],
  ['a\tb', 'path.control'],
  ['a\u007fb', 'path.control'],
  ['a\u0085b', 'path.control'],
  ['a\u009bb', 'path.control'],
  ['a\u2028b', 'path.control'],
  ['photo\u202egnp.exe', 'path.control'],
  ['a\u2066b', 'path.control'],
  ['n'.repeat(256), 'path.too-long'],
  ['ü'.repeat(128), 'path.too-long'],
  ['d/'.repeat(2100), 'path.too-long'],
]

describe('a path is refused by its letters', () => {
  it.each(windowsOnly)('on Windows and nowhere else: %j', (path) => {
    expect(hasWindowsSpoof(path)).toBe(true)
    expect(badForm(path, 'win32')).toMatchObject({ code: 'path.unsupported' })
    expect([badForm(path, 'linux'), badForm(path, 'darwin')]).toEqual([null, null])
  })
  it.each(nowhere)('on every system: %j', (path, code) => {
    for (const platform of ['linux', 'darwin', 'win32'])
      expect(badForm(path, platform)).toMatchObject({ code })
  })
  it.each(fineOnWindows)('nowhere: %j', (path) => {
    for (const platform of ['linux', 'darwin', 'win32']) expect(badForm(path, platform)).toBeNull()
  })
})

describe('two names are one', () => {
  const same: readonly (readonly [string, string])[] = [
    ['.GIT', '.git'],
    ['.Git', '.git'],
    ['.git.', '.git'],
    ['.git ', '.git'],
    ['.git. .', '.git'],
    ['GIT~1', '.git'],
    ['git~2', '.git'],
    ['.g\u200cit', '.git'],
    ['.gi\u200dt', '.git'],
    ['.git\ufeff', '.git'],
    ['.g\u202eit', '.git'],
    ['hook\u017f', 'hooks'],
    ['con\ufb01g', 'config'],
    ['.\u212aube', '.kube'],
    ['u\u0308ml', 'üml'],
    ['ÜML', 'u\u0308ml'],
    ['Å', '\u212b'],
    ['STRASSE', 'straße'],
    ['.ssh::$DATA', '.ssh'],
    ['ΣΑΣ', 'σας'],
  ]
  it.each(same)('%j and %j', (one, other) => expect(foldName(one)).toBe(foldName(other)))

  const apart: readonly (readonly [string, string])[] = [
    ['.git', 'git'],
    ['.gitx', '.git'],
    ['a', 'b'],
    ['..', '.'],
    ['...', '.'],
    ['ümläut', 'umlaut'],
  ]
  it.each(apart)('but not %j and %j', (one, other) =>
    expect(foldName(one)).not.toBe(foldName(other)),
  )

  it('or stay so: folding twice is folding once, and case never matters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name))
        const plain = name.replace(/[^ -~]/g, '')
        expect(foldName(plain.toUpperCase())).toBe(foldName(plain.toLowerCase()))
      }),
    )
  })

  it('name by name in a path', () => expect(foldPath('/Home/P/.SSH./ID')).toBe('/home/p/.ssh/id'))
  it('on macOS and Windows', () =>
    expect(['linux', 'darwin', 'win32', 'freebsd'].map(usuallyFolds)).toEqual([
      false,
      true,
      true,
      false,
    ]))
})
