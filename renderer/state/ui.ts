// What exists only on screen: theme, what is open, drafts. Never anything that main knows.
import { create } from 'zustand'
import type { Failure } from '../../contract/failure.ts'

export type Theme = 'system' | 'light' | 'dark'
export const themes: readonly Theme[] = ['system', 'light', 'dark']
export const nextTheme = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'

type Ui = {
  readonly theme: Theme
  readonly paletteOpen: boolean
  readonly shortcutsOpen: boolean
  /** Unsent messages, by run; `new` for the run that is not begun. */
  readonly drafts: Readonly<Record<string, string>>
  /** An action that failed where there is no field or card to show it at. */
  readonly trouble: Failure | null
}

const themeKey = 'gatehouse.theme'

export const useUi = create<Ui>()(() => ({ theme: storedTheme(), paletteOpen: false, shortcutsOpen: false, drafts: {}, trouble: null }))

export const setTheme = (theme: Theme): void => {
  useUi.setState({ theme })
  storage()?.setItem(themeKey, theme)
}
export const setPaletteOpen = (paletteOpen: boolean): void => useUi.setState({ paletteOpen })
export const setShortcutsOpen = (shortcutsOpen: boolean): void => useUi.setState({ shortcutsOpen })
export const setDraft = (key: string, text: string): void => useUi.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: text } }))
export const setTrouble = (trouble: Failure | null): void => useUi.setState({ trouble })

function storedTheme(): Theme {
  const stored = storage()?.getItem(themeKey)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Null where a browser forbids storage: the theme is then simply not remembered. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}
