// Who makes a call, and for whom.
import { z } from 'zod'
import { JobId, RunId, SessionId } from '../ids.ts'

/** Who made something that runs by itself later. */
export const Maker = z.strictObject({
  kind: z.enum(['person', 'agent', 'mcp-client', 'cli']),
  name: z.string(),
})
export type Maker = z.infer<typeof Maker>

/** Who asks. `name` is for people; what decides is `kind`, and `session` for session leases. */
export const Principal = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), name: z.string(), session: SessionId }),
  z.strictObject({ kind: z.literal('agent'), name: z.string(), session: SessionId, runId: RunId }),
  z.strictObject({
    kind: z.literal('subagent'),
    name: z.string(),
    session: SessionId,
    runId: RunId,
    parent: z.string(),
    /** What it is called, in words of the agent that started it. */
    label: z.string().optional(),
    /** All that it works for, from `parent` up. Left out: `parent` alone. */
    chain: z.array(z.string()).optional(),
    /** The session of the run that a person talks to. Left out: its own. */
    root: SessionId.optional(),
    /** A person approved that it starts sub-agents of its own. */
    delegates: z.literal(true).optional(),
  }),
  z.strictObject({ kind: z.literal('mcp-client'), name: z.string(), session: SessionId }),
  z.strictObject({
    kind: z.literal('schedule'),
    name: z.string(),
    session: SessionId,
    /** Left out of calls of before jobs were run. */
    job: JobId.optional(),
    /** The agent that runs. */
    agent: z.string().optional(),
    /** What they may not do, the job may not do either. */
    maker: Maker.optional(),
  }),
  z.strictObject({ kind: z.literal('cli'), name: z.string(), session: SessionId }),
])
export type Principal = z.infer<typeof Principal>

/** Everybody whose work a call is: who makes it, and for whom, up to the agent of the person. */
export const workersOf = (principal: Principal): readonly string[] =>
  principal.kind === 'subagent'
    ? [principal.name, ...(principal.chain ?? [principal.parent])]
    : [principal.name]

/** The way a request came in. */
export const Channel = z.enum(['window', 'browser', 'gateway', 'schedule', 'cli'])
export type Channel = z.infer<typeof Channel>

/** Surfaces on which a person can be met, and so may answer an approval. */
export const Surface = z.enum(['window', 'browser', 'cli'])
export type Surface = z.infer<typeof Surface>

/**
 * Where a held call was answered: also in the prompt of a client that the person allowed to answer
 * up to R2. No proof of anybody.
 */
export const AnsweredOn = z.enum([...Surface.options, 'client'])
export type AnsweredOn = z.infer<typeof AnsweredOn>
