// Two real programs, killed with -9 at points of a second approval: no answer is lost that was given,
// and nothing runs twice.
// @module-tag whole
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { FaultApp } from '../../faults/driver/app.ts'
import { until } from '../../faults/driver/until.ts'
import {
  approve,
  ask,
  askedByBoth,
  database,
  kill,
  twoPrograms,
  twoProgramsEach,
} from '../../fakes/two-programs.ts'
import { soak } from '../../soak.ts'

twoProgramsEach()

/** Milliseconds from the second answer to the kill: around the looks of the one that asked. */
const delays = soak ? [0, 200, 400, 600, 800, 1_000, 1_200] : [0, 700]

/**
 * What a kill may leave of a call that both approved: it ran, or it was approved and did not run. Then
 * the next start withdraws the approval that was not used up, or ends the call that had used it up.
 */
const ENDS = [
  'answered person, running, outcome',
  'answered person, answered program-end',
  'answered person, outcome',
]

const outcomes = async (app: FaultApp) =>
  (await app.journal()).filter(({ kind }) => kind === 'outcome').length

it('keeps what was asked and answered over kills of both programs and of the database @whole', async () => {
  const two = await twoPrograms()
  const { ada, bob } = two
  const agent = await ada.agent()
  void agent.call('write_file', { path: 'kept.txt', content: 'x' }).catch(() => null)
  const [own] = await ada.held()
  if (own === undefined) throw new Error('nothing is held')
  await database().kill()
  // Asked, and killed before anybody could be told.
  await approve(ada, own)
  await kill(two.running[0])
  await database().start()
  two.running[0] = await ada.start()
  const [seen] = await bob.held()
  if (seen === undefined) throw new Error('nothing came')
  // Answered, and killed before it could be sent.
  await database().kill()
  await approve(bob, seen)
  await kill(two.running[1])
  await kill(two.running[0])
  await database().start()
  two.running = [await ada.start(), await bob.start()]
  await until('the file', async () => existsSync(join(ada.workspace, 'kept.txt')) || null)
  await until('its outcome', async () => ((await outcomes(ada)) > 0 ? true : null))
  expect(await outcomes(ada)).toBe(1)
  expect(await ask(bob, 'approvals.list', { states: ['pending'], limit: 10 })).toEqual([])
})

it('runs it once or not at all where the program that asked is killed around the answer @whole', async () => {
  const two = await twoPrograms()
  const { ada, bob } = two
  for (const [round, afterMs] of delays.entries()) {
    const path = `round-${round}.txt`
    const seen = await askedByBoth(two, path)
    await approve(bob, seen)
    await new Promise((done) => setTimeout(done, afterMs))
    await kill(two.running[0])
    two.running[0] = await ada.start()
    const stories = await until('the end of every call', async () => {
      const found = [...(await storiesOf(ada)).values()]
      return found.length > round && found.every(hasEnded) ? found : null
    })
    // By call: a second run would hide behind a round in which nothing ran.
    const ends = stories.map((story) => story.join(', '))
    expect(ends.filter((end) => !ENDS.includes(end))).toEqual([])
    expect(ends).toHaveLength(round + 1)
  }
})

/** From the answer on. */
async function storiesOf(app: FaultApp): Promise<ReadonlyMap<string, readonly string[]>> {
  const stories = new Map<string, readonly string[]>()
  for (const entry of await app.journal()) {
    if (entry.kind !== 'answered' && entry.kind !== 'running' && entry.kind !== 'outcome') continue
    const what = entry.kind === 'answered' ? `answered ${entry.route}` : entry.kind
    stories.set(entry.callId, [...(stories.get(entry.callId) ?? []), what])
  }
  return stories
}

const hasEnded = (story: readonly string[]): boolean =>
  story.some((what) => what === 'outcome' || what === 'answered program-end')
