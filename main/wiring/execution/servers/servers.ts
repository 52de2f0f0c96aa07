// Joins external servers to what they need: the sandbox and the way out, stored credentials, the
// store, the journal, and the scanners that find what is hidden in their texts.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../../contract/policy/config/config.ts'
import { failure, type Failure } from '../../../../contract/failure.ts'
import { readHostPattern } from '../../../../contract/policy/host-pattern.ts'
import type {
  JournalEntry,
  JournalFilter,
  JournalRow,
} from '../../../../contract/journal/journal.ts'
import { err, type Result } from '../../../../contract/result.ts'
import { NAMELESS_ADDRESS } from '../../../../contract/server/server-access.ts'
import { hostOfServer } from '../../../../contract/server/server-host.ts'
import type { ServerConfig } from '../../../../contract/server/server.ts'
import { catalog } from '../../../../tools/catalog.ts'
import { isSuffixWide } from '../../../egress/allowlist.ts'
import type { Outbound } from '../../../egress/outbound.ts'
import type { ClientDeps } from '../../../mcp/client/deps.ts'
import { openConnection } from '../../../mcp/client/open-connection.ts'
import { openQuestions, type Questions } from '../../../mcp/questions.ts'
import { openServers } from '../../../mcp/servers.ts'
import type { Servers } from '../../../mcp/servers-port.ts'
import type { Packages } from '../../../mcp/packages/packages.ts'
import { newId } from '../../../pipeline/new-id.ts'
import type { OrganisationPins } from '../../../mcp/trust/organisation-pins.ts'
import type { MissedFacts } from '../../../mcp/missed-grants.ts'
import { hashFile } from '../../../sandbox/files/hash-file.ts'
import { observeProgram } from '../../../sandbox/processes/observe-program.ts'
import { makeOwnFolder, hostUser } from '../../../sandbox/linux/host-user.ts'
import type { Runner } from '../../../sandbox/runner-powers.ts'
import type { Credentials } from '../../../secrets/credential-store.ts'
import type { Redactor } from '../../../secrets/redact/redactor.ts'
import type { PinsTable } from '../../../store/tables/pins-table.ts'
import type { ServerLocations } from '../../calls/server-locations.ts'
import { fetchText } from '../fetch-text.ts'
import { wirePackages } from './packages.ts'
import { scanLater } from './scan-later.ts'
import { scanners } from './scanners.ts'
import { trimLater } from '../staging/trim-later.ts'
import { wireSignIn } from '../sign-in/sign-in.ts'

export type ServerDeps = {
  readonly version: string
  readonly config: () => Config['servers']
  /** Processor time of one process of a server. */
  readonly cpuSeconds: () => number
  readonly table: PinsTable
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  readonly page: (
    filter: JournalFilter,
    before: number | undefined,
    limit: number,
  ) => readonly JournalRow[]
  readonly runner: Pick<Runner, 'start'>
  readonly outbound: Outbound
  readonly credentials: Pick<Credentials, 'valueFor' | 'signIns'>
  /** Opens the person's browser; left out: by the system's own program. */
  readonly browse?: ((address: string) => Promise<void>) | undefined
  readonly redactor: Redactor
  /** Of Gatehouse's data: each server gets a folder of its own in it. */
  readonly dataDir: string
  readonly socketFolder: string
  readonly missedFacts: MissedFacts
  /** Start all at once; a command that only asks something starts none. */
  readonly eager: boolean
  /** Why none may run now. */
  readonly barred: () => Failure | null
  readonly sha256: (text: string) => string
  readonly now: () => number
  readonly changed: () => void
  readonly organisationPins: () => OrganisationPins | null
}

/** As the topic `servers` needs them: with the sign-ins. */
export type WiredServers = Servers & {
  /** What servers ask of the person. */
  readonly questions: Pick<Questions, 'list' | 'answer'>
  /** What the person granted a server, and the folder that is its own. */
  locations(server: string): ServerLocations
  /**
   * Before a server is removed: deletes what its sign-in left. Failures: `secrets.locked`,
   * `secrets.unwritten`.
   */
  signOut(server: string): Promise<Result<null, Failure>>
  readonly packages: Packages
  readonly fetchText: ReturnType<typeof fetchText>
}

export function wireServers(deps: ServerDeps): WiredServers {
  const { table, redactor } = deps
  const packages = wirePackages(deps)
  // A server that logs or starts tells of every line; the one who shows it is told ten times a
  // second at most.
  let notifications: NodeJS.Timeout | null = null
  const changed = (): void => {
    notifications ??= setTimeout(() => {
      notifications = null
      // Looked at before anybody asks, so that what changed is closed and in the journal.
      servers.watch()
      deps.changed()
    }, 100).unref()
  }
  const pages = new Map<string, string>()
  // A server that starts over and over asks each time; once an hour is enough to be seen.
  const reported = new Map<string, number>()
  const refusedAsk = (name: string, kind: string, words: string): void => {
    const key = `${name} ${kind}`
    if (deps.now() - (reported.get(key) ?? -Infinity) < 3_600_000) return
    reported.set(key, deps.now())
    servers.refusedAsk(name, `${kind}${words === '' ? '' : `: ${words}`}`)
  }
  /** As often as it does the same: once an hour is enough to be seen. */
  const misbehaved = (name: string, text: string): void => {
    const key = `${name} ${text.replaceAll(/\d+/g, '')}`
    if (deps.now() - (reported.get(key) ?? -Infinity) < 3_600_000) return
    reported.set(key, deps.now())
    servers.misbehaved(name, text)
  }
  const questions = openQuestions({
    now: deps.now,
    newId: () => newId('ask'),
    unhide: scanners.unhide,
    holdsSecret: (text) => redactor.facts(text) !== text || scanners.secrets(text).length > 0,
    changed: deps.changed,
    note: (server, text) => servers.asked(server, text),
  })
  const servers = openServers({
    ...deps,
    changed,
    table,
    access: { get: table.access, put: table.putAccess, remove: table.removeAccess },
    lastRow() {
      const entry = deps.page(
        { kinds: ['server'], tool: null, effect: null, callId: null, runId: null, text: '' },
        undefined,
        1,
      )[0]?.entry
      return entry?.kind === 'server' ? entry : null
    },
    connect: (name, config, onChanged) => {
      const waiting = (page: string | null): void => {
        if (page === null) pages.delete(name)
        else pages.set(name, page)
        onChanged()
      }
      const signIn =
        config.transport === 'http'
          ? {
              signIn: wireSignIn(name, {
                ...deps,
                url: config.url,
                waiting,
                signingIn: (text) => servers.signingIn(name, text),
                wanted: () => deps.config()[name] !== undefined,
              }),
            }
          : {}
      return openConnection(name, config, {
        ...clientDeps(name, config, onChanged, deps),
        packaged: (own) => packages.launch(name, own),
        ...signIn,
        ...(config.asks === 'ask'
          ? {
              asked: (requests, about, signal) => questions.ask(name, requests, about, signal),
            }
          : {}),
        updated: (uri) => servers.updated(name, uri),
        cleared: (launch) => servers.cleared(name, launch),
        refusedAsk: (kind, words) => refusedAsk(name, kind, words),
        misbehaved: (text) => misbehaved(name, text),
      })
    },
    samples: existsSync('/proc/self/exe'),
    builtIn: catalog.map(({ manifest }) => manifest.name),
    scanners,
    scanLater,
    hidesSecrets: (text) =>
      redactor.facts(text) === text ? text : `[secret, SHA-256 ${deps.sha256(text)}]`,
  })
  return {
    ...servers,
    listings: () =>
      servers.listings().map((one) => {
        const signInUrl = pages.get(one.name)
        return signInUrl === undefined ? one : { ...one, signInUrl }
      }),
    questions,
    locations(server) {
      const own = deps.config()[server]
      return {
        folders: own?.transport === 'stdio' ? own.folders : [],
        home: join(deps.dataDir, 'servers', server),
      }
    },
    packages,
    fetchText: fetchText(deps.outbound),
    signOut: (server) => deps.credentials.signIns.remove(server),
    async dispose() {
      if (notifications !== null) clearTimeout(notifications)
      notifications = setTimeout(() => {}, 0).unref()
      await servers.dispose()
      packages.dispose()
    },
  }
}

function clientDeps(
  name: string,
  config: ServerConfig,
  changed: () => void,
  deps: ServerDeps,
): ClientDeps {
  const { runner, outbound, credentials, dataDir, socketFolder } = deps
  return {
    version: deps.version,
    start: (program) =>
      runner.start({
        ...program,
        limits: {
          ...program.limits,
          cpuSeconds:
            (config.transport === 'stdio' ? config.cpuSeconds : undefined) ?? deps.cpuSeconds(),
        },
      }),
    async home(server) {
      const all = join(dataDir, 'servers')
      mkdirSync(all, { recursive: true, mode: 0o700 })
      const home = join(all, server)
      if (!existsSync(home)) makeOwnFolder(home)
      return home
    },
    async proxy({ hosts, home, signal, onAttempt }) {
      const patterns = hosts.filter((host) => readHostPattern(host).below)
      const wide = patterns.find((pattern) => isSuffixWide(readHostPattern(pattern).host))
      if (wide !== undefined)
        return err(
          failure(
            'sandbox.hosts',
            `${wide} covers hosts of strangers, so a server cannot have it.`,
            'Name the owner, such as *.example.com.',
          ),
        )
      mkdirSync(socketFolder, { recursive: true, mode: 0o700 })
      const grants = hosts.flatMap((pattern) => {
        const { scheme, host, port, below } = readHostPattern(pattern)
        return below ? [] : [{ host, port: port ?? (scheme === 'http:' ? 80 : 443) }]
      })
      let named = false
      return outbound.childProxy({
        // Without hosts it opens nothing, and what was tried is told all the same.
        mode: { kind: 'granted', hosts: grants, patterns },
        socketFolder,
        owner: await hostUser(home),
        signal,
        // A host that was granted and did not answer is none that it was refused.
        onAttempt: (attempt) =>
          onAttempt({
            ...attempt,
            allowed: attempt.allowed || UNANSWERED.has(attempt.failure?.code ?? ''),
          }),
        // A look-up of a granted host says nothing: many do that first. Who dials it does not get there.
        onDirect: (direct) => {
          // What it says itself is which address the kernel has counted.
          if (direct.kind === 'dialled' && /^\[|^[\d.]+$/.test(direct.host)) named = true
          if (direct.kind === 'address' && named) return
          const host = direct.kind === 'address' ? NAMELESS_ADDRESS : direct.host
          const granted = hosts.some((pattern) => {
            const { host: allowed, below } = readHostPattern(pattern)
            return host === allowed || (below && host.endsWith(`.${allowed}`))
          })
          const port = direct.kind === 'dialled' ? direct.port : null
          if (!granted || port !== null) onAttempt({ host, port, allowed: false })
        },
      })
    },
    fetchFor: outbound.serverFetch,
    secret: async (secret) => credentials.valueFor(secret, destinationOf(name, config)),
    hashFile,
    trimLater,
    inside: observeProgram,
    now: deps.now,
    changed,
  }
}

/** What an attempt fails with that was let through. */
const UNANSWERED: ReadonlySet<string> = new Set([
  'net.dns',
  'net.connect',
  'net.timeout',
  'net.cancelled',
])

/**
 * A credential in a program's variables is for that server and can be sent nowhere; one in a header
 * is for its address.
 */
function destinationOf(
  name: string,
  config: ServerConfig,
): { protocol: string; host: string; port: number } {
  if (config.transport === 'stdio')
    return { protocol: 'https:', host: hostOfServer(name), port: 443 }
  const { protocol, hostname, port } = new URL(config.url)
  return {
    protocol,
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
  }
}
