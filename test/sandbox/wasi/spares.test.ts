// Which processes wait for which module, and how many.
import { describe, expect, it } from 'vitest'
import { ok } from '../../../contract/result.ts'
import type { ReadyChild } from '../../../main/sandbox/wasi/ready-child.ts'
import { openSpares } from '../../../main/sandbox/wasi/spares.ts'

/** @param restMs 0 where the second one is to come, and more than a test lasts where it is not */
function started(restMs = 0) {
  const all: { n: number; prepared: number; killed: boolean }[] = []
  const children = new Map<ReadyChild, number>()
  const start = async () => {
    const one = { n: all.length + 1, prepared: 0, killed: false }
    all.push(one)
    const gone = Promise.withResolvers<Awaited<ReadyChild['ended']>>()
    const child: ReadyChild = {
      ended: gone.promise,
      grumble: () => '',
      kill() {
        one.killed = true
        gone.resolve({ code: null, signal: 'SIGKILL', failed: null })
      },
      send: () => void (one.prepared += 1),
      listen: () => {},
    }
    children.set(child, one.n)
    return ok(child)
  }
  const spares = openSpares(start, 60_000, restMs)
  return {
    all,
    spares,
    async take(module: Uint8Array): Promise<number | undefined> {
      const child = await spares.take(module)
      return child.ok ? children.get(child.value) : undefined
    },
  }
}

const [one, other] = [new Uint8Array([1]), new Uint8Array([2])]

describe('spare processes', () => {
  it('are two for the module that ran last, so that a call right behind another finds one', async () => {
    const { all, spares, take } = started()
    expect(await take(one)).toBe(1)
    await spares.prepare(one)
    await expect.poll(() => all.length).toBe(3)
    expect([await take(one), await take(one), await take(one)]).toEqual([2, 3, 4])
    expect(all.map(({ prepared }) => prepared)).toEqual([0, 1, 1, 0])
    spares.dispose()
  })

  it('start no second one while a call right behind another may come', async () => {
    const { all, spares, take } = started(60_000)
    await spares.prepare(one)
    expect(await take(one)).toBe(1)
    await spares.prepare(one)
    expect(all.map(({ n, killed }) => ({ n, killed }))).toEqual([
      { n: 1, killed: false },
      { n: 2, killed: false },
    ])
    spares.dispose()
  })

  it('are three at most, and the oldest of another module goes first', async () => {
    const { all, spares, take } = started()
    await spares.prepare(one)
    await expect.poll(() => all.length).toBe(2)
    await spares.prepare(other)
    await expect.poll(() => all.length).toBe(4)
    expect(all.map(({ killed }) => killed)).toEqual([true, false, false, false])
    expect([await take(other), await take(one), await take(one)]).toEqual([3, 2, 4])
    spares.dispose()
  })

  it('end with what holds them, and are not begun again', async () => {
    const { all, spares } = started()
    await spares.prepare(one)
    await expect.poll(() => all.length).toBe(2)
    spares.dispose()
    await spares.prepare(one)
    await expect.poll(() => all.map(({ killed }) => killed)).toEqual([true, true])
  })
})
