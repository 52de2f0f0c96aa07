// Entries of earlier versions, as they were stored, and what they are read as.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json.ts'
import { currentName, storedNames } from '../../contract/journal/earlier-names.ts'
import { parseQuery } from '../../contract/journal/journal-query.ts'
import { jsonLine } from '../../main/journal/export-rows.ts'
import { readEntry } from '../../main/store/journal/read-entry.ts'

const callId = 'call_0mwt1byd97f52bf1365089416872c'
const approvalId = 'apr_0mwt1byokc4f40ed0e5a384b52465'

/** Which of these kinds record a decision, by the name they have now. */
const categories: Readonly<Record<string, string>> = {
  server: 'tool.external_filter',
  answered: 'tool.allow',
}

describe('an entry of an earlier version', () => {
  it.each<[JsonObject, JsonObject]>([
    [
      { kind: 'panic', change: 'pressed', surface: 'window' },
      { kind: 'emergency-stop', change: 'stopped', surface: 'window' },
    ],
    [
      { kind: 'panic', change: 'lifted', surface: 'cli', stepUp: 'totp' },
      { kind: 'emergency-stop', change: 'resumed', surface: 'cli', stepUp: 'totp' },
    ],
    [
      { kind: 'presence', change: 'failed', surface: 'cli' },
      { kind: 'step-up', change: 'failed', surface: 'cli' },
    ],
    [
      ...(['begun', 'started'].map((change) => ({
        kind: 'undone',
        callId,
        undoId: callId,
        surface: 'cli',
        change,
        files: 1,
        forced: [],
        failed: 0,
        error: null,
      })) as unknown as [JsonObject, JsonObject]),
    ],
    ...(
      [
        ['behaved-anew', 'new-behavior'],
        ['asked-refused', 'request-refused'],
        ['mended', 'repaired'],
      ] as const
    ).map(
      (names) =>
        names.map((change) => ({
          kind: 'server',
          server: 'notes',
          change,
          items: [],
          before: '',
          after: '',
          surface: null,
        })) as unknown as [JsonObject, JsonObject],
    ),
    [
      ...(['panic', 'emergency-stop'].map((route) => ({
        kind: 'answered',
        callId,
        tool: 'exec',
        approvalId,
        answer: 'deny-once',
        route,
        surface: null,
      })) as unknown as [JsonObject, JsonObject]),
    ],
  ])('%j is read as %j, with what its hash covers', (stored, entry) => {
    expect(readEntry(stored)).toEqual({ entry, written: stored })
    expect(readEntry(entry)).toEqual({ entry })
    const row = { seq: 1, at: 2, prev: '', hash: 'h', ...readEntry(stored) }
    expect(JSON.parse(jsonLine(row as never))).toEqual({
      seq: 1,
      at: 2,
      prev: '',
      hash: 'h',
      category: categories[(entry as { readonly kind: string }).kind] ?? null,
      entry: stored,
    })
  })

  it('that is none of any version is not read', () => {
    for (const nothing of [null, 'panic', [], {}, { kind: 'panic', change: 'leapt' }])
      expect(readEntry(nothing)).toBe(null)
  })
})

it('kinds are found under every name that they were stored by', () => {
  expect(storedNames('emergency-stop')).toEqual(['emergency-stop', 'panic'])
  expect(storedNames('presence')).toEqual(['step-up', 'presence'])
  expect(storedNames('decision')).toEqual(['decision'])
  expect(currentName('run')).toBe('run')
})

it.each([
  ['kind:panic,presence', 'kind:emergency-stop,step-up'],
  ['route:panic', 'route:emergency-stop'],
  ['by:panic', 'by:emergency-stop'],
])('the query %s asks for the same as %s', (earlier, now) => {
  expect(parseQuery(earlier, 0)).toEqual(parseQuery(now, 0))
})
