// What a call would do in a session, looked up and nothing typed: the line that the shell would have, with
// what is half-typed.
import { failure, type Failure } from '../../contract/failure.ts'
import type { SessionId } from '../../contract/ids.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { TerminalState, TerminalUse } from '../../contract/call/powers/terminal.ts'
import type { OpenSessions } from './open-sessions.ts'
import { gone, taken, tooLong } from './terminal-failures.ts'
import { fitsTerminal, plainAtPrompt } from './typed-line.ts'

/** What a call would do, as far as the session tells. `cwd` null: as the touch names it. */
export type TerminalCall = {
  readonly command: string
  readonly cwd: string | null
  readonly state: TerminalState
}

export type TerminalCallDeps = {
  readonly sessions: Pick<OpenSessions, 'of' | 'find'>
  /** Whether a shell would read all of it as whole commands, with nothing left open. */
  readonly isWhole: (line: string) => boolean
}

export async function terminalCall(
  owner: SessionId,
  { command, terminal }: { readonly command: string; readonly terminal: TerminalUse },
  { sessions, isWhole }: TerminalCallDeps,
): Promise<Result<TerminalCall, Failure>> {
  const { does, name } = terminal
  const state = { does, name, keys: [], typed: '', clears: false, reader: null }
  if (does === 'create')
    return sessions.of(owner).has(name) ? err(taken(name)) : ok({ command, cwd: null, state })
  const found = sessions.find(owner, name)
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
  const refused = unreadable(line, keys, typed ?? '', isWhole)
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
function unreadable(
  line: string,
  keys: TerminalState['keys'],
  typed: string,
  isWhole: TerminalCallDeps['isWhole'],
): Failure | null {
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
  if (ends && line !== '' && !isWhole(line))
    return failure(
      'terminal.unfinished',
      'The line is not a whole command: a quote, a block or a here-document is left open.',
      'Send a whole command. Write longer texts with write_file.',
    )
  return null
}
