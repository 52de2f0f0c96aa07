// What a terminal is taken for by what the environment says of it.
import { expect, it } from 'vitest'
import { canBeDrawnOn, inAscii, showsUnicode } from '../../main/host/cli/output/terminal-powers.ts'

it.each([
  [{ TERM: 'xterm-256color' }, 'linux', true],
  [{ TERM: 'vt100' }, 'linux', true],
  [{ TERM: 'dumb' }, 'linux', false],
  [{ TERM: 'unknown' }, 'linux', false],
  [{ TERM: '' }, 'linux', false],
  [{}, 'darwin', false],
  [{}, 'win32', true],
  [{ TERM: 'dumb' }, 'win32', false],
] as const)('%j on %s can be drawn on: %s', (env, platform, can) => {
  expect(canBeDrawnOn(env, platform)).toBe(can)
})

it.each([
  [{}, true],
  [{ LANG: '' }, true],
  [{ LANG: 'de_DE.UTF-8' }, true],
  [{ LANG: 'C.utf8' }, true],
  [{ LANG: 'C' }, false],
  [{ LANG: 'POSIX' }, false],
  [{ LANG: 'de_DE.ISO-8859-1' }, false],
  [{ LANG: 'de_DE.UTF-8', LC_ALL: 'C' }, false],
  [{ LANG: 'C', LC_CTYPE: 'en_US.UTF-8' }, true],
  [{ LANG: 'C.UTF-8', LC_CTYPE: 'C', LC_ALL: 'C.UTF-8' }, true],
])('%j shows more than ASCII: %s', (env, does) => {
  expect(showsUnicode(env)).toBe(does)
})

it('signs of ours are written by their likes, all else by its code', () => {
  expect(inAscii('“a” → b’s … é 漢 🙂 \u{1b}[1mx')).toBe(
    String.raw`"a" -> b's ... \u{e9} \u{6f22} \u{1f642} ` + '\u{1b}[1mx',
  )
})
