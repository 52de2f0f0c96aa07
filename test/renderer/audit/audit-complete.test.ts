// What Audit's line offers while somebody types, and the line that taking it leaves.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery, queryKeys } from '../../../contract/journal/journal-query.ts'
import {
  askedFor,
  suggest,
  taken,
  typingAt,
} from '../../../renderer/features/audit/query/complete.ts'
import { auditAddress, auditLocationOf, exactly } from '../../../renderer/state/audit-address.ts'
import { tries } from '../../soak.ts'

const known = [
  { value: 'read_file', n: 12 },
  { value: 'write_file', n: 3 },
  { value: 'my tool', n: 1 },
]
const words = { keys: { tool: 'which tool' }, rows: (n: number) => `${n} rows` }
/** `|` is the caret. */
function at(marked: string) {
  const caret = marked.indexOf('|')
  const line = marked.replace('|', '')
  return { line, typing: typingAt(line, caret) }
}
const offered = (marked: string) => suggest(at(marked).typing, known, words)
/** The line that each offer leaves, with its caret. */
const left = (marked: string): string[] =>
  offered(marked).map((offer) => {
    const { line, caret } = taken(at(marked).line, offer)
    return `${line.slice(0, caret)}|${line.slice(caret)}`
  })

describe('completions at the caret of a query', () => {
  it.each<[string, string[]]>([
    ['to|', ['tool:|']],
    ['-to|', ['-tool:|']],
    ['TO|', ['tool:|']],
    ['kind:decision ti|', ['kind:decision tier:|']],
    ['ti| kind:decision', ['tier:| kind:decision']],
    ['tool:re|', ['tool:read_file |']],
    ['tool:RE|', ['tool:read_file |']],
    ['tool:read_file,wri|', ['tool:read_file,write_file |']],
    ['tool:"my|', ['tool:"my tool" |']],
    ['tool:wr| kind:decision', ['tool:write_file |kind:decision']],
    ['decision:a|', ['decision:allow |']],
    ['-decision:de|', ['-decision:deny |']],
    ['tier:R4|', []],
    ['after:1|', ['after:15m |', 'after:1h |']],
    ['"some text|', []],
    ['/home|', []],
    ['12|', []],
    ['zzz|', []],
  ])('%s', (marked, want) => {
    const fitting = left(marked)
    expect(marked === 'after:1|' ? fitting.slice(0, 2) : fitting).toEqual(want)
  })

  it('are every key where nothing is typed, each with what it means', () => {
    expect(offered('|').map(({ label }) => label)).toEqual(queryKeys.map((key) => `${key}:`))
    expect(offered('too|')).toEqual([
      { label: 'tool:', detail: 'which tool', from: 0, to: 3, insert: 'tool:' },
    ])
    expect(offered('tool:write|')[0]?.detail).toBe('3 rows')
  })

  it.each([
    ['tool:re|', { key: 'tool', typed: 're' }],
    ['tool:read_file,wr|', { key: 'tool', typed: 'wr' }],
    ['host:|', { key: 'host', typed: '' }],
    ['decision:a|', null],
    ['after:1|', null],
    ['tool|', null],
    ['nothing:a|', { key: 'nothing', typed: 'a' }],
  ])('the journal is asked for the values of %s: %o', (marked, want) => {
    expect(askedFor(at(marked).typing)).toEqual(want)
  })
})

const aWord = fc.oneof(
  fc.constantFrom(
    'tool:',
    'tool:re',
    '-decision:',
    'kind:out',
    'after:',
    'ti',
    '"a b"',
    '"open',
    ',',
    'a,b',
    'path:"c d"',
  ),
  fc.string({ maxLength: 6 }),
)
const aLine = fc.array(aWord, { maxLength: 5 }).map((parts) => parts.join(' '))

describe('taking a completion', () => {
  it('changes nothing but what was being typed, and leaves the caret behind it', () => {
    fc.assert(
      fc.property(aLine, fc.nat(60), (line, position) => {
        const caret = Math.min(position, line.length)
        for (const offer of suggest(typingAt(line, caret), known, words)) {
          const next = taken(line, offer)
          expect(offer.from).toBeLessThanOrEqual(caret)
          expect(offer.to).toBeGreaterThanOrEqual(caret)
          expect(next.line.startsWith(line.slice(0, offer.from))).toBe(true)
          expect(next.line.endsWith(line.slice(offer.to))).toBe(true)
          expect(next.line.slice(offer.from, next.caret).trimEnd()).toBe(offer.insert.trimEnd())
        }
      }),
      { numRuns: tries(500) },
    )
  })

  it('of a value alone makes a term that asks for exactly that value', () => {
    fc.assert(
      fc.property(
        fc
          .string({ minLength: 1, maxLength: 20 })
          .filter((value) => value.trim() !== '' && !/["\\]/.test(value)),
        (value) => {
          const [offer] = suggest(typingAt('tool:', 5), [{ value, n: 1 }], words)
          if (offer === undefined) throw new Error('nothing was offered')
          const read = parseQuery(taken('tool:', offer).line, 0)
          expect(read).toMatchObject({
            ok: true,
            value: { terms: [{ key: 'tool', not: false, values: [value] }] },
          })
        },
      ),
    )
  })
})

describe('the address of Audit', () => {
  it('holds a question and a row, and gives both back', () => {
    const aRequest = fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/\s/g, ' '))
    fc.assert(
      fc.property(aRequest, fc.option(fc.integer({ min: 1, max: 10 ** 12 })), (query, row) => {
        expect(auditLocationOf(auditAddress(query, row).split('?').slice(1).join('?'))).toEqual({
          query,
          row,
        })
      }),
    )
  })

  it.each([
    ['', { query: '', row: null }],
    ['q=tool%3Aexec', { query: 'tool:exec', row: null }],
    ['q=tool%3Aexec&row=7', { query: 'tool:exec', row: 7 }],
    ['row=-1', { query: '', row: null }],
    ['row=07', { query: '', row: null }],
    ['q=a%0Ab&other=1', { query: 'a b', row: null }],
  ])('reads %j', (search, want) => {
    expect(auditLocationOf(search)).toEqual(want)
  })

  it('names any value so that it is found whole', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 30 }).filter((value) => value.trim() !== ''),
        (value) => {
          expect(parseQuery(exactly('tool', value), 0)).toMatchObject({
            ok: true,
            value: { terms: [{ key: 'tool', values: [value] }] },
          })
        },
      ),
    )
  })
})

describe('a search field with keys of its own', () => {
  const own = [{ key: 'machine', detail: 'a machine', values: ['ada-laptop', 'build-7'] }]
  const labels = (marked: string): string[] =>
    suggest(at(marked).typing, [], words, own).map(({ label }) => label)

  it('offers them before those of the journal, and each of their values', () => {
    expect(labels('|')[0]).toBe('machine:')
    expect(labels('mach|')).toEqual(['machine:'])
    expect(labels('machine:|')).toEqual(['ada-laptop', 'build-7'])
    expect(labels('tool:exec machine:buil|')).toEqual(['build-7'])
  })

  it('does not ask the journal for their values', () => {
    expect(askedFor(at('machine:a|').typing, own)).toBe(null)
    expect(askedFor(at('tool:a|').typing, own)).toEqual({ key: 'tool', typed: 'a' })
  })
})
