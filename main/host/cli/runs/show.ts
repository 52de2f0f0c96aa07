// `gatehouse runs show RUN`: its transcript, with every call and how it was decided, and its
// sub-agents.
import type { Run, RunItem } from '../../../../contract/agent/run.ts'
import { failure } from '../../../../contract/failure.ts'
import { RunId } from '../../../../contract/ids.ts'
import { assertNever } from '../../../../contract/never.ts'
import type { CallState } from '../../../../contract/call/call.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { clock, paint, visible, visibleLines } from '../output/show.ts'
import type { Paint } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

const MOST = 1_000

export const runsShow: Command = {
  name: 'runs show',
  operands: ['RUN'],
  options: ['number'],
  usage: '[-n N]',
  summary:
    'Show what was said and called in a run, with each decision, tokens and cost, and its sub-agents. -n shows the last N items only',
  async run(call) {
    const { context, json, operands, options } = call
    const id = RunId.safeParse(operands[0])
    const text = options.get('number') ?? String(MOST)
    const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
    if (!id.success || limit < 1 || limit > MOST)
      return complain(
        context,
        id.success
          ? failure('usage', `-n needs a whole number from 1 to ${MOST}.`, 'Such as: -n 50')
          : failure(
              'usage',
              `"${operands[0]}" is not the id of a run.`,
              'Ids begin with run_. To find them: gatehouse runs list',
            ),
        json,
      )
    return withQueries(call, async (session) => {
      const [found, tree] = await Promise.all([
        session.call('runs.get', { id: id.data, limit }),
        session.call('runs.tree', { id: id.data }),
      ])
      if (!found.ok) return complain(context, found.error, json)
      const { run, items, older } = found.value
      const subagents = tree.ok ? tree.value.filter((one) => one.id !== run.id) : []
      if (json) printJson(context, { run, items, older, subagents })
      else context.out(runText(run, items, older, subagents, paint(context.color)))
      return exit.done
    })
  },
}

function runText(
  run: Run,
  items: readonly RunItem[],
  older: boolean,
  subagents: readonly Run[],
  tones: Paint,
): string {
  const { bold, dim } = tones
  const costs = run.costs.map(
    ({ amount, currency }) => `, ${amount.toFixed(2)} ${visible(currency)}`,
  )
  return `${[
    `${bold(visible(run.title))}  ${run.state}  ${dim(run.id)}`,
    `${visible(run.agent)}, ${visible(run.model)}, ${clock(run.createdAt)} to ${clock(run.updatedAt)}`,
    `${run.steps} steps, ${run.tokensIn} tokens in, ${run.tokensOut} out${costs.join('')}`,
    ...(older ? ['', '(older items are left out)'] : []),
    ...items
      .map((item) => itemLines(item, tones))
      .flatMap((shown) => (shown.length === 0 ? [] : ['', ...shown])),
    ...(subagents.length === 0
      ? []
      : [
          '',
          bold('sub-agents'),
          ...subagents.map(
            ({ id, state, agent, title }) =>
              `  ${id}  ${state}  ${visible(agent)}  ${visible(title)}`,
          ),
        ]),
  ].join('\n')}\n`
}

const lines = (text: string): string[] =>
  visibleLines(text)
    .split('\n')
    .map((line) => `  ${line}`)

function itemLines(item: RunItem, { bold, dim, red }: Paint): string[] {
  switch (item.kind) {
    case 'user':
      return [bold(item.by === 'agent' ? 'task' : 'you'), ...lines(item.text)]
    case 'assistant':
      return item.text === '' ? [] : [bold('agent'), ...lines(item.text)]
    case 'call':
      return [
        `${bold(visible(item.tool))}  ${stateText(item.state)}  ${dim(item.callId)}`,
        `  ${visible(JSON.stringify(item.args))}`,
      ]
    case 'compacted':
      return [
        dim(
          `${item.results} results and ${item.steps} steps are told to the model in short from here on`,
        ),
      ]
    case 'notice':
      return [
        item.tone === 'error' ? red(visible(item.text)) : visible(item.text),
        ...(item.hint === '' ? [] : [`  ${visible(item.hint)}`]),
      ]
    default:
      return assertNever(item, 'itemLines')
  }
}

function stateText(state: CallState): string {
  switch (state.kind) {
    case 'deciding':
      return 'being decided'
    case 'held':
      return `held (${state.approvalId})`
    case 'running':
      return 'running'
    case 'ended': {
      const { status, decision, route, error } = state.result
      const why = decision === null ? '' : `, ${decision.effect} ${decision.tier} by ${route}`
      return `${status}${why}${error === null ? '' : `: ${visible(error.text)}`}`
    }
    default:
      return assertNever(state, 'stateText')
  }
}
