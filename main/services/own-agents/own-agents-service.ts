// The topic `own-agents`: the person's own agents, what they may do, and starting one.
import { makerText } from '../../../contract/agent/agent-maker.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { SessionId } from '../../../contract/ids.ts'
import type { ToolListing } from '../../../contract/call/manifest.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { TierEffects } from '../../../contract/policy/preset.ts'
import { leftOutText, type MadeFromUse } from '../../../contract/record/records-power.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Agent } from '../../agent/prompt/agent-port.ts'
import type { AgentEntry, AgentFiles } from '../../config/agents/agent-files.ts'
import type { Registry } from '../../registry/registry.ts'
import { capabilityListings } from './capability-listings.ts'
import { agentCheck, noAgent, shownAgent, wholeAgent, type ToolsNow } from './whole-agent.ts'

export type OwnAgentsServiceDeps = {
  readonly files: AgentFiles
  readonly folder: string
  /** The organisation that has a file for an agent of that name; null: none has. */
  readonly heldBy: (name: string) => string | null
  readonly registry: Pick<Registry, 'listings'>
  readonly tiers: () => TierEffects
  readonly agent: Pick<Agent, 'start'>
  /** Out of a suggestion, which is used then. */
  readonly fromSuggestion: (id: number) => Result<MadeFromUse, Failure>
  readonly sha256: (text: string) => string
  readonly record: (entry: JournalEntry) => Promise<unknown>
}

/** For whom tools are listed: what an agent was granted is looked up afterwards. */
const ANYBODY: Principal = {
  kind: 'person',
  name: 'you',
  session: SessionId.parse('ses_00000000'),
}

export function ownAgentsService({
  files,
  folder,
  heldBy,
  registry,
  tiers,
  agent,
  fromSuggestion,
  sha256,
  record,
}: OwnAgentsServiceDeps): TopicHandlers<'own-agents'> {
  const listings = (): readonly ToolListing[] => registry.listings(ANYBODY)
  const now = (): ToolsNow => ({ listings: listings(), tiers: tiers() })
  const list = () => ({
    folder,
    agents: files.list().map((entry) => shownAgent(entry, heldBy(entry.name))),
  })
  const whole = (entry: AgentEntry) => wholeAgent(entry, heldBy(entry.name), now())

  return {
    'own-agents.list': async () => ok(list()),
    'own-agents.capabilities': async () =>
      ok(capabilityListings(listings().map(({ manifest }) => manifest))),
    'own-agents.get': async ({ name }) => {
      const entry = files.get(name)
      return entry === null ? err(noAgent(name)) : ok(whole(entry))
    },
    'own-agents.check': async ({ text, file }) => ok(agentCheck(files.check(text, file), now())),
    'own-agents.save': async ({ text, replaces }) => {
      const saved = files.save(text, null, replaces)
      return saved.ok ? ok(whole(saved.value)) : saved
    },
    'own-agents.turn': async ({ name, on, seen }, { surface }) => {
      const before = files.get(name)?.state
      const turned = files.turn(name, on, seen)
      if (!turned.ok) return turned
      const { state, maker } = turned.value
      if (before !== state)
        await record({
          kind: 'agent',
          change: on ? 'enabled' : 'disabled',
          name,
          surface,
          maker: makerText(maker),
          hash: on ? sha256(seen) : null,
        })
      return ok(whole(turned.value))
    },
    'own-agents.generate': async ({ suggestion }, { surface }) => {
      const created = fromSuggestion(suggestion)
      if (!created.ok) return created
      await record({ kind: 'record', change: 'changed', of: 'suggestion', id: suggestion, surface })
      const { name, leftOut } = created.value
      return ok({ name, leftOut: leftOut.map(leftOutText) })
    },
    'own-agents.remove': async ({ name }) => {
      const removed = files.remove(name)
      return removed.ok ? ok(list()) : removed
    },
    'own-agents.restore': async ({ name }) => {
      const restored = files.restore(name)
      return restored.ok ? ok(list()) : restored
    },
    'own-agents.run': ({ name, text }, { surface }) => agent.start({ text }, surface, name),
  }
}
