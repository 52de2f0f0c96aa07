import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Manifest } from '../../contract/call/manifest.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { Services } from '../../contract/policy/services.ts'
import { catalog, toolsFor } from '../../tools/catalog.ts'

/**
 * What the first design says of each tool: the base tier, whether it reaches out, and what
 * sub-agents may do with it.
 */
const access = {
  read_file: { tier: 'R1', outbound: false, subagents: 'full' },
  list_dir: { tier: 'R1', outbound: false, subagents: 'full' },
  search_files: { tier: 'R1', outbound: false, subagents: 'full' },
  find_files: { tier: 'R1', outbound: false, subagents: 'full' },
  write_file: { tier: 'R2', outbound: false, subagents: 'full' },
  edit_file: { tier: 'R2', outbound: false, subagents: 'denied' },
  exec: { tier: 'R3', outbound: false, subagents: 'full' },
  web_search: { tier: 'R1', outbound: true, subagents: 'full' },
  web_fetch: { tier: 'R1', outbound: true, subagents: 'full' },
  http: { tier: 'R3', outbound: true, subagents: 'denied' },
  reddit: { tier: 'R1', outbound: true, subagents: 'readOnly' },
  weather: { tier: 'R1', outbound: true, subagents: 'readOnly' },
  secrets_get: { tier: 'R3', outbound: false, subagents: 'denied' },
  browser: { tier: 'R1', outbound: true, subagents: 'readOnly' },
  github: { tier: 'R1', outbound: true, subagents: 'readOnly' },
  google_mail: { tier: 'R1', outbound: true, subagents: 'readOnly' },
  google_calendar: { tier: 'R1', outbound: true, subagents: 'readOnly' },
  todoist: { tier: 'R1', outbound: true, subagents: 'readOnly' },
  media: { tier: 'R1', outbound: true, subagents: 'readOnly' },
  obsidian: { tier: 'R1', outbound: true, subagents: 'readOnly' },
  text_transform: { tier: 'R0', outbound: false, subagents: 'full' },
  math_eval: { tier: 'R0', outbound: false, subagents: 'full' },
  code_format: { tier: 'R0', outbound: false, subagents: 'full' },
}

/** What a tool declares against what its schema takes: names in one and not in the other. */
function actionGaps({ manifest, input }: AnyTool): readonly string[] {
  const schema = z.toJSONSchema(input, { io: 'input' }) as {
    properties?: { action?: { enum?: string[]; const?: string } }
  }
  const action = schema.properties?.action
  const taken = action?.enum ?? (action?.const === undefined ? [] : [action.const])
  const declared = manifest.actions.map(({ name }) => name)
  return [
    ...declared.filter((name) => !taken.includes(name)),
    ...taken.filter((name) => !declared.includes(name)),
  ]
}

describe('the catalog', () => {
  it('is the access table, tool for tool', () => {
    const table = catalog.map(
      ({ manifest: { name, riskTier, networkOutbound, subagentAccess } }) => [
        name,
        { tier: riskTier, outbound: networkOutbound, subagents: subagentAccess },
      ],
    )
    expect(Object.fromEntries(table)).toEqual(access)
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

  it.each(catalog.map((tool) => [tool.manifest.name, tool] as const))(
    '%s declares just the actions its schema takes',
    (_name, tool) => {
      expect(actionGaps(tool)).toEqual([])
    },
  )

  it('would be caught with an action too many or too few', () => {
    const [first] = catalog
    if (first === undefined) throw new Error('The catalog is empty.')
    const actions = [
      { name: 'list', readOnly: true },
      { name: 'remove', readOnly: false },
    ]
    const input = z.strictObject({ action: z.enum(['list', 'add']) })
    expect(actionGaps({ ...first, manifest: { ...first.manifest, actions }, input })).toEqual([
      'remove',
      'add',
    ])
  })

  it('needs a power for every touch it names, and no other', () => {
    const samples: Record<string, unknown> = {
      read_file: { path: 'a' },
      list_dir: {},
      search_files: { pattern: 'a' },
      find_files: {},
      write_file: { path: 'a', content: '' },
      edit_file: { path: 'a', old_text: 'x', new_text: 'y' },
      exec: { command: 'true', hosts: ['example.org'] },
      web_search: { query: 'x' },
      web_fetch: { url: 'https://example.org/' },
      reddit: { subreddit: 'news' },
      weather: { location: 'Berlin' },
      http: { url: 'https://example.org/', credential: 'forge' },
      secrets_get: { name: 'forge' },
      browser: { action: 'open', url: 'https://example.org/' },
      github: { action: 'notifications' },
      google_mail: { action: 'list_labels' },
      google_calendar: { action: 'list_events' },
      todoist: { action: 'list_tasks' },
      media: { action: 'list_movies' },
      obsidian: { action: 'list' },
      text_transform: { operation: 'upper', text: 'a' },
      math_eval: { expression: '1 + 1' },
      code_format: { language: 'json', text: '{}' },
    }
    const url = 'https://example.org'
    const setUp = toolsFor(Services.parse({ radarr: { url }, sonarr: { url }, obsidian: { url } }))
    for (const { manifest, requiredPowers: deps, input, touches } of setUp) {
      const kinds = touches(input.parse(samples[manifest.name])).map(({ kind }) => kind)
      expect([manifest.name, new Set(kinds)]).toEqual([manifest.name, new Set(deps)])
    }
  })
})
