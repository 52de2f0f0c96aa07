// Data: which tools each agent has and what each of them does, with the version of the agent that
// this was read from. A tool that is not here is asked about as unknown; `gatehouse agents audit`
// says when an installed agent is newer than its list.
import type { HookAgent } from '../../../contract/server/hook-agent.ts'
import type { Native } from './native.ts'

export type ToolList = {
  /** Of the agent, when the list was made. */
  readonly version: string
  /** When its source was last read again; left out: when the list was made. */
  readonly checked?: string
  readonly source: string
  readonly tools: Readonly<Record<string, Native>>
}

const inward: Native = { kind: 'inward' }
/** It is known, and what it reaches is not: it is asked about. */
const open: Native = { kind: 'other' }

const claudeCode: Readonly<Record<string, Native>> = {
  Bash: { kind: 'run', command: 'command' },
  PowerShell: { kind: 'run', command: 'command' },
  Monitor: { kind: 'run', command: 'command' },
  Read: { kind: 'read', path: 'file_path' },
  NotebookRead: { kind: 'read', path: 'notebook_path' },
  LSP: { kind: 'read', path: 'filePath' },
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
  WaitForMcpServers: inward,
  ListMcpResourcesTool: inward,
  CronCreate: inward,
  CronDelete: inward,
  CronList: inward,
  ScheduleWakeup: inward,
  TeamCreate: inward,
  TeamDelete: inward,
  StructuredOutput: inward,
  // Reads from a server, publishes, sends out, runs code or changes settings of its own.
  ReadMcpResourceTool: open,
  ReadMcpResourceDirTool: open,
  Artifact: open,
  Config: open,
  EnterWorktree: open,
  ExitWorktree: open,
  PushNotification: open,
  RemoteTrigger: open,
  REPL: open,
  JavaScript: open,
  SendMessage: open,
  SendUserMessage: open,
  SendUserFile: open,
  ShareOnboardingGuide: open,
  Skill: open,
  Workflow: open,
}

const cursor: Readonly<Record<string, Native>> = {
  Shell: { kind: 'run', command: 'command' },
  Read: { kind: 'read', path: 'file_path' },
  Write: { kind: 'write', path: 'file_path', text: 'content' },
  Delete: { kind: 'write', path: 'file_path' },
  Grep: { kind: 'search', path: 'path' },
  Task: inward,
}

const codex: Readonly<Record<string, Native>> = {
  Bash: { kind: 'run', command: 'command', cwd: 'workdir' },
  shell_command: { kind: 'run', command: 'command', cwd: 'workdir' },
  exec_command: { kind: 'run', command: 'cmd', cwd: 'workdir' },
  apply_patch: { kind: 'patch', text: 'command' },
  view_image: { kind: 'read', path: 'path' },
  read_file: { kind: 'read', path: 'file_path' },
  list_dir: { kind: 'search', path: 'dir_path' },
  grep_files: { kind: 'search', path: 'path' },
  web_search: { kind: 'web-search' },
  update_plan: inward,
  request_user_input: inward,
  tool_search: inward,
  spawn_agent: inward,
  wait: inward,
  wait_agent: inward,
  close_agent: inward,
  list_agents: inward,
  resume_agent: inward,
  list_mcp_resources: inward,
  list_mcp_resource_templates: inward,
  // Types into a program that runs, reads from a server, makes pictures elsewhere or runs code.
  write_stdin: open,
  read_mcp_resource: open,
  image_generation: open,
  js_repl: open,
  send_input: open,
  send_message: open,
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
  enter_plan_mode: inward,
  exit_plan_mode: inward,
  get_internal_docs: inward,
  invoke_agent: inward,
  complete_task: inward,
  update_topic: inward,
  list_mcp_resources: inward,
  tracker_create_task: inward,
  tracker_update_task: inward,
  tracker_get_task: inward,
  tracker_list_tasks: inward,
  tracker_add_dependency: inward,
  tracker_visualize: inward,
  // Runs what a skill brings, reads from a server, keeps texts for later runs, or names files in
  // ways of its own.
  activate_skill: open,
  read_mcp_resource: open,
  read_many_files: open,
  save_memory: open,
}

const qwenCode: Readonly<Record<string, Native>> = {
  run_shell_command: { kind: 'run', command: 'command', cwd: 'directory' },
  monitor: { kind: 'run', command: 'command', cwd: 'directory' },
  read_file: { kind: 'read', path: 'file_path', older: 'absolute_path' },
  write_file: { kind: 'write', path: 'file_path', text: 'content' },
  edit: { kind: 'write', path: 'file_path', change: 'one' },
  list_directory: { kind: 'search', path: 'path' },
  glob: { kind: 'search', path: 'path', pattern: 'pattern' },
  grep_search: { kind: 'search', path: 'path' },
  web_fetch: { kind: 'fetch', url: 'url' },
  web_search: { kind: 'web-search' },
  todo_write: inward,
  agent: inward,
  task: inward,
  task_stop: inward,
  ask_user_question: inward,
  exit_plan_mode: inward,
  tool_search: inward,
  structured_output: inward,
  cron_create: inward,
  cron_list: inward,
  cron_delete: inward,
  // Keeps texts for later runs, runs what a skill brings, asks a program of the project, or sends
  // out.
  save_memory: open,
  skill: open,
  lsp: open,
  send_message: open,
}

const continueCli: Readonly<Record<string, Native>> = {
  Bash: { kind: 'run', command: 'command' },
  Read: { kind: 'read', path: 'filepath' },
  List: { kind: 'search', path: 'dirpath' },
  Search: { kind: 'search', path: 'path' },
  Write: { kind: 'write', path: 'filepath', text: 'content' },
  Edit: { kind: 'write', path: 'file_path', change: 'one' },
  MultiEdit: { kind: 'write', path: 'file_path', change: 'many' },
  Fetch: { kind: 'fetch', url: 'url' },
  Checklist: inward,
  AskQuestion: inward,
  Exit: inward,
  Status: open,
  ReportFailure: open,
  UploadArtifact: open,
  Skills: open,
  Subagent: inward,
  CheckBackgroundJob: inward,
  Diff: open,
}

export const agentTools: Readonly<Record<HookAgent, ToolList>> = {
  'claude-code': {
    version: '2.1.330',
    source: 'https://code.claude.com/docs/en/tools-reference',
    tools: claudeCode,
  },
  cursor: {
    version: '2.0.0',
    checked: '2026-11-23',
    source: 'https://cursor.com/docs/hooks',
    tools: cursor,
  },
  codex: {
    version: '0.169.0',
    checked: '2026-11-23',
    source: 'https://developers.openai.com/codex/hooks',
    tools: codex,
  },
  'gemini-cli': {
    version: '0.61.0',
    source: 'https://geminicli.com/docs/reference/tools',
    tools: geminiCli,
  },
  'qwen-code': {
    version: '0.15.10',
    source: 'https://qwenlm.github.io/qwen-code-docs/en/developers/tools/introduction',
    tools: qwenCode,
  },
  continue: {
    version: '1.5.47',
    source: 'https://docs.continue.dev/cli/overview',
    tools: continueCli,
  },
}
