// Agents of other makers on this machine, as screens see them: which are there, how they are
// connected, and what of theirs does not pass the gate.
import { z } from 'zod'

export const AgentName = z.string().regex(/^[a-z][a-z0-9-]{0,23}$/)

export const AgentFinding = z.strictObject({
  kind: z.string(),
  file: z.string(),
  line: z.int().nullable(),
  text: z.string(),
  /** What to do, in words of the command line. */
  mend: z.string(),
  /**
   * What a screen can do about it. hooks: set up the hook, again where it is an old one. import:
   * take the server over. Null: only the person, there.
   */
  fix: z.enum(['hooks', 'import']).nullable(),
})
export type AgentFinding = z.infer<typeof AgentFinding>

export const OtherAgent = z.strictObject({
  name: AgentName,
  title: z.string(),
  /** A file of it, its folder, or its program is on this machine. */
  found: z.boolean(),
  files: z.array(z.string()),
  /** Its MCP servers that are reached without the gate. */
  servers: z.int(),
  /** It has our entry among its servers. */
  gateway: z.boolean(),
  /** Its own tools ask too. Null: it has no stable hook for them. */
  hooks: z.boolean().nullable(),
  findings: z.array(AgentFinding),
  /** What a person should know and need not fix. */
  notes: z.array(z.string()),
})
export type OtherAgent = z.infer<typeof OtherAgent>

/** Those that Gatehouse can connect, found or not. */
export const OtherAgents = z.strictObject({ agents: z.array(OtherAgent) })
export type OtherAgents = z.infer<typeof OtherAgents>

/**
 * One file, before and after. Only what comes and goes: the lines around it are the person's, and
 * may hold their secrets.
 */
export const AgentFileChange = z.strictObject({
  file: z.string(),
  /** Where it is a link. */
  leadsTo: z.string().nullable(),
  created: z.boolean(),
  line: z.int(),
  removed: z.string(),
  inserted: z.string(),
})
export type AgentFileChange = z.infer<typeof AgentFileChange>

/** `digest`: of exactly these changes; what is agreed to is named by it. */
export const AgentPlan = z.strictObject({
  digest: z.string(),
  changes: z.array(AgentFileChange),
  /** What is left to do there once it is written. */
  after: z.string().nullable(),
})
export type AgentPlan = z.infer<typeof AgentPlan>

/** What taking our entries back does to each file, in words that follow its name. */
export const AgentRemoval = z.strictObject({
  digest: z.string(),
  files: z.array(z.strictObject({ file: z.string(), text: z.string() })),
})
export type AgentRemoval = z.infer<typeof AgentRemoval>
