// Who makes the calls of a run. Pure.
import type { Principal } from '../../contract/call/principal.ts'
import type { Run } from '../../contract/agent/run.ts'

export function principalOf({ agent, session, id, title, parent }: Run): Principal {
  if (parent === undefined) return { kind: 'agent', name: agent, session, runId: id }
  const { names, rootSession, delegation } = parent
  return {
    ...{ kind: 'subagent', name: agent, session, runId: id },
    ...{ parent: names[0] ?? 'Gatehouse', chain: names, root: rootSession, label: title },
    ...(delegation.delegates ? { delegates: true } : {}),
  }
}
