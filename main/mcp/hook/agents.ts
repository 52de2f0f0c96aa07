// The agents whose own tools can be asked about, and which of their tools does what. A tool that no row names is asked about as
// unknown. Nothing here is looked up anywhere: a new tool of an agent is strict until it is written down.
export const hookAgents = ['claude-code', 'cursor', 'codex', 'gemini-cli'] as const
export type HookAgent = (typeof hookAgents)[number]

/** What a tool of an agent does. The words after a kind are the names of its arguments; `older`: as earlier versions of the agent have it. */
export type Native =
  | { readonly kind: 'run'; readonly command: string; readonly cwd?: string; readonly older?: string }
  | { readonly kind: 'read'; readonly path: string; readonly older?: string }
  /** Below a folder, the agent's own where none is given; `pattern` may lead elsewhere. */
  | { readonly kind: 'search'; readonly path: string; readonly pattern?: string; readonly older?: string }
  | { readonly kind: 'write'; readonly path: string; readonly text?: string; readonly change?: 'one' | 'many' }
  | { readonly kind: 'patch'; readonly text: string }
  | { readonly kind: 'fetch'; readonly url: string }
  /** Addresses are somewhere in this text. */
  | { readonly kind: 'fetch-text'; readonly text: string }
  | { readonly kind: 'web-search' }
  /** Reaches nothing but the agent itself; what it starts there is asked about anew. */
  | { readonly kind: 'inward' }
  | { readonly kind: 'mcp'; readonly server: string }
  | { readonly kind: 'other' }

const inward: Native = { kind: 'inward' }

const claudeCode: Readonly<Record<string, Native>> = {
  Bash: { kind: 'run', command: 'command' },
  PowerShell: { kind: 'run', command: 'command' },
  Read: { kind: 'read', path: 'file_path' },
  NotebookRead: { kind: 'read', path: 'notebook_path' },
  Glob: { kind: 'search', path: 'path', pattern: 'pattern' },
  Grep: { kind: 'search', path: 'path' },
  LS: { kind: 'search', path: 'path' },
  Write: { kind: 'write', path: 'file_path', text: 'content' },
  Edit: { kind: 'write', path: 'file_path', change: 'one' },
  MultiEdit: { kind: 'write', path: 'file_path', change: 'many' },
  NotebookEdit: { kind: 'write', path: 'notebook_path' },
  WebFetch: { kind: 'fetch', url: 'url' },
  WebSearch: { kind: 'web-search' },
  Task: inward,
  Agent: inward,
  TodoWrite: inward,
  TaskCreate: inward,
  TaskGet: inward,
  TaskList: inward,
  TaskUpdate: inward,
  TaskOutput: inward,
  TaskStop: inward,
  BashOutput: inward,
  KillShell: inward,
  KillBash: inward,
  AskUserQuestion: inward,
  EnterPlanMode: inward,
  ExitPlanMode: inward,
  ToolSearch: inward,
}

const cursor: Readonly<Record<string, Native>> = {
  Shell: { kind: 'run', command: 'command' },
  Read: { kind: 'read', path: 'file_path' },
  Write: { kind: 'write', path: 'file_path', text: 'content' },
  Delete: { kind: 'write', path: 'file_path' },
}

const codex: Readonly<Record<string, Native>> = {
  Bash: { kind: 'run', command: 'command' },
  apply_patch: { kind: 'patch', text: 'command' },
  update_plan: inward,
}

const geminiCli: Readonly<Record<string, Native>> = {
  run_shell_command: { kind: 'run', command: 'command', cwd: 'dir_path', older: 'directory' },
  read_file: { kind: 'read', path: 'file_path', older: 'absolute_path' },
  write_file: { kind: 'write', path: 'file_path', text: 'content' },
  replace: { kind: 'write', path: 'file_path', change: 'one' },
  list_directory: { kind: 'search', path: 'dir_path', older: 'path' },
  glob: { kind: 'search', path: 'dir_path', pattern: 'pattern', older: 'path' },
  grep_search: { kind: 'search', path: 'dir_path', older: 'path' },
  search_file_content: { kind: 'search', path: 'dir_path', older: 'path' },
  web_fetch: { kind: 'fetch-text', text: 'prompt' },
  google_web_search: { kind: 'web-search' },
  write_todos: inward,
  ask_user: inward,
}

const tables: Readonly<Record<HookAgent, Readonly<Record<string, Native>>>> = {
  'claude-code': claudeCode,
  cursor,
  codex,
  'gemini-cli': geminiCli,
}

export const agentTitles: Readonly<Record<HookAgent, string>> = {
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
}

/** MCP tools come as `mcp__SERVER__TOOL`, with Gemini CLI also as `mcp_SERVER_TOOL`. */
export function nativeOf(agent: HookAgent, tool: string): Native {
  const table = tables[agent]
  const known = Object.hasOwn(table, tool) ? table[tool] : undefined
  if (known !== undefined) return known
  const server = /^mcp__(.+?)__/.exec(tool)?.[1] ?? /^mcp_([^_]+)_/.exec(tool)?.[1]
  return server === undefined ? { kind: 'other' } : { kind: 'mcp', server }
}
