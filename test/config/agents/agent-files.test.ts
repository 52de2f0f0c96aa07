// The folder of agent files: what is in it, what is written to it, and what a change of it brings.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAgentFiles } from '../../../main/config/agents/agent-files.ts'
import type { AgentFiles } from '../../../main/config/agents/agent-files.ts'

let folder: string
let files: AgentFiles

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'gatehouse-agent-files-')), 'agents')
  mkdirSync(folder)
  files = openAgentFiles(folder, () => ({ models: ['sonnet'], unsetModel: () => null }))
})
afterEach(() => {
  files.dispose()
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

const write = (name: string, text: string | Uint8Array): void => {
  writeFileSync(join(folder, name), text)
  files.reload()
}

describe('the folder of agent files', () => {
  it('lists what is broken as broken, and grants it nothing', () => {
    write('good.yaml', 'name: good\ncapabilities: [fs_read]\n')
    write('wrong.yaml', 'name: wrong\ncapabilities: [fs_raed]\n')
    write('other.yml', 'name: other\n')
    write('Big Name.yaml', 'name: big\n')
    write('bytes.yaml', Uint8Array.of(0xff, 0xfe, 0x00))
    write('long.yaml', `name: long\n# ${'x'.repeat(300_000)}\n`)
    mkdirSync(join(folder, 'folder.yaml'))
    write('notes.txt', 'no agent')
    expect(files.list().map(({ name, state, grant }) => [name, state, grant.length > 0])).toEqual([
      ['Big Name', 'broken', false],
      ['bytes', 'broken', false],
      ['folder', 'broken', false],
      ['good', 'ready', true],
      ['long', 'broken', false],
      ['other', 'broken', false],
      ['wrong', 'broken', false],
    ])
  })

  it('sees a file that is written beside it', async () => {
    const changed = new Promise<void>((resolve) => void files.onChange(resolve))
    writeFileSync(join(folder, 'new.yaml'), 'name: new\n')
    await changed
    expect(files.get('new')?.state).toBe('ready')
  })

  it('writes an agent, renames it and removes it', () => {
    const saved = files.save('# mine\nname: first\n', null, null)
    const renamed = files.save('name: second\n', null, 'first')
    const names = readdirSync(folder)
    const removed = files.remove('second')
    expect([saved.ok, renamed.ok, names, removed.ok, files.list()]).toEqual([
      ...[true, true, ['second.yaml'], true, []],
    ])
  })

  it('gives a deleted agent back as it was, also one that cannot be read, and never over another', () => {
    write('plain.yaml', '# mine\nname: plain\n')
    write('bytes.yaml', Uint8Array.of(0xff, 0xfe, 0x00))
    const gone = ['plain', 'bytes'].map((name) => files.remove(name).ok)
    const left = files.list().length
    const back = ['plain', 'bytes'].map((name) => files.restore(name).ok)
    files.remove('plain')
    write('plain.yaml', 'name: plain\n')
    const codes = [files.restore('plain'), files.restore('nobody'), files.restore('../plain')].map(
      (result) => (result.ok ? null : result.error.code),
    )
    expect([gone, left, back, codes, readFileSync(join(folder, 'bytes.yaml')).length]).toEqual([
      ...[[true, true], 0, [true, true], ['agent.taken', 'agent.unknown', 'agent.unknown'], 3],
    ])
  })

  it('writes nothing that is broken, and nothing over another agent', () => {
    write('there.yaml', 'name: there\n')
    const codes = [
      files.save('name: there\n', null, null),
      files.save('name: bad\nmodel: none\n', null, null),
      files.remove('nobody'),
    ].map((result) => (result.ok ? null : result.error.code))
    expect([codes, readdirSync(folder)]).toEqual([
      ['agent.taken', 'agent.broken', 'agent.unknown'],
      ['there.yaml'],
    ])
  })

  it.each([
    ['sends', 'name: made\ncapabilities: [mail_write]\n'],
    [
      'has more than eight',
      'name: made\ncapabilities: [fs_read, fs_write, web_read, memory_read, memory_write, skill_read, jobs_read, notes_read, text_tools]\n',
    ],
    ['says that a person made it', 'name: made\ncreated_by: ana\ncapabilities: [notifications]\n'],
    ['says so in quotes', 'name: made\n"created_by": ana\ncapabilities: [notifications]\n'],
    ['says so in one line', '{name: made, created_by: ana, capabilities: [notifications]}\n'],
  ])('refuses an agent made by an agent that %s', (_what, text) => {
    const saved = files.save(text, 'planner', null)
    expect([saved.ok, readdirSync(folder)]).toEqual([false, []])
  })

  it('writes into an agent made by an agent who made it', () => {
    const saved = files.save(
      'name: made\ncreated_by: ana\ncapabilities: [fs_read]\n',
      'planner',
      null,
    )
    expect([saved.ok, files.get('made')?.definition?.createdBy]).toEqual([true, 'agent planner'])
    expect(readFileSync(join(folder, 'made.yaml'), 'utf8')).not.toContain('ana')
  })
})
