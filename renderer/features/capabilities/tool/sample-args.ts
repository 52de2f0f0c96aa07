// Plain beginnings for the arguments of a tool: what its schema asks for in words or by a pattern, and
// no generator can guess.
import { isObject } from '../../../../contract/is-object.ts'
import type { Json, JsonObject } from '../../../../contract/json.ts'

/** By the name of the argument. */
export const plainTexts = {
  path: 'notes.txt',
  file: 'notes.txt',
  command: 'ls',
  url: 'https://example.org/',
  host: 'example.org',
  query: 'notes',
  subreddit: 'news',
  tool_name: 'read_file',
  name: 'notes',
  call: 'call_00000000',
  task_id: 'job_00000000',
  message_id: 'm1',
  to: 'ada@example.org',
  participants: 'ada@example.org',
  target_mailbox: 'Archive',
  start_date: '2026-01-05',
  end_date: '2026-01-06',
} as const

/** One that reaches further than the plain one. */
export const furtherTexts = {
  ...plainTexts,
  path: '/etc/hosts',
  file: '/etc/hosts',
  command: 'rm -rf build',
}

/** By the name of the tool: arguments that its schema leaves open, one of which it needs. */
const alsoNeeded: Readonly<Record<string, JsonObject>> = {
  edit_file: { old_text: 'before', new_text: 'after' },
  memory_search: { query: 'notes' },
  update_decision: { notes: 'x' },
  update_delegation: { notes: 'x' },
  create_scheduled_task: {
    schedule_config: { seconds: 3_600 },
    handler_config: { message: 'List the notes.' },
  },
  update_scheduled_task: { enabled: false },
  github: { owner: 'example', repo: 'notes' },
  google_mail: { query: 'notes' },
  media: { query: 'notes' },
  obsidian: { path: 'notes.md' },
}

export const withNeeded = (tool: string, args: Json): Json =>
  isObject(args) ? { ...args, ...alsoNeeded[tool] } : args
