// What follows from who made the file of an agent: one that a program made is off until a person turns
// it on, and stays on only as it was then.
import {
  makerSaid,
  makerText,
  type AgentMaker,
  type MadeAgent,
} from '../../../contract/agent/agent-maker.ts'
import type { AgentProblem } from '../../../contract/agent/own-agent.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

/** Kept beside the files, where no text of a file reaches. */
export type AgentMakers = {
  get(name: string): MadeAgent | null
  put(name: string, created: MadeAgent): void
  remove(name: string): void
  /** All names that have a row. */
  names(): readonly string[]
  readonly sha256: (text: string) => string
}

export type MakerFacts = {
  readonly maker: AgentMaker
  readonly untrusted: string | null
  readonly off: boolean
  readonly warnings: readonly AgentProblem[]
}

/** @param said `created_by` of the file; it can make a person’s file a program’s, never the reverse. */
export function makerFacts(
  created: MadeAgent | null,
  said: string | null,
  text: string,
  sha256: AgentMakers['sha256'],
): MakerFacts {
  const claim = makerSaid(said)
  if (created === null && claim.kind === 'person')
    return { maker: claim, untrusted: null, off: false, warnings: [] }
  const { maker, untrusted, on } = created ?? { maker: claim, untrusted: null, on: null }
  const off = on !== sha256(text)
  return {
    maker,
    untrusted,
    off,
    warnings: [
      ...(off && on !== null ? [warning(CHANGED, 'Look at it, and turn it on again.')] : []),
      ...(said === makerText(maker) || (created === null && said !== null)
        ? []
        : [warning(notSaid(maker), 'In the window you can make it your own.')]),
    ],
  }
}

const CHANGED = 'The file changed since you turned it on, so it is off.'
const notSaid = (maker: AgentMaker): string =>
  `created_by does not say who made it: ${makerText(maker)}.`
const warning = (text: string, hint: string): AgentProblem => ({ line: 1, column: 1, text, hint })

type Switched = {
  readonly name: string
  readonly text: string
  readonly state: 'ready' | 'off' | 'broken'
  readonly maker: AgentMaker
  readonly untrusted: string | null
}

/** @param seen the text that the person looked at. */
export function switchAgent(
  makers: AgentMakers,
  entry: Switched,
  on: boolean,
  seen: string,
): Result<void, Failure> {
  const { name, text, state, maker, untrusted } = entry
  if (maker.kind === 'person')
    return err(
      failure(
        'agent.own',
        `A person made ${name}, so it has no switch.`,
        'Delete it, or limit what it may do.',
      ),
    )
  if (!on) return ok(makers.put(name, { maker, untrusted, on: null }))
  if (state === 'broken')
    return err(failure('agent.broken', `${name} has a mistake.`, 'Fix it first.'))
  if (seen !== text)
    return err(
      failure(
        'agent.changed',
        `The file of ${name} is not as you saw it any more.`,
        'Look at it once more, and turn it on then.',
      ),
    )
  return ok(makers.put(name, { maker, untrusted, on: makers.sha256(text) }))
}

/**
 * What a save by a person means for who made it. A new file is theirs; so is one in which they removed
 * or changed created_by. Else it stays what it was, and on where it was on.
 */
export function savedByPerson(
  makers: AgentMakers,
  saved: { readonly name: string; readonly text: string; readonly createdBy: string | null },
  before: { readonly name: string; readonly state: string } | null,
): void {
  const { name, text, createdBy } = saved
  const created = before === null ? null : makers.get(before.name)
  if (before !== null && before.name !== name) makers.remove(before.name)
  if (makerSaid(createdBy).kind === 'person') return makers.remove(name)
  if (created === null) return makers.remove(name)
  makers.put(name, { ...created, on: before?.state === 'ready' ? makers.sha256(text) : null })
}

/** Where the row of a deleted agent is, so that its name is free and taking it back forgets nothing. */
const aside = (name: string): string => `removed/${name}`

export function setAside(makers: AgentMakers, name: string): void {
  const created = makers.get(name)
  if (created === null) return makers.remove(aside(name))
  makers.put(aside(name), created)
  makers.remove(name)
}

export function takeBack(makers: AgentMakers, name: string): void {
  const created = makers.get(aside(name))
  if (created === null) return
  makers.put(name, created)
  makers.remove(aside(name))
}

/** Forgets who made files that somebody deleted by hand: the next file of that name is another one. */
export function forgetDeleted(
  makers: AgentMakers,
  there: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): void {
  for (const key of makers.names()) {
    const isAside = key.startsWith('removed/')
    const gone = isAside ? !removed.has(key.slice('removed/'.length)) : !there.has(key)
    if (gone) makers.remove(key)
  }
}
