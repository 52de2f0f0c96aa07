// The rules of the Approvals screen that need no page.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { RunItem } from '../../../contract/agent/run.ts'
import {
  faultsByKey,
  fieldsOf,
  readFields,
} from '../../../renderer/features/approvals/answer/edit-fields.ts'
import { previewText, scopeRows } from '../../../renderer/features/approvals/answer/scope-text.ts'
import { wordsBefore } from '../../../renderer/features/approvals/card/model-text.tsx'
import { matchesHistory } from '../../../renderer/features/approvals/queue/past-filter.ts'
import { approveGesture } from '../../../renderer/features/approvals/answer/approve-gesture.ts'
import {
  anyCall,
  filterQueue,
  groupQueue,
  listRows,
} from '../../../renderer/features/approvals/queue/queue-groups.ts'
import { keyIntent } from '../../../renderer/features/approvals/queue/queue-keys.ts'
import { isStreak, streakAfter } from '../../../renderer/state/approval-pace.ts'
import { queueOrder } from '../../../renderer/state/live/queue.ts'
import { callId } from '../../fakes/bridge-data.ts'
import { manyHeld } from '../../fakes/bridge-many.ts'
import { samples } from '../../fakes/bridge-samples.ts'

describe('how an approval is pressed', () => {
  it.each([
    ['R2', false, 'key', 'tap'],
    ['R2', true, 'key', 'hold'],
    ['R2', true, 'pointer', 'hold'],
    ['R3', false, 'key', 'hold'],
    ['R3', false, 'chord', 'tap'],
    ['R3', false, 'pointer', 'tap'],
    ['R4', false, 'key', 'hold'],
    ['R4', true, 'chord', 'hold'],
  ] as const)('%s, streak %s, by %s: %s', (tier, streak, via, want) =>
    expect(approveGesture(tier, streak, via)).toBe(want),
  )

  it('counts approvals that came too soon, until a denial or a slow one', () => {
    const after = (answers: readonly (readonly [yes: boolean, ms: number])[]): number =>
      answers.reduce((fast, [approved, ms]) => streakAfter(fast, approved, ms), 0)
    expect([
      isStreak(
        after([
          [true, 900],
          [true, 1_499],
          [true, 10],
        ]),
      ),
      isStreak(
        after([
          [true, 900],
          [true, 900],
        ]),
      ),
      after([
        [true, 900],
        [true, 1_500],
      ]),
      after([
        [true, 900],
        [true, 900],
        [false, 20],
      ]),
    ]).toEqual([true, false, 0, 0])
  })

  it('takes no letter once letters are off, and Enter with Ctrl all the same', () => {
    const press = (key: string, ctrlKey = false) =>
      keyIntent(
        {
          key,
          ctrlKey,
          metaKey: false,
          altKey: false,
          shiftKey: false,
          repeat: false,
          defaultPrevented: false,
          target: null,
        },
        false,
      )
    expect(['a', 'd', 'j', 'ArrowDown'].map((key) => press(key))).toEqual([
      null,
      null,
      null,
      'next',
    ])
    expect(press('Enter', true)).toBe('confirm')
  })
})

describe('the queue in groups', () => {
  const ids = (approvals: readonly Approval[]) => approvals.map(({ id }) => id).toSorted()

  it('holds every call once, and never one that takes a proof in a group', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 120 }), (count) => {
        const queue = queueOrder(manyHeld(count))
        const rows = groupQueue(queue)
        expect(
          ids(rows.flatMap((row) => (row.kind === 'one' ? [row.approval] : row.members))),
        ).toEqual(ids(queue))
        const groups = rows.filter((row) => row.kind === 'group')
        for (const { members } of groups) {
          expect(new Set(members.map(({ tool }) => tool)).size).toBe(1)
          expect(members.every(({ decision }) => decision.tier !== 'R4' && !decision.stepUp)).toBe(
            true,
          )
        }
      }),
      { numRuns: 30 },
    )
  })

  it('puts the same call of different askers together, and opens to its members', () => {
    const queue = queueOrder(manyHeld(30))
    const same = groupQueue(queue).find((row) => row.kind === 'group' && row.why === 'same')
    if (same?.kind !== 'group') throw new Error('nothing was the same')
    expect(new Set(same.members.map(({ principal }) => principal.name)).size).toBeGreaterThan(1)
    const rows = listRows(groupQueue(queue), new Set([same.key]))
    expect(rows.filter((row) => row.kind === 'one' && row.inside)).toHaveLength(same.members.length)
  })

  it('filters by who, tool and tier together', () => {
    const queue = manyHeld(60)
    expect(filterQueue(queue, anyCall)).toHaveLength(60)
    const found = filterQueue(queue, { who: 'writer', tool: 'exec', tier: 'R3' })
    expect(found.length).toBeGreaterThan(0)
    expect(
      found.every(
        (each) =>
          each.principal.name === 'writer' && each.tool === 'exec' && each.decision.tier === 'R3',
      ),
    ).toBe(true)
  })

  it('finds answered calls by words in any order', () => {
    const [exec] = samples()
    if (exec === undefined) throw new Error('the samples are gone')
    expect([
      matchesHistory(exec, 'tee assistant'),
      matchesHistory(exec, 'EXEC'),
      matchesHistory(exec, 'tee nobody'),
      matchesHistory(exec, ''),
    ]).toEqual([true, true, false, true])
  })
})

describe('edited arguments', () => {
  it('read back as what they were, whatever they were', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (raw) => {
        const args = JSON.parse(JSON.stringify(raw)) as Approval['args']
        expect(readFields(fieldsOf(args), 'bad')).toEqual({ kind: 'args', args })
      }),
    )
  })
  it('say where they are not JSON', () => {
    const fields = fieldsOf({ path: 'a', count: 3 }).map((field) => ({
      ...field,
      typed: field.key === 'count' ? '{' : field.typed,
    }))
    expect(readFields(fields, 'bad')).toEqual({ kind: 'faults', faults: { count: 'bad' } })
  })
  it('show an error of main under the field it is about', () => {
    const text =
      'The arguments of write_file do not fit: path: must not be empty; headers.accept: must be a text; tags[2]: is missing.'
    expect(faultsByKey(text, ['path', 'headers', 'tags', 'body'])).toEqual({
      path: 'Must not be empty',
      headers: 'Must be a text',
      tags: 'Is missing',
    })
    expect(faultsByKey('The journal is full.', ['path'])).toEqual({})
  })
})

describe('the scopes on a card', () => {
  const [exec, edit, , r4] = samples()
  if (exec === undefined || edit === undefined || r4 === undefined) throw new Error('no samples')
  it('are named for what they cover, the call itself as the card shows it, narrowest first', () => {
    expect(scopeRows(exec, 'allow')).toEqual([
      { proposal: 0, label: 'this exact command' },
      {
        proposal: 1,
        label:
          '“npm test” with any arguments, then “tee out.log”, then “git add” with any arguments, then “git commit” with any arguments',
      },
    ])
    expect(scopeRows(edit, 'allow').map(({ label }) => label)).toEqual([
      'edits of README.md',
      'edits anywhere in the workspace',
    ])
  })
  it('can be denied where they cannot be allowed', () => {
    const only = {
      ...exec,
      answers: ['once', 'deny-once', 'deny-scope'] as const,
      proposals: exec.proposals.map((scope) => ({ ...scope, allows: false })),
    }
    const approval: Approval = { ...only, answers: [...only.answers] }
    expect([scopeRows(approval, 'allow').length, scopeRows(approval, 'deny').length]).toEqual([
      0, 2,
    ])
  })
  it('say how many calls they would have run, and nothing while that is not known', () => {
    const previews = {
      calls: 200,
      scopes: [
        { allowed: 12, refused: 0, denied: 13, protectedPaths: null },
        { allowed: 40, refused: 2, denied: 41, protectedPaths: { files: 3, complete: true } },
      ],
      suggestion: null,
    }
    expect([
      previewText(previews, 0, 'allow'),
      previewText(previews, 1, 'allow'),
      previewText(previews, 1, 'deny'),
      previewText(null, 0, 'allow'),
      previewText({ ...previews, calls: 0 }, 0, 'allow'),
    ]).toEqual([
      'would have run 12 of the last 200 calls',
      'would have run 40 of the last 200 calls, 2 of which you denied (3 protected files still ask)',
      'would have denied 41 of the last 200 calls',
      '',
      '',
    ])
  })
})

describe('what the model said', () => {
  const at = { at: 0 }
  const call = (n: number): RunItem => ({
    kind: 'call',
    id: n,
    ...at,
    callId: callId(n),
    modelCallId: '',
    tool: 't',
    args: {},
    state: { kind: 'deciding' },
  })
  const said = (n: number, text: string): RunItem => ({
    kind: 'assistant',
    id: n,
    ...at,
    text,
    streaming: false,
  })
  it('is what comes right before the call, in the same turn', () => {
    const items: RunItem[] = [
      said(1, 'I will look.'),
      call(2),
      call(3),
      { kind: 'user', id: 4, ...at, text: 'go on' },
      call(5),
    ]
    expect([
      wordsBefore(items, callId(3)),
      wordsBefore(items, callId(5)),
      wordsBefore(items, callId(9)),
    ]).toEqual(['I will look.', null, null])
  })
})
