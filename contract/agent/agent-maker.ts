// Who made the file of an agent. A file says it in `created_by`; of one that a program made, Gatehouse
// knows it beside the file as well, so that no text can say otherwise.
import { z } from 'zod'

/** generated: by Gatehouse, out of recorded use, because a person asked for it. */
export const AgentMaker = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person') }),
  /** `run`: null where a file only says so. */
  z.strictObject({ kind: z.literal('agent'), name: z.string(), run: z.string().nullable() }),
  z.strictObject({ kind: z.literal('generated') }),
])
export type AgentMaker = z.infer<typeof AgentMaker>

/** What is in the file. */
export const makerText = (maker: AgentMaker): string =>
  maker.kind === 'agent'
    ? `agent ${maker.name}${maker.run === null ? '' : ` in run ${maker.run}`}`
    : maker.kind

/** Anything that does not begin like a program’s word is a person’s. */
export function makerSaid(createdBy: string | null): AgentMaker {
  const text = createdBy?.trim() ?? ''
  if (/^generated\b/i.test(text)) return { kind: 'generated' }
  const [, name = '', run = null] = /^agent\b\s*(.*?)(?:\s+in run\s+(\S+))?$/is.exec(text) ?? []
  return /^agent\b/i.test(text) ? { kind: 'agent', name, run } : { kind: 'person' }
}

/**
 * What is kept of an agent that a program made. `untrusted`: where text came from that anyone may have
 * written and that its maker had read. `on`: SHA-256 of the text with which a person turned it on;
 * null: it is off.
 */
export type MadeAgent = {
  readonly maker: AgentMaker
  readonly untrusted: string | null
  readonly on: string | null
}
