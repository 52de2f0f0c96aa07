// Channels: the person's own agents: their files, what they may do, and starting one.
import { z } from 'zod'
import { ScopeName } from '../../agent/scope.ts'
import { AgentCheck, OwnAgent } from '../../agent/own-agent.ts'
import { Run } from '../../agent/run.ts'
import { Tier } from '../../call/tier.ts'
import { call, everywhere, none, screens } from '../channel.ts'

const text = z.string().max(256 * 1024)
const name = z.string().min(1).max(100)

/** A capability as lists show it. */
export const CapabilityListing = z.strictObject({
  name: z.string(),
  sentence: z.string(),
  mode: z.enum(['read', 'write']),
  sends: z.boolean(),
  /** The highest of its tools and actions; null while it has none here. */
  tier: Tier.nullable(),
  scopes: z.array(ScopeName),
  /** The warning with which an older name loads. */
  legacy: z.string().nullable(),
  tools: z.array(
    z.strictObject({
      tool: z.string(),
      /** Null: all of them. */
      actions: z.array(z.string()).nullable(),
      /** This version has the tool. */
      present: z.boolean(),
    }),
  ),
})
export type CapabilityListing = z.infer<typeof CapabilityListing>

const WholeAgent = z.strictObject({ agent: OwnAgent, text: z.string(), check: AgentCheck })
export type WholeAgent = z.infer<typeof WholeAgent>

export const ownAgentsChannels = {
  'own-agents.list': call(
    everywhere,
    none,
    z.strictObject({ folder: z.string(), agents: z.array(OwnAgent) }),
  ),
  'own-agents.capabilities': call(everywhere, none, z.array(CapabilityListing)),
  /** With its text, and with what it sees and may do now. Fails with `agent.unknown`. */
  'own-agents.get': call(everywhere, z.strictObject({ name }), WholeAgent),
  /** What a text would be. Writes nothing. `file`: what it is to be called; null: as it says. */
  'own-agents.check': call(everywhere, z.strictObject({ text, file: name.nullable() }), AgentCheck),
  /**
   * `replaces`: the agent whose file this was; null: a new one. Fails with `agent.broken`,
   * `agent.taken`, `agent.unwritable`.
   */
  'own-agents.save': call(screens, z.strictObject({ text, replaces: name.nullable() }), WholeAgent),
  /**
   * Turns one that a program made on or off. `seen`: its text as the person looked at it. Fails with
   * `agent.unknown`, `agent.own`, `agent.broken`, `agent.changed`.
   */
  'own-agents.turn': call(
    everywhere,
    z.strictObject({ name, on: z.boolean(), seen: text }),
    WholeAgent,
  ),
  /**
   * Makes one out of a suggested skill. It is off. `leftOut`: sentences on tools that it has not. Fails
   * with `record.unknown`, `suggestion.no-skill`, `suggestion.not-open`, `suggestion.nothing-left`, and
   * as `save`.
   */
  'own-agents.generate': call(
    screens,
    z.strictObject({ suggestion: z.int() }),
    z.strictObject({ name, leftOut: z.array(z.string()) }),
  ),
  /** Its file is kept beside the others, in the folder removed, until one of that name follows it. */
  'own-agents.remove': call(
    screens,
    z.strictObject({ name }),
    z.strictObject({ folder: z.string(), agents: z.array(OwnAgent) }),
  ),
  /** Takes back `remove`. Fails with `agent.unknown`, `agent.taken`, `agent.unwritable`. */
  'own-agents.restore': call(
    screens,
    z.strictObject({ name }),
    z.strictObject({ folder: z.string(), agents: z.array(OwnAgent) }),
  ),
  /** Begins a run of the agent. Fails with `agent.unknown`, `agent.broken`, and as a run does. */
  'own-agents.run': call(
    everywhere,
    z.strictObject({ name, text: z.string().min(1).max(100_000) }),
    Run,
  ),
} as const
