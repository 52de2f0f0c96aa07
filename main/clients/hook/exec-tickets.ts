// One run of exactly one line, for the agent that asked for it: what the hook stored, under a token
// that can be used once. Knows no process and runs nothing.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { SessionId } from '../../../contract/ids.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

/** A process that a number alone would not name for long. */
type Process = { readonly pid: number; readonly started: string }

export type ExecTicket = {
  readonly client: string
  readonly session: SessionId
  /** Exactly as the agent wrote it. */
  readonly line: string
  /** Where the agent said that it runs; absolute, links followed. */
  readonly cwd: string
  /** The process of the agent; null where it cannot be known. */
  readonly agent: Process | null
  readonly timeoutMs: number | null
}

export type ExecTickets = {
  /** Gives the token, which is stored nowhere. */
  issue(ticket: ExecTicket): string
  /** Takes the ticket, whatever becomes of it: no token is looked at twice. */
  spend(token: string): Result<ExecTicket, Failure>
  dispose(): void
}

export type ExecTicketsDeps = {
  readonly sha256: (text: string) => string
  /** 256 bits, in hexadecimal digits, so that no shell and no parser of options reads them otherwise. */
  readonly newToken: () => string
  readonly now: () => number
  /** It was never used: the agent may have run its own command. */
  readonly unused: (ticket: ExecTicket) => void
  readonly lifetimeMs?: number
}

/** An agent may ask its own person before it runs what the hook allowed. */
const LIFETIME_MS = 120_000
/** How long a token is remembered as used or expired. */
const REMEMBERED_MS = 600_000
const MOST = 1_000

type Stored = { readonly ticket: ExecTicket; readonly timer: NodeJS.Timeout }

export function openExecTickets(deps: ExecTicketsDeps): ExecTickets {
  const { sha256, now, lifetimeMs = LIFETIME_MS } = deps
  const open = new Map<string, Stored>()
  const over = new Map<string, { readonly why: Failure; readonly at: number }>()

  const end = (key: string, why: Failure): void => {
    const stored = open.get(key)
    if (stored === undefined) return
    clearTimeout(stored.timer)
    open.delete(key)
    for (const [old, { at }] of over)
      if (now() - at > REMEMBERED_MS || over.size >= MOST) over.delete(old)
    over.set(key, { why, at: now() })
  }
  const expire = (key: string): void => {
    const stored = open.get(key)
    end(key, expired)
    if (stored !== undefined) deps.unused(stored.ticket)
  }

  return {
    issue(ticket) {
      if (open.size >= MOST) expire(open.keys().next().value ?? '')
      const token = deps.newToken()
      const key = sha256(token)
      open.set(key, { ticket, timer: setTimeout(() => expire(key), lifetimeMs).unref() })
      return token
    },
    spend(token) {
      const key = sha256(token)
      const stored = open.get(key)
      if (stored === undefined) return err(over.get(key)?.why ?? unknown)
      end(key, used)
      return ok(stored.ticket)
    },
    dispose() {
      for (const { timer } of open.values()) clearTimeout(timer)
      open.clear()
    },
  }
}

const again = 'Make the call again.'
const unknown = failure('exec.unknown', 'Gatehouse does not know this token.', again)
const used = failure('exec.used', 'This token was used already. It is valid for one run.', again)
const expired = failure('exec.expired', 'This token has expired.', again)
