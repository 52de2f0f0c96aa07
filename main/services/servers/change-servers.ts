// Changes of which servers there are and of what each may do: in the configuration, and a row in the
// journal.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { ServerConfig, ServerListing } from '../../../contract/server/server.ts'
import type { ServerChange } from '../../../contract/server/server-change.ts'
import { neverRelax } from '../../config/relaxation/may-relax.ts'
import { literalSecret } from './clear-secrets.ts'
import { editServer } from './edit-server.ts'
import { addFetched, keepUsed } from './fetch-package.ts'
import { unknownServer } from './unknown-server.ts'
import type { ServersServiceDeps } from './servers-service-deps.ts'

export type ChangeServersDeps = Pick<
  ServersServiceDeps,
  'servers' | 'config' | 'relaxation' | 'ending'
> & {
  /** What was done, as all servers are then. */
  readonly listed: (done: Result<unknown, Failure>) => Result<ServerListing[], Failure>
}

export function changeServers({ servers, config, relaxation, ending, listed }: ChangeServersDeps): {
  readonly add: TopicHandlers<'servers'>['servers.add']
  readonly remove: TopicHandlers<'servers'>['servers.remove']
  readonly start: TopicHandlers<'servers'>['servers.start']
  readonly edit: TopicHandlers<'servers'>['servers.edit']
  readonly change: TopicHandlers<'servers'>['servers.change']
} {
  return {
    async add({ name, config: wanted, fetch, ...evidence }, { surface }) {
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
    async remove({ name }, { surface }) {
      if (config.current().servers[name] === undefined) return err(unknownServer(name))
      // First, so that nothing is left of it that could not be deleted any more.
      const signedOut = await servers.signOut(name)
      if (!signedOut.ok) return signedOut
      const updated = await config.update({ server: { name, config: null } }, neverRelax)
      if (!updated.ok) return updated
      servers.follow()
      keepUsed(servers, config)
      return listed(await servers.forget(name, surface))
    },
    async start({ name, ...evidence }, { surface }) {
      const now = config.current().servers[name]
      if (now === undefined) return err(unknownServer(name))
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
    async edit({ proof, confirmed, ...wanted }, { surface }) {
      const { name } = wanted
      const now = config.current().servers[name]
      if (now === undefined) return err(unknownServer(name))
      const edited = editServer(now, wanted, literalSecret)
      if (!edited.ok) return edited
      if (edited.value.changed.length === 0) return listed(ok(null))
      const updated = await config.update(
        { server: { name, config: edited.value.config } },
        relaxation.by({ proof, confirmed }),
      )
      if (!updated.ok) return updated
      servers.follow()
      return listed(await servers.altered(name, edited.value.changed.join(', '), surface))
    },
    async change({ proof, confirmed, name, ...wanted }, { surface }) {
      const now = config.current().servers[name]
      if (now === undefined) return err(unknownServer(name))
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
  }
}

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
