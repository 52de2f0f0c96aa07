// The section `plugins`: what a change of it loosens, which names it makes possible, and what is said
// about a list that cannot mean what it says.
import { describe, expect, it } from 'vitest'
import { Config } from '../../contract/policy/config/config.ts'
import { parseFile } from '../../main/config/parse.ts'
import { relaxesIn } from '../../main/config/relaxation/relaxes.ts'
import { policyFacts } from '../../main/policy/policy-facts.ts'

/** `echo` is in the folder for external plugins, `tally` in the built-in one. */
const facts = policyFacts(
  () => 0,
  undefined,
  (name, _settings, only) => name === 'tally' || (only === undefined && name === 'echo'),
)
const parse = (text: string) => parseFile(text, 'config.yaml', facts)
const plugins = (set: object): Config => Config.parse({ plugins: set })

describe('a change of the plugins', () => {
  it.each<readonly [what: string, from: object, to: object, relaxes: readonly string[]]>([
    ['external ones', {}, { allowExternal: true }, ['Every external plugin can be called.']],
    [
      'external ones of a list',
      { externalAllowList: ['a'] },
      { allowExternal: true, externalAllowList: ['a', 'b'] },
      ['The external plugin a can be called.', 'The external plugin b can be called.'],
    ],
    ['none of them any more', { allowExternal: true }, {}, []],
    [
      'one more on the list',
      { allowExternal: true, externalAllowList: ['a'] },
      { allowExternal: true, externalAllowList: ['a', 'b'] },
      ['The external plugin b can be called.'],
    ],
    [
      'no list any more',
      { allowExternal: true, externalAllowList: ['a'] },
      { allowExternal: true },
      ['Every external plugin can be called.'],
    ],
    [
      'a list where there was none',
      { allowExternal: true },
      { allowExternal: true, externalAllowList: ['a'] },
      [],
    ],
    [
      'another built-in folder',
      {},
      { builtInFolder: '/opt/plugins' },
      ['Plugins of another folder need no review.'],
    ],
    ['another external folder, which is closed', {}, { externalFolder: '/opt/plugins' }, []],
    [
      'another external folder',
      { allowExternal: true },
      { allowExternal: true, externalFolder: '/opt/plugins' },
      ['External plugins come from another folder.'],
    ],
    [
      'no strict registry any more',
      { strict: true },
      {},
      ['Tools that are not as registered can be called.'],
    ],
    [
      'a folder to write and a host',
      {},
      { writeFolders: ['/data'], hosts: { echo: ['example.org'] } },
      [
        'Plugins may write in /data, where the preset allows it.',
        'The plugin echo may connect to example.org.',
      ],
    ],
  ])('to %s says what it loosens', (_what, from, to, relaxes) => {
    expect(relaxesIn(plugins(from), plugins(to))).toEqual(relaxes)
  })
})

describe('the name of a plugin', () => {
  it.each<readonly [what: string, text: string, valid: boolean]>([
    ['that is there', 'presets: { mine: { tools: [echo] } }', true],
    ['that is not there', 'presets: { mine: { tools: [word_count] } }', false],
    [
      'that may come into a folder of the person’s own',
      'plugins: { externalFolder: /opt/plugins }\npresets: { mine: { tools: [word_count] } }',
      true,
    ],
    [
      'that is a slip of a built-in one all the same',
      'plugins: { externalFolder: /opt/plugins }\npresets: { mine: { tools: [read_fiel] } }',
      false,
    ],
    ['in the settings of tools', 'tools: { echo: { disabled: true } }', true],
  ])('%s is possible: %#', (_what, text, valid) => {
    expect(parse(text).ok).toBe(valid)
  })
})

it('a list that names a built-in tool, or what no preset has, is warned about', () => {
  const parsed = parse(
    'preset: mine\npresets:\n  mine:\n    tools: [echo]\nplugins:\n  allowExternal: true\n  externalAllowList: [echo, exec, word_count, tally]\n',
  )
  expect(parsed.ok ? parsed.value.warnings.map(({ code, line }) => [code, line]) : parsed).toEqual([
    ['plugin.built-in', 7],
    ['plugin.no-preset', 7],
    ['plugin.built-in', 7],
  ])
})

it.each([
  ['a relative folder', 'plugins: { builtInFolder: plugins }'],
  ['a name that no plugin can have', 'plugins: { externalAllowList: ["Big Name"] }'],
  ['a filter as the older form has it', 'plugins: { filter: { allowExternal: true } }'],
])('%s is refused', (_what, text) => {
  expect(parse(text).ok).toBe(false)
})
