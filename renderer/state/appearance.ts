// How the window looks and listens. The configuration is the truth; what was seen last is kept in
// the browser only so that the next start does not flash in another theme before main has answered.
import type { Appearance } from '../../contract/desktop/appearance.ts'
import type { Bridge } from '../../contract/ipc/ipc.ts'
import { changeLive, useLive } from './live/live-store.ts'
import { setTrouble } from './ui.ts'

/** As in contract/appearance.ts, whose schema has no place in the page. */
export const plainAppearance: Appearance = {
  theme: 'system',
  contrast: 'system',
  density: 'comfortable',
  textPercent: 100,
  singleKeyShortcuts: true,
  sidebarCollapsed: false,
}

const key = 'gatehouse.look'

/** What counts now: what main says, before that what was seen last. */
export const appearanceNow = (): Appearance => useLive.getState().app?.appearance ?? remembered

export const useAppearance = <T>(select: (appearance: Appearance) => T): T =>
  useLive((live) => select(live.app?.appearance ?? remembered))

/**
 * Keys without a modifier mean something: asked at each press, so that nothing has to be set up
 * again.
 */
export const singleKeysOn = (): boolean => appearanceNow().singleKeyShortcuts

/** Shown at once, kept by main; what main answers is final. */
export async function setAppearance(bridge: Bridge, change: Partial<Appearance>): Promise<void> {
  const before = appearanceNow()
  showAppearance({ ...before, ...change })
  const result = await bridge.call('config.update', { window: change })
  if (result.ok) changeLive((live) => ({ ...live, app: result.value }))
  else showAppearance(before)
  setTrouble(result.ok ? null : result.error)
}

const showAppearance = (appearance: Appearance): void =>
  changeLive((live) =>
    live.app === null ? live : { ...live, app: { ...live.app, appearance: appearance } },
  )

/** Called with the look as it is and each time it changes. */
export function followAppearance(listener: (appearance: Appearance) => void): () => void {
  let shown: Appearance | null = null
  const follow = (): void => {
    const appearance = appearanceNow()
    if (appearance === shown) return
    shown = appearance
    remember(appearance)
    listener(appearance)
  }
  follow()
  return useLive.subscribe(follow)
}

const remembered: Appearance = recall()

function recall(): Appearance {
  try {
    const retained: unknown = JSON.parse(globalThis.localStorage.getItem(key) ?? '{}')
    if (typeof retained !== 'object' || retained === null) return plainAppearance
    const known = Object.entries(retained).filter(
      ([name, value]) =>
        name in plainAppearance &&
        typeof value === typeof plainAppearance[name as keyof Appearance],
    )
    return { ...plainAppearance, ...Object.fromEntries(known) }
  } catch {
    return plainAppearance
  }
}

function remember(appearance: Appearance): void {
  try {
    globalThis.localStorage.setItem(key, JSON.stringify(appearance))
  } catch {
    // A browser that forbids storage: the next start begins as the system looks.
  }
}
