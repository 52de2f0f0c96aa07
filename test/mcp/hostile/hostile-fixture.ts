// One hostile server in memory, behind the real client, the real review and the real store of what
// was reviewed: only the program is a script, and the disk a list.
import type { ProgramEnd } from '../../../contract/program-end.ts'
import { pinMemory } from '../pin-memory.ts'
import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { ok } from '../../../contract/result.ts'
import { ServerConfig } from '../../../contract/server/server.ts'
import type { ClientDeps, Running } from '../../../main/mcp/client/deps.ts'
import { openConnection } from '../../../main/mcp/client/open-connection.ts'
import type { Limits } from '../../../main/mcp/client/limits.ts'
import { openServers } from '../../../main/mcp/servers.ts'
import type { Servers } from '../../../main/mcp/servers-port.ts'
import { scanLater } from '../../../main/wiring/execution/servers/scan-later.ts'
import { trimLater } from '../../../main/wiring/execution/staging/trim-later.ts'
import { scanners } from '../../../main/wiring/execution/servers/scanners.ts'
import { catalog } from '../../../tools/catalog.ts'
import { play } from './script.ts'
import type { Fields, Io, Script } from './script.ts'

/** For calls that are never answered. */
export const BRIEFLY = 300

export type HostileFixture = {
  readonly servers: Servers
  readonly rows: JournalEntry[]
  /** What reached the program: the names of tools that were called. */
  readonly called: string[]
  /** Lengths of the messages that were read in a thread of their own. */
  readonly trimmed: number[]
  /** Attempts of the program to reach out. */
  attempt(host: string, port?: number): void
  starts(): number
  /** The content of the program's files. */
  hash: string
  io(): Io
  state(): string
  /** As a model sees it. */
  seen(name: string): { description: string; title: string; schema: string } | undefined
  review(): Promise<
    readonly {
      what: string
      name: string
      state: string
      now: string | null
      warnings: readonly string[]
    }[]
  >
  accept(refs?: 'all' | readonly string[]): Promise<void>
  /** `patienceMs`: how long it may take; a row that waits for the end of it gives a short one. */
  call(name: string, args?: Fields, patienceMs?: number): Promise<string>
  changes(): readonly string[]
  until(done: () => boolean): Promise<void>
  dispose(): Promise<void>
}

export function openHostile(
  script: Script,
  { limits, config }: { readonly limits?: Partial<Limits>; readonly config?: Fields } = {},
): HostileFixture {
  const rows: JournalEntry[] = []
  const called: string[] = []
  const trimmed: number[] = []
  let starts = 0
  let io: Io | null = null
  let attempt: Parameters<ClientDeps['proxy']>[0]['onAttempt'] = () => {}
  const fixture = { hash: 'aa' }

  const run = (): Running => {
    starts += 1
    const [stdin, stdout] = [new PassThrough(), new PassThrough()]
    const { promise: exited, resolve } = Promise.withResolvers<ProgramEnd>()
    const end = (how: ProgramEnd): Promise<ProgramEnd> => {
      resolve(how)
      stdout.end()
      return exited
    }
    const own: Io = {
      say: (message) => void stdout.write(`${JSON.stringify(message)}\n`),
      raw: (words) => void stdout.write(words),
      end: (code = 1) => void end({ kind: 'exited', code }),
      start: starts,
    }
    io = own
    const take = play(script, own, (name) => called.push(name))
    stdin.on('data', take)
    stdin.on('end', () => void end({ kind: 'exited', code: 0 }))
    setImmediate(() => script.begins?.(own))
    return {
      stdin,
      stdout,
      stderrTail: () => '',
      pid: () => null,
      exited,
      kill: () => end({ kind: 'killed' }),
    }
  }

  const configured = ServerConfig.parse({
    transport: 'stdio',
    command: process.execPath,
    trust: 'verified',
    timeoutSeconds: 2,
    ...config,
  })
  const servers: Servers = openServers({
    config: () => ({ forge: configured }),
    connect: (name, own, changed) =>
      openConnection(name, own, {
        version: '0.0.0-test',
        start: async () => ok(run()),
        home: async () => '/tmp',
        proxy: async ({ onAttempt }) => {
          attempt = onAttempt
          return ok({ socketPath: '/nowhere', dispose: async () => {} })
        },
        fetchFor: () => () => Promise.reject(new Error('There is no network.')),
        secret: async () => ok(''),
        hashFile: async () => fixture.hash,
        trimLater: (job) => (trimmed.push(job.text.length), trimLater(job)),
        cleared: (launch) => servers.cleared(name, launch),
        misbehaved: (words) => servers.misbehaved(name, words),
        refusedAsk: (kind, words) => servers.refusedAsk(name, `${kind}: ${words}`),
        now: Date.now,
        changed: () => (changed(), servers.watch()),
        limits: { waitMs: [5], probeMs: 200, politeMs: 50, quietMs: 5, ...limits },
      }),
    eager: true,
    barred: () => null,
    changed: () => {},
    table: pinMemory({ pins: [] }),
    record: async (entry) => ok(rows.push(entry)),
    lastRow: () => null,
    access: { get: () => null, put: () => {}, remove: () => {} },
    sha256: (words) => createHash('sha256').update(words).digest('hex'),
    samples: true,
    now: Date.now,
    builtIn: catalog.map(({ manifest }) => manifest.name),
    scanners,
    scanLater,
    hidesSecrets: (words) => words,
  })
  servers.follow()

  const found = async () => {
    const review = await servers.review('forge', AbortSignal.timeout(240_000))
    if (!review.ok) throw new Error(`${review.error.code}: ${review.error.text}`)
    return review.value
  }
  const until = async (done: () => boolean): Promise<void> => {
    const late = Date.now() + 240_000
    while (!done()) {
      if (Date.now() > late) throw new Error(`It did not come to that: ${own.state()}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const own: HostileFixture = Object.assign(fixture, {
    servers,
    rows,
    called,
    trimmed,
    attempt: (host: string, port = 443) => attempt({ host, port, allowed: false }),
    starts: () => starts,
    io: () => {
      if (io === null) throw new Error('It was never started.')
      return io
    },
    state() {
      const [listing] = servers.listings()
      const state = listing?.state
      return state === undefined
        ? ''
        : 'text' in state
          ? `${state.kind}: ${state.text}`
          : state.kind
    },
    seen(name: string) {
      const one = servers
        .external()
        .find(({ tool: external }) => external.manifest.name === `forge__${name}`)
      return one === undefined
        ? undefined
        : {
            description: one.tool.manifest.description,
            title: one.tool.manifest.title,
            schema: JSON.stringify(one.tool.inputSchema),
          }
    },
    review: async () => (await found()).items,
    async accept(refs: 'all' | readonly string[] = 'all') {
      const { items, digest } = await found()
      const named =
        refs === 'all'
          ? items.filter(({ state }) => state !== 'refused')
          : items.filter(({ name }) => refs.includes(name))
      const done = await servers.accept(
        'forge',
        named.map(({ what, name }) => ({ what, name })),
        digest,
        'window',
      )
      if (!done.ok) throw new Error(done.error.text)
    },
    async call(name: string, args: Fields = {}, patienceMs = 120_000) {
      const touch = servers.touch('forge', name)
      if (!touch.ok) return `${touch.error.code}: ${touch.error.text}`
      const answer = await servers
        .power({ permitted: [touch.value], signal: AbortSignal.timeout(2 * patienceMs) })
        .call({ server: 'forge', tool: name, args: args as never, timeoutMs: patienceMs })
      if (!answer.ok) return `${answer.error.code}: ${answer.error.text}`
      return answer.value.content.map((part) => ('text' in part ? part.text : part.kind)).join(' ')
    },
    changes: () =>
      rows.flatMap((row) =>
        row.kind === 'server' ? [`${row.change} ${row.text ?? ''}`.trim()] : [],
      ),
    until,
    dispose: () => servers.dispose(),
  })
  return own
}
