import { describe, expect, it } from 'vitest'
import type { CallId } from '../../contract/ids.ts'
import { CallId as Id } from '../../contract/ids.ts'
import type { JournalEntry, JournalFilter, JournalRow } from '../../contract/journal/journal.ts'
import { ok } from '../../contract/result.ts'
import { closeDecisions } from '../../main/recovery/close-decisions.ts'

const call = (name: string): CallId => Id.parse(`call_${name.padEnd(8, '0')}`)
const started = { kind: 'started', version: '1', host: 'browser' } as JournalEntry
const stopped = { kind: 'stopped', host: 'browser', open: 0 } as JournalEntry
const decision = (name: string, effect: 'allow' | 'confirm' | 'deny'): JournalEntry =>
  ({
    kind: 'decision',
    callId: call(name),
    tool: 'write_file',
    decision: { effect },
  }) as unknown as JournalEntry
const about = (kind: 'asked' | 'running' | 'outcome' | 'refused', name: string): JournalEntry =>
  ({ kind, callId: call(name), tool: 'write_file' }) as unknown as JournalEntry
const answered = (name: string, answer: 'once' | 'deny-once', route = 'person'): JournalEntry =>
  ({
    kind: 'answered',
    callId: call(name),
    tool: 'write_file',
    answer,
    route,
  }) as unknown as JournalEntry

/**
 * The rows of before, oldest first; this start is written behind them. Gives what was closed, and
 * with which code.
 */
async function closed(before: readonly JournalEntry[], held: readonly string[] = []) {
  const rows = [...before, started].map(
    (entry, at) => ({ seq: at + 1, at, entry, prev: '', hash: '' }) satisfies JournalRow,
  )
  const page = (
    _filter: JournalFilter,
    below = Number.POSITIVE_INFINITY,
    limit: number,
  ): JournalRow[] =>
    rows
      .filter(({ seq }) => seq < below)
      .toReversed()
      .slice(0, limit)
  const found: (readonly [string, string | undefined])[] = []
  await closeDecisions(
    page,
    new Set(held.map(call)),
    async (entry) => {
      if (entry.kind === 'outcome') found.push([entry.callId.replace(/0+$/, ''), entry.error?.code])
      return ok({ seq: 0, at: 0, entry, prev: '', hash: '' })
    },
    () => {},
  )
  return found
}

describe('a decision without an end', () => {
  const cases: readonly [
    string,
    readonly JournalEntry[],
    readonly (readonly [string, string])[],
  ][] = [
    [
      'is closed where its call never began',
      [started, decision('a', 'allow')],
      [['call_a', 'call.unbegun']],
    ],
    [
      'is closed where nobody was asked yet',
      [started, decision('a', 'confirm')],
      [['call_a', 'call.unapproved']],
    ],
    [
      'is closed where its question is not held any more',
      [started, decision('a', 'confirm'), about('asked', 'a')],
      [['call_a', 'call.unapproved']],
    ],
    [
      'is closed where it was approved and never began',
      [started, decision('a', 'confirm'), answered('a', 'once')],
      [['call_a', 'call.unbegun']],
    ],
    [
      'is closed where its question was replaced by one that is not held',
      [started, decision('a', 'confirm'), answered('a', 'deny-once', 'replaced')],
      [['call_a', 'call.unapproved']],
    ],
    [
      'is closed once, though there are two about its call',
      [started, decision('a', 'confirm'), decision('a', 'confirm')],
      [['call_a', 'call.unapproved']],
    ],
    [
      'is not one of a call that ended',
      [started, decision('a', 'allow'), about('running', 'a'), about('outcome', 'a')],
      [],
    ],
    [
      'is not one of a call that was denied',
      [started, decision('a', 'confirm'), answered('a', 'deny-once')],
      [],
    ],
    ['is not a denial by the policy', [started, decision('a', 'deny')], []],
    [
      'was closed by the start after it, where that one took calls',
      [started, decision('old', 'allow'), started, decision('b', 'allow'), about('outcome', 'b')],
      [],
    ],
    [
      'was closed by the start after it, where that one ended in order',
      [started, decision('old', 'allow'), started, stopped],
      [],
    ],
    [
      'is closed where the start after it was killed before it could',
      [started, decision('a', 'allow'), started, started],
      [['call_a', 'call.unbegun']],
    ],
  ]
  it.each(cases)('%s', async (_name, rows, expected) => {
    expect(await closed(rows)).toEqual(expected)
  })

  it('is not one of a call that waits for a person', async () => {
    expect(await closed([started, decision('a', 'confirm'), about('asked', 'a')], ['a'])).toEqual(
      [],
    )
  })

  it('is found behind many rows', async () => {
    const many = Array.from({ length: 700 }, (_, at) => [
      decision(`n${at}`, 'allow'),
      about('outcome', `n${at}`),
    ]).flat()
    expect(await closed([started, decision('a', 'allow'), ...many])).toEqual([
      ['call_a', 'call.unbegun'],
    ])
  })
})
