import { describe, expect, it } from 'vitest'
import { keepTrying } from '../../main/sandbox/keep-trying.ts'
import { allAre } from '../../main/sandbox/protections.ts'
import { nothing, type SandboxStatus } from '../../main/sandbox/sandbox-status.ts'

const closing = new AbortController().signal
const failed = (passing: boolean): SandboxStatus => ({
  ...nothing(allAre('missing', 'busy', null)),
  passing,
})
const holds = { ...nothing([]), made: '/made' }
const atTheLimit = Object.assign(new Error('spawn EINVAL'), { code: 'EINVAL', syscall: 'spawn' })
const noDescriptors = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })

describe('the trial of the sandbox', () => {
  it.each([
    ['time was too short', async () => failed(true)],
    ['descriptors ran out', () => Promise.reject(noDescriptors)],
    [
      'a process could not be started at the limit of descriptors',
      () => Promise.reject(atTheLimit),
    ],
  ] as const)('is made again where %s, with more patience, and says so', async (_why, once) => {
    const patience: number[] = []
    let told = 0
    const kept = keepTrying(
      async (given) => {
        patience.push(given)
        return patience.length === 1 ? once() : holds
      },
      { closing, changed: () => (told += 1), againMs: 20 },
    )
    expect(kept.trying()).toBe(true)
    await kept.first
    expect(kept.standing().made).toBeNull()
    await expect.poll(() => kept.standing().made).toBe('/made')
    expect([patience, told, kept.trying()]).toEqual([[1, 2], 1, false])
    await kept.settled()
    expect(patience).toEqual([1, 2])
    expect((await kept.end()).made).toBe('/made')
  })

  it('is not made again where there is no sandbox', async () => {
    let tries = 0
    const kept = keepTrying(async () => ((tries += 1), failed(false)), {
      closing,
      changed: () => {},
      againMs: 1,
    })
    await kept.first
    await new Promise((later) => setTimeout(later, 30))
    await kept.settled()
    expect(tries).toBe(1)
  })
})
