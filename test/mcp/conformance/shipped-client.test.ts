// The official conformance suite against the program as it is shipped, as a client: each scenario is a
// server that shipped-driver.ts adds to the running app. All of it in the long form only.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleProgram } from '../../bundle-program.ts'
import { soak } from '../../soak.ts'
import { headlessFile, openTestApp } from '../gateway/test-app.ts'
import type { TestApp } from '../gateway/test-app.ts'
import { PASSPHRASE } from './client-scenario.ts'
import { conform } from './client-suite.ts'

const scenarios: Readonly<Record<string, number>> = { '2025-11-25': 19, '2026-07-28': 33 }

describe.runIf(soak && process.platform === 'linux')(
  'the suite against the shipped program as a client @soak',
  () => {
    let folder = ''
    let driver = ''
    let app: TestApp
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'gatehouse-conformance-shipped-client-'))
      driver = await bundleProgram(join(import.meta.dirname, 'shipped-driver.ts'), folder)
      app = openTestApp()
      // There is no desktop: the test opens the sign-in page itself.
      spawn(process.execPath, [headlessFile, '--linger-seconds', '900'], {
        env: app.env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const person = await app.person()
      const set = await person.call('step-up.set-passphrase', { passphrase: PASSPHRASE })
      if (!set.ok) throw new Error(set.error.text)
      const unlocked = await person.call('secrets.unlock', { passphrase: PASSPHRASE })
      if (!unlocked.ok) throw new Error(unlocked.error.text)
    })
    afterAll(() => {
      app.remove()
      rmSync(folder, { recursive: true, force: true })
    })

    it.each(Object.keys(scenarios))('passes every applicable case of %s', async (revision) => {
      const { wrong, passed, output, said } = await conform(
        driver,
        revision,
        folder,
        app.env,
        240_000,
      )
      if (wrong.length > 0) process.stderr.write(`${output.slice(-8_000)}\n${said}\n`)
      expect(wrong).toEqual([])
      expect(passed.size).toBeGreaterThanOrEqual(scenarios[revision] ?? Number.POSITIVE_INFINITY)
    })
  },
)
