// Pure. Why no call may touch this, whatever a person says; null: it is not stopped.
import type { Reason } from '../../../contract/policy/decision.ts'
import { assertNever } from '../../../contract/never.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { closedPaths } from '../command-risk.ts'
import { comparable } from '../path-glob.ts'
import type { Policy } from '../policy.ts'
import { isStopped, stoppedIn } from './stop-in-command.ts'
import { stoppedInCall } from './stop-in-resource.ts'

/** @param builtIn our own tool; another agent's commands are for a person to judge. */
export function stopReason(touch: CanonicalTouch, policy: Policy, builtIn: boolean): Reason | null {
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write': {
      const own = isStopped(comparable(touch.path, policy.roots.foldsCase), policy.ownStop)
      return touch.zone === 'stop' || own
        ? { code: 'stop.path', text: `${touch.path} is on the STOP list: no call may touch it.` }
        : null
    }
    case 'net.fetch':
    case 'net.connect':
      return touch.reach === 'local' && !touch.listed
        ? {
            code: 'stop.address',
            text: `${touch.host} is an address of this machine or its network, and it is not on your allowlist.`,
          }
        : null
    case 'proc.run': {
      const named = stoppedIn(touch, policy.ownStop, policy.roots)
      if (named !== null)
        return {
          code: 'stop.path',
          text: `The command names ${named}, which is on the STOP list: no call may touch it.`,
        }
      // Our own commands have their place. Another agent's, which it runs itself where it works,
      // are for a person to judge.
      if (touch.zone !== 'workspace' && (touch.zone !== 'outside' || builtIn))
        return {
          code: 'stop.folder',
          text: `Commands run in the workspace only, not in ${touch.cwd}.`,
        }
      // No sandbox is behind another agent's own command.
      return builtIn || closedPaths(touch.parts).length === 0
        ? null
        : {
            code: 'stop.path',
            text: `${closedPaths(touch.parts).join(', ')} is on the STOP list: no command may name it.`,
          }
    }
    case 'mcp.call': {
      const named = stoppedInCall(touch, policy.ownStop, policy.roots)
      return named === null
        ? null
        : { code: 'stop.path', text: `${named} is on the STOP list: no call may touch it.` }
    }
    case 'memory':
    case 'schedule':
    case 'subagent':
    case 'record':
    case 'event':
    case 'notification':
    case 'result':
    case 'secrets.get':
    case 'plugin.run':
      return null
    default:
      return assertNever(touch, 'stopReason')
  }
}
