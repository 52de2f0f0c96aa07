// Types what was permitted into a session, unless a person has typed there since it was looked at.
import type { TerminalScreen, TerminalState } from '../../contract/call/powers/terminal.ts'
import type { Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Session } from './session.ts'
import { gone, typedMeanwhile } from './terminal-failures.ts'

const CLEARING_MS = 1_000

/** `unless`: how often a person had typed when it was looked at. */
export async function typeLine(
  session: Session,
  state: TerminalState,
  { unless, ...step }: { readonly text: string; readonly waitMs: number; readonly unless: number },
  signal: AbortSignal,
): Promise<Result<TerminalScreen, Failure>> {
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
