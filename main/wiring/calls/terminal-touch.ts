// What a call would do with a terminal session, as the gate and a person see it: the line that the
// shell would have, taken apart like any command.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { CallFacts } from '../../../contract/approval/call-facts.ts'
import type { CommandPart } from '../../../contract/call/command.ts'
import type { SessionId } from '../../../contract/ids.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { TerminalState, TerminalUse } from '../../../contract/call/powers/terminal.ts'
import type { CanonicalTouch, TouchOf } from '../../../contract/call/touch.ts'
import type { DecidedCall } from '../../pipeline/evaluate.ts'
import type { ResolvedPath } from '../../sandbox/files/resolve-path.ts'
import type { Terminals } from '../../terminals/terminals.ts'

export const noTerminals = failure(
  'terminal.none',
  'A terminal session can be looked at only by the caller that it belongs to.',
)

type TerminalDeps = {
  readonly terminals: Pick<Terminals, 'look'>
  readonly resolved: ResolvedPath
  readonly analyse: (command: string, cwd: string) => Promise<readonly CommandPart[]>
}

export async function terminalTouch(
  owner: SessionId,
  touch: TouchOf<'proc.run'> & { readonly terminal: TerminalUse },
  { terminals, resolved, analyse }: TerminalDeps,
): Promise<Result<CanonicalTouch, Failure>> {
  const session = await terminals.look(owner, touch)
  if (!session.ok) return session
  const { command, state } = session.value
  const found = await resolved(session.value.cwd ?? touch.cwd)
  if (!found.ok) return found
  if (found.value.is !== 'folder')
    return err(
      failure(
        'path.not-folder',
        `${touch.cwd} is not a folder.`,
        'List the folder above it for the names that there are.',
      ),
    )
  const { path: cwd, zone } = found.value
  const line = command.trim() === '' ? [] : await analyse(command, cwd)
  return ok({
    kind: 'proc.run',
    command,
    cwd,
    zone,
    parts: partsOf(line, command, state),
    terminal: state,
  })
}

/**
 * No part is exact but of a look: what a word means in a session hangs on what was typed there
 * before. What a program reads may be anything, and may still be read by the shell, once the program
 * is over.
 */
function partsOf(
  line: readonly CommandPart[],
  command: string,
  { does, name, keys, reader }: TerminalState,
): CommandPart[] {
  const own: CommandPart = {
    text: `tmux ${does} ${name}`,
    words: ['tmux', does, name],
    opaque: false,
    exact: does === 'read' || does === 'kill',
    via: [],
    effects: ['read-only'],
  }
  const typed = line.map((part) => ({ ...part, exact: false }))
  if (does !== 'send' && typed.length === 0) return [own]
  const onlyInterrupts = command === '' && keys.every((key) => key === 'C-c')
  const pressed = keys.filter((key) => key !== 'Enter').join(' ')
  if (reader !== null && !onlyInterrupts)
    return [
      ...typed,
      {
        text: command === '' ? pressed || 'Enter' : command,
        words: [],
        opaque: true,
        exact: false,
        via: [reader],
        effects: ['unknown'],
      },
    ]
  return typed.length > 0 ? typed : [{ ...own, text: keys.join(' '), exact: false }]
}

const MOST_LINES = 12

/** The card of what is typed: what is on the screen before it, and the line that it makes. */
export async function terminalFacts(
  { tool, args, call, decision }: Pick<DecidedCall, 'tool' | 'args' | 'call' | 'decision'>,
  { list }: Pick<Terminals, 'list'>,
): Promise<CallFacts | null> {
  const touch = decision.touches.find((each) => each.kind === 'proc.run')
  if (touch?.kind !== 'proc.run' || touch.terminal === undefined) return null
  if (!tool.manifest.builtIn || touch.terminal.does === 'kill') return null
  const { does, name, typed, clears, reader, keys } = touch.terminal
  const screens = await list(call.principal.session)
  const screen = screens.find((each) => each.name === name)?.text ?? ''
  const { command } = args
  return {
    kind: 'terminal',
    verb: does === 'create' ? 'Start the terminal session' : 'Type into the terminal session',
    target: name,
    screen: screen.split('\n').slice(-MOST_LINES).join('\n'),
    reader,
    typed,
    clears,
    keys: [...keys],
    line: touch.command,
    sent: typeof command === 'string' ? command : '',
  }
}
