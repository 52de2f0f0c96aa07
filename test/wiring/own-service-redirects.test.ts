// A tool may ask the service that it is there for alone. Under every preset that applies to the very
// address in the configuration and for nothing that its answers lead to.
// @module-tag whole
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { makeTemporary } from '../temporary.ts'

const TOKEN = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
type Requested = { readonly path: string; readonly credential: string | undefined }
type Site = { readonly url: string; readonly requested: Requested[]; readonly server: Server }

/** Answers with what `leads` says, and keeps what it was asked. */
async function site(
  leads: (request: IncomingMessage) => readonly [number, Record<string, string>],
): Promise<Site> {
  const requested: Requested[] = []
  const server = createServer((request, response) => {
    requested.push({ path: request.url ?? '', credential: request.headers.authorization })
    const [status, headers] = leads(request)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('[]')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested, server }
}

let app: App | null = null
let before: string | undefined
/** Where the service leads, with which status. */
let leads: readonly [status: number, to: string] = [200, '']
let [elsewhere, service]: Site[] = []

async function open(preset: string): Promise<void> {
  before = process.env['GATEHOUSE_PASSPHRASE']
  process.env['GATEHOUSE_PASSPHRASE'] = 'correct horse battery'
  elsewhere = await site(() => [200, {}])
  service = await site(({ url }) =>
    url?.startsWith('/api/') === true ? [leads[0], { location: leads[1] }] : [200, {}],
  )
  const root = makeTemporary('own-service')
  const home = join(root, 'home')
  mkdirSync(home, { mode: 0o700 })
  writeFileSync(
    join(home, 'config.yaml'),
    `preset: ${preset}\nservices:\n  github:\n    url: ${service.url}/api\n`,
  )
  const opened = await openApp({
    host: 'browser',
    version: '0.0.0-test',
    paths: findAppPaths({
      env: { GATEHOUSE_HOME: home },
      platform: process.platform,
      homedir: root,
    }),
  })
  if (!opened.ok) throw new Error(opened.error.text)
  app = opened.value
  await ask('secrets.set', {
    name: 'github-token',
    hosts: [new URL(service.url).host],
    header: 'authorization',
    template: 'Bearer {}',
    value: TOKEN,
  })
}

async function close(): Promise<void> {
  await app?.dispose()
  app = null
  for (const each of [elsewhere, service]) each?.server.close()
  if (before === undefined) delete process.env['GATEHOUSE_PASSPHRASE']
  else process.env['GATEHOUSE_PASSPHRASE'] = before
}

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const surface = channel === 'tools.run' ? 'cli' : 'window'
  const answer = await app?.call(channel, input, { surface })
  if (answer?.ok !== true) throw new Error(`${channel}: ${answer?.error.text}`)
  return answer.value as Output<C>
}

/** A person who is asked says yes. Gives what came of it. */
async function listed(status: number, to: (elsewhere: string, own: string) => string) {
  if (elsewhere === undefined || service === undefined) throw new Error('Nothing is open.')
  leads = [status, to(elsewhere.url, service.url)]
  const args = { action: 'list_issues', owner: 'ada', repo: 'engine' }
  let [over, held] = [false, 0]
  const end = ask('tools.run', { tool: 'github', args, wait: true }).finally(() => (over = true))
  while (!over) {
    const [pending] = await ask('approvals.list', { states: ['pending'], limit: 1 })
    if (pending !== undefined) {
      held += 1
      await ask('approvals.answer', { id: pending.id, answer: 'once' })
    }
    await Promise.race([end, new Promise((done) => setTimeout(done, 15))])
  }
  return {
    ended: (await end).status,
    held,
    elsewhere: elsewhere.requested,
    beside: service.requested.filter(({ path }) => !path.startsWith('/api/')),
  }
}

const ways: readonly (readonly [what: string, to: (elsewhere: string, own: string) => string])[] = [
  ['another port', (other) => `${other}/api/repos/ada/engine/issues`],
  ['a host that begins like it', (_, own) => `${own}.evil.example/api/`],
  ['a name before an at sign', (other, own) => `${own}@${new URL(other).host}/api/`],
  ['another host without a scheme', (other) => `//${new URL(other).host}/api/`],
  ['a path beside its address', () => '/private'],
  ['a path beside it by dots', () => '/api/../private'],
  ['a path beside it by hidden dots', () => '/api/%2e%2e/private'],
  ['the machine by another name', (other) => other.replace('127.0.0.1', 'localhost')],
  ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
  ['a file', () => 'file:///etc/passwd'],
]

describe.each([
  ['flow', 'failed', 0],
  ['ask', 'failed', 0],
  ['careful', 'failed', 1],
  ['read-only', 'denied', 0],
] as const)('under %s', (preset, ended, held) => {
  beforeAll(() => open(preset))
  afterAll(close)

  it.each(ways)(
    'an answer that leads to %s leads nowhere',
    { timeout: 600_000 },
    async (_what, to) => {
      expect(await listed(302, to)).toEqual({ ended, held, elsewhere: [], beside: [] })
    },
  )

  it.each([301, 303, 307, 308])(
    'an answer with %i leads nowhere either',
    { timeout: 600_000 },
    async (status) => {
      const to = (there: string): string => `${there}/api/`
      expect(await listed(status, to)).toEqual({ ended, held, elsewhere: [], beside: [] })
    },
  )
})
