// The text of an agent file as the form changes it: what was written by hand stays.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { AgentProblem } from '../../../contract/agent/own-agent.ts'
import {
  formOf,
  problemsByCapability,
  problemsByField,
  withCapability,
  withField,
  withLimit,
  withNamespaces,
  withoutCapability,
  withScope,
} from '../../../renderer/features/own-agents/edit/agent-yaml.ts'
import { offersAt } from '../../../renderer/features/own-agents/edit/offers.ts'

const text = `# Mine.
name: notes # short
description: Takes notes.
capabilities:
  # What it reads.
  - fs_read: {paths: ["src/**"]}
  - memory_read
limits: {steps: 12}
`

describe('the form of an agent file', () => {
  it('shows what the text says', () => {
    const form = formOf(text)
    expect([
      form?.text('name'),
      form?.text('model'),
      form?.limit('steps'),
      form?.namespaces,
      form?.capabilities,
    ]).toEqual([
      'notes',
      '',
      '12',
      [],
      [
        { name: 'fs_read', scope: { paths: ['src/**'] } },
        { name: 'memory_read', scope: null },
      ],
    ])
  })

  it.each([
    ['a key that is open', 'name: [a'],
    ['a list', '- a\n- b\n'],
    ['a word', 'hello'],
  ])('is not shown for %s, and changes nothing of it', (_, broken) => {
    expect([formOf(broken), withField(broken, 'name', 'x')]).toEqual([null, broken])
  })

  it.each<[what: string, change: (text: string) => string, before: string, after: string]>([
    [
      'a field',
      (of) => withField(of, 'description', 'Keeps notes.'),
      'description: Takes notes.',
      'description: Keeps notes.',
    ],
    ['a name, beside its comment', (of) => withField(of, 'name', 'n'), 'notes #', 'n #'],
    [
      'a field that is emptied',
      (of) => withField(of, 'description', ''),
      'description: Takes notes.\n',
      '',
    ],
    ['a limit', (of) => withLimit(of, 'steps', '5'), 'steps: 12', 'steps: 5'],
    [
      'a limit of money',
      (of) => withLimit(of, 'cost.amount', '2.5'),
      '{steps: 12}',
      '{steps: 12, cost: {amount: 2.5}}',
    ],
    [
      'a limit of money that is emptied',
      (of) => withLimit(withLimit(of, 'cost.amount', '2.5'), 'cost.amount', ''),
      '{steps: 12}',
      '{steps: 12}',
    ],
    ['a limit that is emptied', (of) => withLimit(of, 'steps', ''), 'limits: {steps: 12}\n', ''],
    [
      'one capability more',
      (of) => withCapability(of, 'web_read'),
      '  - memory_read\n',
      '  - memory_read\n  - web_read\n',
    ],
    ['one capability less', (of) => withoutCapability(of, 1), '  - memory_read\n', ''],
    [
      'a scope',
      (of) => withScope(of, 1, { categories: ['work', 'home'], labels: [] }),
      '  - memory_read\n',
      '  - memory_read: {categories: [work, home]}\n',
    ],
    [
      'a scope that is emptied',
      (of) => withScope(of, 0, { paths: [] }),
      '  - fs_read: {paths: ["src/**"]}\n',
      '  - fs_read\n',
    ],
    [
      'a shared text',
      (of) => withNamespaces(of, ['team']),
      'steps: 12}\n',
      'steps: 12}\nnamespaces: [team]\n',
    ],
  ])('changes %s, and nothing else of the text', (_, change, before, after) => {
    expect(change(text)).toBe(text.replace(before, after))
  })

  it('begins in an empty text, and in a list that is written as empty', () => {
    expect([withField('', 'name', 'a'), withCapability('capabilities: []\n', 'fs_read')]).toEqual([
      'name: a\n',
      'capabilities:\n  - fs_read\n',
    ])
  })

  it('keeps the last capability gone as an empty list', () => {
    expect(withoutCapability('capabilities:\n  - fs_read\n', 0)).toBe('capabilities: []\n')
  })

  it('says what was typed, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
        const words = `x${typed}`
        const after = withField(text, 'system_prompt', words)
        const read = parse(after) as { readonly system_prompt: string; readonly name: string }
        expect([read.system_prompt, read.name, formOf(after)?.text('system_prompt')]).toEqual([
          words,
          'notes',
          words,
        ])
      }),
    )
  })
})

describe('what is wrong with it', () => {
  const at = (line: number, column = 1): AgentProblem => ({ line, column, text: 'x', hint: '' })

  it('is at the field in whose lines it is', () => {
    const found = problemsByField(text, [at(2, 7), at(6), at(7), at(8), at(1)])
    expect([...found].map(([field, all]) => [field, all.length])).toEqual([
      ['name', 1],
      ['capabilities', 2],
      ['limits', 1],
      [null, 1],
    ])
  })

  it('is at no field where the key is none', () => {
    const found = problemsByField('capabilities:\n  - fs_read\nmodle: x\n', [at(3)])
    expect([...found.keys()]).toEqual([null])
  })

  it('is at the capability in whose lines it is', () => {
    const found = problemsByCapability(text, [at(4), at(6, 5), at(6, 15), at(7, 5)])
    expect([...found].map(([index, all]) => [index, all.length])).toEqual([
      [-1, 1],
      [0, 2],
      [1, 1],
    ])
  })
})

describe('what is offered in its text', () => {
  const known = ['fs_read', 'fs_write', 'memory_read'].map((name) => ({
    name,
    sentence: `About ${name}.`,
    mode: 'read' as const,
    sends: false,
    tier: null,
    scopes: [],
    legacy: null,
    tools: [],
  }))
  it.each<[text: string, offered: readonly string[]]>([
    ['name: a\nmo‸', ['model']],
    ['name: a\nna‸', ['namespaces']],
    ['capabilities:\n  - fs_‸', ['fs_read', 'fs_write']],
    ['namespaces:\n  - fs_‸', []],
    ['name: fs_‸', []],
  ])('%j', (marked, offered) => {
    const offset = marked.indexOf('‸')
    const { list } = offersAt(marked.replace('‸', ''), offset, known)
    expect(list.map(({ label }) => label)).toEqual(offered)
  })
})
