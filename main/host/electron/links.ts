// One instance, and the links that reach it: `gatehouse://approvals/ID` from another program, by
// macOS's own event or as an argument of a second start; and `gatehouse://servers/add?…`, which
// fills in a form. A link shows a place; it never does anything.
import { app } from 'electron'
import { placeOfLink, SCHEME } from './origin.ts'
import type { PanelWindow } from './window.ts'

/** False where Gatehouse runs already: that one was told to show itself, and this one must end. */
export const isFirstInstance = (): boolean => app.requestSingleInstanceLock()

/** The place that a start with these arguments asks for. */
export const placeOfArguments = (given: readonly string[]): string | undefined =>
  given.map(placeOfLink).find((place) => place !== null) ?? undefined

export type Links = {
  /** Where links lead from now on. One that came before leads there at once. */
  leadTo(window: PanelWindow): void
}

/**
 * Must be called before Electron is ready: macOS starts an app with a link by telling it of the
 * link first of all.
 */
export function followLinks(): Links {
  let window: PanelWindow | null = null
  let early: { readonly place: string | undefined } | null = null
  const follow = (place: string | undefined): void => {
    if (window === null) early = { place }
    else window.open(place)
  }
  // A clone would register the bare Electron binary, which is not Gatehouse.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME)
  app.on('second-instance', (_event, given) => follow(placeOfArguments(given)))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    follow(placeOfLink(link) ?? undefined)
  })
  return {
    leadTo(made) {
      window = made
      if (early !== null) made.open(early.place)
      early = null
    },
  }
}
