import { describe, expect, it } from 'vitest'
import type { UndoChange } from '../../contract/call/undo-preview.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { isOver, wayBack } from '../../renderer/features/audit/row/way-back.ts'
import { mayHaveChanged } from '../../renderer/features/runs/transcript/call-ended.tsx'
import { forceOf, pathWords, undoChange } from '../../renderer/features/undo/undo-text.ts'
import { callId, decision, workspace } from '../fakes/bridge-data.ts'
import { openFakeJournal } from '../fakes/bridge-journal.ts'

describe('an undo in words', () => {
  const cases: readonly [UndoChange, string, string, string][] = [
    [
      { path: 'a', kind: 'restored', is: 'file', bytesNow: 20, bytesThen: 14 },
      'changed',
      'Restore',
      '20 B → 14 B',
    ],
    [
      { path: 'a', kind: 'restored', is: 'file', bytesNow: 20, bytesThen: 20 },
      'changed',
      'Restore',
      '20 B',
    ],
    [
      { path: 'a', kind: 'removed', is: 'file', bytesNow: 20, bytesThen: null },
      'deleted',
      'Remove',
      '20 B',
    ],
    [
      { path: 'a', kind: 'recreated', is: 'link', bytesNow: null, bytesThen: null },
      'added',
      'Recreate',
      'link',
    ],
  ]
  it.each(cases)('%j', (change, mark, word, aside) => {
    expect(undoChange(change, new Map())).toEqual({ mark, word, path: 'a', aside, diff: null })
  })

  it('opens the text of a path that has one', () => {
    const [change] = cases[0] ?? []
    if (change === undefined) throw new Error('no case')
    expect(
      undoChange(change, new Map([['a', { path: 'a', before: 'now', after: 'then' }]])).diff,
    ).toEqual({ before: 'now', after: 'then' })
  })

  it('counts paths, and names those to be forced unless there are too many', () => {
    expect([pathWords(1), pathWords(1_204)]).toEqual(['1 path', '1,204 paths'])
    expect(forceOf(new Set(['a', 'b']))).toEqual(['a', 'b'])
    expect(forceOf(new Set(Array.from({ length: 20_001 }, (_, n) => String(n))))).toBe('all')
  })
})

describe('the undo line of a call', () => {
  const outcome = openFakeJournal(6, () => undefined)
    .rows()
    .map(({ entry }) => entry)
    .findLast((entry) => entry.kind === 'outcome')
  if (outcome === undefined) throw new Error('no outcome')
  const undone = (change: 'started' | 'ended', failed = 0): JournalEntry => ({
    kind: 'undone',
    callId: callId(1),
    undoId: callId(2),
    surface: 'window',
    change,
    files: 5,
    forced: [],
    failed,
    error: null,
  })
  const stored = { ...outcome, undo: { kind: 'kept', files: 3 } } as const
  const cases: readonly [string, readonly JournalEntry[], unknown][] = [
    ['nothing ran', [], null],
    [
      'it ended and nothing was to be kept',
      [{ ...outcome, undo: undefined } as unknown as JournalEntry],
      null,
    ],
    ['it was kept', [stored], { kind: 'kept', files: 3, undoId: null }],
    ['it changed nothing', [{ ...stored, undo: { kind: 'kept', files: 0 } }], null],
    [
      'it was not',
      [{ ...outcome, undo: { kind: 'none', why: 'too large' } }],
      { kind: 'none', why: 'too large' },
    ],
    [
      'it was undone',
      [stored, undone('started'), undone('ended')],
      { kind: 'kept', files: 5, undoId: callId(2) },
    ],
    ['an undo was cut off', [stored, undone('started')], { kind: 'kept', files: 5, undoId: null }],
    [
      'an undo did not do all',
      [stored, undone('started'), undone('ended', 1)],
      { kind: 'kept', files: 5, undoId: null },
    ],
  ]
  it.each(cases)('%s', (_, entries, way) => {
    expect(wayBack(entries)).toEqual(way)
  })

  const ended = { ...outcome, undo: undefined } as unknown as JournalEntry
  it.each([
    ['nothing ran yet', [], false],
    ['it ended', [ended], true],
    [
      'it ended and cannot be undone',
      [{ ...outcome, undo: { kind: 'none', why: 'too large' } }],
      true,
    ],
    ['it ended and can be undone', [stored], false],
    ['it was undone, which can be taken back', [stored, undone('started'), undone('ended')], false],
  ] as const)('%s: whether another row can follow', (_, entries, over) => {
    expect(isOver(entries)).toBe(over)
  })
})

describe('a call that may have changed files', () => {
  const write = { kind: 'fs.write', path: `${workspace}/a`, zone: 'workspace', is: 'file' } as const
  const run = { kind: 'proc.run', command: 'ls', cwd: workspace, zone: 'workspace' } as const
  const part = { text: 'ls', words: ['ls'], opaque: false, exact: true, via: [] }
  it.each([
    ['a write', 'done', [write], true],
    ['a write that was denied', 'denied', [write], false],
    ['a command that nothing is known of', 'failed', [run], true],
    [
      'a command that only reads',
      'done',
      [{ ...run, parts: [{ ...part, effects: ['read-only' as const] }] }],
      false,
    ],
    [
      'a command that writes',
      'unknown',
      [{ ...run, parts: [{ ...part, effects: ['writes-inside' as const] }] }],
      true,
    ],
    ['a read', 'done', [{ ...write, kind: 'fs.read' as const }], false],
  ] as const)('%s', (_, status, touches, may) => {
    expect(
      mayHaveChanged({ status, decision: decision('R2', 'allow', touches as never, []) }),
    ).toBe(may)
  })
})
