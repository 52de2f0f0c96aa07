// `gatehouse agents run`: one task for an agent of the person's own, over the same pipeline as any
// other call. Waits until the run rests.
import type { Run, RunItem } from '../../../../contract/agent/run.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { withProgress } from '../output/progress.ts'
import { visible } from '../output/show.ts'
import type { Session } from '../session/session.ts'
import { untilRested } from './until-rested.ts'
import { withSession } from '../session/with-session.ts'
import { noAgent } from './own-agents.ts'

export const agentsRun: Command = {
  name: 'agents run',
  operands: ['NAME', 'TASK'],
  options: [],
  usage: '',
  summary:
    'Run an agent of your own on a task, and print what it says. Calls that need approval wait in the queue of the running Gatehouse; exit 4 where there is none',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json, operands } = call
      const [name = '', text = ''] = operands
      const started = await session.call('own-agents.run', { name, text })
      if (!started.ok) return complain(context, await named(session, name, started.error), json)
      const rested = await withProgress(
        call,
        () => `${visible(started.value.agent)} works …`,
        untilRested(call, session, started.value),
      )
      if (!rested.ok) return complain(context, rested.error, json)
      const { run, items } = rested.value
      const code = exitOf(run)
      const said = items.findLast((item) => item.kind === 'assistant')
      const notice = items.findLast((item) => item.kind === 'notice')
      if (json)
        printJson(context, {
          run,
          text: said?.text ?? '',
          unbacked: said?.unbacked ?? [],
          notice: notice === undefined ? null : { text: notice.text, hint: notice.hint },
          calls: items.flatMap((item) =>
            item.kind === 'call'
              ? [
                  {
                    tool: item.tool,
                    args: item.args,
                    state: item.state.kind,
                    status: item.state.kind === 'ended' ? item.state.result.status : null,
                  },
                ]
              : [],
          ),
        })
      else {
        for (const item of items) if (item.kind === 'call') context.note(`${callLine(item)}\n`)
        if (said !== undefined && said.text !== '') context.out(`${visible(said.text)}\n`)
        for (const sentence of said?.unbacked ?? [])
          context.note(`No call of this run can have done this: “${visible(sentence)}”\n`)
        if (notice !== undefined)
          context.note(
            `${visible(notice.text)}\n${notice.hint === '' ? '' : `${visible(notice.hint)}\n`}`,
          )
        if (code === exit.needsPerson)
          context.note(
            `A call needs approval, and nobody could be asked here. See gatehouse approvals list; the run ${run.id} goes on in the window.\n`,
          )
      }
      return code
    }),
}

async function named(session: Session, name: string, error: Failure): Promise<Failure> {
  if (error.code !== 'agent.unknown') return error
  const listed = await session.call('own-agents.list', {})
  return listed.ok
    ? noAgent(
        name,
        listed.value.agents.map((agent) => agent.name),
      )
    : error
}

const exitOf = ({ state }: Run): number =>
  state === 'idle' ? exit.done : state === 'waiting' ? exit.needsPerson : exit.failed

function callLine({ tool, state }: Extract<RunItem, { kind: 'call' }>): string {
  if (state.kind !== 'ended') return `  ${tool}: ${state.kind}`
  const { status, error } = state.result
  return `  ${tool}: ${status}${error === null ? '' : `: ${visible(error.text)}`}`
}
