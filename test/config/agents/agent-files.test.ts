// The folder of agent files: what is in it, what is written to it, and what a change of it brings.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MadeAgent } from '../../../contract/agent/agent-maker.ts'
import { openAgentFiles } from '../../../main/config/agents/agent-files.ts'
import type { AgentFiles } from '../../../main/config/agents/agent-files.ts'
import type { AgentMakers } from '../../../main/config/agents/made-agents.ts'

let folder: string
let files: AgentFiles
let makers: AgentMakers

/** An agent named planner, in a run. */
const PLANNER = {
  maker: { kind: 'agent', name: 'planner', run: 'run_1' },
  untrusted: 'news.example.org',
} as const

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'gatehouse-agent-files-')), 'agents')
  mkdirSync(folder)
  const created = new Map<string, MadeAgent>()
  makers = {
    get: (name) => created.get(name) ?? null,
    put: (name, one) => void created.set(name, one),
    remove: (name) => void created.delete(name),
    names: () => [...created.keys()],
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  }
  files = openAgentFiles(folder, () => ({ models: ['sonnet'], unsetModel: () => null }), makers)
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
    ['takes the place of the chat agent', 'name: main\ncapabilities: [fs_read]\n'],
    ['says so in quotes', 'name: made\n"created_by": ana\ncapabilities: [notifications]\n'],
    ['says so in one line', '{name: made, created_by: ana, capabilities: [notifications]}\n'],
  ])('refuses an agent made by an agent that %s', (_what, text) => {
    const saved = files.save(text, PLANNER, null)
    expect([saved.ok, readdirSync(folder)]).toEqual([false, []])
  })

  it('writes into an agent made by an agent who made it', () => {
    const saved = files.save(
      'name: made\ncreated_by: ana\ncapabilities: [fs_read]\n',
      PLANNER,
      null,
    )
    expect([saved.ok, files.get('made')?.definition?.createdBy]).toEqual([
      ...[true, 'agent planner in run run_1'],
    ])
    expect(readFileSync(join(folder, 'made.yaml'), 'utf8')).not.toContain('ana')
  })
})

describe('an agent that a program made', () => {
  const TEXT = 'name: made\ncapabilities: [fs_read]\n'
  const make = (): string => {
    const saved = files.save(TEXT, PLANNER, null)
    if (!saved.ok) throw new Error(saved.error.text)
    return saved.value.text
  }
  const now = () => {
    const entry = files.get('made')
    return [entry?.state, (entry?.grant.length ?? 0) > 0, entry?.maker.kind]
  }
  const warnings = () => files.get('made')?.warnings.map(({ text }) => text)

  it('is off, and may do nothing, until a person turns on what they saw', () => {
    const text = make()
    const before = [now(), files.get('made')?.untrusted]
    const blind = files.turn('made', true, TEXT)
    const turned = files.turn('made', true, text)
    const on = now()
    const off = files.turn('made', false, '')
    expect([before, blind.ok ? null : blind.error.code, turned.ok, on, off.ok, now()]).toEqual([
      [['off', false, 'agent'], 'news.example.org'],
      'agent.changed',
      true,
      ['ready', true, 'agent'],
      true,
      ['off', false, 'agent'],
    ])
  })

  it('is off again when its file changes by itself, and on as it was where that is undone', () => {
    const text = make()
    files.turn('made', true, text)
    write('made.yaml', text.replace('fs_read', 'fs_write'))
    const changed = [now(), warnings()]
    write('made.yaml', text)
    expect([changed, now(), warnings()]).toEqual([
      [['off', false, 'agent'], ['The file changed since you turned it on, so it is off.']],
      ['ready', true, 'agent'],
      [],
    ])
  })

  it.each([
    ['says nothing of it', TEXT],
    ['says that a person made it', `${TEXT}created_by: person\n`],
    ['says that another made it', `${TEXT}created_by: agent other\n`],
  ])('stays one where its file %s', (_what, text) => {
    make()
    write('made.yaml', text)
    expect([now(), warnings()]).toEqual([
      ['off', false, 'agent'],
      ['created_by does not say who made it: agent planner in run run_1.'],
    ])
  })

  it('gets no more than such an agent may have by losing its mark', () => {
    make()
    write('made.yaml', 'name: made\ncapabilities: [mail_write]\n')
    expect(now()).toEqual(['broken', false, 'agent'])
  })

  it.each(['agent planner', 'Agent planner in run run_9', 'generated', ' generated by x'])(
    'is one also where only its file says “%s”',
    (said) => {
      write('made.yaml', `${TEXT}created_by: ${JSON.stringify(said)}\n`)
      const before = now()
      const turned = files.turn('made', true, files.get('made')?.text ?? '')
      expect([before.slice(0, 2), turned.ok, now()[0]]).toEqual([['off', false], true, 'ready'])
    },
  )

  it('stays as it is when a person saves it with its mark, and is theirs without it', () => {
    const text = make()
    const more = text.replace('fs_read', 'fs_write')
    files.save(more, null, 'made')
    const off = now()
    files.turn('made', true, more)
    files.save(text, null, 'made')
    const on = now()
    files.save(TEXT, null, 'made')
    expect([off, on, now(), makers.get('made')]).toEqual([
      ['off', false, 'agent'],
      ['ready', true, 'agent'],
      ['ready', true, 'person'],
      null,
    ])
  })

  it('keeps its maker under another name, when it is deleted and when it comes back', () => {
    const text = make()
    files.save(text.replace('name: made', 'name: other'), null, 'made')
    files.remove('other')
    files.restore('other')
    const entry = files.get('other')
    expect([entry?.state, entry?.maker, makers.get('made')]).toEqual(['off', PLANNER.maker, null])
  })

  it('has the only switch: what a person made has none', () => {
    write('mine.yaml', 'name: mine\n')
    const codes = [files.turn('mine', false, ''), files.turn('nobody', true, '')].map((result) =>
      result.ok ? null : result.error.code,
    )
    expect([codes, files.get('mine')?.state]).toEqual([['agent.own', 'agent.unknown'], 'ready'])
  })

  it.each([
    ['in the window', () => void files.remove('made')],
    [
      'by hand',
      () => {
        rmSync(join(folder, 'made.yaml'))
        files.reload()
      },
    ],
  ])(
    'is another one than a file of its name that a person writes once it is deleted %s',
    (_how, remove) => {
      make()
      remove()
      write('made.yaml', 'name: made\ncapabilities: [mail_write]\n')
      expect(now()).toEqual(['ready', true, 'person'])
    },
  )

  it('is again an agent that a program made when its deletion is undone', () => {
    const text = make()
    files.turn('made', true, text)
    files.remove('made')
    files.reload()
    files.restore('made')
    const on = now()
    files.turn('made', false, '')
    files.remove('made')
    write('made.yaml', 'name: made\n')
    rmSync(join(folder, 'made.yaml'))
    files.reload()
    files.restore('made')
    expect([on, now()]).toEqual([
      ['ready', true, 'agent'],
      ['off', false, 'agent'],
    ])
  })
})
