// The official conformance suite against our connection, over HTTP, for both eras. Each scenario is
// its own server, and starts client-driver.ts.
// @module-tag whole
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleProgram } from '../../bundle-program.ts'
import { conform } from './client-suite.ts'

let folder = ''
let driver = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-conformance-client-'))
  driver = await bundleProgram(join(import.meta.dirname, 'client-driver.ts'), folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const scenarios: Readonly<Record<string, number>> = { '2025-11-25': 19, '2026-07-28': 33 }

describe('the official conformance suite, client side', () => {
  it.each(Object.keys(scenarios))(
    'passes every applicable case of %s @whole',
    { timeout: 600_000 },
    async (revision) => {
      const { wrong, passed, output } = await conform(driver, revision, folder)
      if (wrong.length > 0) process.stderr.write(output.slice(-4_000))
      expect(wrong).toEqual([])
      expect(passed.size).toBeGreaterThanOrEqual(scenarios[revision] ?? Number.POSITIVE_INFINITY)
    },
  )
})
