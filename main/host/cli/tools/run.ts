// `gatehouse tools run`: one call of the command line, over the same pipeline as any other. The
// command line is a principal: it cannot approve itself, a person at a real terminal has to.
import { readArgsOption } from '../args-option.ts'
import { randomUUID } from 'node:crypto'
import type { CallResult } from '../../../../contract/call/call.ts'
import { CallTicket } from '../../../../contract/ids.ts'
import { failure } from '../../../../contract/failure.ts'
import { askForHeld } from '../approvals/ask-held.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { exit, exitFor } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { broughtProof } from '../session/proof.ts'
import { unknownTool } from './unknown-tool.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'
import { endsWith } from './ends-with.ts'
import { exitOf, print, runJson } from './run-output.ts'

export const toolsRun: Command = {
  name: 'tools run',
  operands: ['TOOL'],
  options: ['args', 'approve', 'totp'],
  usage: "--args '{…}' [--approve] [--totp CODE]",
  summary:
    'Run a tool through the gate. If the call needs approval, it waits for a decision; --approve asks here, or uses the passphrase or code you pass',
  async run(call) {
    const { context, json, options } = call
    const args = readArgsOption(options.get('args'))
    if (!args.ok) {
      const hint = `Write it as one JSON object, such as --args '{"path": "README.md"}'.`
      return complain(context, failure('usage', args.error, hint), json)
    }
    const brought = broughtProof(call)
    if (!brought.ok) return complain(context, brought.error, json)
    const approves = options.has('approve')
    if (approves && !context.terminal && brought.value === null) {
      const text = '--approve requires a terminal, and there is none.'
      const hint =
        'Leave out --approve to ask in the window of the running Gatehouse, or pass the passphrase in GATEHOUSE_PASSPHRASE.'
      return complain(context, failure('approval.no-terminal', text, hint), json)
    }
    return withSession(call, async (session) => {
      // In a queue somebody sees it, at a terminal somebody sits: anywhere else waiting would be
      // for nobody.
      const wait = session.kind === 'running' || context.terminal || approves
      const [tool = ''] = call.operands
      const ticket = CallTicket.parse(randomUUID())
      const asking = await askForHeld({
        call,
        session,
        ticket,
        here: approves || (context.terminal && session.kind === 'own'),
      })
      const ending = endsWith(context, session, ticket)
      const result = await session.call('tools.run', {
        tool,
        args: args.value,
        wait,
        ticket,
      })
      const unproven = await asking.end()
      ending.forget()
      if (ending.left()) return exit.terminated
      if (!result.ok) return complain(context, result.error, json)
      if (ending.isCancelled() && !result.value.ok && !json) {
        context.note('gatehouse: interrupted; the call was cancelled.\n')
        return exit.interrupted
      }
      if (json) printJson(context, runJson(result.value))
      else await print(call, await withNearest(session, tool, result.value))
      return unproven === null ? exitOf(result.value) : exitFor(unproven)
    })
  },
}

/** A person is told the nearest name, where a model is told all of them. */
async function withNearest(
  session: Session,
  tool: string,
  result: CallResult,
): Promise<CallResult> {
  if (result.error?.code.startsWith('tool.unknown') !== true) return result
  const listed = await session.call('tools.list', {})
  if (!listed.ok) return result
  const { hint } = unknownTool(tool, listed.value)
  return { ...result, error: { ...result.error, ...(hint === undefined ? {} : { hint }) } }
}
