// What exists only on screen: what is open, drafts. Never anything that main knows.
import { create } from 'zustand'
import type { Failure } from '../../contract/failure.ts'
import type { StopDone } from '../../contract/approval/emergency-stop.ts'

type Ui = {
  readonly paletteOpen: boolean
  readonly shortcutsOpen: boolean
  /** The way back after everything was stopped. */
  readonly liftOpen: boolean
  /** What the press of this window ended; null when it was pressed elsewhere. */
  readonly emergencyStopDone: StopDone | null
  /** Whether the guard is to be switched off. */
  readonly guardAsked: boolean
  /** The model is being set up. */
  readonly modelOpen: boolean
  /** Unsent messages, by run; `new` for the run that is not begun. */
  readonly drafts: Readonly<Record<string, string>>
  /** Files that are to go with them, by path. */
  readonly attached: Readonly<Record<string, readonly string[]>>
  /** Messages sent from this window, newest last, for the field to bring back. */
  readonly sent: readonly string[]
  /** An action that failed where there is no field or card to show it at. */
  readonly trouble: Failure | null
}

export const useUi = create<Ui>()(() => ({
  paletteOpen: false,
  shortcutsOpen: false,
  liftOpen: false,
  emergencyStopDone: null,
  guardAsked: false,
  modelOpen: false,
  drafts: {},
  attached: {},
  sent: [],
  trouble: null,
}))

export const setPaletteOpen = (paletteOpen: boolean): void => useUi.setState({ paletteOpen })
export const setShortcutsOpen = (shortcutsOpen: boolean): void => useUi.setState({ shortcutsOpen })
export const setLiftOpen = (liftOpen: boolean): void => useUi.setState({ liftOpen })
export const setEmergencyStopDone = (emergencyStopDone: StopDone | null): void =>
  useUi.setState({ emergencyStopDone })
export const setGuardAsked = (guardAsked: boolean): void => useUi.setState({ guardAsked })
export const setModelOpen = (modelOpen: boolean): void => useUi.setState({ modelOpen })
export const setDraft = (key: string, text: string): void =>
  useUi.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: text } }))
export const setAttached = (key: string, paths: readonly string[]): void =>
  useUi.setState(({ attached }) => ({ attached: { ...attached, [key]: paths } }))
/** The last hundred, each once. */
export const addSent = (text: string): void =>
  useUi.setState(({ sent }) => ({
    sent: [...sent.filter((each) => each !== text), text].slice(-100),
  }))
export const setTrouble = (trouble: Failure | null): void => useUi.setState({ trouble })
