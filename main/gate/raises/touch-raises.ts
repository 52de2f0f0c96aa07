// Pure. What one thing that a call touches raises it to, by itself.
import { counted } from '../../../contract/counted.ts'
import { isGitData } from '../../../contract/policy/paths/guarded-path.ts'
import { assertNever } from '../../../contract/never.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { commandRisks } from '../command-risk.ts'
import type { Phase } from '../decision-request.ts'
import { hostRaises } from './host-raises.ts'
import type { Policy } from '../policy.ts'
import { raise } from './raise.ts'
import type { Raise } from './raise.ts'
import { writesGuarded } from '../touch-facts.ts'

export function touchRaises(
  touch: CanonicalTouch,
  phase: Phase | undefined,
  policy: Policy,
  add: (raise: Raise) => void,
): void {
  switch (touch.kind) {
    case 'fs.read':
      if (touch.zone !== 'workspace')
        add(raise('R2', 'path.read-outside', `It reads outside the workspace: ${touch.path}`))
      return
    case 'fs.write': {
      if (touch.zone !== 'workspace')
        add(raise('R3', 'path.write-outside', `It writes outside the workspace: ${touch.path}`))
      // What Git itself wrote in a layer is as plain as what it was told to store.
      if (writesGuarded(touch) && !(phase?.kind === 'commit' && isGitData(touch.path)))
        add(raise('R3', 'path.guarded', `Other programs run or trust ${touch.path} automatically.`))
      const { writeBytes } = policy.limits
      if ((touch.bytes ?? 0) > writeBytes)
        add(
          raise(
            'R3',
            'size.write',
            `It writes ${touch.bytes} bytes, more than the ${writeBytes} you set.`,
          ),
        )
      return
    }
    case 'net.fetch':
      return hostRaises(touch, policy, add)
    case 'proc.run':
      if (touch.zone !== 'workspace') add(runsOutside(touch.cwd))
      for (const { to, code, text } of commandRisks(touch.parts)) add(raise(to, code, text))
      return
    case 'net.connect':
      if (!touch.listed)
        add(
          raise(
            'R3',
            'host.unlisted',
            `${touch.host} is not on your allowlist for direct connections, which can carry anything.`,
          ),
        )
      return add(
        touch.recipients === undefined
          ? raise(
              'R3',
              'host.connects',
              `The command can send anything it sees to ${touch.host}:${touch.port}.`,
            )
          : raise('R3', 'host.mail', mailSentence(touch.recipients, touch.host)),
      )
    case 'memory':
    case 'schedule':
    case 'record':
    case 'event':
    case 'notification':
    case 'result':
    case 'plugin.run':
      return
    case 'subagent':
      return touch.delegates
        ? add(raise('R3', 'agents.delegates', 'It may start sub-agents of its own.'))
        : undefined
    case 'secrets.get':
      return add(raise('R3', 'secret.used', `It uses the credential ${touch.name}.`))
    case 'mcp.call':
      for (const { path, granted } of touch.paths ?? [])
        if (granted === 'none')
          add(
            raise(
              'R3',
              'path.not-granted',
              `It names a place that you did not grant to ${touch.server}: ${path}`,
            ),
          )
      return
    default:
      return assertNever(touch, 'touchRaises')
  }
}

export const runsOutside = (cwd: string): Raise =>
  raise('R3', 'path.run-outside', `It runs outside the workspace: ${cwd}`)

const mailSentence = (recipients: readonly string[], host: string): string =>
  recipients.length === 0
    ? `It works in your mailbox at ${host}.`
    : `It sends mail by ${host} to ${counted(recipients.length, 'address', 'addresses')}.`
