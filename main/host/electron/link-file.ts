// Files named *.gatehouse: one link of ours, to be sent or kept. Opening one is following the link,
// which shows a place and does nothing.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locationOfLink } from './origin.ts'

/** As long as the longest link, and a line end. */
const LONGEST = 16_100

/** `file`: a path, or the address of a file, as desktops hand them over. Null: no link is in it. */
export function locationOfFile(file: string): string | null {
  if (!file.endsWith('.gatehouse')) return null
  try {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    return isAbsolute(path) ? locationOfLink(firstLine(path)) : null
  } catch {
    return null
  }
}

function firstLine(path: string): string {
  // A pipe must not hold us until somebody writes into it.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    if (!fstatSync(file).isFile()) return ''
    const bytes = Buffer.alloc(LONGEST)
    const length = readSync(file, bytes, 0, LONGEST, 0)
    return bytes.toString('utf8', 0, length).split('\n', 1)[0]?.trim() ?? ''
  } finally {
    closeSync(file)
  }
}
