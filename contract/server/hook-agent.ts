// The agents whose own tools can be asked about. Without a schema: the program of the hook starts with
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
