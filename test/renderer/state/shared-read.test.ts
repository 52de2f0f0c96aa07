// How often main is asked for what several parts of the window show.
import { expect, it } from 'vitest'
import { sharedRead } from '../../../renderer/state/shared/shared-read.ts'

type Shared = ReturnType<typeof numbers>
type Line = Parameters<Shared['read']>[0]
const numbers = () =>
  sharedRead('policy.report', (before: string[] | null, now) => [...(before ?? []), now.preset])

/** Answers when it is told to, with the number of the question. */
function heldLine() {
  const questions: ((ok: boolean) => void)[] = []
  const call = () =>
    new Promise((answer) => {
      const preset = String(questions.length)
      questions.push((ok) =>
        answer(ok ? { ok, value: { preset } } : { ok, error: { code: 'x.y', text: 'No.' } }),
      )
    })
  return { line: { call } as unknown as Line, questions }
}

it('asks once for all who come while the answer is under way, and again for who comes later', async () => {
  const shared = numbers()
  const { line, questions } = heldLine()
  const both = [shared.read(line, 1, 'a'), shared.read(line, 1, 'a')]
  expect(questions.length).toBe(1)
  questions[0]?.(true)
  expect(await Promise.all(both)).toEqual([
    { ok: true, value: ['0'] },
    { ok: true, value: ['0'] },
  ])
  void shared.read(line, 1, 'a')
  expect(questions.length).toBe(2)
})

it('gives nobody an answer to what was asked before something changed', async () => {
  const shared = numbers()
  const { line, questions } = heldLine()
  const early = shared.read(line, 1, 'a')
  const late = shared.read(line, 1, 'b')
  const fresh = shared.read(line, 1, 'b', true)
  const elsewhere = shared.read(line, 2, 'b')
  expect(questions.length).toBe(4)
  for (const answer of questions.toReversed()) answer(true)
  expect(await Promise.all([early, late, fresh, elsewhere])).toEqual(
    ['0', '1', '2', '3'].map((preset) => ({ ok: true, value: [preset] })),
  )
  // The newest question has the last word, and over an earlier connection nothing is known.
  expect([shared.last(line, 1), shared.last(line, 2)]).toEqual([null, ['3']])
})

it('holds what it had where it cannot be read, and shows that it could not', async () => {
  const shared = numbers()
  const { line, questions } = heldLine()
  const first = shared.read(line, 1, 'a')
  questions[0]?.(true)
  await first
  const second = shared.read(line, 1, 'a')
  questions[1]?.(false)
  expect((await second).ok).toBe(false)
  expect(shared.last(line, 1)).toEqual(['0'])
  const third = shared.read(line, 1, 'a')
  questions[2]?.(true)
  expect(await third).toEqual({ ok: true, value: ['0', '2'] })
})
