// The terminal sessions of every caller: each sees its own and no other's. What is sent to one is
// judged before as the line that the shell would have, with what is half-typed; here that is
// looked up, and looked up once more right before anything is typed.
import { failure, type Failure } from '../../contract/failure.ts'
import type { SessionId } from '../../contract/ids.ts'
import { canonicalJson } from '../../contract/json.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type {
  PersonKey,
  TerminalListing,
  TerminalScreen,
  TerminalStep,
} from '../../contract/call/powers/terminal.ts'
import type { CanonicalTouchOf } from '../../contract/call/touch.ts'
import { gone, stopped, tooLong, typedMeanwhile } from './terminal-failures.ts'
import { openSessions, type Opener, type OpenSessionsDeps } from './open-sessions.ts'
import { terminalCall, type TerminalCallDeps } from './terminal-call.ts'
import { typeLine } from './type-line.ts'
import { fitsTerminal } from './typed-line.ts'

export type TerminalsDeps = OpenSessionsDeps & Pick<TerminalCallDeps, 'isWhole'>

/** Before anything is typed or ended: where it throws, nothing is. */
type Before = (opener: Opener) => Promise<unknown>

type RunTouch = CanonicalTouchOf<'proc.run'>

export type Terminals = ReturnType<typeof openTerminals>

export function openTerminals(deps: TerminalsDeps) {
  const sessions = openSessions(deps)
  const { of, find, openerOf, end } = sessions
  const busy = new Map<SessionId, Promise<unknown>>()
  const look = (owner: SessionId, call: Parameters<typeof terminalCall>[1]) =>
    terminalCall(owner, call, { sessions, isWhole: deps.isWhole })

  const take = async (
    owner: SessionId,
    step: TerminalStep,
    permitted: readonly RunTouch[],
    signal: AbortSignal,
  ): Promise<Result<TerminalScreen, Failure>> => {
    const allowed = permitted.find(
      ({ terminal }) => terminal?.does === step.kind && terminal.name === step.name,
    )
    if (allowed?.terminal === undefined)
      return err(failure('terminal.outside-permit', 'This is not what the call was allowed.'))
    if (step.kind === 'create') {
      const started = await sessions.start(owner, { name: step.name, cwd: allowed.cwd })
      if (!started.ok || step.command === null)
        return started.ok ? ok(await started.value.screen(0)) : started
      const first = { ...allowed.terminal, keys: ['Enter' as const] }
      const { command: text, waitMs } = step
      return typeLine(started.value, first, { text, waitMs, unless: 0 }, signal)
    }
    const found = find(owner, step.name)
    if (!found.ok) return found
    const session = found.value
    if (step.kind === 'read') return ok(await session.screen(step.lines))
    if (step.kind === 'kill') {
      const last = await session.screen(0)
      await end(owner, [step.name])
      return ok({ ...last, ended: true })
    }
    const { name, text, keys } = step
    const unless = session.byPerson()
    const now = await look(owner, {
      command: text,
      terminal: { does: 'send', name, keys: [...keys] },
    })
    if (!now.ok) return now
    const same =
      canonicalJson(now.value.state) === canonicalJson(allowed.terminal) &&
      now.value.command === allowed.command &&
      now.value.cwd === allowed.cwd
    if (!same) return err(typedMeanwhile)
    return typeLine(session, allowed.terminal, { ...step, unless }, signal)
  }

  return {
    look,
    /**
     * Does what the call was permitted. One that is stopped ends its session: nothing of it goes on.
     */
    step(
      owner: SessionId,
      step: TerminalStep,
      permitted: readonly RunTouch[],
      signal: AbortSignal,
      opener?: Opener,
    ): Promise<Result<TerminalScreen, Failure>> {
      if (opener !== undefined) sessions.openedBy(owner, opener)
      const work = (busy.get(owner) ?? Promise.resolve()).then(async () => {
        if (signal.aborted) return err(stopped)
        const stop = (): void => void end(owner, [step.name])
        if (step.kind !== 'read') signal.addEventListener('abort', stop, { once: true })
        try {
          const done = await take(owner, step, permitted, signal)
          if (signal.aborted && step.kind !== 'read') await end(owner, [step.name])
          return signal.aborted ? err(stopped) : done
        } finally {
          signal.removeEventListener('abort', stop)
        }
      })
      busy.set(
        owner,
        work.catch(() => {}),
      )
      return work
    },
    /** Of this caller, as they are now. */
    async list(owner: SessionId): Promise<readonly TerminalScreen[]> {
      return Promise.all([...of(owner).values()].map((session) => session.screen(0)))
    },
    /** Of every caller, for the person. The oldest first. */
    async all(): Promise<readonly TerminalListing[]> {
      const found = sessions.owners().flatMap((owner) =>
        [...of(owner).values()].map(async ({ name, startedAt, position }) => ({
          owner,
          name,
          startedAt,
          ...openerOf(owner),
          reader: (await position())?.reader ?? null,
        })),
      )
      return (await Promise.all(found)).toSorted((one, other) => one.startedAt - other.startedAt)
    },
    /** Its screen for the person, with `lines` of what has scrolled away. */
    async view(
      owner: SessionId,
      name: string,
      lines: number,
    ): Promise<Result<TerminalScreen, Failure>> {
      const found = find(owner, name)
      return found.ok ? ok(await found.value.screen(lines)) : found
    },
    /** As the person, at any moment: a call that waits in the session goes on waiting. */
    async typeAsPerson(
      owner: SessionId,
      name: string,
      { text, keys }: { readonly text: string; readonly keys: readonly PersonKey[] },
      before: Before,
    ): Promise<Result<null, Failure>> {
      const found = find(owner, name)
      if (!found.ok) return found
      if (!fitsTerminal((found.value.typed() ?? '') + text)) return err(tooLong)
      await before(openerOf(owner))
      return (await found.value.typeAsPerson(text, keys)) ? ok(null) : err(gone(name))
    },
    /** As the person. */
    async endOne(owner: SessionId, name: string, before: Before): Promise<Result<null, Failure>> {
      const found = find(owner, name)
      if (!found.ok) return found
      await before(openerOf(owner))
      await end(owner, [name])
      return ok(null)
    },
    /** A caller is over, or was stopped. */
    endOf: (owner: SessionId): Promise<void> => end(owner, [...of(owner).keys()]),
    async endAll(): Promise<void> {
      await Promise.all(sessions.owners().map((owner) => end(owner, [...of(owner).keys()])))
    },
  }
}
