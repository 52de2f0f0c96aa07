// Where the window was, over starts: a small file beside Chromium's own. One that cannot be read or
// written costs nothing but the place.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { replaceFile } from '../../../disk/replace-file.ts'

const size = z.int().min(100).max(20_000)
const position = z.int().min(-100_000).max(100_000)
const State = z.strictObject({
  bounds: z.strictObject({ x: position, y: position, width: size, height: size }),
  maximized: z.boolean(),
})
export type WindowState = z.infer<typeof State>

export function readWindowState(file: string): WindowState | null {
  try {
    return State.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null
  } catch {
    return null
  }
}

export function writeWindowState(file: string, state: WindowState): void {
  try {
    replaceFile(file, `${JSON.stringify(state)}\n`, 'soon')
  } catch {
    // The next start begins in the middle of the display.
  }
}
