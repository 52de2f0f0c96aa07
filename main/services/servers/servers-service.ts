// The topic `servers`: reviews and their proof, and changes of the configuration with
// their rows in the journal.
import { existsSync, readFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { UNPROVEN } from '../../../contract/approval/evidence.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { ServerConfig, ServerListing } from '../../../contract/server/server.ts'
import type { ServerChange } from '../../../contract/server/server-change.ts'
import { ClientFormat, type ServerReview } from '../../../contract/server/server-review.ts'
import type { ServerQuestion } from '../../../contract/server/server-question.ts'
import type { StepUp } from '../../approvals/step-up.ts'
import type { ConfigStore } from '../../config/config.ts'
import { neverRelax } from '../../config/relaxation/may-relax.ts'
import { readLink } from '../../clients/import-export/deep-link.ts'
import { filesOf, type HostFacts } from '../../clients/import-export/client-files.ts'
import { writeClient } from '../../clients/import-export/write-client.ts'
import type { Review } from '../../mcp/servers.ts'
import type { Credentials } from '../../secrets/credential-store.ts'
import { editServer } from './edit-server.ts'
import { scanners } from '../../wiring/execution/servers/scanners.ts'
import type { WiredServers } from '../../wiring/execution/servers/servers.ts'
import type { Relaxation } from '../../policy/relaxation.ts'
import { addFetched, fetchPackage, keepUsed, lookUpPackage } from './fetch-package.ts'
import { searchRegistry } from './search-registry.ts'
import { grantMissed } from './grant-missed.ts'
import { hideLiterals, literalSecret } from './clear-secrets.ts'
import { importServers } from './import-servers.ts'

export type ServersServiceDeps = {
  readonly servers: WiredServers
  readonly config: Pick<ConfigStore, 'current' | 'update'>
  readonly stepUp: StepUp
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

export function serversService(deps: ServersServiceDeps): TopicHandlers<'servers'> {
  const { servers, config, stepUp, relaxation, credentials, workspace, ending, shown } = deps
  const hostFacts = (): HostFacts => ({
    home: homedir(),
    platform: platform(),
    env: process.env,
    workspace: workspace(),
  })
  const list = (): ServerListing[] =>
    servers.listings().map(({ signInUrl, ...one }) => ({
      ...shown({ ...one, config: hideLiterals(one.config) }),
      // Good for one visit, and of no use unless it is exact.
      ...(signInUrl === undefined ? {} : { signInUrl }),
    }))
  const questions = (): ServerQuestion[] => [...shown(servers.questions.list())]
  const listWithMissed = (): Promise<ServerListing[]> =>
    Promise.all(
      list().map(async (one) => {
        const missed = await servers.missed(one.name)
        return missed.length === 0 ? one : { ...one, missed: [...missed] }
      }),
    )
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
    'servers.list': async () => ok(await listWithMissed()),
    'servers.review': async ({ name }) =>
      out(await servers.review(name, AbortSignal.any([ending, AbortSignal.timeout(REVIEW_MS)]))),
    async 'servers.accept'({ name, items, digest, proof }, { surface }) {
      // As for any approval: on the command line anybody who can type can be a program.
      if (stepUp.state().passphrase && surface === 'cli') {
        const proven =
          proof === undefined
            ? err(
                failure(
                  'approval.step-up',
                  'Accepting a server here requires the Gatehouse passphrase.',
                ),
              )
            : await stepUp.prove(proof)
        if (!proven.ok) return proven
      }
      return out(await servers.accept(name, items, digest, surface))
    },
    'servers.questions': async () => ok(questions()),
    async 'servers.answer-question'({ id, answer, proof }, { surface }) {
      if (answer.kind !== 'deny' && stepUp.state().passphrase && surface === 'cli') {
        const proven =
          proof === undefined
            ? err(failure(UNPROVEN, 'Answering a server here requires the Gatehouse passphrase.'))
            : await stepUp.prove(proof)
        if (!proven.ok) return proven
      }
      const done = servers.questions.answer(id, answer)
      return done.ok ? ok(questions()) : done
    },
    'servers.close': async ({ name, item }, { surface }) => out(servers.close(name, item, surface)),
    async 'servers.add'({ name, config: wanted, fetch, ...evidence }, { surface }) {
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
            `${literal} looks like a secret, and the configuration must not contain secrets.`,
            'Store it (gatehouse secrets set) and reference it: {"secret": "name"}.',
          ),
        )
      const mayRelax = relaxation.by(evidence)
      const updated =
        fetch === undefined
          ? await config.update({ server: { name, config: wanted } }, mayRelax)
          : await addFetched({ name, config: wanted, fetch }, { servers, config, mayRelax, ending })
      if (!updated.ok) return updated
      servers.follow()
      return listed(await servers.added(name, surface))
    },
    async 'servers.remove'({ name }, { surface }) {
      if (config.current().servers[name] === undefined) return err(unknown(name))
      // First, so that nothing is left of it that could not be deleted any more.
      const signedOut = await servers.signOut(name)
      if (!signedOut.ok) return signedOut
      const updated = await config.update({ server: { name, config: null } }, neverRelax)
      if (!updated.ok) return updated
      servers.follow()
      keepUsed(servers, config)
      return listed(await servers.forget(name, surface))
    },
    async 'servers.start'({ name, ...evidence }, { surface }) {
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
    async 'servers.edit'({ proof, confirmed, ...wanted }, { surface }) {
      const { name } = wanted
      const now = config.current().servers[name]
      if (now === undefined) return err(unknown(name))
      const edited = editServer(now, wanted, literalSecret)
      if (!edited.ok) return edited
      if (edited.value.changed.length === 0) return ok(list())
      const updated = await config.update(
        { server: { name, config: edited.value.config } },
        relaxation.by({ proof, confirmed }),
      )
      if (!updated.ok) return updated
      servers.follow()
      return listed(await servers.altered(name, edited.value.changed.join(', '), surface))
    },
    async 'servers.change'({ proof, confirmed, name, ...wanted }, { surface }) {
      const now = config.current().servers[name]
      if (now === undefined) return err(unknown(name))
      const changed = Object.keys(wanted)
      if (
        now.transport === 'http' &&
        (wanted.hosts ?? wanted.folders ?? wanted.sockets) !== undefined
      )
        return err(
          failure(
            'server.not-a-program',
            `${name} is a remote server. Only local programs take hosts and folders.`,
          ),
        )
      const updated = await config.update(
        { server: { name, config: { ...now, ...wanted } as ServerConfig } },
        relaxation.by({ proof, confirmed }),
      )
      if (!updated.ok) return updated
      servers.follow()
      return listed(await servers.altered(name, changeWords(now, wanted, changed), surface))
    },
    'servers.package': (given) =>
      lookUpPackage(given, { servers, config, signal: ending, unknown }),
    'servers.fetch': async (given, { surface }) =>
      listed(
        await fetchPackage(given, {
          servers,
          config,
          relaxation,
          surface,
          unknown,
          signal: ending,
        }),
      ),
    'servers.grant': async (given, { surface }) => {
      const done = await grantMissed(given, {
        servers,
        config,
        relaxation,
        surface,
        unknown,
        ending,
      })
      return done.ok ? ok(await listWithMissed()) : done
    },
    'servers.search': (given) =>
      searchRegistry(given, {
        fetchText: servers.fetchText,
        taken: Object.keys(config.current().servers),
        signal: ending,
      }),
    'servers.restart': async ({ name }, { surface }) =>
      listed(await servers.restart(name, surface)),
    'servers.found': async () =>
      ok(
        ClientFormat.options.flatMap((from) => {
          const files = filesOf(from, hostFacts()).filter((file) => existsSync(file))
          return files.length === 0 ? [] : [{ from, files }]
        }),
      ),
    'servers.read-link': async ({ link }) => readLink(link),
    'servers.import': (given, { surface }) =>
      importServers(given, {
        config,
        credentials,
        secrets: scanners.secrets,
        read: readIfThere,
        hostFacts: hostFacts(),
        async added(name) {
          servers.follow()
          return servers.added(name, surface)
        },
      }),
    async 'servers.export'({ format, names }) {
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
            `The configuration of ${literal} contains a secret in plain text, which is not exported.`,
            'Store it as a credential and reference it, then export again.',
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
