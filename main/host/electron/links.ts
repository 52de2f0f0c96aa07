// One instance, and the links that reach it: `gatehouse://approvals/ID` from another program, by
// macOS's own event or as an argument of a second start; and `gatehouse://servers/add?…`, which
// fills in a form. A link shows a place; it never does anything.
import { app } from 'electron'
import { locationOfFile } from './link-file.ts'
import { locationOfLink, SCHEME } from './origin.ts'
import type { PanelWindow } from './window.ts'

/** False where Gatehouse runs already: that one was told to show itself, and this one must end. */
export const isFirstInstance = (): boolean => app.requestSingleInstanceLock()

/** The place that a start with these arguments asks for. */
export const locationOfArguments = (given: readonly string[]): string | undefined =>
  given
    .map((word) => locationOfLink(word) ?? locationOfFile(word))
    .find((location) => location !== null) ?? undefined

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
  let early: { readonly location: string | undefined } | null = null
  const follow = (location: string | undefined): void => {
    if (window === null) early = { location }
    else window.open(location)
  }
  // A clone would register the bare Electron binary, which is not Gatehouse.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME)
  app.on('second-instance', (_event, given) => follow(locationOfArguments(given)))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    follow(locationOfLink(link) ?? undefined)
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    follow(locationOfFile(file) ?? undefined)
  })
  return {
    leadTo(created) {
      window = created
      if (early !== null) created.open(early.location)
      early = null
    },
  }
}
