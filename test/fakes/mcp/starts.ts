// How often a program was started in its own folder, this time included: a server that behaves well
// at first needs to know.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function startsSoFar(): number {
  const file = join(process.env['HOME'] ?? '.', 'starts')
  const starts = (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0) + 1
  writeFileSync(file, String(starts))
  return starts
}
