// A run that has happened: what a person reads first, what is open, and when nothing can be approved.
import { describe, expect, it } from 'vitest'
import {
  openAtFirst,
  stagedChanges,
  stagedEnd,
} from '../../../renderer/features/approvals/card/rehearsal/staged-text.ts'
import { mayAnswer } from '../../../renderer/features/approvals/answer/use-answer.ts'
import { callTitle } from '../../../contract/approval/call-title.ts'
import { stagedSamples } from '../../fakes/bridge-staged.ts'
import { workspace } from '../../fakes/bridge-data.ts'

const changesOf = (which: keyof typeof stagedSamples) =>
  stagedChanges(stagedSamples[which]().rehearsal?.changes ?? [])

describe('a staged run', () => {
  it('lists what would be lost before what is new', () => {
    const marks = changesOf('deletion').map(({ mark }) => mark)
    expect(marks).toEqual([...Array.from({ length: 14 }, () => 'deleted'), 'changed', 'added'])
  })

  it('opens the diffs of a small change, and not the content of many deleted files', () => {
    expect([[...openAtFirst(changesOf('diff'))], [...openAtFirst(changesOf('deletion'))]]).toEqual([
      ['src/cart.ts', 'src/cart.test.ts'],
      ['build.log', 'public/index.html'],
    ])
  })

  it('opens no more than can be read in one go', () => {
    const long = { mark: 'added', word: '', aside: '' } as const
    const of = (path: string, lines: number) => ({
      ...long,
      path,
      diff: { before: null, after: 'x\n'.repeat(lines) },
    })
    expect([...openAtFirst([of('a', 100), of('b', 100), of('c', 1)])]).toEqual(['a'])
  })

  it.each([
    [0, { text: 'Exit 0', tone: 'ok' }],
    [1, { text: 'Exit 1', tone: 'warn' }],
    [127, { text: 'Exit 127', tone: 'warn' }],
  ])('that ended with %s is never shown as more than that', (code, words) => {
    expect(stagedEnd({ kind: 'exited', code })).toEqual(words)
  })

  it('can be approved only while its files are as they were', () => {
    const armed = { kind: 'armed', error: null } as const
    const may = (which: 'diff' | 'conflicts', answer: 'once' | 'deny-once') =>
      mayAnswer(stagedSamples[which](), armed, answer)
    expect([
      may('diff', 'once'),
      may('diff', 'deny-once'),
      may('conflicts', 'once'),
      may('conflicts', 'deny-once'),
    ]).toEqual([true, true, false, true])
  })

  it('is named for what an approval keeps', () => {
    expect(callTitle(stagedSamples.exit(), workspace)).toEqual({
      verb: 'Keep 1 change by',
      target: 'npm test',
      code: true,
      rest: '',
      where: null,
    })
  })
})
