// What there is of webhooks, events, clients, agents and servers where no Gatehouse runs: their tables
// and the configuration know it.
import { existsSync } from 'node:fs'
import { failure } from '../../../../../contract/failure.ts'
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import type { ToolListing } from '../../../../../contract/call/manifest.ts'
import type { Config } from '../../../../../contract/policy/config/config.ts'
import { err, ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { ListedAtRest } from '../../../../wiring/at-rest/tools-at-rest.ts'
import type { MakerOf } from '../../../../wiring/at-rest/agents-at-rest.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { isUnset } from '../is-unset.ts'
import { noteUntested } from '../note-untested.ts'
import { answering, reading } from '../read-tables.ts'
import { clientRows } from '../stored-clients.ts'
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
  return answering(paths, ({ db }) => inboundEventsTable(db).list(asked), [])
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
const NO_CLIENTS: Pick<Config, 'gateway' | 'workspace' | 'runner' | 'container'> = {
  gateway: { clients: {} },
  workspace: null,
  runner: 'local',
  container: { program: null, image: null, runtime: null },
}

/** Where a client’s commands are to run in the sandbox it has to start, and is not tried. */
async function clients(context: CliContext, paths: AppPaths) {
  const { env, platform, homedir } = context
  const isPlain = (await isUnset(paths, 'gateway')) && (await isUnset(paths, 'workspace'))
  const config = isPlain ? NO_CLIENTS : await configOf(paths)
  if (config === null) return null
  const { clientsAtRest } = await import('../../../../wiring/at-rest/clients-at-rest.ts')
  const read = await reading(paths, clientRows, [])
  if (read === null) return null
  const state = await clientsAtRest(paths, config, read.value, { env, platform, homedir })
  if (state === null) return null
  if (state.commands.some(({ gate, run }) => gate === 'rewrite' && run === 'sandbox'))
    noteUntested(context)
  return ok(state)
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

/** What an agent may do now, with a sandbox that is taken to hold. */
async function agent(context: CliContext, paths: AppPaths, { name }: Input<'own-agents.get'>) {
  const config = await configOf(paths)
  if (config === null) return null
  const { agentAtRest, agentFilesAtRest } =
    await import('../../../../wiring/at-rest/agents-at-rest.ts')
  const { agentMakersTable } = await import('../../../../store/tables/agent-makers-table.ts')
  const entryOf = (makerOf: MakerOf) => agentFilesAtRest(paths.agentsDir, config, makerOf).get(name)
  const read = await reading(paths, ({ db }) => entryOf(agentMakersTable(db).get), undefined)
  if (read === null) return null
  const entry = read.value === undefined ? entryOf(() => null) : read.value
  const tools = await toolsNow(context, paths)
  if (tools === null) return null
  const bundles = await bundlesOf(config, paths)
  const whole = agentAtRest(entry, name, tools, bundles)
  if (!whole.ok) return whole
  const held = new Set(whole.value.check.tools.map(({ tool }) => tool))
  const isUntested = ({ name: tool, manifest }: ToolListing): boolean =>
    held.has(tool) && manifest.requires.some(({ kind }) => kind === 'sandbox')
  if (tools.listings.some(isUntested)) noteUntested(context)
  return whole
}

/** One command asks for each agent, and the tools are the same. */
const listedFor = new WeakMap<CliContext, Promise<ListedAtRest | null>>()
function toolsNow(context: CliContext, paths: AppPaths): Promise<ListedAtRest | null> {
  const found =
    listedFor.get(context) ??
    import('../../../../wiring/at-rest/tools-at-rest.ts').then(({ listedAtRest }) =>
      listedAtRest(paths, context.env, storedFromOutside(paths), null),
    )
  listedFor.set(context, found)
  return found
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
  'own-agents.get': agent,
  'own-agents.list': agents,
  'servers.export': serverExport,
  'servers.list': servers,
  // A server asks while a call runs, and none does.
  'servers.questions': async () => ok([]),
  'webhooks.list': webhooks,
}
