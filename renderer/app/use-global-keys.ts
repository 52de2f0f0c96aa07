// Keys that mean the same on every screen. They are heard before any screen hears them, so that the
// letter after G goes to a screen and answers nothing.
import { useEffect } from 'react'
import { useBridge } from '../bridge/bridge-context.ts'
import { appearanceNow, setAppearance, singleKeysOn } from '../state/appearance.ts'
import { pressEmergencyStop } from '../state/emergency-stop.ts'
import { useLive } from '../state/live/live-store.ts'
import { setPaletteOpen, setShortcutsOpen, useUi } from '../state/ui.ts'
import { nextRegion } from './next-region.ts'
import { screensWith } from './screens.ts'

/** How long after G a letter still belongs to it. */
const timeoutMs = 1_500

export function useGlobalKeys(navigate: (path: string) => void): void {
  const bridge = useBridge()
  useEffect(() => {
    let since = Number.NEGATIVE_INFINITY

    const single = (event: KeyboardEvent): boolean => {
      const letter = event.key.toLowerCase()
      if (performance.now() - since < timeoutMs) {
        since = Number.NEGATIVE_INFINITY
        const { app } = useLive.getState()
        const screen = screensWith(app?.fleetReader ?? false).find((each) => each.letter === letter)
        if (screen !== undefined) navigate(screen.path)
        return screen !== undefined
      }
      if (letter === 'g' && !event.repeat) {
        since = performance.now()
        return true
      }
      if (event.key !== '?') return false
      setShortcutsOpen(true)
      return true
    }

    const withModifier = (event: KeyboardEvent): boolean => {
      const key = event.key.toLowerCase()
      if (event.shiftKey) {
        if (event.code !== 'Period' && key !== '.' && key !== '>') return false
        if (!event.repeat) void pressEmergencyStop(bridge)
        return true
      }
      if (key === 'k' || key === 'p') setPaletteOpen(!useUi.getState().paletteOpen)
      else if (key === 'b')
        void setAppearance(bridge, { sidebarCollapsed: !appearanceNow().sidebarCollapsed })
      else if (key === ',') navigate('/settings')
      else return false
      return true
    }

    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const modifier = event.ctrlKey || event.metaKey
      const done = modifier
        ? withModifier(event)
        : event.key === 'F6'
          ? nextRegion(event.shiftKey)
          : !isTyping(event) && singleKeysOn() && single(event)
      if (!done) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [bridge, navigate])
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]',
  ) !== null
