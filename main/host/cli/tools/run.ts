// `gatehouse tools run`: one call of the command line, over the same pipeline as any other. The
// command line is a principal: it cannot approve itself, a person at a real terminal has to.
import { randomUUID } from 'node:crypto'
import { isTooDeep } from '../../../../contract/call/depth.ts'
import { CallTicket } from '../../../../contract/ids.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Json } from '../../../../contract/json.ts'
import { askForHeld } from '../approvals/ask-held.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { broughtProof, exitFor } from '../session/proof.ts'
import { unknownTool } from './list.ts'
import { withSession } from '../session/with-session.ts'
import { exitOf, print, runJson } from './run-output.ts'

export const toolsRun: Command = {
  name: 'tools run',
  operands: ['TOOL'],
  options: ['args', 'approve', 'totp'],
  usage: "--args '{…}' [--approve] [--totp CODE]",
  summary:
    'Run a tool through the gate. If the call needs approval, it waits for a decision; --approve asks here, or uses the proof you bring',
  async run(call) {
    const { context, json, options } = call
    const args = argsOf(options.get('args'))
    if (args === null) {
      const hint = `Write it as one JSON object, such as --args '{"path": "README.md"}'.`
      return complain(
        context,
        failure('usage', '--args is not valid JSON.', hint),
        json,
        exit.usage,
      )
    }
    const brought = broughtProof(call)
    if (!brought.ok) return complain(context, brought.error, json, exit.usage)
    const approves = options.has('approve')
    if (approves && !context.terminal && brought.value === null) {
      const text = '--approve requires a terminal, and there is none.'
      const hint =
        'Leave out --approve to ask in the window of the running Gatehouse, or pass the passphrase in GATEHOUSE_PASSPHRASE.'
      return complain(context, failure('approval.no-terminal', text, hint), json, exit.needsPerson)
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
      const result = await session.call('tools.run', {
        tool,
        args: args.value,
        wait,
        ticket,
      })
      const unproven = await asking.end()
      if (!result.ok) return complain(context, result.error, json)
      if (json) printJson(context, runJson(result.value))
      else await print(call, result.value)
      if (!json && result.value.error?.code.startsWith('tool.unknown')) {
        const listed = await session.call('tools.list', {})
        if (listed.ok) context.note(`${unknownTool(tool, listed.value).hint ?? ''}\n`)
      }
      return unproven === null ? exitOf(result.value) : exitFor(unproven)
    })
  },
}

function argsOf(text: string | undefined): { readonly value: Json } | null {
  try {
    const value = JSON.parse(text ?? '{}') as Json
    return isTooDeep(value) ? null : { value }
  } catch {
    return null
  }
}
