// What a page does and says while it has no line: when it comes back by itself, when it waits for its
// person, and when it needs a new link.
import { afterEach, describe, expect, it } from 'vitest'
import {
  openPageReturn,
  type PageReturn,
  type PageReturnDeps,
  type ReturnState,
} from '../../renderer/bridge/page-return.ts'
import type { Connection } from '../../renderer/bridge/socket-bridge.ts'
import type { Visit } from './browser-visit.ts'
import { dial, disposeAll, open, restart, start } from './restarts.ts'

afterEach(disposeAll)

type Shown = {
  readonly page: PageReturn
  readonly states: readonly ReturnState[]
  readonly left: readonly string[]
  become(connection: Connection): void
}

/** A page that is in, has left its key, and then loses its line. */
async function pageOf(visit: Visit, deps: Partial<PageReturnDeps> = {}): Promise<Shown> {
  const cookie = await visit.enter()
  const states: ReturnState[] = []
  const left: string[] = []
  let become: (connection: Connection) => void = () => undefined
  const page = openPageReturn({
    connect: (path, where) =>
      where === 'public'
        ? dial(visit.host.port, `/${path}`)
        : dial(visit.host.port, visit.inside(`/${path}`), { cookie }),
    port: visit.host.port,
    subtle: crypto.subtle,
    watch(listener) {
      become = listener
      return () => undefined
    },
    wouldLose: () => false,
    isWatched: async () => false,
    leave: (url) => void left.push(url),
    ...deps,
  })
  open.push(page)
  page.watch((state) => states.push(state))
  become('open')
  await expect.poll(() => visit.home.rows.size).toBe(1)
  // The answer is on its way.
  await new Promise((resolve) => setTimeout(resolve, 100))
  return { page, states, left, become: (connection) => become(connection) }
}
const soon = { timeout: 20_000 }

describe('a page whose connection is lost', () => {
  it('comes back once Gatehouse is there again, and leaves once', async () => {
    const visit = await start()
    const shown = await pageOf(visit)
    await visit.host.dispose()
    shown.become('lost')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(shown.states).toEqual(['none'])
    await restart(visit)
    await expect.poll(() => shown.left.length, soon).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect([shown.states, shown.left.length]).toEqual([['none', 'back'], 1])
  })

  it('waits for its person where something typed would be lost', async () => {
    const visit = await start()
    const shown = await pageOf(visit, { wouldLose: () => true })
    await restart(visit)
    shown.become('lost')
    await expect.poll(() => shown.states.at(-1), soon).toBe('asks')
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect([shown.states, shown.left]).toEqual([['none', 'asks'], []])
    shown.page.leaveAnyway()
    await expect.poll(() => shown.left.length, soon).toBe(1)
  })

  it('goes nowhere while a service worker that somebody left would see the link', async () => {
    const visit = await start()
    const shown = await pageOf(visit, { isWatched: async () => true })
    await restart(visit)
    shown.become('lost')
    await expect.poll(() => shown.states.at(-1), soon).toBe('link')
    expect(shown.left).toEqual([])
    // Its key was not used, so nothing of it was signed.
    expect(visit.home.rows.size).toBe(1)
  })

  it('stays as it is while its own connection may still come back, and after it has', async () => {
    const visit = await start()
    const shown = await pageOf(visit)
    shown.become('lost')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    shown.become('open')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect([shown.states, shown.left]).toEqual([['none'], []])
  })

  it('says that it needs a link where its Gatehouse does not know it any more', async () => {
    const visit = await start()
    const shown = await pageOf(visit)
    visit.host.closePages()
    shown.become('lost')
    await expect.poll(() => shown.states.at(-1), soon).toBe('link')
    expect(shown.left).toEqual([])
  })
})
