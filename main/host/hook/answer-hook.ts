// From the event of an agent to its answer: read, ask, say. Whatever goes wrong on the way stops
// the call.
import type { AppPaths } from '../../config/paths.ts'
import type { HookAgent } from '../../../contract/server/hook-agent.ts'
import { execLine, type ExecProgram } from '../../clients/hook/exec-line.ts'
import { rewritableTool, rewritten } from '../../clients/hook/rewrite.ts'
import { answerFor, stop, type HookDecision, type HookOutput } from '../../clients/hook/answer.ts'
import { readEvent } from '../../clients/hook/event.ts'
import { askRunning, type Reached } from './ask-running.ts'

/** Where no Gatehouse runs: one of this process's own, for this one question. */
export type AskAlone = (paths: AppPaths, input: object) => Promise<Reached>

/**
 * Below the time that is written into the agents' files (600 s): past that, most of them let the
 * call through.
 */
const WAIT_SECONDS = 540
/** Agents give the hooks of an end a second or so. */
const END_MS = 1_000
/** Bytes of the largest event that is read. */
const LARGEST = 3 * 1024 * 1024

export async function answerHook(
  agent: HookAgent,
  text: string,
  paths: AppPaths,
  alone: AskAlone,
  /** Null: nothing here can run a command of the agent. */
  exec: ExecProgram | null,
): Promise<HookOutput> {
  if (text.length > LARGEST) return stop('The call is too large to check, so it was denied.')
  const event = readEvent(agent, text)
  if ('wrong' in event)
    return stop(`Denied: ${event.wrong}.`, 'Check the hook in the settings of the agent.')
  if ('over' in event) {
    // Nobody waits for it, and where no Gatehouse runs there is no session.
    await askRunning(
      paths.socketFile,
      'hook.ended',
      { agent, session: event.over, pid: process.pid },
      END_MS,
    )
    return { stdout: '', stderr: '', code: 0 }
  }
  if (event.elsewhere === true)
    return answerFor(agent, { effect: 'allow', reason: 'Decided by its own event.' })
  const input = { agent, ...event, pid: process.pid }
  const how = exec === null ? null : rewritableTool(agent, event.tool)
  const asked = await askRunning(
    paths.socketFile,
    'hook.decide',
    { ...input, waitSeconds: WAIT_SECONDS, ...(how === null ? {} : { exec: true }) },
    (WAIT_SECONDS + 20) * 1000,
  )
  const reached = asked.kind === 'nobody' ? await alone(paths, { ...input, waitSeconds: 0 }) : asked
  if (reached.kind === 'nobody')
    return stop('Denied: Gatehouse could not be reached.', 'Start it with: gatehouse serve')
  if (reached.kind === 'failed') return stop(`Denied: ${reached.text}`)
  const decision = reached.value
  if (!isDecision(decision)) return stop(MISREAD)
  if (decision.exec === undefined) return answerFor(agent, decision)
  const { token, note, folder = null } = decision.exec
  const line = how === null || exec === null ? null : execLine(exec, token, folder)
  // Without it the agent would run its own command, which nobody allowed.
  if (how === null || line === null || decision.effect !== 'allow') return stop(MISREAD)
  return answerFor(agent, {
    effect: 'allow',
    reason: decision.reason,
    updatedInput: rewritten(how, event.input, line),
    ...(note === null ? {} : { note }),
  })
}

const MISREAD = 'Denied: Gatehouse sent an answer this version does not understand.'

type Decided = HookDecision & {
  readonly exec?: {
    readonly token: string
    readonly note: string | null
    readonly folder?: string | null
  }
}

function isDecision(value: unknown): value is Decided {
  if (typeof value !== 'object' || value === null || !('effect' in value) || !('reason' in value))
    return false
  if ('exec' in value && !isExec(value.exec)) return false
  return (
    (value.effect === 'allow' || value.effect === 'deny' || value.effect === 'ask') &&
    typeof value.reason === 'string'
  )
}

const isExec = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'token' in value &&
  'note' in value &&
  typeof value.token === 'string' &&
  (value.note === null || typeof value.note === 'string') &&
  (!('folder' in value) || value.folder === null || typeof value.folder === 'string')
