// What both hosts give to the harness once they run.
import type { Page } from '@playwright/test'
import type { Act, Recorded } from '../../electron-stand-in/record.ts'

export type Started = {
  readonly page: Page
  readonly pid: number
  /** The desktop round the window, where the Electron host runs on the stand-in; null elsewhere. */
  readonly desktop: Desktop | null
  /** The one-time link of the browser host; null in Electron. */
  readonly link: string | null
  /** Done when the process of main has ended, however. */
  readonly ended: Promise<void>
  /** Asks main to end, as a person who quits, and waits; then makes sure. */
  readonly stop: () => Promise<void>
  /** SIGKILL, as a crash or a power cut. */
  readonly kill: () => Promise<void>
}

export type Desktop = {
  /** What main has done outside the page so far. */
  seen(): Recorded
  act(act: Act): void
}

export type StartOptions = {
  readonly env: NodeJS.ProcessEnv
  readonly args: readonly string[]
  /** Everything main writes to its terminal. */
  readonly output: (text: string) => void
}
