// Changes from the window or the command line, put into a file that a person wrote: what is theirs
// stays.
import { describe, expect, it } from 'vitest'
import type { ConfigPatch } from '../../contract/policy/config/config-patch.ts'
import { Rule } from '../../contract/policy/rule.ts'
import { ToolView } from '../../contract/call/tool-table.ts'
import { editText } from '../../main/config/edit/edit-text.ts'
import { parseConfig } from '../../main/config/parse.ts'

const edited = (text: string, patch: ConfigPatch): string => {
  const result = editText(text, 'f', patch)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const rule = Rule.parse({
  id: 'no-push',
  when: { commands: ['git push'] },
  effect: 'deny',
  reason: 'By hand only.',
})

const written = `# mine
preset: ask # the quiet one

rules:
  # never this
  - id: a
    when: {tools: [exec]} # all commands
    effect: confirm
    reason: see what it does
  # nor that
  - id: b
    when: {}
    effect: deny
    reason: stop
tools:
  # dear
  exec: {tier: R4}
`

describe('writing back', () => {
  it.each<[name: string, patch: ConfigPatch, want: string]>([
    [
      'the preset, in its place',
      { preset: 'careful' },
      written.replace('preset: ask', 'preset: careful'),
    ],
    [
      'a tier that is there',
      { tool: { name: 'exec', setting: { tier: 'R3' } } },
      written.replace('tier: R4', 'tier: R3'),
    ],
    [
      'one more setting of a tool',
      { tool: { name: 'exec', setting: { disabled: true } } },
      written.replace('tier: R4', 'tier: R4, disabled: true'),
    ],
    [
      'a tool that was not there',
      { tool: { name: 'http', setting: { rateLimits: { perMinute: 3 } } } },
      `${written}  http:\n    rateLimits:\n      perMinute: 3\n`,
    ],
    [
      'a setting of a tool taken out',
      { tool: { name: 'exec', setting: { tier: null, default: 'deny' } } },
      written.replace('tier: R4', 'default: deny'),
    ],
    [
      'the last setting of a tool, and its section with it',
      { tool: { name: 'exec', setting: { tier: null, disabled: null } } },
      written.replace('tools:\n  # dear\n  exec: {tier: R4}', 'tools:\n  # dear\n  {}'),
    ],
    [
      'nothing, where there is nothing to take out',
      { tool: { name: 'http', setting: { tier: null } } },
      written,
    ],
    [
      'a view of the table of tools',
      {
        toolTable: {
          view: {
            name: 'Risky',
            view: ToolView.parse({ filters: { tier: ['R3'] }, group: 'source' }),
          },
        },
      },
      `${written}window:\n  tools:\n    views:\n      Risky: {text: "", filters: {tier: [R3]}, group: source, sort: null, columns: []}\n`,
    ],
    [
      'a view taken out that is not there',
      { toolTable: { view: { name: 'Risky', view: null } } },
      written,
    ],
    [
      'a rule behind the others',
      { addRule: rule },
      written.replace(
        'tools:\n',
        '  - id: no-push\n    when:\n      commands:\n        - git push\n    effect: deny\n    reason: By hand only.\ntools:\n',
      ),
    ],
    [
      'a rule gone, with its comment and no other',
      { removeRule: 'b' },
      written.replace(
        '  # nor that\n  - id: b\n    when: {}\n    effect: deny\n    reason: stop\n',
        '',
      ),
    ],
    [
      'nothing for what the file says already',
      { preset: 'ask', tool: { name: 'exec', setting: { tier: 'R4' } } },
      written,
    ],
  ])('changes %s', (_name, patch, want) => {
    expect(edited(written, patch)).toBe(want)
  })

  it.each<[name: string, text: string]>([
    ['an empty file', ''],
    ['a file of other settings', '# mine\npreset: ask # quiet\n'],
    ['a list that is empty', 'rules: []\n'],
    ['a list in one line', 'rules: [{ id: a, when: {}, effect: deny, reason: x }]\n'],
    ['lines that end as on Windows', 'preset: ask\r\n# mine\r\n'],
  ])('adds a rule to %s, and keeps its comments and line ends', (_name, text) => {
    const result = edited(text, { addRule: rule })
    const parsed = parseConfig(result, 'f')
    expect(parsed.ok ? parsed.value.rules.at(-1) : parsed.error).toEqual(rule)
    expect(result.match(/#.*/g)).toEqual(text.match(/#.*/g))
    expect(/[^\r]\n/.test(result)).toBe(!text.includes('\r'))
  })

  it('adds no rule to a file that has a mistake', () => {
    expect(editText('rules:\n', 'f', { addRule: rule })).toMatchObject({
      ok: false,
      error: [{ line: 1 }],
    })
  })

  it('leaves the place alone that shares its value through an alias', () => {
    const text = 'tools:\n  exec: &strict\n    tier: R4\n  http: *strict\n'
    const parsed = parseConfig(
      edited(text, { tool: { name: 'http', setting: { disabled: true } } }),
      'f',
    )
    expect(parsed.ok ? parsed.value.tools : parsed.error).toEqual({
      exec: { tier: 'R4', disabled: false },
      http: { tier: 'R4', disabled: true },
    })
  })
})
