// An answer in the words of each agent's hook. Exit code 2 with a reason on standard error stops
// the call in every one of them; it is used where there is no answer at all.
import type { HookAgent } from '../../../contract/server/hook-agent.ts'

export type HookDecision = {
  readonly effect: 'allow' | 'deny' | 'ask'
  readonly reason: string
  /** The arguments as a person edited them, whole. */
  readonly updatedInput?: Readonly<Record<string, unknown>> | undefined
  /** For the model, beside the result. Left out where the agent cannot be told. */
  readonly note?: string | undefined
}

export type HookOutput = { readonly stdout: string; readonly stderr: string; readonly code: 0 | 2 }

export function answerFor(
  agent: HookAgent,
  { effect, reason, updatedInput, note }: HookDecision,
): HookOutput {
  const said = (value: object): HookOutput => ({
    stdout: `${JSON.stringify(value)}\n`,
    stderr: '',
    code: 0,
  })
  const context = note === undefined ? {} : { additionalContext: note }
  // They would go on with the arguments as they were.
  if (updatedInput !== undefined && (agent === 'cursor' || agent === 'qwen-code'))
    return stop(reason, EDITED)
  switch (agent) {
    case 'qwen-code':
    case 'claude-code':
    case 'continue':
      return said({
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: effect,
          permissionDecisionReason: reason,
          ...(effect === 'allow' && updatedInput !== undefined ? { updatedInput, ...context } : {}),
        },
      })
    case 'cursor':
      return said({
        permission: effect,
        ...(effect === 'allow' ? {} : { user_message: reason, agent_message: reason }),
      })
    case 'codex':
      // It knows no question of its own here, and an allow without one is to say nothing.
      if (effect !== 'allow')
        return said({
          hookSpecificOutput: {
            hookEventName: 'PreToolUse',
            permissionDecision: 'deny',
            permissionDecisionReason: reason,
          },
        })
      if (updatedInput !== undefined)
        return said({
          hookSpecificOutput: {
            hookEventName: 'PreToolUse',
            permissionDecision: 'allow',
            updatedInput,
            ...context,
          },
        })
      return said({})
    case 'gemini-cli':
      if (effect !== 'allow') return said({ decision: 'deny', reason })
      return said({
        decision: 'allow',
        ...(updatedInput === undefined
          ? {}
          : { hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: updatedInput } }),
      })
  }
}

const EDITED =
  'A person changed the arguments of this call, which this agent cannot apply. Make the call again with their arguments.'

/** No decision came about: the call must not run. */
export const stop = (...reasons: readonly string[]): HookOutput => ({
  stdout: '',
  stderr: `gatehouse: ${reasons.filter((text) => text !== '').join(' ')}\n`,
  code: 2,
})
