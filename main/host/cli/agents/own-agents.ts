// `gatehouse agents list`, `check` and `capabilities`: the person's own agents, what is wrong with
// their files, and what they may do.
import { makerText } from '../../../../contract/agent/agent-maker.ts'
import type { AgentProblem, AgentTool, OwnAgent } from '../../../../contract/agent/own-agent.ts'
import { failure } from '../../../../contract/failure.ts'
import { withGuess } from '../../../../contract/nearest.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { columns, paint, visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

export const agentsList: Command = {
  name: 'agents list',
  operands: [],
  options: [],
  usage: '',
  summary:
    'List your own agents (files in the folder agents beside the configuration), broken ones too; agents of other makers are under agents audit and clients list',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json } = call
      const listed = await session.call('own-agents.list', {})
      if (!listed.ok) return complain(context, listed.error, json)
      const { folder, agents } = listed.value
      if (json) printJson(context, listed.value)
      else if (agents.length === 0)
        context.note(`No agents of your own. Put one file for each into ${visible(folder)}.\n`)
      else context.out(columns(agents.map(agentLine)))
      return exit.done
    }),
}

const agentLine = ({
  name,
  state,
  maker,
  organisation,
  definition,
  problems,
}: OwnAgent): string[] => [
  name,
  state,
  `${visible(makerText(maker))}${organisation === undefined ? '' : `, held by ${visible(organisation)}`}`,
  definition === null
    ? `line ${problems[0]?.line ?? 1}: ${problems[0]?.text ?? ''}`
    : definition.capabilities.map((one) => one.name).join(', '),
]

export const agentsCheck: Command = {
  name: 'agents check',
  operands: ['[NAME]'],
  options: [],
  usage: '',
  summary:
    'Say what is wrong with the file of an agent and what the agent may do; without a name, check all of them. Exit 1 if one is broken',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json, operands } = call
      const listed = await session.call('own-agents.list', {})
      if (!listed.ok) return complain(context, listed.error, json)
      const [wanted] = operands
      const names = listed.value.agents.map(({ name }) => name)
      if (wanted !== undefined && !names.includes(wanted))
        return complain(context, noAgent(wanted, names), json)
      const results = []
      for (const agent of listed.value.agents) {
        if (wanted !== undefined && agent.name !== wanted) continue
        const whole = await session.call('own-agents.get', { name: agent.name })
        if (!whole.ok) return complain(context, whole.error, json)
        const { tools, absent } = whole.value.check
        results.push({ ...agent, tools, absent })
      }
      if (json) printJson(context, { folder: listed.value.folder, agents: results })
      else {
        const { bold, green, red } = paint(context.color)
        for (const { name, file, state, maker, problems, warnings, tools, absent } of results) {
          context.out(
            `${bold(name)}  ${state === 'ready' ? green(state) : red(state)}  ${visible(makerText(maker))}\n`,
          )
          for (const problem of problems) context.out(problemLines(file, problem, ''))
          for (const warning of warnings) context.out(problemLines(file, warning, 'warning: '))
          if (state !== 'broken' && wanted !== undefined) {
            context.out(columns(tools.map(toolLine)))
            if (absent.length > 0) context.out(`  not in this version: ${absent.join(', ')}\n`)
          }
        }
        if (results.length === 0)
          context.note(`No agents of your own in ${visible(listed.value.folder)}.\n`)
      }
      return results.some(({ state }) => state === 'broken') ? exit.failed : exit.done
    }),
}

const problemLines = (file: string, { line, column, text, hint }: AgentProblem, kind: string) =>
  `  ${visible(file)}:${line}:${column} ${kind}${visible(text)}\n${hint === '' ? '' : `    ${visible(hint)}\n`}`

export const toolLines = (tools: readonly AgentTool[]): string => columns(tools.map(toolLine))

const toolLine = ({ tool, actions, tier, usually, scopes, missing }: AgentTool): string[] => [
  `  ${tool}`,
  tier,
  { allow: 'runs', confirm: 'asks', deny: 'denied' }[usually],
  actions.map(({ name }) => name).join(' '),
  [...scopes, ...(missing === null ? [] : [missing])].join(' · '),
]

export const noAgent = (name: string, names: readonly string[]) =>
  failure(
    'agent.unknown',
    `There is no agent named ${name}.`,
    withGuess(name, names, 'gatehouse agents list shows all of them.'),
  )

export const agentsCapabilities: Command = {
  name: 'agents capabilities',
  operands: [],
  options: [],
  usage: '',
  summary: 'List the capabilities that an agent file can name, with their tools and scopes',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json } = call
      const listed = await session.call('own-agents.capabilities', {})
      if (!listed.ok) return complain(context, listed.error, json)
      if (json) printJson(context, { capabilities: listed.value })
      else
        context.out(
          columns(
            listed.value.map(({ name, mode, tier, tools, scopes, legacy }) => [
              name,
              legacy === null ? mode : 'older name',
              tier ?? '-',
              tools
                .map(
                  ({ tool, actions, present }) =>
                    `${tool}${actions === null ? '' : `(${actions.join(' ')})`}${present ? '' : ' (not in this version)'}`,
                )
                .join(', '),
              scopes.length === 0 ? '' : `scopes: ${scopes.join(', ')}`,
            ]),
          ),
        )
      return exit.done
    }),
}
