// `gatehouse connect`: writes our entry into the configuration of another agent, once the person
// has seen it.
import { join } from 'node:path'
import { failure } from '../../../../contract/failure.ts'
import { clientNames, clients, isClientName } from '../../../clients/connect/agents/clients.ts'
import type { ClientName, HostFacts, Scope } from '../../../clients/connect/agents/clients.ts'
import { applyPlan, planConnect } from '../../../clients/connect/connect.ts'
import type { Plan } from '../../../clients/connect/connect.ts'
import { shownChanges } from '../../../clients/connect/shown-changes.ts'
import { createdEndpoint, shownEndpoint } from './connect-token.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { endsBefore } from '../dry-run.ts'
import { programHere } from './program-here.ts'
import { paint, visible } from '../output/show.ts'
import { oneOf } from '../one-of.ts'

export const connectClient: Command = {
  name: 'connect',
  operands: ['AGENT'],
  choices: { AGENT: clientNames },
  options: ['user', 'project', 'managed', 'hooks', 'http', 'dry-run', 'yes'],
  usage: '[--user|--project|--managed] [--hooks] [--http] [--dry-run] [--yes]',
  summary: `Add Gatehouse to the configuration of ${clientNames.join(', ')}. Shows the change first. --hooks also gates the own tools of the agent; --managed writes to system settings that no project can override`,
  async run(call) {
    const { context, paths, options, json } = call
    const [client = ''] = call.operands
    if (!isClientName(client)) return complain(context, unknownClient(client), json)
    const scopes = (['user', 'project', 'managed'] as const).filter((each) => options.has(each))
    if (scopes.length > 1)
      return complain(
        context,
        failure(
          'usage',
          `--${scopes.join(' and --')} cannot be given together.`,
          'Keep one of them.',
        ),
        json,
      )
    const wish = {
      client,
      scope: scopeOf(call),
      hooks: options.has('hooks'),
      program: programHere(context),
      endpoint: options.has('http') ? shownEndpoint : null,
    }
    const plan = await planConnect(wish, hostFactsOf(call))
    if (!plan.ok) return complain(context, plan.error, json)
    const { changes } = plan.value
    if (changes.length === 0) {
      if (json) printJson(context, { client, changes: [], written: false })
      else context.out(`${clients[client].title} is already connected. Nothing to change.\n`)
      return exit.done
    }
    if (!json) show(call, plan.value)
    const ended = await endsBefore(call, 'Write this? [y/N] ', {
      client,
      changes: shownInJson(plan.value),
      written: false,
    })
    if (ended !== null) return ended
    const created = options.has('http') ? await createdEndpoint(call, client) : null
    if (created?.ok === false) return complain(context, created.error, json)
    const real =
      created === null
        ? plan
        : await planConnect({ ...wish, endpoint: created.value }, hostFactsOf(call))
    if (!real.ok) return complain(context, real.error, json)
    const done = await applyPlan(real.value, connectionsFile(paths.dataDir), Date.now())
    if (!done.ok) return complain(context, done.error, json)
    if (json)
      printJson(context, {
        client,
        changes: shownInJson(plan.value),
        written: true,
        files: done.value,
      })
    else {
      for (const { file, backup } of done.value)
        context.out(
          `Wrote ${visible(file)}${backup === null ? '' : `; the previous file is ${visible(backup)}`}.\n`,
        )
      context.out(
        `Restart ${clients[client].title} to apply the change. To undo: gatehouse disconnect ${client}${wish.scope === 'managed' ? ' --managed' : ''}\n`,
      )
      for (const said of remaining(wish.client, wish.scope, wish.hooks)) context.out(`${said}\n`)
    }
    return exit.done
  },
}

/** What is left to do, and what is still open. */
function remaining(client: ClientName, scope: Scope, hooks: boolean): readonly string[] {
  const { title, after, managedHooks } = clients[client]
  const left = scope === 'managed' ? null : (after?.(hooks) ?? null)
  return [
    ...(left === null ? [] : [left]),
    ...(hooks && scope !== 'managed' && managedHooks !== null
      ? [
          `A project's own settings can still switch the hook of ${title} off. With administrator rights, gatehouse connect ${client} --managed writes it where none can.`,
        ]
      : []),
  ]
}

export const unknownClient = (name: string) =>
  failure('usage', `Gatehouse does not know the agent "${name}" here.`, oneOf(name, clientNames))

export const scopeOf = ({ options }: Call): Scope =>
  options.has('managed') ? 'managed' : options.has('project') ? 'project' : 'user'
export const connectionsFile = (dataDir: string): string => join(dataDir, 'connections.json')

export const hostFactsOf = ({ context }: Call): HostFacts => ({
  env: context.env,
  platform: context.platform,
  homedir: context.homedir,
  cwd: process.cwd(),
})

/** As scripts know it. */
const shownInJson = (plan: Plan) =>
  shownChanges(plan).map(({ leadsTo, created, ...rest }) => ({
    ...rest,
    ...(leadsTo === null ? {} : { leadsTo }),
    made: created,
  }))

function show({ context }: Call, plan: Plan): void {
  const { bold, green, red } = paint(context.color)
  const lines = (text: string, sign: string): string[] =>
    text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => `${sign} ${visible(line)}`)
  for (const { file, leadsTo, created, line, removed, inserted } of shownChanges(plan)) {
    const link = leadsTo === null ? '' : `, a link to ${visible(leadsTo)}`
    context.out(`${bold(visible(file))}${link}${created ? ' (new)' : `, line ${line}`}\n`)
    for (const each of lines(removed, '-')) context.out(`${red(each)}\n`)
    for (const each of lines(inserted, '+')) context.out(`${green(each)}\n`)
  }
}
