import { expect, it } from 'vitest'
import { ApprovalId } from '../../contract/ids.ts'
import { failure } from '../../contract/failure.ts'
import { err } from '../../contract/result.ts'
import { rehearseOpenedCard } from '../../main/rehearsal/opened-card.ts'
import { openRehearsalsUnderWay } from '../../main/rehearsal/under-way.ts'

const idOf = (letter: string): ApprovalId => ApprovalId.parse(`apr_${letter.repeat(8)}`)
const [first, second, third] = [idOf('a'), idOf('b'), idOf('c')]
const ended = err(failure('test.ended', 'It ended.'))
/** Runs until it is stopped. */
const untilStopped = (signal: AbortSignal): Promise<typeof ended> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(ended)
    signal.addEventListener('abort', () => resolve(ended), { once: true })
  })

it('gives a second request for the same call the result of the first', async () => {
  const underWay = openRehearsalsUnderWay(2)
  const one = underWay.start(first, untilStopped)
  const other = underWay.start(first, () => Promise.reject(new Error('ran twice')))
  expect(underWay.has(first)).toBe(true)
  underWay.stop(first)
  expect(await Promise.all([one, other])).toEqual([ended, ended])
  expect(underWay.has(first)).toBe(false)
})

it('takes no more than may wait, and nothing once it is closed', async () => {
  const underWay = openRehearsalsUnderWay(2)
  const started = [first, second].map((id) => underWay.start(id, untilStopped))
  expect(await underWay.start(third, untilStopped)).toMatchObject({
    ok: false,
    error: { code: 'rehearsal.busy' },
  })
  await underWay.dispose()
  expect(await Promise.all(started)).toEqual([ended, ended])
  expect(underWay.isClosing()).toBe(true)
  expect(await underWay.start(third, untilStopped)).toMatchObject({ ok: false })
})

it('stops what was rehearsed for a card that was opened before, and nothing a person asked for', async () => {
  const underWay = openRehearsalsUnderWay(8)
  const rehearseOpened = rehearseOpenedCard(underWay)
  const asked = underWay.start(third, untilStopped)
  const stillOpen: boolean[] = []
  const work = async (isStillOpen: () => boolean, signal: AbortSignal): Promise<typeof ended> => {
    stillOpen.push(isStillOpen())
    return isStillOpen() ? untilStopped(signal) : ended
  }
  const opened = rehearseOpened(first, work)
  const openedNext = rehearseOpened(second, work)
  expect(underWay.has(third)).toBe(true)
  underWay.stop(third)
  expect(await asked).toEqual(ended)
  expect(await opened).toEqual(ended)
  underWay.stop(second)
  await openedNext
  expect(stillOpen).toEqual([false, true])
})
