// `gatehouse tools run`: one call of the command line, over the same road as any other. The command
// line is a principal: it cannot say yes to itself, a person at a real terminal has to.
import { isTooDeep } from '../../../contract/call/depth.ts'
import type { CallResult } from '../../../contract/call/call.ts'
import { failure } from '../../../contract/failure.ts'
import type { Json } from '../../../contract/json.ts'
import { assertNever } from '../../../contract/never.ts'
import { askForHeld } from './ask-held.ts'
import { printJson } from './command.ts'
import type { Call, Command } from './command.ts'
import { complain } from './complain.ts'
import { exit } from './exit.ts'
import { broughtProof, exitFor } from './proof.ts'
import { paint, visible, visibleLines } from './show.ts'
import { unknownTool } from './tools-list.ts'
import { withSession } from './with-session.ts'

export const toolsRun: Command = {
  name: 'tools run',
  operands: ['TOOL'],
  options: ['args', 'approve', 'totp'],
  usage: "--args '{…}' [--approve] [--totp CODE]",
  summary:
    'run a tool; what needs a person waits for one, --approve asks here or takes the proof you bring',
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
      const text = '--approve needs a person at a real terminal, and here is none.'
      const hint =
        'Leave --approve out to ask in the window of the running Gatehouse, or give the passphrase as GATEHOUSE_PASSPHRASE.'
      return complain(context, failure('approval.no-terminal', text, hint), json, exit.needsPerson)
    }
    return withSession(call, async (session) => {
      // In a queue somebody sees it, at a terminal somebody sits: anywhere else waiting would be
      // for nobody.
      const wait = session.kind === 'running' || context.terminal || approves
      const [tool = ''] = call.operands
      const asking = await askForHeld({
        call,
        session,
        tool,
        args: args.value,
        here: approves || (context.terminal && session.kind === 'own'),
      })
      const result = await session.call('tools.run', { tool, args: args.value, wait })
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

/**
 * The JSON of a run. Tools that start no process have no output streams; what they say to a model
 * is their standard output here.
 */
export const runJson = (result: CallResult) => ({
  requestId: result.requestId,
  ok: result.ok,
  decision: result.decision,
  data: result.data,
  stdout: saysItInText(result) ? result.text : result.stdout,
  stderr: result.stderr,
  exitCode: result.exitCode,
  truncated: result.truncated,
  durationMs: result.durationMs,
  error: result.error,
})

const saysItInText = ({ ok, stdout, stderr, exitCode }: CallResult): boolean =>
  ok && stdout === '' && stderr === '' && exitCode === null

/**
 * A command that ran and ended with an error is a run that failed; one that never ran was refused
 * for a reason of the caller's or denied.
 */
export function exitOf({ ok, status, route, error, decision, exitCode }: CallResult): number {
  if (ok) return (exitCode ?? 0) === 0 ? exit.done : exit.failed
  if (error?.code === 'approval.nobody') return exit.needsPerson
  switch (route) {
    case 'policy':
    case 'lease':
    case 'person':
    case 'time-out':
    case 'emergency-stop':
    case 'guard':
    case 'preset':
    case 'policy-change':
    case 'tool-gone':
    case 'unrecorded':
      return status === 'denied' ? exit.denied : exit.failed
    case 'cancelled':
    case 'run-ended':
    case 'client-gone':
    case 'replaced':
    case 'program-end':
      return decision?.effect === 'confirm' ? exit.denied : exit.failed
    case 'refused':
      return error?.code.startsWith('guard.') || error?.code === 'tool.hidden'
        ? exit.denied
        : exit.failed
    default:
      return assertNever(route, 'exitOf')
  }
}

async function print({ context }: Call, result: CallResult): Promise<void> {
  const json = runJson(result)
  const whole = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
  context.out(visibleLines(whole(json.stdout)))
  context.note(visibleLines(whole(json.stderr)))
  const { red, yellow } = paint(context.color)
  for (const flag of result.flags)
    context.note(
      `${yellow('gatehouse:')} the result holds words that read like orders to a model: ${visible(flag)}\n`,
    )
  if (result.truncated) context.note(`${yellow('gatehouse:')} the result was cut off.\n`)
  if (result.ok) return
  const reasons =
    result.status === 'denied'
      ? (result.decision?.reasons ?? []).map(({ text }) => `  - ${visible(text)}\n`)
      : []
  context.note(
    `${red('gatehouse:')} ${visible(result.error?.text ?? result.text)}\n${reasons.join('')}`,
  )
  if (result.error?.hint !== undefined) context.note(`${visible(result.error.hint)}\n`)
}
