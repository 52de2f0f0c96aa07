// The official conformance suite against our connection, over HTTP, for both eras. Each scenario is
// its own server, and starts client-driver.ts.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleProgram } from '../../bundle-program.ts'
import { notOfferedAsClient } from './not-offered.ts'

const suite = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-conformance-client-'))
let driver = ''
beforeAll(async () => {
  driver = await bundleProgram(join(import.meta.dirname, 'client-driver.ts'), folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Check = {
  readonly scenario: string
  readonly id: string
  readonly status: string
  readonly description?: string
}

async function conform(
  revision: string,
): Promise<{ readonly checks: readonly Check[]; readonly output: string }> {
  const out = join(folder, revision)
  const command = `'${process.execPath}' '${driver}'`
  const args = [
    suite,
    'client',
    '--command',
    command,
    '--requirements',
    revision,
    '--timeout',
    '240000',
    '-o',
    out,
  ]
  const output = await new Promise<string>((done) => {
    const child = spawn(process.execPath, args, { cwd: folder })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.on('close', () => done(said))
  })
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('checks.json'),
  )
  const checks = files.flatMap((name) => {
    const found = JSON.parse(readFileSync(join(out, name), 'utf8')) as Omit<Check, 'scenario'>[]
    const scenario = relative('.', dirname(name)).replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    return found.map(({ id, status, description = '' }) => ({ scenario, id, status, description }))
  })
  return { checks, output }
}

const doesNotApply = new Set(notOfferedAsClient.map(({ scenario }) => scenario))
const scenarios: Readonly<Record<string, number>> = { '2025-11-25': 19, '2026-07-28': 33 }

describe('the official conformance suite, client side', () => {
  it.each(Object.keys(scenarios))(
    'passes every applicable case of %s',
    { timeout: 300_000 },
    async (revision) => {
      const { checks, output } = await conform(revision)
      const ours = checks.filter(({ scenario }) => !doesNotApply.has(scenario))
      const wrong = ours.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      if (wrong.length > 0) process.stderr.write(output.slice(-4_000))
      expect(wrong).toEqual([])
      const passed = new Set(
        ours.filter(({ status }) => status === 'SUCCESS').map(({ scenario }) => scenario),
      )
      expect(passed.size).toBeGreaterThanOrEqual(scenarios[revision] ?? Number.POSITIVE_INFINITY)
    },
  )
})
