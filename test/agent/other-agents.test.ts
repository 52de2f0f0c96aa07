// Which agents a model can give tasks to, as it is told.
import { expect, it } from 'vitest'
import { othersText } from '../../main/agent/prompt/agent-voice.ts'

const spawn = [{ name: 'read_file' }, { name: 'spawn' }]
const mail = { name: 'mail', description: 'Sorts what came in.\nBy sender.' }

it.each<[what: string, ...given: Parameters<typeof othersText>, text: string | null]>([
  ['no agents', [], spawn, 'Sort my mail.', null],
  ['no tool that starts one', [mail], [{ name: 'read_file' }], 'Sort my mail.', null],
  [
    'each with what it is for, on one line',
    [mail, { name: 'plain', description: '' }],
    spawn,
    '',
    'Agents that spawn can give a task to, by name:\n- mail: Sorts what came in. By sender.\n- plain',
  ],
  [
    'a long description, cut',
    [{ name: 'long', description: 'x'.repeat(300) }],
    spawn,
    '',
    `Agents that spawn can give a task to, by name:\n- long: ${'x'.repeat(200)}…`,
  ],
])('are told: %s', (_, others, tools, task, text) => {
  expect(othersText(others, tools, task)).toBe(text)
})

it('are, of many, those whose description has most words of the task', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({
    name: `agent_${at}`,
    description: at === 57 ? 'Finds free slots in calendars.' : 'Other things.',
  }))
  const lines = othersText(many, spawn, 'Find two free slots in both calendars')?.split('\n') ?? []
  expect([lines.length, lines[1]]).toEqual([31, '- agent_57: Finds free slots in calendars.'])
})
