// Starts a sub-agent for one task. It works beside its parent; its result comes by `subagent_control`.
import { z } from 'zod'
import type { CallFacts } from '../../contract/approval/call-facts.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { countOf } from './agent-text.ts'

const HELPER = 'helper'

const input = z.strictObject({
  task: z.string().min(1).max(10_000).describe('What it is to do, with all that it has to know.'),
  label: z
    .string()
    .min(1)
    .max(60)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'one line of text')
    .optional()
    .describe('A name for it, for the person.'),
  context: z.string().max(2_000).optional().describe('What it should know besides the task.'),
  agent: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'a name of lower-case letters, digits, _ and -')
    .optional()
    .describe('Name of an agent to give it to. Left out: a plain helper.'),
  tools: z
    .array(
      z
        .string()
        .regex(/^[a-zA-Z][\w-]{0,63}(?:\.[\w-]{1,64})?$/, 'a tool, tool.action or capability'),
    )
    .min(1)
    .max(100)
    .optional()
    .describe(
      'What it needs, as little as will do: tools by name, single actions as tool.action, or capabilities. It gets what you have of them. Left out: all that sub-agents may have of yours.',
    ),
  may_delegate: z
    .boolean()
    .default(false)
    .describe('It may start sub-agents of its own. Ask for this only where the task needs it.'),
  timeout_secs: z
    .int()
    .min(10)
    .max(86_400)
    .optional()
    .describe('How long it may work. Left out: as the person set it.'),
  max_turns: z.int().min(1).max(200).optional().describe('How many steps it may take.'),
})

const labelOf = ({ label, agent }: z.output<typeof input>): string => label ?? agent ?? HELPER

function factsOf(given: z.output<typeof input>): CallFacts {
  const { task, context, agent, tools, may_delegate, timeout_secs, max_turns } = given
  const field = (name: string, text: string | undefined) =>
    text === undefined ? [] : [{ name, text }]
  return {
    kind: 'record',
    verb: 'Start',
    target: `the sub-agent ${labelOf(given)}`,
    fields: [
      ...field('Task', task),
      ...field('Context', context),
      ...field('Agent', agent),
      {
        name: 'It may use',
        text:
          tools === undefined
            ? 'All that sub-agents may have of what its parent has; each call is checked like any other'
            : `${tools.join(', ')}, as far as its parent has them and sub-agents may`,
      },
      ...(may_delegate ? [{ name: 'Sub-agents', text: 'It may start sub-agents of its own' }] : []),
      ...field('Seconds at most', timeout_secs?.toString()),
      ...field('Steps at most', max_turns?.toString()),
    ],
  }
}

export const spawn = defineTool({
  manifest: {
    id: 'agents.spawn',
    name: 'spawn',
    title: 'Start a sub-agent',
    description:
      'Start a sub-agent for one task that it can do alone. It can do less than you, never more, and sees nothing of this conversation but what you write into its task. Several can work at the same time. You are given its result when it ends: go on with other work, or end your turn to wait.',
    version: '1.1.0',
    category: 'agents',
    riskTier: 'R2',
    sideEffects: true,
    dataAccess: ['agents'],
    requires: [],
    defaultPolicy: { effect: 'confirm', scope: 'this task' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 50, perMinute: 20 },
    builtIn: true,
    networkOutbound: false,
    // But for one that a person let start sub-agents of its own: see decision 38.
    subagentAccess: 'denied',
    actions: [],
    limits: { runTimeMs: 30_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 10_000 },
  },
  requiredPowers: ['subagent'],
  input,

  action: () => null,
  touches: ({ agent, tools, may_delegate }) => [
    {
      kind: 'subagent',
      access: 'start',
      agent: agent ?? HELPER,
      tools: tools === undefined ? null : [...new Set(tools)].toSorted(),
      delegates: may_delegate,
    },
  ],
  facts: factsOf,
  async execute(given, { power }) {
    const started = await power.subagent.start({
      task: given.task,
      label: labelOf(given),
      context: given.context ?? null,
      agent: given.agent ?? HELPER,
      tools: given.tools ?? null,
      delegates: given.may_delegate,
      seconds: given.timeout_secs ?? null,
      turns: given.max_turns ?? null,
    })
    if (!started.ok) return started
    const { id, label, tools, state } = started.value
    return ok({
      text: [
        `Started ${id} (${label})${state === 'queued' ? ', which waits for its turn' : ''}.`,
        tools.length === 0
          ? 'It may call no tools: nothing of what you asked for is yours to hand on. It can only answer.'
          : `It may call ${countOf(tools.length, 'tool')}: ${tools.join(', ')}.`,
        'You are given its result when it ends. Go on with other work, or end your turn to wait for it.',
      ].join('\n'),
      data: { agent_id: id, label, state, tools: [...tools] },
    })
  },
})
