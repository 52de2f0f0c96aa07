// `gatehouse hook` where it comes through the command line: the same answer as from the small
// program of its own.
import { failure } from '../../../../contract/failure.ts'
import { hookAgents } from '../../../../contract/server/hook-agent.ts'
import { execHere } from '../../../clients/hook/exec-line.ts'
import { answerHook } from '../../hook/answer-hook.ts'
import type { AskAlone } from '../../hook/answer-hook.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { openSession } from '../session/open-session.ts'
import { oneOf } from '../one-of.ts'

export const hook: Command = {
  name: 'hook',
  operands: ['AGENT'],
  choices: { AGENT: hookAgents },
  options: [],
  usage: '',
  summary: `Answer the hook that ${hookAgents.join(', ')} call before their own tools. Reads the event from standard input; connect --hooks sets it up`,
  async run({ context, paths, operands, json }) {
    const agent = hookAgents.find((each) => each === operands[0])
    if (agent === undefined)
      return complain(
        context,
        failure(
          'usage',
          `Gatehouse has no hook for "${operands[0] ?? ''}".`,
          oneOf(operands[0] ?? '', hookAgents),
        ),
        json,
      )
    let text = ''
    for await (const piece of context.input()) text += piece
    const alone: AskAlone = async (_paths, input) => {
      const session = await openSession(context, paths)
      if (!session.ok) return { kind: 'failed', text: session.error.text }
      const answer = await session.value.call('hook.decide', input as never)
      await session.value.close()
      return answer.ok
        ? { kind: 'answer', value: answer.value }
        : { kind: 'failed', text: answer.error.text }
    }
    const output = await answerHook(agent, text, paths, alone, execHere(process))
    context.note(output.stderr)
    context.out(output.stdout)
    return output.code
  },
}
