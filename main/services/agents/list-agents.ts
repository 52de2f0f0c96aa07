// Which agents are on this machine, how they are connected, and what of theirs does not pass the
// gate.
import type { AgentFinding, OtherAgent } from '../../../contract/agent/other-agent.ts'
import { auditAgents, type Audited, type Running } from '../../clients/audit/audit.ts'
import type { Finding } from '../../clients/audit/finding.ts'
import { isInstalled } from '../../clients/audit/is-installed.ts'
import {
  clientNames,
  clients,
  type ClientName,
  type HostFacts,
  type Program,
} from '../../clients/connect/agents/clients.ts'
import { planConnect } from '../../clients/connect/connect.ts'

export async function listAgents(
  hostFacts: HostFacts,
  program: Program,
  running: Running,
): Promise<readonly OtherAgent[]> {
  const audited = new Map(
    (await auditAgents(hostFacts, running)).map((each) => [each.agent, each] as const),
  )
  return Promise.all(
    clientNames.map(async (name) => ({
      ...aboutOne(name, audited.get(name)),
      found: audited.has(name) || isInstalled(name, hostFacts),
      // In a file that is not there nothing is.
      gateway: audited.has(name) && (await hasOurEntry(name, hostFacts, program)),
    })),
  )
}

function aboutOne(
  name: ClientName,
  audited: Audited | undefined,
): Omit<OtherAgent, 'found' | 'gateway'> {
  const { title, hooks } = clients[name]
  const findings = audited?.findings ?? []
  return {
    name,
    title,
    files: [...(audited?.files ?? [])],
    servers: findings.filter(({ kind }) => kind === 'direct-server').length,
    hooks:
      hooks === null
        ? null
        : audited !== undefined && !findings.some(({ kind }) => kind === 'own-tools'),
    findings: findings.map((finding) => shownFinding(finding, title, hooks !== null)),
    notes: [...(audited?.notes ?? [])],
  }
}

/** Under the name of the agent, so without it. */
const shownFinding = (
  { kind, file, line, text, mend }: Finding,
  title: string,
  hooked: boolean,
): AgentFinding => ({
  kind,
  file,
  line,
  mend,
  text: capitalized(text.startsWith(`${title}: `) ? text.slice(title.length + 2) : text),
  fix: kind === 'direct-server' ? 'import' : kind === 'own-tools' && hooked ? 'hooks' : null,
})

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** One of another Gatehouse of this person counts as well: it cannot be written over it. */
async function hasOurEntry(
  client: ClientName,
  hostFacts: HostFacts,
  program: Program,
): Promise<boolean> {
  const wish = { client, scope: 'user', hooks: false, program, endpoint: null } as const
  const plan = await planConnect(wish, hostFacts)
  return plan.ok ? plan.value.changes.length === 0 : plan.error.code === 'connect.taken'
}
