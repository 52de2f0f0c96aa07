// The terminal sessions of every caller: each sees its own and no other's. What is sent to one is
// judged before as the line that the shell would have, with what is half-typed; here that is
// looked up, and looked up once more right before anything is typed.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { failure, type Failure } from '../../contract/failure.ts'
import type { SessionId } from '../../contract/ids.ts'
import { canonicalJson } from '../../contract/json.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type {
  PersonKey,
  TerminalListing,
  TerminalScreen,
  TerminalState,
  TerminalStep,
  TerminalUse,
} from '../../contract/call/powers/terminal.ts'
import type { CanonicalTouchOf } from '../../contract/call/touch.ts'
import { gone, stopped, taken, tooLong, tooMany, typedMeanwhile } from './terminal-failures.ts'
import { openSession, type Session, type SessionDeps } from './session.ts'
import { fitsTerminal, plainAtPrompt } from './typed-line.ts'

const MOST_OF_ONE = 4
const MOST = 12
const CLEARING_MS = 1_000
const LIFE_MS = 24 * 60 * 60_000

export type TerminalsDeps = Pick<SessionDeps, 'start' | 'makeFolder' | 'now' | 'hasShell'> & {
  /** Ours, for nothing else. */
  readonly folder: string
  readonly workspace: () => string
  /** Whether a shell would read all of it as whole commands, with nothing left open. */
  readonly isWhole: (line: string) => boolean
  /** A session began or ended. */
  readonly changed: () => void
}

/** Whose sessions these are, for people. */
export type Opener = Pick<TerminalListing, 'agent' | 'runId'>

/** Before anything is typed or ended: where it throws, nothing is. */
type Before = (opener: Opener) => Promise<unknown>

/** What a call would do, as far as the session tells. `cwd` null: as the touch names it. */
export type TerminalCall = {
  readonly command: string
  readonly cwd: string | null
  readonly state: TerminalState
}

type RunTouch = CanonicalTouchOf<'proc.run'>

export type Terminals = ReturnType<typeof openTerminals>

export function openTerminals(deps: TerminalsDeps) {
  // What a crash left: its sessions died with it.
  rmSync(deps.folder, { recursive: true, force: true })
  const open = new Map<SessionId, Map<string, Session>>()
  const openers = new Map<SessionId, Opener>()
  const busy = new Map<SessionId, Promise<unknown>>()
  let opened = 0
  let starting = 0

  const of = (owner: SessionId): Map<string, Session> => {
    const mine = open.get(owner) ?? new Map<string, Session>()
    for (const [name, session] of mine) if (session.ended()) mine.delete(name)
    return mine
  }
  const openerOf = (owner: SessionId): Opener =>
    openers.get(owner) ?? { agent: 'agent', runId: null }
  const find = (owner: SessionId, name: string): Result<Session, Failure> => {
    const mine = of(owner)
    const found = mine.get(name)
    if (found !== undefined) return ok(found)
    const there = [...mine.keys()].toSorted()
    return err(
      failure(
        'terminal.unknown',
        `There is no session ${name}.`,
        there.length === 0 ? 'Use create first.' : `There are: ${there.join(', ')}.`,
      ),
    )
  }

  const look = async (
    owner: SessionId,
    { command, terminal }: { readonly command: string; readonly terminal: TerminalUse },
  ): Promise<Result<TerminalCall, Failure>> => {
    const { does, name } = terminal
    const state = { does, name, keys: [], typed: '', clears: false, reader: null }
    if (does === 'create')
      return of(owner).has(name) ? err(taken(name)) : ok({ command, cwd: null, state })
    const found = find(owner, name)
    if (!found.ok) return found
    if (does !== 'send') return ok({ command: '', cwd: null, state })
    const position = await found.value.position()
    if (position === null) return err(gone(name))
    const typed = found.value.typed()
    const { cwd, reader } = position
    const keys = [...terminal.keys]
    if (reader !== null) {
      const line = (typed ?? '') + command
      return ok({ command: line, cwd, state: { ...state, keys, typed: typed ?? '', reader } })
    }
    const line = (typed ?? '') + command
    const refused = unreadable(line, keys, typed ?? '')
    if (refused !== null) return err(refused)
    // It leaves the line as it is, or ends it: nothing has to be known of what is on it.
    const interrupts = command === '' && keys[0] === 'C-c'
    const clears = typed === null && !interrupts
    return ok({
      command: interrupts ? '' : line,
      cwd,
      state: { ...state, keys, typed: typed ?? '', clears },
    })
  }

  /** Why the shell would not read just this line. */
  const unreadable = (line: string, keys: TerminalState['keys'], typed: string): Failure | null => {
    if (line.includes('\n'))
      return failure(
        'terminal.lines',
        'The shell is at its prompt, and takes one line at a time.',
        'Send each line on its own. Write longer texts with write_file.',
      )
    if (!plainAtPrompt(keys, line === '' ? typed : line))
      return failure(
        'terminal.keys',
        'The shell is at its prompt, where only Enter, C-c or C-d can be pressed.',
        'Send the text of the whole line. C-c clears what is typed.',
      )
    if (!fitsTerminal(line)) return tooLong
    const ends = keys.includes('Enter')
    if (ends && line !== '' && !deps.isWhole(line))
      return failure(
        'terminal.unfinished',
        'The line is not a whole command: a quote, a block or a here-document is left open.',
        'Send a whole command. Write longer texts with write_file.',
      )
    return null
  }

  const startSession = async (
    owner: SessionId,
    { name, cwd }: { readonly name: string; readonly cwd: string },
  ): Promise<Result<Session, Failure>> => {
    const mine = of(owner)
    if (mine.has(name)) return err(taken(name))
    const all = [...open.keys()].reduce((sum, each) => sum + of(each).size, 0)
    if (mine.size >= MOST_OF_ONE) return err(tooMany(`${MOST_OF_ONE} sessions of yours are open`))
    // Many callers may come at once, and to start one takes a while.
    if (all + starting >= MOST)
      return err(tooMany(`${MOST} sessions are open, of all agents together`))
    const folder = join(deps.folder, String((opened += 1)))
    starting += 1
    const started = await openSession(name, cwd, {
      ...deps,
      folder,
      workspace: deps.workspace(),
    }).finally(() => void (starting -= 1))
    if (!started.ok) return started
    open.set(owner, mine.set(name, started.value))
    setTimeout(() => void started.value.kill(), LIFE_MS).unref()
    deps.changed()
    return started
  }

  const end = async (owner: SessionId, names: readonly string[]): Promise<void> => {
    const mine = of(owner)
    const ending = names.flatMap((name) => mine.get(name) ?? [])
    for (const { name } of ending) mine.delete(name)
    await Promise.all(ending.map((session) => session.kill()))
    if (ending.length > 0) deps.changed()
  }

  const send = async (
    session: Session,
    state: TerminalState,
    {
      unless,
      ...step
    }: { readonly text: string; readonly waitMs: number; readonly unless: number },
    signal: AbortSignal,
  ): Promise<Result<TerminalScreen, Failure>> => {
    const notTyped = (): Failure =>
      session.byPerson() === unless ? gone(session.name) : typedMeanwhile
    if (state.clears) {
      if (!(await session.clear(unless))) return err(notTyped())
      // A shell that is just being interrupted throws away what it reads.
      await session.settled(CLEARING_MS, signal)
    }
    if (!(await session.type(step.text, state.keys, unless))) return err(notTyped())
    await session.settled(step.waitMs, signal)
    return ok(await session.screen(0))
  }

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
      const started = await startSession(owner, { name: step.name, cwd: allowed.cwd })
      if (!started.ok || step.command === null)
        return started.ok ? ok(await started.value.screen(0)) : started
      const first = { ...allowed.terminal, keys: ['Enter' as const] }
      const { command: text, waitMs } = step
      return send(started.value, first, { text, waitMs, unless: 0 }, signal)
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
    return send(session, allowed.terminal, { ...step, unless }, signal)
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
      if (opener !== undefined) openers.set(owner, opener)
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
      const found = [...open.keys()].flatMap((owner) =>
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
      await Promise.all([...open.keys()].map((owner) => end(owner, [...of(owner).keys()])))
    },
  }
}
