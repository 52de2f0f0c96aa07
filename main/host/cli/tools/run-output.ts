// What a run of the command line gives: its JSON, its exit code, and its lines for people.
import type { CallResult } from '../../../../contract/call/call.ts'
import { assertNever } from '../../../../contract/never.ts'
import type { Call } from '../command.ts'
import { exit } from '../exit.ts'
import { paint, visible, visibleLines } from '../output/show.ts'

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
      return error?.code.startsWith('guard.') ||
        error?.code.startsWith('grant.') ||
        error?.code === 'tool.hidden' ||
        error?.code === 'tool.network'
        ? exit.denied
        : exit.failed
    default:
      return assertNever(route, 'exitOf')
  }
}

export async function print({ context }: Call, result: CallResult): Promise<void> {
  const json = runJson(result)
  const whole = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
  context.out(visibleLines(whole(json.stdout)))
  context.note(visibleLines(whole(json.stderr)))
  const { red, yellow } = paint(context.color)
  for (const flag of result.flags)
    context.note(
      `${yellow('gatehouse:')} the result contains text that reads like instructions to a model: ${visible(flag)}\n`,
    )
  if (result.truncated) context.note(`${yellow('gatehouse:')} the result was cut off.\n`)
  if (result.ok && (result.exitCode ?? 0) !== 0)
    context.note(`${yellow('gatehouse:')} the command ended with exit code ${result.exitCode}.\n`)
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
