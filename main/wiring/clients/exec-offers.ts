// Whether an agent's own command may run by `gatehouse exec` instead: only where a person chose that
// for the agent, the sandbox holds, the gate would allow or ask, and the line needs nothing that the
// sandbox never gives. Everything else goes the ordinary way.
import { realpath, stat } from 'node:fs/promises'
import type { JsonObject } from '../../../contract/json.ts'
import type { CommandEffect } from '../../../contract/call/command.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { Result } from '../../../contract/result.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { CallId, type SessionId } from '../../../contract/ids.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { ClientConfig } from '../../../contract/server/server.ts'
import { letGo } from '../../../contract/let-go.ts'
import { rewritableTool, STAYS, timeOf } from '../../clients/hook/rewrite.ts'
import type { HookAgent } from '../../../contract/server/hook-agent.ts'
import type { ExecTicket, ExecTickets } from '../../clients/hook/exec-tickets.ts'
import { folderAtEnd } from '../../command/folder-at-end.ts'
import { onlyReads } from '../../gate/command-risk.ts'
import type { Trace } from '../../mcp/gateway/sessions/agent-sessions.ts'
import type { EvaluatedCall } from '../../pipeline/evaluate.ts'
import { newId } from '../../pipeline/new-id.ts'
import { refusedEntry } from '../../pipeline/record.ts'
import { denial } from '../../pipeline/refusals.ts'
import type { ToolCall } from '../../pipeline/tool-call.ts'

export type ExecOffer =
  /** The ordinary way: the agent runs it itself once it is allowed. */
  | { readonly kind: 'none' }
  | { readonly kind: 'denied'; readonly reason: string }
  | {
      readonly kind: 'offered'
      readonly token: string
      readonly note: string | null
      /** Where the agent's shell has to go once the command has succeeded; null: nowhere. */
      readonly folder: string | null
    }

export type OfferedCall = {
  readonly agent: HookAgent
  readonly tool: string
  readonly input: JsonObject
  /** The agent's own tool, as the gate would be asked about it. */
  readonly call: ToolCall
  readonly trace: Trace
}

export type ExecOffers = {
  offer(offered: OfferedCall): Promise<ExecOffer>
  /** The agent did run it by `gatehouse exec`: it applies what the hook changes. */
  proven(ticket: ExecTicket): void
  unused(ticket: ExecTicket): void
  /** A command of this agent was changed, and it never came. */
  ignored(client: string): boolean
  /** The person chose again. */
  forget(client: string): void
}

export type ExecOffersDeps = {
  readonly client: (name: string) => ClientConfig | undefined
  /** Decides and does nothing else. */
  readonly evaluate: (call: ToolCall) => Promise<Result<EvaluatedCall, Failure>>
  /** Once the sandbox was tried. */
  readonly enforced: () => Promise<boolean>
  readonly tickets: Pick<ExecTickets, 'issue'>
  /** A row that cannot be written now is written later. */
  readonly journal: (entry: JournalEntry, when: 'owed') => Promise<unknown>
  readonly changed: () => void
}

/** As the tool `exec` has it. */
const LONGEST_LINE = 32_768
const LONGEST_SECONDS = 600
/** What a staged or sandboxed run can show; for the rest the agent's own shell is asked about. */
const contained: ReadonlySet<CommandEffect> = new Set([
  'read-only',
  'writes-inside',
  'destructive',
  'unknown',
])
/** The first may have been interrupted by the agent's person. */
const MOST_UNUSED = 2
const NONE: ExecOffer = { kind: 'none' }

export function execOffers(deps: ExecOffersDeps): ExecOffers {
  const proven = new Set<SessionId>()
  /** How many in a row never came, by agent. */
  const unused = new Map<string, number>()
  const ignored = (client: string): boolean => (unused.get(client) ?? 0) >= MOST_UNUSED

  /** A folder of the workspace that is there, without links; null: the agent's shell stays. */
  async function followable(folder: string, principal: Principal): Promise<string | null> {
    if (/\p{Cc}/u.test(folder)) return null
    try {
      const real = await realpath(folder)
      if (!(await stat(real)).isDirectory()) return null
      const there = await deps.evaluate(execCall(principal, 'pwd', real, null))
      const touch = there.ok
        ? there.value.decision.touches.find(({ kind }) => kind === 'proc.run')
        : undefined
      return touch?.kind === 'proc.run' && touch.zone === 'workspace' ? real : null
    } catch {
      // It is not there, or not for us: the agent's shell would not get there either.
      return null
    }
  }

  return {
    async offer({ agent, tool, input, call, trace }) {
      const how = rewritableTool(agent, tool)
      if (how === null || ignored(agent) || deps.client(agent)?.commands !== 'sandbox') return NONE
      if (how.background !== undefined && input[how.background] === true) return NONE
      const line = input[how.command]
      if (typeof line !== 'string' || !isExact(line) || !(await deps.enforced())) return NONE
      const own = await deps.evaluate(call)
      // What is denied is denied, and journalled, as it always was.
      if (!own.ok || own.value.decision.effect === 'deny') return NONE
      const ran = own.value.decision.touches.find((touch) => touch.kind === 'proc.run')
      if (ran === undefined) return NONE
      const timeoutMs = timeOf(how, input)
      const asked = await deps.evaluate(execCall(call.principal, line, ran.cwd, timeoutMs))
      if (!asked.ok) return NONE
      const { decision } = asked.value
      const touch = decision.touches.find(({ kind }) => kind === 'proc.run')
      if (touch?.kind !== 'proc.run' || touch.zone !== 'workspace') return NONE
      const parts = touch.parts ?? []
      const fits = parts.every(({ effects }) => effects.every((effect) => contained.has(effect)))
      if (parts.length === 0 || !fits) return NONE
      const { session } = call.principal
      // Whether this agent, in this version, with its other hooks, applies the change is only seen
      // when it does. Until then no line is trusted to it that could do harm by itself.
      if (!proven.has(session) && !onlyReads(parts)) return NONE
      if (decision.effect === 'deny') {
        const why = denial(decision)
        letGo(deps.journal(refusedEntry(call, why), 'owed'))
        return { kind: 'denied', reason: why.text }
      }
      const cwd = await realpath(touch.cwd).catch(() => null)
      if (cwd === null) return NONE
      const ticket = { client: agent, session, line, cwd, agent: trace?.[0] ?? null, timeoutMs }
      const token = deps.tickets.issue(ticket)
      if (how.notesFolder !== true) return { kind: 'offered', token, note: null, folder: null }
      const after = folderAtEnd(line, cwd)
      if (after === cwd) return { kind: 'offered', token, note: null, folder: null }
      const folder = after === null ? null : await followable(after, call.principal)
      return { kind: 'offered', token, note: folder === null ? STAYS : null, folder }
    },
    proven({ client, session }) {
      proven.add(session)
      unused.delete(client)
    },
    unused(ticket) {
      const { client, session } = ticket
      proven.delete(session)
      unused.set(client, (unused.get(client) ?? 0) + 1)
      const principal = { kind: 'mcp-client', name: client, session } as const
      letGo(
        deps.journal(
          refusedEntry(execCall(principal, ticket.line, ticket.cwd, null), never),
          'owed',
        ),
      )
      deps.changed()
    },
    ignored,
    forget: (client) => void unused.delete(client),
  }
}

const never = failure(
  'exec.unused',
  'The agent never ran gatehouse exec for this command. It may have run the command itself, outside the sandbox, or been interrupted.',
  'Check its other hooks. Until you choose the sandbox for it again, its commands need approval as before.',
)

/** One byte of UTF-8 for each byte that was written, and no end in the middle. */
const isExact = (line: string): boolean =>
  line !== '' && line.length <= LONGEST_LINE && !line.includes('\0') && line.isWellFormed()

/** The call of the built-in tool that runs the line. */
export function execCall(
  principal: Principal,
  line: string,
  cwd: string,
  timeoutMs: number | null,
): ToolCall {
  return {
    id: CallId.parse(newId('call')),
    principal,
    channel: 'gateway',
    runId: null,
    tool: 'exec',
    args: {
      command: line,
      working_dir: cwd,
      ...(timeoutMs === null
        ? { timeout_seconds: LONGEST_SECONDS }
        : {
            timeout_seconds: Math.min(LONGEST_SECONDS, Math.max(1, Math.ceil(timeoutMs / 1_000))),
          }),
    },
  }
}
