// Data and pure functions: which agents let a hook change a command before it runs, and what their
// arguments are then. Only what the agent was seen to apply is listed, because an agent that ignores
// the change runs its own command: Cursor and Qwen Code do (as do Claude Code and Continue before
// they had the key, which is why a first command has to be one that only reads: exec-offers.ts).
import type { JsonObject } from '../../../contract/json.ts'
import type { HookAgent } from '../../../contract/server/hook-agent.ts'

export type Rewritable = {
  /** Name of the argument that holds the command. */
  readonly command: string
  /** True there: the agent goes on while it runs. Such a command is left to the agent. */
  readonly background?: string
  /** How long the agent lets a command run. Its own clock also counts while a person is asked. */
  readonly timeout?: { readonly name: string; readonly usualMs: number; readonly mostMs: number }
  /**
   * The agent notes the folder of its shell after a command that succeeded, and begins the next one
   * there. All others begin each command where their arguments say, and so does every agent with
   * the variables of its shell.
   */
  readonly notesFolder?: true
}

const rewritable: Readonly<Partial<Record<HookAgent, Readonly<Record<string, Rewritable>>>>> = {
  'claude-code': {
    Bash: {
      command: 'command',
      background: 'run_in_background',
      timeout: { name: 'timeout', usualMs: 120_000, mostMs: 600_000 },
      notesFolder: true,
    },
  },
  // All its shells come to the hook as Bash with the command alone.
  codex: { Bash: { command: 'command' } },
  'gemini-cli': { run_shell_command: { command: 'command', background: 'is_background' } },
  continue: { Bash: { command: 'command' } },
}

export const canRewrite = (agent: HookAgent): boolean => rewritable[agent] !== undefined

export function rewritableTool(agent: HookAgent, tool: string): Rewritable | null {
  const tools = rewritable[agent] ?? {}
  return Object.hasOwn(tools, tool) ? (tools[tool] ?? null) : null
}

/** Milliseconds that the agent gives this command; null: it does not say. */
export function timeOf({ timeout }: Rewritable, input: JsonObject): number | null {
  if (timeout === undefined) return null
  const said = input[timeout.name]
  return typeof said === 'number' && said > 0 ? Math.min(said, timeout.mostMs) : timeout.usualMs
}

/**
 * The arguments with another command, all others as they were. The agent's own clock is set to the
 * longest it takes, because it also runs while a person is asked; the command itself keeps the time
 * it had.
 */
export function rewritten(
  { command, timeout }: Rewritable,
  input: Readonly<Record<string, unknown>>,
  line: string,
): Readonly<Record<string, unknown>> {
  return {
    ...input,
    [command]: line,
    ...(timeout === undefined ? {} : { [timeout.name]: timeout.mostMs }),
  }
}

/** For the model, where a command may have moved and the agent's own shell cannot follow. */
export const STAYS =
  'Gatehouse runs this command in a sandbox, in a shell of its own. Where it changes the folder, the next command still starts in the same folder as this one. To move for good, use a plain cd FOLDER of a folder that exists in the workspace, alone or joined by &&.'
