import { describe, expect, it } from 'vitest'
import { keepTrying } from '../../main/sandbox/keep-trying.ts'
import { allAre } from '../../main/sandbox/protections.ts'
import { nothing, type SandboxStatus } from '../../main/sandbox/sandbox-status.ts'

const closing = new AbortController().signal
const failed = (passing: boolean): SandboxStatus => ({
  ...nothing(allAre('missing', 'busy', null)),
  passing,
})
const holds = { ...nothing([]), helperFiles: '/made' }
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
  ] as const)('is repeated where %s, with more time, and says so', async (_why, once) => {
    const timeout: number[] = []
    let reported = 0
    const retained = keepTrying(
      async (given) => {
        timeout.push(given)
        return timeout.length === 1 ? once() : holds
      },
      { closing, changed: () => (reported += 1), againMs: 20 },
    )
    expect(retained.trying()).toBe(true)
    await retained.first
    expect(retained.status().helperFiles).toBeNull()
    await expect.poll(() => retained.status().helperFiles).toBe('/made')
    expect([timeout, reported, retained.trying()]).toEqual([[1, 2], 1, false])
    await retained.whenIdle()
    expect(timeout).toEqual([1, 2])
    expect((await retained.end()).helperFiles).toBe('/made')
  })

  it('is not repeated where there is no sandbox', async () => {
    let tries = 0
    const retained = keepTrying(async () => ((tries += 1), failed(false)), {
      closing,
      changed: () => {},
      againMs: 1,
    })
    await retained.first
    await new Promise((later) => setTimeout(later, 30))
    await retained.whenIdle()
    expect(tries).toBe(1)
  })
})
