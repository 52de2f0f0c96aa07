// The agents whose own tools can be gated by a hook. Without a schema: the program of the hook loads
// nothing else.
export const hookAgents = [
  'claude-code',
  'cursor',
  'codex',
  'gemini-cli',
  'qwen-code',
  'continue',
] as const
export type HookAgent = (typeof hookAgents)[number]
