// Shapes of --json that no channel has: of commands that work on files of this machine themselves.
import { z } from 'zod'
import { AgentTool, OwnAgent } from '../../../../contract/agent/own-agent.ts'
import { ClientCommands } from '../../../../contract/server/gateway.ts'

const object = z.strictObject
const text = z.string()
const count = z.int()

const written = z.array(object({ file: text, text, backup: text.nullable() }))

export const connected = object({
  client: text,
  changes: z.array(
    object({
      file: text,
      /** Where a link leads; left out: it is none. */
      leadsTo: text.optional(),
      made: z.boolean(),
      line: count,
      removed: text,
      inserted: text,
    }),
  ),
  written: z.boolean(),
  /** Left out: nothing was written. */
  files: written.optional(),
})

export const disconnected = z.union([
  object({ client: text, files: written, written: z.literal(true) }),
  object({
    client: text,
    files: z.array(object({ file: text, text })),
    written: z.literal(false),
  }),
])

/** Of all agents, or of the one that was set; null: it is not known any more. */
export const clientCommands = z.union([z.array(ClientCommands), ClientCommands.nullable()])

export const auditedAgents = object({
  agents: z.array(
    object({
      agent: text,
      title: text,
      files: z.array(text),
      findings: z.array(
        object({
          agent: text,
          kind: z.enum([
            ...(['own-tools', 'direct-server', 'unreadable', 'fails-open', 'untrusted'] as const),
            ...(['free-mode', 'auto-approve', 'hooks-off'] as const),
          ]),
          file: text,
          line: count.nullable(),
          text,
          mend: text,
        }),
      ),
      notes: z.array(text),
    }),
  ),
  /** Agents that work and whose hook is silent; left out: none. */
  silent: z.array(text).optional(),
  open: z.boolean(),
})

export const checkedAgents = object({
  folder: text,
  agents: z.array(object({ ...OwnAgent.shape, tools: z.array(AgentTool), absent: z.array(text) })),
})

export const backup = object({ name: text, file: text, at: count, bytes: count })

export const restored = object({
  backup: text,
  rows: count,
  stored: count,
  lost: object({ from: count, to: count }).nullable(),
  carried: z.array(text),
  closed: z.array(text),
  aside: text.nullable(),
})
