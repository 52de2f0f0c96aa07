// A command that was let connect, through the whole of Gatehouse: asked with its hosts, run in the
// real sandbox, led out through the proxy to just those hosts, and written down with what it tried.
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { JournalFilter } from '../../contract/journal/journal.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'

let root: string
let app: App
let server: Server
let port: number
const received: string[] = []

beforeEach(async () => {
  received.length = 0
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    response.end('from outside')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  root = mkdtempSync(join(tmpdir(), 'gh-c-'))
  mkdirSync(join(root, 'h'))
  const hosts = [
    {
      host: `http://127.0.0.1:${port}`,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    },
  ]
  writeFileSync(
    join(root, 'h', 'config.yaml'),
    stringify({ allowlist: { hosts }, rehearsal: { automatic: false } }),
  )
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'h') },
    platform: process.platform,
    homedir: root,
  })
  const composed = await openApp({ host: 'browser', paths: paths, version: '0.0.0-test' })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
})
afterEach(async () => {
  await app.dispose()
  server.close()
  rmSync(root, { recursive: true, force: true })
})

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await app.call(channel, input, {
    surface: channel === 'tools.run' ? 'cli' : 'window',
  })
  if (!answer.ok) throw new Error(`${channel}: ${JSON.stringify(answer)}`)
  return answer.value as Output<C>
}

/** Held, answered with yes, and run to its end. */
async function runApproved(args: { command: string; hosts?: string[] }) {
  const result = ask('tools.run', { tool: 'exec', args, wait: true })
  const pending = () => ask('approvals.list', { states: ['pending'], limit: 5 })
  await expect.poll(async () => (await pending()).length).toBe(1)
  const [held] = await pending()
  if (held === undefined) throw new Error('nothing held')
  await ask('approvals.answer', { id: held.id, answer: 'once' })
  return { held, result: await result }
}

/** Asks a proxy for a page as any program would, with nothing but a shell. */
const fetching = (url: string): string =>
  `bash -c 'p=\${http_proxy#http://}; exec 3<>/dev/tcp/\${p%:*}/\${p##*:} && printf "GET ${url} HTTP/1.1\\r\\nHost: ${new URL(url).host}\\r\\nConnection: close\\r\\n\\r\\n" >&3 && cat <&3'`

describe('a command that was let connect', () => {
  it('reaches what a person read and allowed, nothing else, and the journal says both', async () => {
    const command = `${fetching(`http://127.0.0.1:${port}/page`)}; ${fetching('http://other.example/')}; ls /tmp`
    const { held, result } = await runApproved({ command, hosts: [`127.0.0.1:${port}`] })
    expect(held.decision).toMatchObject({ effect: 'confirm', tier: 'R3' })
    expect(held.decision.touches[1]).toEqual({
      kind: 'net.connect',
      host: '127.0.0.1',
      port,
      reach: 'local',
      listed: true,
    })
    expect(held.decision.reasons.map(({ code }) => code)).toContain('host.connects')
    expect(result.stdout).toContain('from outside')
    expect(result.stdout).toContain('403')
    expect(received).toEqual(['GET /page'])
    expect(result.label).toBe('untrusted')
    const { rows } = await ask('audit.page', {
      limit: 1,
      filter: JournalFilter.parse({ kinds: ['outcome'] }),
    })
    expect(rows[0]?.entry).toMatchObject({
      sandbox: expect.stringContaining(
        `This call could connect to 127.0.0.1:${port} and nowhere else.`,
      ),
      reached: [
        { host: '127.0.0.1', port, allowed: true },
        { host: 'other.example', port: 80, allowed: false, bytesUp: 0, bytesDown: 0 },
      ],
    })
    // No socket is left for anyone to use.
    expect(
      readdirSync(join(root, 'h', 'run'), { recursive: true }).filter((name) =>
        String(name).includes('n-'),
      ),
    ).toEqual([])
  }, 600_000)

  it('has no way out at all when it named no host, whatever is on the allowlist @whole', async () => {
    const { result } = await runApproved({
      command: `echo "[$http_proxy$HTTPS_PROXY]"; ${fetching(`http://127.0.0.1:${port}/`)}; (: </dev/tcp/127.0.0.1/${port}) 2>&1`,
    })
    expect(result.stdout).toMatch(/^\[\]/)
    expect(received).toEqual([])
  }, 600_000)

  it('is refused a host that is not written as one, and a local one that the allowlist does not name @whole', async () => {
    const refused = (hosts: string[]) =>
      ask('tools.run', { tool: 'exec', args: { command: 'true', hosts }, wait: false })
    expect((await refused(['https://a.example/'])).error?.code).toBe('net.host')
    expect((await refused(['*.example.org'])).error?.code).toBe('net.host')
    expect((await refused(['10.1.2.3:80'])).decision?.by).toMatchObject({ kind: 'stop' })
  })
})
