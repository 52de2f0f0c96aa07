// Hostile servers of the tables here as programs in the real sandbox, behind a whole app: added and
// reviewed as the window does, called by an official client of the gateway.
import { existsSync, mkdirSync, readFileSync, chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { ServerConfig } from '../../../contract/server/server.ts'
import { aClient, attended, listed, once } from '../../fakes/mcp/forge-app.ts'
import { ask, besideHome, journal } from '../../fakes/services/whole-app.ts'

const project = join(import.meta.dirname, '../../..')
let played = 0

/** What a client gets for a tool that nobody has opened, or that was closed while it was called. */
export const NOT_HAD =
  /^There is no tool named \w+\. Available: |^\w+(?: of the server \w+)? is closed: /

export type HostileApp = {
  /** How the person calls the server. */
  readonly name: string
  /** The agent that calls it. */
  readonly client: Client
  /** A card is open for the call until `during` is over, and then the person approves it. */
  callHeld(tool: string, during: () => Promise<unknown>): Promise<string>
  /** Whatever else a client asks for, approved where it is held; a failure is its words. */
  asked(work: Promise<unknown>): Promise<string>
  state(): Promise<string>
  review(): Promise<
    readonly { what: string; name: string; state: string; warnings: readonly string[] }[]
  >
  /** All that is not refused, each by its name; without findings only: `all`. */
  accept(which?: 'all' | 'each'): Promise<void>
  /** What a client gets, once a person has approved what is held. */
  call(tool: string, args?: Record<string, unknown>): Promise<string>
  /** All that a client sees of its tools. */
  seen(): Promise<string>
  /** Said at once, byte for byte. */
  order(text: string): void
  /** The names of tools, as they reached it. */
  called(): readonly string[]
  starts(): number
  /** Its rows of the journal, oldest first. */
  changes(): Promise<readonly string[]>
  end(): Promise<void>
}

/** Adds the program of a row, and waits until it is ready or will not be. */
export function openHostileApp(
  table: string,
  row: string,
  more: Record<string, unknown> = {},
): Promise<HostileApp> {
  return openServerOver((file, folder) =>
    ServerConfig.parse({
      transport: 'stdio',
      command: process.execPath,
      trust: 'verified',
      timeoutSeconds: 10,
      args: [join(project, 'test/fakes/mcp/hostile/scripted.ts'), table, row],
      env: { CALLED: file('called'), ORDERS: file('orders'), STARTS: file('starts') },
      folders: [{ path: project }, { path: folder, write: true }],
      ...more,
    }),
  )
}

/** The same for one at an address. */
export const openHostileAddress = (url: string): Promise<HostileApp> =>
  openServerOver(() =>
    ServerConfig.parse({ transport: 'http', url, trust: 'verified', timeoutSeconds: 3 }),
  )

async function openServerOver(
  configIn: (file: (own: string) => string, folder: string) => ServerConfig,
): Promise<HostileApp> {
  played += 1
  const name = `f${played}`
  const folder = besideHome(name)
  mkdirSync(folder)
  // As root the sandbox is another user.
  chmodSync(folder, 0o777)
  const file = (own: string): string => join(folder, own)
  const config = configIn(file, folder)
  const state = async (): Promise<string> => {
    const now = (await listed(name))?.state
    return now === undefined ? '' : 'text' in now ? `${now.kind}: ${now.text}` : now.kind
  }
  await ask('servers.add', { name, config, confirmed: true })
  await expect.poll(state).toMatch(/^(?:ready|stopped|waiting|needs)/)
  const session = await (await aClient(`agent-${name}`))()
  const own: HostileApp = {
    name,
    state,
    review: async () => (await ask('servers.review', { name })).items,
    async accept(which = 'each') {
      const { items, digest } = await ask('servers.review', { name })
      await ask('servers.accept', {
        name,
        digest,
        items:
          which === 'all'
            ? 'all'
            : items
                .filter((item) => item.state !== 'refused')
                .map(({ what, name: item }) => ({ what, name: item })),
      })
    },
    async call(tool, args = {}) {
      const { result } = await session.run(`${name}__${tool}`, args, once)
      return wordsIn(result as CallToolResult)
    },
    client: session.client,
    async callHeld(tool, during) {
      const { result, held } = await session.run(`${name}__${tool}`, {}, async () => {
        await during()
        return once()
      })
      if (held.length === 0) throw new Error('Nobody was asked.')
      return wordsIn(result as CallToolResult)
    },
    async asked(work) {
      const words = work.then(
        (result) => JSON.stringify(result),
        (fault: unknown) => String(fault),
      )
      return (await attended(words, once)).result
    },
    seen: async () =>
      JSON.stringify(
        (await session.client.listTools()).tools.filter((one) => one.name.startsWith(`${name}__`)),
      ),
    order: (text) => writeFileSync(file('orders'), text),
    called: () =>
      existsSync(file('called')) ? readFileSync(file('called'), 'utf8').trim().split('\n') : [],
    starts: () => readFileSync(file('starts'), 'utf8').length,
    changes: async () =>
      (await journal()).rows
        .flatMap(({ entry }) =>
          entry.kind === 'server' && entry.server === name
            ? [`${entry.change} ${entry.text ?? ''}`.trim()]
            : [],
        )
        .toReversed(),
    async end() {
      await session.end()
      if ((await listed(name)) !== undefined) await ask('servers.remove', { name })
    },
  }
  return own
}

const wordsIn = ({ content, structuredContent }: CallToolResult): string =>
  [
    ...content.map((part) => ('text' in part ? part.text : part.type)),
    ...(structuredContent === undefined ? [] : [JSON.stringify(structuredContent)]),
  ].join(' ')
