import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Manifest } from '../../contract/call/manifest.ts'
import { Services } from '../../contract/policy/config/services.ts'
import { catalog, toolsFor } from '../../tools/catalog.ts'
import { recordSamples, recordTiers } from './records/record-tools.ts'

/** The base tier of each; the rest of the table is in test/registry/access-table.test.ts. */
const tiers = {
  read_file: 'R1',
  list_dir: 'R1',
  search_files: 'R1',
  find_files: 'R1',
  write_file: 'R2',
  edit_file: 'R2',
  exec: 'R3',
  tmux: 'R3',
  web_search: 'R1',
  web_fetch: 'R1',
  http: 'R3',
  reddit: 'R1',
  weather: 'R1',
  memory_search: 'R1',
  image_gen: 'R3',
  spawn: 'R2',
  subagent_control: 'R2',
  read_result: 'R0',
  cron: 'R1',
  secrets_get: 'R3',
  text_transform: 'R0',
  math_eval: 'R0',
  code_format: 'R0',
  github: 'R1',
  todoist: 'R1',
  media: 'R1',
  obsidian: 'R1',
  browser: 'R1',
  google_mail: 'R1',
  google_calendar: 'R1',
  ...recordTiers,
  get_mail_messages: 'R1',
  get_mail_message: 'R1',
  search_mail: 'R1',
  get_unread_count: 'R1',
  send_email: 'R3',
  mark_mail_read: 'R3',
  mark_mail_flagged: 'R3',
  move_mail_message: 'R3',
  get_calendar_events: 'R1',
  search_calendar_events: 'R1',
  find_my_open_slots: 'R1',
  find_group_availability: 'R1',
  list_scheduled_tasks: 'R1',
  get_scheduler_status: 'R1',
  create_scheduled_task: 'R3',
  update_scheduled_task: 'R3',
  delete_scheduled_task: 'R3',
  run_scheduled_task: 'R3',
}

describe('the catalog', () => {
  it('begins at the tiers of the table, tool for tool', () => {
    expect(
      Object.fromEntries(catalog.map(({ manifest: { name, riskTier } }) => [name, riskTier])),
    ).toEqual(tiers)
  })

  it.each(catalog.map((tool) => [tool.manifest.name, tool] as const))(
    '%s has a whole manifest and a closed schema',
    (_name, tool) => {
      expect(Manifest.parse(tool.manifest)).toEqual(tool.manifest)
      expect(tool.manifest.builtIn).toBe(true)
      expect(z.toJSONSchema(tool.input, { io: 'input' })).toMatchObject({
        type: 'object',
        additionalProperties: false,
      })
    },
  )

  it('needs a power for every touch it names, and no other', () => {
    const samples: Record<string, unknown> = {
      read_file: { path: 'a' },
      list_dir: {},
      search_files: { pattern: 'a' },
      find_files: {},
      write_file: { path: 'a', content: '' },
      edit_file: { path: 'a', old_text: 'x', new_text: 'y' },
      exec: { command: 'true', hosts: ['example.org'] },
      tmux: { action: 'create', session_name: 'dev' },
      web_search: { query: 'x' },
      web_fetch: { url: 'https://example.org/' },
      reddit: { subreddit: 'news' },
      weather: { location: 'Berlin' },
      http: { url: 'https://example.org/', credential: 'forge' },
      memory_search: { query: 'x' },
      image_gen: { prompt: 'x' },
      spawn: { task: 'x' },
      subagent_control: { action: 'list' },
      read_result: { call: 'call_00000001' },
      cron: { action: 'list' },
      secrets_get: { name: 'forge' },
      browser: { action: 'open', url: 'https://example.org/' },
      text_transform: { operation: 'upper', text: 'a' },
      math_eval: { expression: '1 + 1' },
      code_format: { language: 'json', text: '{}' },
      github: { action: 'notifications' },
      google_mail: {
        action: 'send',
        to: ['ada@example.org'],
        subject: 'x',
        body: 'x',
        files: ['a'],
      },
      get_mail_messages: {},
      get_mail_message: { message_id: 'm1' },
      search_mail: { query: 'x' },
      get_unread_count: {},
      send_email: { to: ['ada@example.org'], subject: 'x', body: 'x', files: ['a'] },
      mark_mail_read: { message_id: 'm1' },
      mark_mail_flagged: { message_id: 'm1' },
      move_mail_message: { message_id: 'm1', target_mailbox: 'Clients' },
      google_calendar: { action: 'list_events' },
      get_calendar_events: { start_date: '2026-11-24', end_date: '2026-11-24' },
      search_calendar_events: { query: 'x' },
      list_scheduled_tasks: {},
      get_scheduler_status: {},
      create_scheduled_task: {
        name: 'Tea',
        schedule_type: 'interval',
        schedule_config: { seconds: 600 },
        handler_type: 'message',
        handler_config: { message: 'Tea.' },
      },
      update_scheduled_task: { task_id: 'job_00000001', enabled: false },
      delete_scheduled_task: { task_id: 'job_00000001' },
      run_scheduled_task: { task_id: 'job_00000001' },
      find_my_open_slots: { start_date: '2026-11-24', end_date: '2026-11-24' },
      find_group_availability: {
        participants: ['ada@example.org'],
        start_date: '2026-11-24',
        end_date: '2026-11-24',
      },
      todoist: { action: 'list_tasks' },
      media: { action: 'list_movies' },
      obsidian: { action: 'list' },
      ...recordSamples,
    }
    const url = 'https://example.org'
    const setUp = toolsFor(Services.parse({ radarr: { url }, sonarr: { url }, obsidian: { url } }))
    for (const { manifest, requiredPowers: deps, input, touches } of setUp) {
      const kinds = touches(input.parse(samples[manifest.name])).map(({ kind }) => kind)
      expect([manifest.name, new Set(kinds)]).toEqual([manifest.name, new Set(deps)])
    }
  })
})
