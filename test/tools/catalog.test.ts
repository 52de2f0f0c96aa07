import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Manifest } from '../../contract/call/manifest.ts'
import { catalog, toolsFor } from '../../tools/catalog.ts'
import { rightCalls } from './bad-input/right-calls.ts'
import { recordTiers } from './records/record-tools.ts'
import { servicesAt } from './services-at.ts'

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
  it('has the tier of the table for each tool', () => {
    expect(
      Object.fromEntries(catalog.map(({ manifest: { name, riskTier } }) => [name, riskTier])),
      'add the base tier of each tool to `tiers` above',
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
    const setUp = toolsFor(servicesAt('https://example.org'))
    for (const { manifest, requiredPowers: deps, input, touches } of setUp) {
      const calls = rightCalls[manifest.name] ?? []
      const kinds = calls.flatMap((args) => touches(input.parse(args))).map(({ kind }) => kind)
      expect(
        [manifest.name, new Set(kinds)],
        'what the calls in bad-input/right-calls.ts touch, and requiredPowers',
      ).toEqual([manifest.name, new Set(deps)])
    }
  })
})
