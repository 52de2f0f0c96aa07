// A secret that Gatehouse holds, in any two spellings one on the other: JSON in an address, markup in
// base64, base64 of JSON in hex, …
import { describe, expect, it } from 'vitest'
import { decode } from '../../main/secrets/redact/decoded.ts'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'

const SECRETS = [`kX/9"mQ<z&7'w+Lp 4é`, 'plainSecretValue42', 'a/b/c/d/e/f/g/h', 'päß & <sé>/ "q"']
const redactor = openRedactor({ known: () => SECRETS })

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const each = (text: string, change: (code: number) => string): string =>
  Array.from(text, (sign) => change(sign.codePointAt(0) ?? 0)).join('')

const SPELLINGS: readonly (readonly [name: string, spell: (text: string) => string])[] = [
  ['JSON', json],
  ['JSON with slashes', (text) => json(text).replaceAll('/', String.raw`\/`)],
  ['an address', encodeURIComponent],
  [
    'an address in small letters',
    (text) => encodeURIComponent(text).replaceAll(/%../g, (pair) => pair.toLowerCase()),
  ],
  ['a form', (text) => new URLSearchParams({ x: text }).toString().slice(2)],
  ['entities', (text) => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)],
  ['numbers in markup', (text) => each(text, (code) => `&#${code};`)],
  ['hex numbers in markup', (text) => each(text, (code) => `&#x${code.toString(16)};`)],
  ['code', (text) => each(text, (code) => String.raw`\u${code.toString(16).padStart(4, '0')}`)],
  ['base64', base64],
  ['base64 for addresses', (text) => Buffer.from(text).toString('base64url')],
  ['hex', (text) => Buffer.from(text).toString('hex')],
  ['base64 of JSON', (text) => base64(`{"a":"${json(text)}","b":1}`)],
]

describe('a secret that Gatehouse holds is hidden', () => {
  it.each(SPELLINGS)('in anything, in %s', async (_name, outer) => {
    const shown: string[] = []
    for (const secret of SECRETS)
      for (const [inner, spell] of SPELLINGS) {
        const spelled = outer(spell(secret))
        const { text, found } = await redactor.text(`{"k":"${spelled}"} and ${spelled}.`)
        const middle = spelled.slice(4, -4)
        if (!found.includes('known-secret') || text.includes(middle))
          shown.push(`${inner}: ${text}`)
      }
    expect(shown).toEqual([])
  })

  it('and nothing else is: what only looks encoded stays', async () => {
    for (const text of [
      String.raw`C:\users\ada \"quoted\" \/ \u0041 %41 %zz &amp; &nothing; &#99999999;`,
      `${base64('hello, this is some other text')} ${Buffer.from('plain words').toString('hex')}`,
      '/usr/lib/node_modules/npm/lib/utils/index.js',
    ])
      expect((await redactor.text(text)).text).toBe(text)
  })

  it('by where each character came from', () => {
    const decoded = decode(String.raw`a\"b%20c&amp;d\u0041`)
    expect([
      decoded?.text,
      Array.from(decoded?.text ?? '', (_sign, at) => decoded?.original(at)),
      decoded?.original(decoded.text.length),
      decode('nothing of it'),
    ]).toEqual(['a"b c&dA', [0, 1, 3, 4, 7, 8, 13, 14], 20, null])
  })
})
