// Runs the line of a token for `gatehouse exec`, as a call of the built-in tool of that agent, over
// the one pipeline. What it says goes to the agent's own streams: live while it
// runs for real, at the end where it ran in a staged copy, and not at all where it is denied.
import { realpath } from 'node:fs/promises'
import { constants } from 'node:os'
import { withHint } from '../../../contract/failure.ts'
import type { CallResult, CallState } from '../../../contract/call/call.ts'
import { LIMIT_REACHED, NOT_RUN } from '../../../contract/server/exec-exit.ts'
import type { CallId } from '../../../contract/ids.ts'
import { letGo } from '../../../contract/let-go.ts'
import type { ExecTicket, ExecTickets } from '../../clients/hook/exec-tickets.ts'
import type { ExecAsked, ExecSaid, OpenExec } from '../../host/line-client.ts'
import type { Trace } from '../../mcp/gateway/sessions/agent-sessions.ts'
import type { ToolCall } from '../../pipeline/tool-call.ts'
import type { LiveOutput } from '../execution/live-output.ts'
import { execCall } from './exec-offers.ts'

export type ExecRunsDeps = {
  readonly tickets: Pick<ExecTickets, 'spend'>
  readonly proven: (ticket: ExecTicket) => void
  readonly trace: (pid: number | undefined) => Promise<Trace>
  readonly dispatch: (call: ToolCall, signal: AbortSignal) => Promise<CallResult>
  readonly live: Pick<LiveOutput, 'watch'>
}

export type ExecRuns = {
  readonly open: OpenExec
  callChanged(callId: CallId, state: CallState): void
}

export function execRuns(deps: ExecRunsDeps): ExecRuns {
  const underWay = new Map<CallId, { running(): void }>()

  const run = async (
    asked: ExecAsked,
    say: (said: ExecSaid) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    const end = (code: number, ...notes: readonly string[]): void =>
      say({ kind: 'end', code, notes })
    const spent = deps.tickets.spend(asked.token)
    if (!spent.ok) return end(NOT_RUN, `The command was not run. ${withHint(spent.error)}`)
    const ticket = spent.value
    const wrong = await misfit(ticket, asked, await deps.trace(asked.pid))
    if (wrong !== null) return end(NOT_RUN, `The command was not run. ${wrong}`)
    deps.proven(ticket)

    const principal = {
      kind: 'mcp-client',
      name: ticket.client,
      session: ticket.session,
    } as const
    const call = execCall(principal, ticket.line, ticket.cwd, ticket.timeoutMs)
    let live: { whole(): Promise<void>; wrote: boolean } | null = null
    // What a staged run writes may be thrown away with it, and an agent must not have read it then.
    // So only a run for real is heard; of the other the result says what it wrote.
    const follow = (): void => {
      if (live !== null) return
      const followed = {
        wrote: false,
        whole: deps.live.watch(call.id, (stream, text) => {
          followed.wrote = true
          say({ kind: 'output', stream, text })
        }),
      }
      live = followed
    }
    underWay.set(call.id, { running: follow })
    try {
      const result = await deps.dispatch(call, signal)
      const wrote = await ended(live)
      if (!wrote) for (const piece of outputOf(result)) say(piece)
      const { code, notes } = endOf(result)
      end(code, ...notes)
    } finally {
      underWay.delete(call.id)
    }
  }

  return {
    open(asked, say) {
      const stop = new AbortController()
      letGo(
        run(asked, say, stop.signal).catch(() =>
          say({
            kind: 'end',
            code: NOT_RUN,
            notes: [
              'Gatehouse failed while it handled this command. It may have been run in part.',
            ],
          }),
        ),
      )
      return { close: () => stop.abort() }
    },
    callChanged(callId, state) {
      if (state.kind === 'running' && state.staged !== true) underWay.get(callId)?.running()
    },
  }
}

/** Why this ticket is not for this caller; null: it is. */
async function misfit(ticket: ExecTicket, asked: ExecAsked, trace: Trace): Promise<string | null> {
  const { agent, client, cwd } = ticket
  if (
    agent !== null &&
    trace?.some(({ pid, started }) => pid === agent.pid && started === agent.started) !== true
  )
    return `The token belongs to a command of ${client}, and this program was not started by it.`
  const here = await realpath(asked.cwd).catch(() => null)
  return here === cwd
    ? null
    : `It was requested for ${cwd}, but the shell is in ${asked.cwd}. Put the folder into the command: cd FOLDER && …`
}

/** Whether it wrote anything, once all of it was passed on. */
async function ended(
  live: { whole(): Promise<void>; readonly wrote: boolean } | null,
): Promise<boolean> {
  await live?.whole()
  return live?.wrote === true
}

/** What a command wrote that was not heard while it ran. */
export function outputOf(result: CallResult): readonly ExecSaid[] {
  const { status, stdout, stderr } = result
  const cut = cutOff(result)
  const [out, err] =
    cut !== null
      ? bothIn(cut)
      : status === 'denied' || status === 'failed'
        ? ['', '']
        : [stdout, stderr]
  return [
    ...(out === '' ? [] : [{ kind: 'output' as const, stream: 'stdout' as const, text: out }]),
    ...(err === '' ? [] : [{ kind: 'output' as const, stream: 'stderr' as const, text: err }]),
  ]
}

/** It ran, and was ended before its own end. */
const CUT_OFF: ReadonlySet<string> = new Set([
  'exec.timed-out',
  'exec.cpu',
  'exec.memory',
  'exec.cancelled',
])

/** The tool's account of a command that was cut off, without what a model is told to do next. */
const cutOff = ({ status, error }: CallResult): string | null =>
  (status === 'failed' || status === 'cancelled') && error !== null && CUT_OFF.has(error.code)
    ? error.text
    : null

/** A failure has no streams of its own: the tool's account of it has both, and then how it ended. */
function bothIn(text: string): readonly [string, string] {
  const said = text.trimEnd().split('\n').slice(0, -1)
  const at = said.indexOf('[stderr]')
  const whole = (lines: readonly string[]): string =>
    lines.length === 0 ? '' : `${lines.join('\n')}\n`
  return at < 0 ? [whole(said), ''] : [whole(said.slice(0, at)), whole(said.slice(at + 1))]
}

/** Failures of what holds a command, which it meets only once it was told to run the command. */
const BEGUN: ReadonlySet<string> = new Set(['sandbox.helper', 'sandbox.killed'])

type ExecEnd = { readonly code: number; readonly notes: readonly string[] }

export function endOf(result: CallResult): ExecEnd {
  const { status, text, error, exitCode } = result
  const cut = cutOff(result)
  if (cut !== null)
    return {
      code: status === 'failed' ? LIMIT_REACHED : NOT_RUN,
      notes: [...warnings(cut), `The command was ${lastLine(cut)}.`],
    }
  switch (status) {
    case 'done': {
      if (exitCode !== null) return { code: exitCode, notes: warnings(text) }
      const signal = /\[ended by (SIG[A-Z0-9]+)(?:: [^\]]*)?\]\s*$/.exec(text)?.[1]
      const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1]
      return number === undefined
        ? { code: LIMIT_REACHED, notes: [...warnings(text), lastLine(text)] }
        : {
            code: 128 + number,
            notes: [
              ...warnings(text),
              // Its code alone would say as much as that of any other signal.
              ...(signal === 'SIGKILL' ? [`The command was ${lastLine(text)}.`] : []),
            ],
          }
    }
    case 'failed':
    case 'denied':
      return {
        code: NOT_RUN,
        notes: [
          BEGUN.has(error?.code ?? '')
            ? `The command was stopped, and may have been run in part. ${text}`
            : `The command was not run. ${text}`,
        ],
      }
    case 'cancelled':
      return {
        code: NOT_RUN,
        notes: [`The command was stopped. ${error?.text ?? ''}`.trim()],
      }
    case 'unknown':
      return { code: NOT_RUN, notes: [text] }
  }
}

/** The last line of the tool's own account of the run: how it ended. */
const lastLine = (text: string): string =>
  (text.trimEnd().split('\n').at(-1) ?? '').replaceAll(/^\[|\]$/g, '')

/** What the tool says about the files the command left, right before how it ended. */
function warnings(text: string): readonly string[] {
  const found: string[] = []
  for (const line of text.trimEnd().split('\n').toReversed().slice(1)) {
    if (!/^\[(?:check these before you use them|renamed to )/.test(line)) break
    found.unshift(line.replaceAll(/^\[|\]$/g, ''))
  }
  return found
}
