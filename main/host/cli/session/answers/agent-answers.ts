// What there is of clients and of agents of one's own where no Gatehouse runs, and what they may do.
import { existsSync } from 'node:fs'
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import type { ToolListing } from '../../../../../contract/call/manifest.ts'
import type { Config } from '../../../../../contract/policy/config/config.ts'
import { ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { ListedAtRest } from '../../../../wiring/at-rest/tools-at-rest.ts'
import type { MakerOf } from '../../../../wiring/at-rest/agents-at-rest.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { isUnset } from '../is-unset.ts'
import { noteUntested } from '../note-untested.ts'
import { reading } from '../read-tables.ts'
import { clientRows } from '../stored-clients.ts'
import { storedFromOutside } from '../stored-from-outside.ts'
import { bundlesOf, configOf } from './config-of.ts'

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

export const agentAnswers: AnswersAtRest = {
  'clients.list': clients,
  'own-agents.get': agent,
  'own-agents.list': agents,
}
