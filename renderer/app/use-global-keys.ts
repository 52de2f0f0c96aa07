import { useEffect } from 'react'
import { setPaletteOpen, setShortcutsOpen, useUi } from '../state/ui.ts'

/** Ctrl/Cmd+K opens the palette from anywhere; `?` the shortcut sheet, unless somebody types. */
export function useGlobalKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
        event.preventDefault()
        setPaletteOpen(!useUi.getState().paletteOpen)
        return
      }
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]') !== null
      if (event.key !== '?' || typing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      setShortcutsOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
