// A question of which nobody knows where it comes from, once private data and text of strangers were read:
// it may be that data in another form. What follows for rules, settings and lasting answers is in
// test/mcp/injection.
import { describe, expect, it } from 'vitest'
import { CallId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import { noTaint } from '../../contract/call/origin.ts'
import type { ArgumentOrigin, Source, Taint } from '../../contract/call/origin.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import { unexplainedQuestions } from '../../main/gate/raises/question-raise.ts'
import { tool } from './decision-requests.ts'

const source = (more: Partial<Source> = {}): Source => ({
  callId: CallId.parse('call_aaaaaaaaaaaa'),
  tool: 'files__read_text_file',
  from: 'the server files',
  label: 'private',
  ...more,
})
const mail = source({
  tool: 'mail__read_mail',
  from: 'the server mail',
  label: 'untrusted',
  holdsPrivate: true,
})
const both: Taint = { privateRead: [source()], untrustedRead: [mail] }
const found = (pointer: string, from: Source, part?: string): ArgumentOrigin => ({
  pointer,
  origin: { kind: 'tool', source: from },
  ...(part === undefined ? {} : { part }),
})
type External = NonNullable<Manifest['external']>
const search = (more: Partial<External> = {}, networkOutbound = true): Manifest =>
  tool('web__search_web', 'R2', {
    builtIn: false,
    networkOutbound,
    external: {
      sourceId: 'mcp.web.search-web',
      labels: {
        id: 'mcp.web.search-web',
        category: 'network',
        effects: [],
        readsPrivate: false,
        readsUntrusted: true,
        sends: null,
      },
      decided: true,
      changes: false,
      args: ['/query'],
      ...more,
    },
  })
const asked = (
  args: JsonObject,
  origins: readonly ArgumentOrigin[] = [],
  manifest = search(),
  taint = both,
): readonly string[] => unexplainedQuestions({ manifest, args, origins, taint })

describe('a question that nothing explains', () => {
  it.each<[string, JsonObject, readonly ArgumentOrigin[]]>([
    ['a text', { query: 'vault four seven' }, []],
    ['what is private, as it is', { query: '4711-0815' }, [found('/query', source())]],
    ['an email, which is private as well', { query: 'as Anna wrote' }, [found('/query', mail)]],
    [
      'of which only a part is known',
      { query: 'june 47110815' },
      [found('/query', source({ label: 'workspace' }), 'june')],
    ],
    ['few characters that are nearly all digits', { query: '#471108' }, []],
    [
      'a word that is explained, beside names that no schema names',
      { query: 'tables', '4711-0815': true },
      [found('/query', source({ label: 'workspace' }))],
    ],
    ['a number', { query: 47_110 }, []],
    ['one of a list', { query: ['a', 'vault 4711'] }, []],
    ['a list of many', { query: Array.from({ length: 16 }, () => 'x') }, []],
    ['the names in an object', { query: { 'vault 4711': 1 } }, []],
    ['an argument beside', { query: 'a', other: 'vault 4711' }, []],
    ['pieces that are short alone', { query: 'vault', a: '4711', b: '0815', c: 'abc' }, []],
    ['a day of no calendar', { from: '4711-08-15' }, []],
    ['a minute that is no quarter of an hour', { from: '2026-11-28T04:47:11Z' }, []],
    ['three days and more', { a: '2026-11-01', b: '2026-11-02', c: '2026-11-03', d: 'vaul' }, []],
    ['signs that nobody sees', { query: 'a\u{e0034}\u{e0037}\u{e0031}\u{e0031}' }, []],
  ])('is %s', (_what, args, origins) => {
    expect(asked(args, origins).length).toBeGreaterThan(0)
  })

  it.each<[string, JsonObject, readonly ArgumentOrigin[]]>([
    ['it is short', { query: 'tables' }, []],
    ['it is empty', { query: '', more: null }, []],
    ['days', { timeMin: '2026-11-01', timeMax: '2026-11-02' }, []],
    [
      'quarters of an hour',
      { timeMin: '2026-11-01T00:00:00Z', timeMax: '2026-11-01T23:59:59+01:00' },
      [],
    ],
    ['a page and a state', { query: 'me/shop', page: 12, open: true }, []],
    [
      'the person said it',
      { query: 'tables of June' },
      [{ pointer: '/query', origin: { kind: 'person' } }],
    ],
    [
      'a file of the workspace has it',
      { query: 'empty list' },
      [found('/query', source({ label: 'workspace' }))],
    ],
    [
      'strangers wrote it',
      { query: 'empty list' },
      [found('/query', source({ label: 'untrusted' }))],
    ],
    [
      'the server itself gave it, private or not',
      { query: '18c2f0a9b3d4e5f6' },
      [found('/query', source({ tool: 'web__list_pages', label: 'private' }))],
    ],
  ])('does not arise where %s', (_what, args, origins) => {
    const named = search({ args: Object.keys(args).map((name) => `/${name}`) })
    expect(asked(args, origins, named)).toEqual([])
  })

  it('counts the names that no schema names', () => {
    const args = { query: 'me/shop', page: 47, per_page: 11 }
    expect(asked(args, [], search({ args: ['/query', '/page', '/per_page'] }))).toEqual([])
    expect(asked(args)).toEqual(['/page', '/per_page', '/query'])
  })

  it.each<[string, Manifest, Taint]>([
    ['nothing private was read', search(), { ...both, privateRead: [] }],
    ['nothing of strangers was read', search(), { ...both, untrustedRead: [] }],
    ['nothing was read', search(), noTaint],
    ['the server has no way out', search({}, false), both],
    ['the tool changes something, which has rules of its own', search({ changes: true }), both],
    ['it is a tool of ours', tool('http', 'R2'), both],
  ])('is not asked for where %s', (_what, manifest, taint) => {
    expect(asked({ query: 'vault four seven' }, [], manifest, taint)).toEqual([])
  })
})
