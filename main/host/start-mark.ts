// How those who start an app without a window tell each other of it, by files in the folder of the
// socket: one while an app is on its way, and one that says why the last start failed.
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

export type StartFailure = {
  readonly code: string
  readonly text: string
  readonly hint?: string | undefined
}

const STARTING = 'starting'
const FAILED = 'start-failed.json'
/** An app that was killed on its way leaves its mark behind. Milliseconds. */
const MARK_LASTS = 10_000

/**
 * Whether the caller is the one to start an app: many clients may miss it at the same moment, and
 * one new app is enough.
 */
export function mayStart(runDir: string): boolean {
  const mark = join(runDir, STARTING)
  try {
    mkdirSync(runDir, { recursive: true, mode: 0o700 })
    closeSync(openSync(mark, 'wx', 0o600))
    return true
  } catch {
    try {
      if (Date.now() - lstatSync(mark).mtimeMs > MARK_LASTS) rmSync(mark, { force: true })
    } catch {
      // Gone in the meantime: the next attempt shows.
    }
    return false
  }
}

/**
 * By the app: it answers from now on, or `failed` says why it never will. Never throws: the folder
 * may be what is wrong.
 */
export function startEnded(runDir: string, failed: StartFailure | null): void {
  try {
    if (failed === null) rmSync(join(runDir, FAILED), { force: true })
    else {
      mkdirSync(runDir, { recursive: true, mode: 0o700 })
      writeFileSync(
        join(runDir, FAILED),
        JSON.stringify({ code: failed.code, text: failed.text, hint: failed.hint }),
        { mode: 0o600 },
      )
    }
  } catch {
    // The one who started it sees that it ended, and by which code.
  }
  try {
    rmSync(join(runDir, STARTING), { force: true })
  } catch {
    // It counts no longer once it is old.
  }
}

/** Why a start failed since `since` (milliseconds since 1970); null where none did. */
export function startFailure(runDir: string, since: number): StartFailure | null {
  try {
    const file = join(runDir, FAILED)
    // File systems round times; a failure is never older than the process that waits for it by more
    // than that.
    if (lstatSync(file).mtimeMs < since - 50) return null
    const { code, text, hint } = JSON.parse(readFileSync(file, 'utf8')) as Partial<StartFailure>
    return typeof text === 'string'
      ? { code: String(code), text, hint: typeof hint === 'string' ? hint : undefined }
      : null
  } catch {
    return null
  }
}
