// The official conformance suite against the gateway's own protocol core, over HTTP, for both eras.
// @module-tag whole
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenHttp } from '../../../main/mcp/gateway/http/http-server.ts'
import type { HttpEndpoint } from '../../../main/mcp/gateway/http/http-server.ts'
import { fixtureProvider } from './fixture.ts'

const suite = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-conformance-'))
let endpoint: HttpEndpoint

beforeAll(async () => {
  const provider = fixtureProvider()
  const opened = await listenHttp(0, {
    clientOf: () => 'conformance',
    providerFor: () => provider,
    now: Date.now,
  })
  if (!opened.ok) throw new Error(opened.error.text)
  endpoint = opened.value
})
afterAll(async () => {
  await endpoint.close()
  rmSync(folder, { recursive: true, force: true })
})

type Check = {
  readonly scenario: string
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

async function conform(revision: string): Promise<{
  readonly scenarios: number
  readonly checks: readonly Check[]
  readonly output: string
}> {
  const out = join(folder, revision)
  const output = await new Promise<string>((done) => {
    const child = spawn(
      process.execPath,
      [suite, 'server', '--url', endpoint.url, '--requirements', revision, '-o', out],
      { cwd: folder },
    )
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.on('close', () => done(said))
  })
  const names = readdirSync(out)
  const checks = names.flatMap((name) => {
    const found = JSON.parse(readFileSync(join(out, name, 'checks.json'), 'utf8')) as Omit<
      Check,
      'scenario'
    >[]
    return found.map(({ id, status, errorMessage }) => ({
      scenario: name.replace(/^server-(.*)-\d{4}-.*$/, '$1'),
      id,
      status,
      ...(errorMessage === undefined ? {} : { errorMessage }),
    }))
  })
  return { scenarios: names.length, checks, output }
}

/**
 * Run for to be seen, and not counted by the suite itself; reasons in
 * docs/decisions/0016-gateway.md.
 */
const doesNotApply: Readonly<Record<string, readonly RegExp[]>> = {
  '2025-11-25': [],
  '2026-07-28': [/^tasks-/, /^http-custom-header-server-validation$/],
}

describe('the official conformance suite, server side', () => {
  it.each(['2025-11-25', '2026-07-28'])(
    'passes every applicable case of %s',
    { timeout: 600_000 },
    async (revision) => {
      const { scenarios, checks, output } = await conform(revision)
      const skipped = doesNotApply[revision] ?? []
      const wrong = checks.filter(
        ({ scenario, status }) =>
          (status === 'FAILURE' || status === 'WARNING') &&
          !skipped.some((pattern) => pattern.test(scenario)),
      )
      expect({ wrong, said: wrong.length === 0 ? '' : output.slice(-3_000) }).toEqual({
        wrong: [],
        said: '',
      })
      expect(scenarios).toBeGreaterThanOrEqual(30)
      expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(
        scenarios - 5,
      )
    },
  )
})
