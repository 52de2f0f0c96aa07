// What the topic `servers` can do: reviews and their proof, and changes of the configuration with
// their rows in the journal.
import { existsSync, readFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { ServerConfig, ServerListing } from '../../contract/server/server.ts'
import type { ServerChange } from '../../contract/server/server-change.ts'
import { ClientFormat } from '../../contract/server/server-review.ts'
import type { ServerReview } from '../../contract/server/server-review.ts'
import type { StepUp } from '../approvals/step-up.ts'
import type { ConfigStore } from '../config/config.ts'
import { neverRelax } from '../config/may-relax.ts'
import type { ServersService } from '../ipc/handlers/servers.ts'
import { readLink } from '../clients/import-export/deep-link.ts'
import { filesOf } from '../clients/import-export/client-files.ts'
import type { Machine } from '../clients/import-export/client-files.ts'
import { writeClient } from '../clients/import-export/write-client.ts'
import type { Review } from '../mcp/servers.ts'
import type { Credentials } from '../secrets/credentials.ts'
import { editServer } from './edit-server.ts'
import { looks } from '../wiring/execution/servers.ts'
import type { WiredServers } from '../wiring/execution/servers.ts'
import type { Relaxation } from '../policy/relaxation.ts'
import { importServers } from './import-servers.ts'

export type ServersServiceDeps = {
  readonly servers: WiredServers
  readonly config: Pick<ConfigStore, 'current' | 'update'>
  readonly presence: StepUp
  readonly relaxation: Relaxation
  readonly credentials: Pick<Credentials, 'set' | 'state' | 'remove' | 'list'>
  readonly workspace: () => string
  /** Aborted when Gatehouse ends. */
  readonly ending: AbortSignal
  /** Text as it may be shown: what a server writes may hold a secret of the person. */
  readonly shown: <T>(value: T) => T
}

/** How long a person waits to see what a server offers. */
const REVIEW_MS = 90_000

export function serversService(needs: ServersServiceDeps): ServersService {
  const { servers, config, presence, relaxation, credentials, workspace, ending, shown } = needs
  const machine = (): Machine => ({
    home: homedir(),
    platform: platform(),
    env: process.env,
    workspace: workspace(),
  })
  const list = (): ServerListing[] =>
    servers.listings().map(({ signInUrl, ...one }) => ({
      ...shown({ ...one, config: hideLiterals(one.config, looks.secrets) }),
      // Good for one visit, and of no use unless it is exact.
      ...(signInUrl === undefined ? {} : { signInUrl }),
    }))
  const out = (review: Result<Review, Failure>): Result<ServerReview, Failure> =>
    review.ok
      ? ok({
          digest: review.value.digest,
          items: [...shown(review.value.items)],
          access: shown(review.value.access),
        })
      : review
  const listed = (done: Result<unknown, Failure>): Result<ServerListing[], Failure> =>
    done.ok ? ok(list()) : done

  return {
    list: async () => ok(list()),
    review: async (name) =>
      out(await servers.review(name, AbortSignal.any([ending, AbortSignal.timeout(REVIEW_MS)]))),
    async accept(name, items, digest, proof, surface) {
      // As for any yes: on the command line anybody who can type can be a program.
      if (presence.state().passphrase && surface === 'cli') {
        const proven =
          proof === undefined
            ? err(
                failure(
                  'approval.step-up',
                  'To accept a server here needs the Gatehouse passphrase.',
                ),
              )
            : await presence.prove(proof)
        if (!proven.ok) return proven
      }
      return out(await servers.accept(name, items, digest, surface))
    },
    close: async (name, item, surface) => out(servers.close(name, item, surface)),
    async add(name, wanted, evidence, surface) {
      if (config.current().servers[name] !== undefined)
        return err(
          failure(
            'server.exists',
            `There is a server named ${name} already.`,
            `Remove it first: gatehouse servers remove ${name}`,
          ),
        )
      const literal = literalSecret(wanted)
      if (literal !== null)
        return err(
          failure(
            'server.secret-in-clear',
            `${literal} looks like a secret, and secrets do not belong in the configuration.`,
            'Store it (gatehouse secrets set) and name it: {"secret": "name"}.',
          ),
        )
      const updated = await config.update(
        { server: { name, config: wanted } },
        relaxation.by(evidence),
      )
      if (!updated.ok) return updated
      servers.follow()
      return listed(await servers.added(name, surface))
    },
    async remove(name, surface) {
      if (config.current().servers[name] === undefined) return err(unknown(name))
      // First, so that nothing is left of it that could not be deleted any more.
      const out = await servers.signOut(name)
      if (!out.ok) return out
      const updated = await config.update({ server: { name, config: null } }, neverRelax)
      if (!updated.ok) return updated
      servers.follow()
      return listed(await servers.forget(name, surface))
    },
    async start(name, evidence, surface) {
      const now = config.current().servers[name]
      if (now === undefined) return err(unknown(name))
      if (!now.enabled) {
        const updated = await config.update(
          { server: { name, config: { ...now, enabled: true } } },
          relaxation.by(evidence),
        )
        if (!updated.ok) return updated
        servers.follow()
      }
      return listed(await servers.start(name, surface))
    },
    async edit(wanted, evidence, surface) {
      const { name } = wanted
      const now = config.current().servers[name]
      if (now === undefined) return err(unknown(name))
      const edited = editServer(now, wanted, literalSecret)
      if (!edited.ok) return edited
      if (edited.value.changed.length === 0) return ok(list())
      const updated = await config.update(
        { server: { name, config: edited.value.config } },
        relaxation.by(evidence),
      )
      if (!updated.ok) return updated
      servers.follow()
      return listed(await servers.altered(name, edited.value.changed.join(', '), surface))
    },
    async change({ name, ...wanted }, evidence, surface) {
      const now = config.current().servers[name]
      if (now === undefined) return err(unknown(name))
      const changed = Object.keys(wanted)
      if (now.transport === 'http' && (wanted.hosts !== undefined || wanted.folders !== undefined))
        return err(
          failure(
            'server.not-a-program',
            `${name} is an address: hosts and folders are for programs.`,
          ),
        )
      const updated = await config.update(
        { server: { name, config: { ...now, ...wanted } as ServerConfig } },
        relaxation.by(evidence),
      )
      if (!updated.ok) return updated
      servers.follow()
      return listed(await servers.altered(name, changeWords(now, wanted, changed), surface))
    },
    restart: async (name, surface) => listed(await servers.restart(name, surface)),
    found: async () =>
      ok(
        ClientFormat.options.flatMap((from) => {
          const files = filesOf(from, machine()).filter((file) => existsSync(file))
          return files.length === 0 ? [] : [{ from, files }]
        }),
      ),
    readLink: async (link) => readLink(link),
    import: (given, surface) =>
      importServers(given, {
        config,
        credentials,
        secrets: looks.secrets,
        read: readIfThere,
        machine: machine(),
        async added(name) {
          servers.follow()
          return servers.added(name, surface)
        },
      }),
    async export(format, names) {
      const all = config.current().servers
      const missing = names?.find((name) => all[name] === undefined)
      if (missing !== undefined) return err(unknown(missing))
      const chosen = Object.fromEntries(
        Object.entries(all).filter(([name]) => names?.includes(name) ?? true),
      )
      const literal = Object.entries(chosen).flatMap(([name, one]) =>
        literalSecret(one) === null ? [] : [name],
      )[0]
      if (literal !== undefined)
        return err(
          failure(
            'server.secret-in-clear',
            `The configuration of ${literal} has a secret in the clear, and that is not handed on.`,
            'Store it and name it there, then export again.',
          ),
        )
      const { text, notes } = writeClient(format, chosen)
      return ok({ text, notes: [...notes] })
    },
  }
}

const unknown = (name: string): Failure =>
  failure('server.unknown', `There is no server named ${name}.`, 'See: gatehouse servers list')

/** For the journal: what was set, in few words and without values that could be a secret. */
function changeWords(
  now: ServerConfig,
  wanted: Omit<ServerChange, 'name'>,
  changed: readonly string[],
): string {
  const words = changed.map((key) => {
    if (key === 'trust') return `trust ${now.trust} → ${wanted.trust}`
    return key === 'enabled' ? (wanted.enabled === true ? 'switched on' : 'switched off') : key
  })
  return words.join(', ').slice(0, 300)
}

/** Where a setting has a secret in the clear; null where none has. */
function literalSecret(config: ServerConfig): string | null {
  const settings = config.transport === 'stdio' ? config.env : config.headers
  const found = Object.entries(settings).find(
    ([key, value]) =>
      typeof value === 'string' &&
      (looks.secrets(value).length > 0 || looks.secrets(`${key}=${value}`).length > 0),
  )
  if (found !== undefined) return found[0]
  return config.transport === 'stdio'
    ? config.args.find((arg) => looks.secrets(arg).length > 0) === undefined
      ? null
      : 'an argument'
    : null
}

function hideLiterals(
  config: ServerConfig,
  secrets: (text: string) => readonly string[],
): ServerConfig {
  const hidden = <T>(settings: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [
        key,
        typeof value === 'string' &&
        (secrets(value).length > 0 || secrets(`${key}=${value}`).length > 0)
          ? '[hidden]'
          : value,
      ]),
    ) as Record<string, T | string>
  return (
    config.transport === 'stdio'
      ? { ...config, env: hidden(config.env) }
      : { ...config, headers: hidden(config.headers) }
  ) as ServerConfig
}

/** Null: there is no such file. Throws where it cannot be read. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    )
      return null
    throw error
  }
}
