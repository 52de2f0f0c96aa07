// One thing that a server was seen to lack, granted by a person. Only what is on the list of what it
// lacks; what was reviewed of it stays reviewed, for nothing but the grant is new.
import { failure, type Failure } from '../../../contract/failure.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import type { Input } from '../../../contract/ipc/ipc.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { grantText } from '../../../contract/server/missed-grant.ts'
import { withGrant } from '../../../contract/server/with-grant.ts'
import type { Reviewed } from '../../../contract/server/server.ts'
import type { ConfigStore } from '../../config/config.ts'
import type { Relaxation } from '../../policy/relaxation.ts'
import type { WiredServers } from '../../wiring/execution/servers/servers.ts'

type GrantDeps = {
  readonly servers: Pick<
    WiredServers,
    'missed' | 'follow' | 'altered' | 'review' | 'accept' | 'listings'
  >
  readonly config: Pick<ConfigStore, 'current' | 'update'>
  readonly relaxation: Relaxation
  readonly surface: Surface
  readonly unknown: (name: string) => Failure
  /** Aborted when Gatehouse ends. */
  readonly ending: AbortSignal
}

/** How long the server is waited for until it runs with the grant. */
const READY_MS = 20_000

export async function grantMissed(
  { name, grant, ...evidence }: Input<'servers.grant'>,
  { servers, config, relaxation, surface, unknown, ending }: GrantDeps,
): Promise<Result<null, Failure>> {
  const before = config.current().servers[name]
  if (before === undefined) return err(unknown(name))
  const missed = await servers.missed(name)
  if (!missed.some((one) => canonicalJson(one) === canonicalJson(grant)))
    return err(
      failure(
        'server.not-missed',
        `${name} was not seen to lack this (${grantText(grant)}).`,
        'To grant something else, edit the server.',
      ),
    )
  const wasOpen = isOpen(name, servers)
  const updated = await config.update(
    { server: { name, config: withGrant(before, grant) } },
    relaxation.by(evidence),
  )
  if (!updated.ok) return updated
  servers.follow()
  const noted = await servers.altered(name, `granted ${grantText(grant)}`.slice(0, 300), surface)
  if (!noted.ok) return noted
  if (wasOpen) await keepReviewed(name, servers, surface, ending)
  return ok(null)
}

/** Some of it can be called: a person has accepted the server itself. */
const isOpen = (name: string, servers: Pick<WiredServers, 'listings'>): boolean =>
  (servers.listings().find((one) => one.name === name)?.open ?? 0) > 0

/** Accepts the server itself again where nothing of it changed but what was just granted. */
async function keepReviewed(
  name: string,
  servers: GrantDeps['servers'],
  surface: Surface,
  ending: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(READY_MS)])
  const review = await servers.review(name, signal)
  if (!review.ok) return
  const own = review.value.items.find(({ what }) => what === 'server')
  if (own !== undefined && changedByGrants(own))
    await servers.accept(name, [{ what: 'server', name: own.name }], review.value.digest, surface)
}

const changedByGrants = ({ state, before, now }: Reviewed): boolean =>
  state === 'changed' &&
  before !== null &&
  now !== null &&
  withoutGrants(before) === withoutGrants(now)

function withoutGrants(text: string): string {
  const {
    hosts: _hosts,
    folders: _folders,
    sockets: _sockets,
    ...rest
  } = JSON.parse(text) as Record<string, never>
  return canonicalJson(rest)
}
