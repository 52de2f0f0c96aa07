// The terminal sessions of a caller that is only supposed: none, as in a running Gatehouse.
import { err } from '../../../../contract/result.ts'
import type { Terminals } from '../../../terminals/terminals.ts'
import { terminalCall } from '../../../terminals/terminal-call.ts'
import { unknownSession } from '../../../terminals/terminal-failures.ts'

const sessions = new Map<never, never>()

export const lookAtNone: Terminals['look'] = (owner, call) =>
  terminalCall(owner, call, {
    sessions: { of: () => sessions, find: (_owner, name) => err(unknownSession(name, [])) },
    // Asked of a line that is sent to a session.
    isWhole: () => false,
  })
