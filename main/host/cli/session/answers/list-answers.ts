// What there is of webhooks, events, clients, agents and servers where no Gatehouse runs: their tables
// and the configuration know it.
import { existsSync } from 'node:fs'
import { failure } from '../../../../../contract/failure.ts'
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import type { Config } from '../../../../../contract/policy/config/config.ts'
import { err, ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { isUnset } from '../is-unset.ts'
import { reading } from '../read-tables.ts'
import { storedFromOutside } from '../stored-from-outside.ts'

const configOf = async (paths: AppPaths) =>
  (await import('../../../../wiring/at-rest/config-at-rest.ts')).configAtRest(paths)

const bundlesOf = async (config: Config, paths: AppPaths) =>
  (await import('../../../../wiring/at-rest/policy/bundles-at-rest.ts')).bundlesAtRest(
    config,
    paths,
  )

/** Nothing listens, so none has an address. */
async function webhooks(_context: CliContext, paths: AppPaths) {
  const { webhooksTable } = await import('../../../../store/tables/webhooks-table.ts')
  const read = await reading(paths, ({ db }) => webhooksTable(db).list(), [])
  if (read === null) return null
  return ok({ hooks: read.value.map((hook) => ({ ...hook, url: null })), problem: null })
}

async function events(_context: CliContext, paths: AppPaths, asked: Input<'events.list'>) {
  const { inboundEventsTable } = await import('../../../../store/tables/inbound-events-table.ts')
  const read = await reading(paths, ({ db }) => inboundEventsTable(db).list(asked), [])
  return read === null ? null : ok(read.value)
}

async function event(_context: CliContext, paths: AppPaths, { id }: Input<'events.get'>) {
  const { inboundEventsTable } = await import('../../../../store/tables/inbound-events-table.ts')
  const read = await reading(paths, ({ db }) => inboundEventsTable(db).get(id), null)
  if (read === null) return null
  return read.value === null
    ? err(failure('event.unknown', `There is no event ${id}.`, 'List the events for their ids.'))
    : ok(read.value)
}

/** As where nothing is set. */
const NO_CLIENTS: Pick<Config, 'gateway' | 'workspace'> = {
  gateway: { clients: {} },
  workspace: null,
}

/** Null where a client’s commands are to run in the sandbox: whether that holds has to be tried. */
async function clients({ env, platform, homedir }: CliContext, paths: AppPaths) {
  const isPlain = (await isUnset(paths, 'gateway')) && (await isUnset(paths, 'workspace'))
  const config = isPlain ? NO_CLIENTS : await configOf(paths)
  if (config === null) return null
  if (Object.values(config.gateway.clients).some(({ commands }) => commands === 'sandbox'))
    return null
  const { clientsAtRest } = await import('../../../../wiring/at-rest/clients-at-rest.ts')
  const { clientsTable } = await import('../../../../store/tables/clients-table.ts')
  const read = await reading(
    paths,
    ({ db }) => {
      const table = clientsTable(db)
      return table.list().flatMap((client) => {
        const narrowed = table.narrowed(client.id)
        return narrowed === null ? [] : [{ client, narrowed }]
      })
    },
    [],
  )
  if (read === null) return null
  return ok(await clientsAtRest(paths, config, read.value, { env, platform, homedir }))
}

async function agents(_context: CliContext, paths: AppPaths) {
  const folder = paths.agentsDir
  if ((await isUnset(paths, 'organisation')) && !existsSync(folder))
    return ok({ folder, agents: [] })
  const config = await configOf(paths)
  if (config === null) return null
  const bundles = await bundlesOf(config, paths)
  const { agentsAtRest } = await import('../../../../wiring/at-rest/agents-at-rest.ts')
  const { agentMakersTable } = await import('../../../../store/tables/agent-makers-table.ts')
  const read = await reading(
    paths,
    ({ db }) => agentsAtRest(folder, config, agentMakersTable(db).get, bundles),
    undefined,
  )
  return read === null ? null : ok(read.value ?? agentsAtRest(folder, config, () => null, bundles))
}

async function servers({ env }: CliContext, paths: AppPaths) {
  if (await isUnset(paths, 'servers')) return ok([])
  const { serversAtRest } = await import('../../../../wiring/at-rest/servers-at-rest.ts')
  const listed = await serversAtRest(paths, env, storedFromOutside(paths))
  return listed === null ? null : ok(listed)
}

async function serverExport({ env }: CliContext, paths: AppPaths, wanted: Input<'servers.export'>) {
  const { serverExportAtRest } = await import('../../../../wiring/at-rest/server-export-at-rest.ts')
  return serverExportAtRest(wanted, paths, env)
}

async function fleet(_context: CliContext, paths: AppPaths) {
  if (await isUnset(paths, 'fleet')) return ok({ kind: 'none' })
  const config = await configOf(paths)
  return config === null || config.fleet !== null ? null : ok({ kind: 'none' })
}

/** Its source is not asked. */
async function organisation(_context: CliContext, paths: AppPaths) {
  if (await isUnset(paths, 'organisation')) return ok({ kind: 'none' })
  const config = await configOf(paths)
  if (config === null) return null
  const bundles = await bundlesOf(config, paths)
  if (bundles === null) return ok({ kind: 'none' })
  const { bundleState } = await import('../../../../bundle/bundle-state.ts')
  return ok(bundleState(config.organisation, bundles, Date.now()))
}

async function managed(_context: CliContext, paths: AppPaths) {
  if (await isUnset(paths, 'organisation')) return ok(null)
  const config = await configOf(paths)
  if (config === null) return null
  return ok((await bundlesOf(config, paths))?.managed() ?? null)
}

export const listAnswers: AnswersAtRest = {
  'clients.list': clients,
  'events.get': event,
  'events.list': events,
  'fleet.collector': fleet,
  'fleet.state': fleet,
  'organisation.policy': managed,
  'organisation.state': organisation,
  'own-agents.list': agents,
  'servers.export': serverExport,
  'servers.list': servers,
  // A server asks while a call runs, and none does.
  'servers.questions': async () => ok([]),
  'webhooks.list': webhooks,
}
