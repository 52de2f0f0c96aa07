// A folder for one test file, removed at the end with everything in it.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

export function scratchFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `gatehouse-test-${name}-`)))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
