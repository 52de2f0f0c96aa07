// The official conformance suite against the shipped program: suite → gateway → pipeline → external
// server and back, with a person who has reviewed the server, approves what is held and passes on what
// it asks. The long form; the core alone is in server.test.ts.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soak } from '../../soak.ts'
import { notOfferedAsServer } from './not-offered.ts'
import { openShippedApp } from './shipped-app.ts'
import type { ShippedApp } from './shipped-app.ts'

const suite = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-conformance-shipped-'))
let app: ShippedApp | null = null
/** What the person was asked for up to the end of each revision. */
const held: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': [],
  '2026-07-28': ['fixture__test_trigger_prompt_change', 'fixture__test_trigger_tool_change'],
}

async function failing(url: string, revision: string): Promise<readonly [number, string[]]> {
  const out = join(folder, revision)
  const args = [suite, 'server', '--url', url, '--requirements', revision, '-o', out]
  await new Promise<void>((done) => {
    spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' }).on('close', () => done())
  })
  const names = readdirSync(out)
  const wrong = names.filter((name) => {
    const checks = JSON.parse(readFileSync(join(out, name, 'checks.json'), 'utf8')) as {
      readonly status: string
    }[]
    return checks.some(({ status }) => status === 'FAILURE')
  })
  return [
    names.length,
    wrong.map((name) => name.replace(/^server-(.*)-\d{4}-.*$/, '$1')).toSorted(),
  ]
}

describe.runIf(soak && process.platform === 'linux')(
  'the suite against the shipped program @soak',
  () => {
    beforeAll(async () => {
      app = await openShippedApp()
    })
    afterAll(async () => {
      await app?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it.each([
      ['2025-11-25', 33],
      ['2026-07-28', 50],
    ])('passes all of %s but what is not offered', async (revision, all) => {
      const expected = (notOfferedAsServer[revision] ?? []).map(({ scenario }) => scenario)
      expect(await failing(app?.url ?? '', revision)).toEqual([all, expected.toSorted()])
      // Their names deny the hint that they only look; every other call runs unasked.
      expect(app?.approved()).toEqual(held[revision])
    })
  },
)
