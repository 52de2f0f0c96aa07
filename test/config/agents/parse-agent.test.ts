// What is wrong with an agent file, and where; and what a good one means.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAgent } from '../../../main/config/agents/parse-agent.ts'

const facts = {
  models: ['haiku', 'sonnet', 'opus', 'qwen3:4b'],
  unsetModel: (name: string) => (name === 'opus' ? 'Nothing is set for the model opus.' : null),
  hasNamespace: (name: string) => name === 'team',
}
const parse = (text: string, name: string | null = 'scout') => parseAgent(text, name, facts)
const examples = join(import.meta.dirname, '../../../examples/agents')

describe('an agent file', () => {
  it('means what it says, with the defaults of the rest', () => {
    expect(
      parse(`name: scout
description: Looks around.
system_prompt: Look.
capabilities:
  - fs_read: {paths: ["src/**"]}
  - memory_read
  - memory_read
  - ''
namespaces: [team, team]
`),
    ).toEqual({
      problems: [],
      warnings: [],
      definition: {
        name: 'scout',
        description: 'Looks around.',
        systemPrompt: 'Look.',
        capabilities: [
          { name: 'fs_read', scope: { paths: ['src/**'] } },
          { name: 'memory_read', scope: null },
        ],
        namespaces: ['team'],
        temperature: 0.3,
        maxTokens: 4096,
        model: 'sonnet',
        limits: {},
        createdBy: null,
        createdAt: null,
      },
    })
  })

  it.each([
    ['name: Scout', 1, 'lower-case letters', null],
    [
      'name: scout\ncapabilities: [mail_raed]',
      2,
      'There is no capability "mail_raed"',
      'mail_read',
    ],
    [
      'name: scout\ncapabilities:\n  - memory_read\n  - fs_raed: {paths: [a]}',
      4,
      'There is no capability "fs_raed"',
      'fs_read',
    ],
    [
      'name: scout\ncapabilities:\n  - mail_read:\n      paths: [a]',
      4,
      'paths limits nothing in mail_read.',
      'labels',
    ],
    ['name: scout\ncapabilities:\n  - mail_read: {lables: [a]}', 3, 'lables', 'labels'],
    ['name: scout\ncapabilities:\n  - mail_read: {}', 3, 'is empty', 'Write the limits'],
    ['name: scout\ncapabilities: [server_tools]', 2, 'has to say of which servers', 'servers'],
    ['name: scout\nmodel: sonet', 2, 'There is no model "sonet" here.', 'sonnet'],
    ['name: scout\ntemprature: 1', 2, 'knows no setting "temprature"', 'temperature'],
    ['name: scout\ntemperature: 3', 2, 'temperature must be', null],
    ['name: scout\nmax_tokens: 1.5', 2, 'max_tokens', null],
    ['name: other', 1, 'the file is called scout.yaml', 'Write name: scout'],
    ['name: tour', 1, 'an agent of Gatehouse itself', null],
    ['description: x', 1, 'name', null],
    ['name: scout\n  bad: [', 1, 'key: value', null],
    ['- name: scout', 1, '', null],
    [
      'name: scout\ncreated_by: agent planner\ncapabilities: [mail_write]',
      3,
      'may have no capability that sends',
      'remove created_by',
    ],
  ])('%j is wrong in line %i: %s', (text, line, said, hint) => {
    const { definition, problems } = parse(text, /name: tour/.test(text) ? null : 'scout')
    expect(definition).toBeNull()
    expect({ line: problems[0]?.line, text: problems[0]?.text, hint: problems[0]?.hint }).toEqual({
      line,
      text: expect.stringContaining(said),
      hint: expect.stringContaining(hint ?? ''),
    })
  })

  it('loads an older name, a model that is not set and a shared text that is missing with a warning', () => {
    const { definition, warnings } = parse(`name: scout
capabilities:
  - web_search
  - planning
model: opus
namespaces: [team, nowhere]
`)
    expect(definition).not.toBeNull()
    expect(warnings.map(({ line, text }) => [line, text])).toEqual([
      [3, 'web_search is an older name. Write web_read in its place.'],
      [4, 'planning is an older name that holds no tool. Remove it: a model does this by itself.'],
      [5, 'Nothing is set for the model opus.'],
      [6, 'There is no shared text nowhere, so the agent is told nothing of it.'],
    ])
  })
})

describe('the example agents', () => {
  const files = readdirSync(examples)

  it('are the 34 of this family', () => {
    expect(files).toHaveLength(34)
  })

  it.each(files)('%s loads without a word', (file) => {
    const parsed = parse(readFileSync(join(examples, file), 'utf8'), file.replace('.yaml', ''))
    expect({ ...parsed, definition: parsed.definition?.name }).toEqual({
      definition: file.replace('.yaml', ''),
      problems: [],
      warnings: [],
    })
  })
})
