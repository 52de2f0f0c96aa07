// A configuration with keys of an earlier version: read as before, and brought to the present names
// when one of them changes.
import { expect, it } from 'vitest'
import { editText } from '../../main/config/edit/edit-text.ts'
import { parseFile } from '../../main/config/parse.ts'

const file = 'config.yaml'
const text = `window:
  theme: dark
  singleKeys: false # my screen reader has them
  railFolded: true
`

it('reads a key by its earlier name, and says on which line it is', () => {
  const parsed = parseFile(text, file)
  expect(parsed.ok && parsed.value.config.window).toMatchObject({
    theme: 'dark',
    singleKeyShortcuts: false,
    sidebarCollapsed: true,
  })
  expect(parsed.ok && parsed.value.warnings).toEqual([
    {
      code: 'key.deprecated',
      line: 3,
      text: 'window.singleKeys is called window.singleKeyShortcuts now. The old name still works; rename it in the file.',
    },
    {
      code: 'key.deprecated',
      line: 4,
      text: 'window.railFolded is called window.sidebarCollapsed now. The old name still works; rename it in the file.',
    },
  ])
})

it.each([
  [{ window: { theme: 'light' as const } }, text.replace('dark', 'light')],
  [
    { window: { sidebarCollapsed: false } },
    text
      .replace('singleKeys', 'singleKeyShortcuts')
      .replace('railFolded: true', 'sidebarCollapsed: false'),
  ],
])('writes %j and loses no comment', (patch, expected) => {
  expect(editText(text, file, patch)).toEqual({ ok: true, value: expected })
})

it('refuses an earlier name beside the present one', () => {
  const both = 'window:\n  railFolded: true\n  sidebarCollapsed: false\n'
  const parsed = parseFile(both, file)
  expect(parsed.ok ? [] : parsed.error.map(({ line }) => line)).toEqual([2])
})

const ruled = `rules:
  - { id: a, reason: b, when: { tools: [exec] }, effect: deny }
  - id: files
    reason: Mine.
    when:
      capabilities: [fs.*] # all of them
    effect: deny
`

it('reads what a rule said of capabilities as its ids, and names the rule', () => {
  const parsed = parseFile(ruled, file)
  expect(parsed.ok && parsed.value.config.rules.map(({ when }) => when)).toEqual([
    { tools: ['exec'] },
    { ids: ['fs.*'] },
  ])
  expect(parsed.ok && parsed.value.warnings).toEqual([
    {
      code: 'key.deprecated',
      line: 6,
      text: 'rules[1].when.capabilities is called rules[1].when.ids now. The old name still works; rename it in the file.',
    },
  ])
})

it('refuses a rule with both names', () => {
  const parsed = parseFile(ruled.replace('      cap', '      ids: [fs.read]\n      cap'), file)
  expect(parsed.ok ? [] : parsed.error.map(({ line }) => line)).toEqual([7])
})
