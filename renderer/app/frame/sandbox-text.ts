// What the status strip says of the sandbox, in few words. Before it was tried nothing is claimed,
// neither good nor bad.
import type { AppState } from '../../../contract/ipc/app-state.ts'
import { assertNever } from '../../../contract/never.ts'
import { strings } from '../strings.ts'

type Said = { readonly words: string; readonly tone: 'good' | 'plain' | 'warn' }

/**
 * `missing`: protections that could be had and are not. `tried`: what commands do is shown in a copy
 * first.
 */
export function sandboxWords(
  state: AppState['sandbox']['state'],
  missing: number,
  tried: boolean,
): Said {
  switch (state) {
    case 'trying':
      return { words: strings.trying, tone: 'plain' }
    case 'missing':
      return { words: strings.notEnforced, tone: 'warn' }
    case 'enforced':
      if (!tried) return { words: strings.enforcedUntried, tone: 'warn' }
      return missing === 0
        ? { words: strings.enforced, tone: 'good' }
        : { words: strings.enforcedBut(missing), tone: 'warn' }
    default:
      return assertNever(state, 'sandboxWords')
  }
}
