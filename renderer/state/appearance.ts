// How the window looks and listens. The configuration is the truth; what was seen last is kept in the browser only so that
// the next start does not flash in another theme before main has answered.
import type { Look } from '../../contract/appearance.ts'
import type { Bridge } from '../../contract/ipc/ipc.ts'
import { changeLive, useLive } from './live-store.ts'
import { setTrouble } from './ui.ts'

/** As in contract/appearance.ts, whose schema has no place in the page. */
export const plainLook: Look = {
  theme: 'system',
  contrast: 'system',
  density: 'comfortable',
  textPercent: 100,
  singleKeys: true,
  railFolded: false,
}

const key = 'gatehouse.look'

/** What counts now: what main says, before that what was seen last. */
export const lookNow = (): Look => useLive.getState().app?.look ?? remembered

export const useLook = <T>(select: (look: Look) => T): T => useLive((live) => select(live.app?.look ?? remembered))

/** Keys without a modifier mean something: asked at each press, so that nothing has to be set up anew. */
export const singleKeysOn = (): boolean => lookNow().singleKeys

/** Shown at once, kept by main; what main answers stands. */
export async function setLook(bridge: Bridge, change: Partial<Look>): Promise<void> {
  const before = lookNow()
  showLook({ ...before, ...change })
  const result = await bridge.call('config.update', { window: change })
  if (result.ok) changeLive((live) => ({ ...live, app: result.value }))
  else showLook(before)
  setTrouble(result.ok ? null : result.error)
}

const showLook = (look: Look): void => changeLive((live) => (live.app === null ? live : { ...live, app: { ...live.app, look } }))

/** Called with the look as it is and each time it changes. */
export function followLook(listener: (look: Look) => void): () => void {
  let shown: Look | null = null
  const follow = (): void => {
    const look = lookNow()
    if (look === shown) return
    shown = look
    remember(look)
    listener(look)
  }
  follow()
  return useLive.subscribe(follow)
}

const remembered: Look = recall()

function recall(): Look {
  try {
    const kept: unknown = JSON.parse(globalThis.localStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return plainLook
    const known = Object.entries(kept).filter(([name, value]) => name in plainLook && typeof value === typeof plainLook[name as keyof Look])
    return { ...plainLook, ...Object.fromEntries(known) }
  } catch {
    return plainLook
  }
}

function remember(look: Look): void {
  try {
    globalThis.localStorage.setItem(key, JSON.stringify(look))
  } catch {
    // A browser that forbids storage: the next start begins as the system looks.
  }
}
