// What the result of a call says of the sandbox that it ran in.
import type { ExecuteDeps } from '../../../pipeline/pipeline-deps.ts'
import type { Runner } from '../../../sandbox/runner-powers.ts'

/** Null: it starts no program. */
export const sandboxNote =
  (enforced: Runner['enforced']): ExecuteDeps['sandbox'] =>
  ({ tool, decision }) => {
    if (!tool.requiredPowers.some((need) => need === 'proc.run' || need === 'plugin.run'))
      return null
    const hosts = decision.touches.flatMap((touch) =>
      touch.kind === 'net.connect' ? [`${touch.host}:${touch.port}`] : [],
    )
    return [
      enforced().text,
      ...(hosts.length === 0
        ? []
        : [`This call could connect to ${hosts.join(', ')} and nowhere else.`]),
    ].join(' ')
  }
