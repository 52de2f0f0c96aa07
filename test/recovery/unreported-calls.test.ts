// What clients of the gateway ran before a restart, read back from the rows: of the last minutes,
// what changed something, once.
import { describe, expect, it } from 'vitest'
import { CallId } from '../../contract/ids.ts'
import type { JournalEntry, JournalRow } from '../../contract/journal/journal.ts'
import { CUT_OFF } from '../../main/pipeline/refusals.ts'
import { findUnreportedCalls } from '../../main/recovery/unreported-calls.ts'
import { entryAt } from '../bench/journal-rows.ts'

const NOW = 10_000_000
const decided = entryAt(1) as JournalEntry & { kind: 'decision' }
const client = (name: string) =>
  ({ kind: 'mcp-client', name, session: decided.principal.session }) as typeof decided.principal
const id = (at: number): CallId => CallId.parse(`call_${10_000_000 + at}`)

/** Rows of one call, oldest first. */
const call = (at: number, name: string, tool: string, status: string | null): JournalEntry[] => [
  { ...decided, callId: id(at), tool, principal: client(name) },
  { kind: 'running', callId: id(at), tool, route: 'policy' },
  ...(status === null
    ? []
    : [
        {
          ...(entryAt(5) as JournalEntry & { kind: 'outcome' }),
          callId: id(at),
          tool,
          status: status as 'done',
        },
      ]),
]

const cutOff = (entries: readonly JournalEntry[], code: string): JournalEntry[] =>
  entries.map((entry) =>
    entry.kind === 'outcome' ? { ...entry, error: { code, text: 'It was stopped.' } } : entry,
  )

async function recalled(
  entries: readonly JournalEntry[],
  before: number,
  at: (seq: number) => number = () => NOW,
): Promise<string[]> {
  const rows: JournalRow[] = entries.map((entry, index) => ({
    seq: index + 1,
    at: at(index + 1),
    entry,
    prev: '',
    hash: '',
  }))
  const found: string[] = []
  await findUnreportedCalls({
    page: ({ kinds }, from, limit) =>
      rows
        .filter(({ seq, entry }) => seq < (from ?? Infinity) && kinds.includes(entry.kind))
        .toReversed()
        .slice(0, limit),
    changes: (tool) => tool !== 'read_file',
    now: () => NOW,
    before,
    found: ({ callId, principal, tool, result, note }) => {
      if (principal.kind === 'mcp-client')
        found.push(
          `${callId} ${principal.name} ${tool} ${result.status}${note.includes('in part:') ? ', in part' : ''}`,
        )
    },
  })
  return found
}

describe('what ran before', () => {
  it.each<[string, JournalEntry[], string[]]>([
    [
      'a write that was done',
      call(1, 'one', 'write_file', 'done'),
      [`${id(1)} one write_file denied`],
    ],
    [
      'a write whose end nobody saw',
      call(1, 'one', 'write_file', 'unknown'),
      [`${id(1)} one write_file denied`],
    ],
    [
      'a command that the end of Gatehouse cut off',
      cutOff(call(1, 'one', 'exec', 'cancelled'), CUT_OFF),
      [`${id(1)} one exec denied, in part`],
    ],
    [
      'one that was cut off before it began',
      cutOff(call(1, 'one', 'exec', 'cancelled'), CUT_OFF).filter(({ kind }) => kind !== 'running'),
      [],
    ],
    [
      'one that joined the same call, which has an end of its own',
      call(1, 'one', 'write_file', 'done').filter(({ kind }) => kind !== 'running'),
      [],
    ],
    [
      'one that its client stopped',
      cutOff(call(1, 'one', 'exec', 'cancelled'), 'call.cancelled'),
      [],
    ],
    ['what only looks', call(1, 'one', 'read_file', 'done'), []],
    ['what was denied', call(1, 'one', 'write_file', 'denied'), []],
    ['what has no end', call(1, 'one', 'write_file', null), []],
  ])('%s', async (_, entries, wanted) => {
    expect(await recalled(entries, entries.length + 1)).toEqual(wanted)
  })

  it('leaves out other agents, older calls and rows of this process', async () => {
    const own = call(1, 'one', 'exec', 'done').map((entry) =>
      entry.kind === 'decision' ? { ...entry, principal: decided.principal } : entry,
    )
    const entries = [
      ...own,
      ...call(2, 'one', 'exec', 'done'),
      ...call(3, 'one', 'exec', 'done'),
      ...call(4, 'one', 'exec', 'done'),
    ]
    const at = (seq: number): number => (seq <= 6 ? NOW - 600_001 : NOW - 1_000)
    expect(await recalled(entries, 10, at)).toEqual([`${id(3)} one exec denied`])
  })

  it('is complete, however many calls there are', async () => {
    const entries = Array.from({ length: 6_000 }, (_, at) =>
      call(at, at % 2 === 0 ? 'one' : 'two', 'exec', 'done'),
    ).flat()
    const found = await recalled(entries, entries.length + 1)
    expect(found.length).toBe(6_000)
    expect([found[0], found.at(-1)]).toEqual([
      `${id(5_999)} two exec denied`,
      `${id(0)} one exec denied`,
    ])
  })
})
