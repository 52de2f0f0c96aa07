// One picture: where, of what, and what is done before it.
import type { Page } from '@playwright/test'

export type Shot = {
  readonly name: string
  readonly path: string
  readonly options?: object
  readonly width?: number
  /** Of the text; 2 is the most. */
  readonly zoom?: number
  act?(page: Page): Promise<void>
}

export const held = { held: true, runs: true, journalRows: 412 }
export const full = { runs: true, journalRows: 412 }
