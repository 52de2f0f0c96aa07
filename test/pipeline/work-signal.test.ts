// A piece of work lets go of what it listened to: otherwise each call would stay in memory as long
// as the program.
import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { workSignal } from '../../contract/call/work-signal.ts'

const listeners = (...sources: readonly AbortSignal[]): number[] =>
  sources.map((source) => getEventListeners(source, 'abort').length)

it('ends with the first of its sources, for its reason, and lets go of all', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const { signal } = workSignal([one.signal, other.signal], 60_000)
  expect(listeners(one.signal, other.signal)).toEqual([1, 1])
  other.abort('enough')
  one.abort('too late')
  expect([signal.aborted, signal.reason, ...listeners(one.signal, other.signal)]).toEqual([
    true,
    'enough',
    0,
    0,
  ])
})

it('has ended where a source has, and listens to nothing', () => {
  const [open, ended] = [new AbortController(), AbortSignal.abort('before')]
  const { signal, over } = workSignal([open.signal, ended], 1)
  over()
  expect([signal.aborted, signal.reason, ...listeners(open.signal, ended)]).toEqual([
    true,
    'before',
    0,
    0,
  ])
})

it('ends when its time is up', async () => {
  const source = new AbortController()
  const { signal } = workSignal([source.signal], 1)
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  expect([(signal.reason as DOMException).name, ...listeners(source.signal)]).toEqual([
    'TimeoutError',
    0,
  ])
})

it('is ended by nothing once the work is over', async () => {
  const source = new AbortController()
  const { signal, over } = workSignal([source.signal], 1)
  over()
  source.abort()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([signal.aborted, ...listeners(source.signal)]).toEqual([false, 0])
})
