import { expect, it } from 'vitest'
import type { Verification } from '../../contract/journal/journal.ts'
import { openChainCheck } from '../../main/services/audit/chain-check.ts'

const intact: Verification = { kind: 'intact', rows: 9, headSeq: 9, headHash: 'ab', durationMs: 1 }

it('runs one check at a time, reports its progress, and keeps what it found', async () => {
  const end = Promise.withResolvers<Verification>()
  const reported: Verification[] = []
  let started = 0
  let progress: (rows: number) => void = () => undefined
  const check = openChainCheck({
    verify: (onProgress) => {
      started += 1
      progress = onProgress
      return end.promise
    },
    rows: () => 9,
    now: () => 42,
    done: (found) => void reported.push(found),
  })
  expect(check.state()).toEqual({ running: null, last: null })
  const both = Promise.all([check.whole(), check.whole()])
  await Promise.resolve()
  expect([started, check.state()]).toEqual([1, { running: { done: 0, of: 9 }, last: null }])
  progress(4)
  expect(check.state()).toEqual({ running: { done: 4, of: 9 }, last: null })
  end.resolve(intact)
  expect(await both).toEqual([intact, intact])
  expect([reported, check.state()]).toEqual([
    [intact],
    { running: null, last: { at: 42, found: intact } },
  ])
})

it('a check that fails is over, and the next begins from the start', async () => {
  let started = 0
  const check = openChainCheck({
    verify: () => ((started += 1), Promise.reject(new Error('no disk'))),
    rows: () => 0,
    now: () => 1,
    done: () => undefined,
  })
  await expect(check.whole()).rejects.toThrow('no disk')
  await expect(check.whole()).rejects.toThrow('no disk')
  expect([started, check.state()]).toEqual([2, { running: null, last: null }])
})

it('a check that nobody waits for pauses between its steps, until somebody waits', async () => {
  let rests = 0
  const check = openChainCheck({
    verify: async (_onProgress, rest) => {
      for (; rests < 30_000; rests++) await rest()
      return intact
    },
    rows: () => 9,
    now: () => 42,
    done: () => undefined,
  })
  const startedAt = performance.now()
  const calm = check.whole(true)
  while (rests < 3) await new Promise((resolve) => setImmediate(resolve))
  expect(performance.now() - startedAt).toBeGreaterThan(3 * 15)
  // Thirty thousand rests would take ten minutes, and this test would be ended before.
  expect(await Promise.all([calm, check.whole(), check.whole(true)])).toEqual([
    intact,
    intact,
    intact,
  ])
})

it('a check that is running when the program ends reads nothing more, and reports nothing', async () => {
  let steps = 0
  const reported: Verification[] = []
  const check = openChainCheck({
    verify: async (_onProgress, rest) => {
      for (; steps < 1_000; steps++) await rest()
      return intact
    },
    rows: () => 9,
    now: () => 42,
    done: (found) => void reported.push(found),
  })
  void check.whole()
  while (steps < 2) await new Promise((resolve) => setImmediate(resolve))
  check.stop()
  const then = steps
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([steps, reported]).toEqual([then, []])
})
