// Servers with connections that offer what a test says, over the real keeper and the real judging
// of offers.
import { pinMemory } from '../pin-memory.ts'
import { createHash } from 'node:crypto'
import type { Json } from '../../../contract/json.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { ok } from '../../../contract/result.ts'
import { Offer, ServerConfig } from '../../../contract/server/server.ts'
import { nothingObserved } from '../../../contract/server/server-access.ts'
import type { ObservedAccess } from '../../../contract/server/server-access.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { scanners } from '../../../main/wiring/execution/servers/scanners.ts'
import type { Connection } from '../../../main/mcp/connection.ts'
import { openServers } from '../../../main/mcp/servers.ts'
import type { Servers } from '../../../main/mcp/servers-port.ts'
import type { ServerEntry } from '../../../main/mcp/trust/pin-store.ts'
import type { Pin } from '../../../main/mcp/trust/pin.ts'
import { catalog } from '../../../tools/catalog.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
export const later = (): AbortSignal => AbortSignal.timeout(5_000)

const none = { title: null, readOnly: null, destructive: null, idempotent: null, openWorld: null }
export const tool = (
  name: string,
  more: object = {},
  annotations: object = {},
): Offer['tools'][number] => ({
  name,
  title: null,
  description: `${name}, as its server says.`,
  inputSchema: { type: 'object' },
  outputSchema: null,
  ...more,
  annotations: { ...none, ...annotations },
})

export const offerOf = (more: Partial<Offer> = {}): Offer =>
  Offer.parse({
    server: { name: 'forge', version: '1.0.0' },
    protocol: '2025-11-25',
    instructions: null,
    tools: [tool('list_issues')],
    prompts: [],
    resources: [],
    launch: ['/usr/bin/forge', 'program sha256 00'],
    ...more,
  })

export const stdio = (more: object = {}): ServerConfig =>
  ServerConfig.parse({ transport: 'stdio', command: '/usr/bin/forge', ...more })

/** What outlives a restart. */
export type Disk = { pins: Pin[]; rows: JournalEntry[]; access: Map<string, unknown> }
export const newDisk = (): Disk => ({ pins: [], rows: [], access: new Map() })

export type Fixture = {
  readonly servers: Servers
  readonly offers: Map<string, Offer | null>
  readonly observed: Map<string, ObservedAccess>
  /** Of the fake server: what it was asked. */
  readonly calls: Json[]
  config: Record<string, ServerConfig>
  acceptAll(name: string): Promise<void>
  states(name: string): Promise<Record<string, string>>
}

export function openFixture(
  config: Record<string, ServerConfig>,
  offers: Record<string, Offer>,
  disk: Disk = newDisk(),
): Fixture {
  const live = new Map<string, Offer | null>(Object.entries(offers))
  const observed = new Map<string, ObservedAccess>()
  const calls: Json[] = []
  const connect = (name: string): Connection => ({
    state: () => ({ kind: 'ready' }),
    offer: () => live.get(name) ?? null,
    settled: () => true,
    heldLaunch: () => null,
    call: async (called, args) => {
      calls.push({ name, tool: called, args })
      return ok({
        content: [{ kind: 'text', text: `${called} done` }],
        structured: { count: 1 },
        failed: called.startsWith('fail'),
      })
    },
    readResource: async () => ok({ content: [], structured: null, failed: false }),
    getPrompt: async () => ok({ content: [], structured: null, failed: false }),
    complete: async () => ok({ content: [], structured: null, failed: false }),
    subscribe: () => {},
    visible: () => true,
    observed: () => observed.get(name) ?? nothingObserved,
    log: () => [],
    start: () => {},
    dispose: async () => {},
  })
  const fixture = { config }
  const servers = openServers({
    config: () => fixture.config,
    connect,
    eager: true,
    barred: () => null,
    changed: () => {},
    table: pinMemory(disk),
    record: async (entry) => ok(disk.rows.push(entry)),
    lastRow: () =>
      disk.rows.findLast((entry): entry is ServerEntry => entry.kind === 'server') ?? null,
    access: {
      get: (name) => disk.access.get(name) ?? null,
      put: (name, body) => void disk.access.set(name, structuredClone(body)),
      remove: (name) => void disk.access.delete(name),
    },
    sha256,
    samples: true,
    now: () => 1_000,
    builtIn: catalog.map(({ manifest }) => manifest.name),
    scanners,
    hidesSecrets: (text) => text,
  })
  servers.follow()
  const review = async (name: string) => {
    const found = await servers.review(name, later())
    if (!found.ok) throw new Error(found.error.text)
    return found.value
  }
  return Object.assign(fixture, {
    servers,
    offers: live,
    observed,
    calls,
    async acceptAll(name: string) {
      // One by one, those with findings too.
      const { items, digest } = await review(name)
      const refs = items
        .filter(({ state }) => state !== 'refused')
        .map(({ what, name: own }) => ({ what, name: own }))
      const done = await servers.accept(name, refs, digest, 'window')
      if (!done.ok) throw new Error(done.error.text)
    },
    states: async (name: string) =>
      Object.fromEntries(
        (await review(name)).items.map((item) => [`${item.what} ${item.name}`, item.state]),
      ),
  })
}

export const callTool = (
  servers: Servers,
  server: string,
  called: string,
  permitted: readonly CanonicalTouch[],
) =>
  servers
    .power({ permitted, signal: later() })
    .call({ server, tool: called, args: {}, timeoutMs: 1_000 })
