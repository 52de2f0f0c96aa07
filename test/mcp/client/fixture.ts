// What a connection needs, for tests: the real sandbox, the real way out, folders of its own.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import type { StdioServer } from '../../../contract/server/server.ts'
import { ServerConfig } from '../../../contract/server/server.ts'
import type { CallOptions, Connection } from '../../../main/mcp/connection.ts'
import type { ClientDeps } from '../../../main/mcp/client/deps.ts'
import { openConnection } from '../../../main/mcp/client/open-connection.ts'
import { openOutbound } from '../../../main/egress/outbound.ts'
import { hashFile } from '../../../main/sandbox/files/hash-file.ts'
import { makeOwnFolder, hostUser } from '../../../main/sandbox/linux/host-user.ts'
import { openRunner } from '../../../main/sandbox/runner.ts'
import { ok } from '../../../contract/result.ts'
import { scratchFolder } from '../../sandbox/scratch.ts'

export const project = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
export const hostile = (name: string): string =>
  join(project, 'test/fakes/mcp/hostile', `${name}.ts`)

/** A program may need long to begin where much else runs. */
const patient = { probeMs: 120_000, handshakeMs: 180_000, discoveryMs: 120_000 }

export function openOutside(name: string) {
  const root = scratchFolder(`mcp-${name}`)
  const gatehouse = join(root, 'gatehouse')
  mkdirSync(gatehouse)
  const runner = openRunner({ stop: [gatehouse], home: join(root, 'home'), scratch: root })
  const outbound = openOutbound({ hosts: () => [] })
  const open: Connection[] = []
  afterAll(async () => {
    await Promise.all(open.map((connection) => connection.dispose()))
    await outbound.dispose()
    await runner.dispose()
  })
  let homes = 0
  const homeOf = new Map<string, string>()
  const deps = (more: Partial<ClientDeps> = {}): ClientDeps => ({
    version: '0.0.0-test',
    start: (program) => runner.start(program),
    home: async (server) => {
      const known = homeOf.get(server)
      if (known !== undefined) return known
      homes += 1
      const home = join(root, `home-${homes}`)
      makeOwnFolder(home)
      homeOf.set(server, home)
      return home
    },
    proxy: async ({ hosts, home, signal, onAttempt }) =>
      outbound.childProxy({
        mode: { kind: 'granted', hosts: hosts.map((host) => ({ host, port: 443 })) },
        socketFolder: root,
        owner: await hostUser(home),
        signal,
        onAttempt,
      }),
    fetchFor: (url) => outbound.serverFetch(url),
    secret: async () => ok('stored-value'),
    hashFile,
    now: Date.now,
    changed: () => {},
    ...more,
    limits: { ...patient, ...more.limits },
  })
  const config = (more: Partial<StdioServer>): ServerConfig =>
    ServerConfig.parse({
      transport: 'stdio',
      command: process.execPath,
      folders: [{ path: project }],
      ...more,
    })
  return {
    root,
    deps,
    config,
    /** A program of this project, by our own Node. Closed at the end. */
    connect: (
      server: string,
      args: readonly string[],
      more: Partial<ClientDeps> = {},
      and: Partial<StdioServer> = {},
    ): Connection => {
      const created = openConnection(server, config({ args: [...args], ...and }), deps(more))
      open.push(created)
      return created
    },
    connectTo: (server: string, settings: unknown, more: Partial<ClientDeps> = {}): Connection => {
      const created = openConnection(server, ServerConfig.parse(settings), deps(more))
      open.push(created)
      return created
    },
  }
}

export const options = (more: Partial<CallOptions> = {}): CallOptions => ({
  timeoutMs: 120_000,
  signal: new AbortController().signal,
  ...more,
})

/** Polls until it is in one of these states. */
export async function stateOf(connection: Connection, ...kinds: readonly string[]): Promise<void> {
  await expect
    .poll(() => connection.state().kind, { interval: 20 })
    .toSatisfy((kind: string) => kinds.includes(kind))
}
export const saying = (text: string) => ({
  ok: true,
  value: { content: [{ kind: 'text', text }], structured: null, failed: false },
})
