// The sessions that are open, by whose they are and by name.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TerminalListing } from '../../contract/call/powers/terminal.ts'
import type { Failure } from '../../contract/failure.ts'
import type { SessionId } from '../../contract/ids.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { openSession, type Session, type SessionDeps } from './session.ts'
import { taken, tooMany, unknownSession } from './terminal-failures.ts'

const MOST_OF_ONE = 4
const MOST = 12
const LIFE_MS = 24 * 60 * 60_000

export type OpenSessionsDeps = Pick<SessionDeps, 'start' | 'makeFolder' | 'now' | 'hasShell'> & {
  /** Ours, for nothing else. */
  readonly folder: string
  readonly workspace: () => string
  /** A session began or ended. */
  readonly changed: () => void
}

/** Whose sessions these are, for people. */
export type Opener = Pick<TerminalListing, 'agent' | 'runId'>

export type OpenSessions = {
  owners(): readonly SessionId[]
  of(owner: SessionId): ReadonlyMap<string, Session>
  find(owner: SessionId, name: string): Result<Session, Failure>
  openerOf(owner: SessionId): Opener
  openedBy(owner: SessionId, opener: Opener): void
  start(
    owner: SessionId,
    where: { readonly name: string; readonly cwd: string },
  ): Promise<Result<Session, Failure>>
  end(owner: SessionId, names: readonly string[]): Promise<void>
}

export function openSessions(deps: OpenSessionsDeps): OpenSessions {
  // What a crash left: its sessions died with it.
  rmSync(deps.folder, { recursive: true, force: true })
  const open = new Map<SessionId, Map<string, Session>>()
  const openers = new Map<SessionId, Opener>()
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
    return err(unknownSession(name, [...mine.keys()].toSorted()))
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

  return {
    owners: () => [...open.keys()],
    of,
    find,
    openerOf,
    openedBy: (owner, opener) => void openers.set(owner, opener),
    start: startSession,
    end,
  }
}
