// A rehearsal and the approval after it, over the whole of Gatehouse with a real sandbox and a real
// workspace: a change that has nothing to do with the call keeps the approval, one that has to do
// with it ends it and is named. What nobody asked for begins only with a card.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { holdCommands } from '../hold-commands.ts'
import { own } from '../sandbox/rehearsal/fixture.ts'
import { fewRows } from '../whole.ts'

const linux = process.platform === 'linux'
const why = linux
  ? ''
  : ` (skipped on ${process.platform}: its sandbox is not built yet, every command is refused)`

let root: string
let app: App
const file = (path: string): string => join(root, 'work', path)
// One Gatehouse for all: each case leaves nothing held, and finds the workspace as if it were the
// first.
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-holds-'))
  mkdirSync(join(root, 'home'), { mode: 0o700 })
  mkdirSync(join(root, 'work'))
  writeFileSync(
    join(root, 'home', 'config.yaml'),
    `workspace: ${join(root, 'work')}\nrehearsal: { automatic: true }\n${holdCommands}`,
  )
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const composed = await openApp({ host: 'browser', paths: paths, version: '0.0.0-test' })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
})
beforeEach(() => {
  for (const name of readdirSync(join(root, 'work'))) rmSync(file(name), { recursive: true })
  mkdirSync(file('sub'))
  writeFileSync(file('a.txt'), 'one\n')
  writeFileSync(file('lib.sh'), 'echo lib >out.txt\n')
  writeFileSync(file('build.sh'), '. ./lib.sh\n')
  writeFileSync(file('sub/notes.md'), 'notes\n')
  writeFileSync(file('run.sh'), 'echo ran\n', { mode: 0o755 })
  mkdirSync(file('other'))
  symlinkSync('sub', file('way'))
  symlinkSync('sub/notes.md', file('link'))
  own(join(root, 'work'))
})
afterAll(async () => {
  await app.dispose()
  rmSync(root, { recursive: true, force: true })
})

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await app.call(channel, input, {
    surface: channel === 'tools.run' ? 'cli' : 'window',
  })
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}

/** The one call that waits. */
async function held(): Promise<Approval> {
  await expect
    .poll(async () => (await ask('approvals.list', { states: ['pending'], limit: 5 })).length)
    .toBe(1)
  const [approval] = await ask('approvals.list', { states: ['pending'], limit: 5 })
  if (approval === undefined) throw new Error('Nothing is held.')
  return approval
}

/** Held, rehearsed, the workspace changed, approved: what came of it. */
async function approved(
  tool: string,
  args: Input<'tools.run'>['args'],
  change: () => void,
): Promise<readonly [done: boolean, again: string | null]> {
  const result = ask('tools.run', { tool, args, wait: true })
  const { id } = await held()
  const rehearsed = await ask('approvals.rehearse', { id, opened: false })
  expect(rehearsed.rehearsal).not.toBeNull()
  change()
  const answer = await app.call('approvals.answer', { id, answer: 'once' }, { surface: 'window' })
  if (answer.ok) return [(await result).ok, null]
  const [again] = await ask('approvals.list', { states: ['pending'], limit: 5 })
  if (again === undefined) throw new Error(answer.error.text)
  await ask('approvals.answer', { id: again.id, answer: 'deny-once' })
  await result
  return [false, again.again]
}
const ended = (files: string) => [
  false,
  `The workspace changed after the rehearsal (${files}), so the approval was not used.`,
]
const runs = [true, null]
const exec = (command: string) => ['exec', { command }] as const

const cases: readonly [
  string,
  readonly [string, Input<'tools.run'>['args']],
  () => void,
  readonly unknown[],
][] = [
  [
    'a new file that no program reads',
    exec('cat a.txt >b.txt'),
    () => writeFileSync(file('sub/new.md'), 'x'),
    runs,
  ],
  [
    'a changed file that no program reads',
    exec('sh build.sh'),
    () => appendFileSync(file('sub/notes.md'), 'more'),
    runs,
  ],
  [
    'a file that came and went',
    exec('sh build.sh'),
    () => {
      writeFileSync(file('swap'), '')
      rmSync(file('swap'))
    },
    runs,
  ],
  [
    'the file that the command names',
    exec('cat a.txt >b.txt'),
    () => writeFileSync(file('a.txt'), 'two\n'),
    ended('a.txt'),
  ],
  [
    'that one beside another',
    exec('cat a.txt >b.txt'),
    () => {
      writeFileSync(file('a.txt'), 'two\n')
      writeFileSync(file('sub/notes.md'), 'x')
    },
    ended('a.txt'),
  ],
  [
    'the file that it writes',
    exec('echo new >a.txt'),
    () => writeFileSync(file('a.txt'), 'two\n'),
    ended('a.txt'),
  ],
  [
    'the file that it makes',
    exec('cp a.txt b.txt'),
    () => writeFileSync(file('b.txt'), 'there\n'),
    ended('b.txt'),
  ],
  [
    'the script that it runs',
    exec('sh build.sh'),
    () => writeFileSync(file('build.sh'), '. ./lib.sh; rm a.txt\n'),
    ended('build.sh'),
  ],
  [
    'what that script reads',
    exec('sh build.sh'),
    () => writeFileSync(file('lib.sh'), 'echo other >out.txt\n'),
    ended('lib.sh'),
  ],
  [
    'a file that a script only looks for',
    exec("sh -c 'if test -e sub/flag; then rm a.txt; fi; echo x >y'"),
    () => writeFileSync(file('sub/flag'), ''),
    ended('sub/flag'),
  ],
  [
    'a file that a pattern finds',
    exec('cat *.txt >sub/all'),
    () => writeFileSync(file('c.txt'), 'see\n'),
    ended('c.txt'),
  ],
  [
    'a file that a command with times in its output does not read',
    exec('date +%s%N; echo "1 passed (0.$(date +%N)s)"; cat lib.sh'),
    () => writeFileSync(file('c.txt'), 'x'),
    runs,
  ],
  [
    'a file that a command with times in what it writes does not read',
    exec('sh build.sh; date +%s%N >report.txt'),
    () => writeFileSync(file('c.txt'), 'x'),
    runs,
  ],
  [
    'a file that a command with times in its output reads',
    exec("sh -c '. ./lib.sh; date +%s%N'"),
    () => writeFileSync(file('lib.sh'), 'echo other >out.txt\n'),
    ended('lib.sh'),
  ],
  [
    'a lock of another program',
    exec('cat a.txt >b.txt'),
    () => {
      mkdirSync(file('.git'), { recursive: true })
      writeFileSync(file('.git/index.lock'), '')
    },
    runs,
  ],
  [
    'a file that vanished and that nothing reads',
    exec('cat a.txt >b.txt'),
    () => rmSync(file('sub/notes.md')),
    runs,
  ],
  [
    'only the time of a file that nothing reads',
    exec('sh build.sh'),
    () => utimesSync(file('sub/notes.md'), 1, 1),
    runs,
  ],
  [
    'only the time of the file that it names',
    exec('cat a.txt >b.txt'),
    () => utimesSync(file('a.txt'), 1, 1),
    ended('a.txt'),
  ],
  [
    'only the rights of the script that it names',
    exec('./run.sh >b.txt'),
    () => chmodSync(file('run.sh'), 0o644),
    ended('run.sh'),
  ],
  [
    'a link on the way, which leads elsewhere now',
    exec('cp a.txt way/out'),
    () => {
      rmSync(file('way'))
      symlinkSync('other', file('way'))
    },
    ended('way'),
  ],
  [
    'what a link that it names leads to',
    exec('cat link >b.txt'),
    () => writeFileSync(file('sub/notes.md'), 'other\n'),
    ended('sub/notes.md'),
  ],
  [
    'a folder in the place of a file that nothing reads',
    exec('cat a.txt >b.txt'),
    () => {
      rmSync(file('sub/notes.md'))
      mkdirSync(file('sub/notes.md'))
    },
    runs,
  ],
  [
    'the file that it removes, which is a link now',
    exec('rm a.txt'),
    () => {
      rmSync(file('a.txt'))
      symlinkSync('lib.sh', file('a.txt'))
    },
    ended('a.txt'),
  ],
  [
    'a file beside the one that is written',
    ['write_file', { path: 'a.txt', content: 'new\n' }],
    () => writeFileSync(file('c.txt'), 'x'),
    runs,
  ],
  [
    'the one that is written',
    ['write_file', { path: 'a.txt', content: 'new\n' }],
    () => writeFileSync(file('a.txt'), 'two\n'),
    ended('a.txt'),
  ],
]

describe.runIf(linux)(
  `an approval after a rehearsal, when something in the workspace has changed${why}`,
  () => {
    it.each(fewRows(cases, 3))(
      '%s',
      { timeout: 600_000 },
      async (_what, [tool, args], change, want) => {
        expect(await approved(tool, args, change)).toEqual(want)
      },
    )

    it(
      'runs what was rehearsed, with the other change kept @whole',
      { timeout: 600_000 },
      async () => {
        expect(
          await approved('exec', { command: 'sh build.sh' }, () =>
            writeFileSync(file('sub/notes.md'), 'mine\n'),
          ),
        ).toEqual(runs)
        expect([
          readFileSync(file('out.txt'), 'utf8'),
          readFileSync(file('sub/notes.md'), 'utf8'),
          existsSync(file('a.txt')),
        ]).toEqual(['lib\n', 'mine\n', true])
      },
    )
  },
)

describe.runIf(linux)(`a rehearsal that is done again for an approval${why}`, () => {
  it.each(['person', 'automatic'] as const)(
    'has the limits of the first, which was %s @whole',
    { timeout: 600_000 },
    async (by) => {
      const result = ask('tools.run', {
        tool: 'exec',
        args: { command: 'sh build.sh' },
        wait: true,
      })
      const { id } = await held()
      await ask('approvals.rehearse', { id, opened: by === 'automatic' })
      writeFileSync(file('sub/notes.md'), 'mine\n')
      expect(
        await app.call('approvals.answer', { id, answer: 'once' }, { surface: 'window' }),
      ).toMatchObject({ ok: true })
      await result
      const { rows } = await ask('audit.page', {
        filter: {
          kinds: ['rehearsing'],
          tool: null,
          effect: null,
          callId: null,
          runId: null,
          text: '',
        },
        limit: 40,
      })
      const started = rows.flatMap(({ entry }) =>
        entry.kind === 'rehearsing' && entry.approvalId === id ? [entry.by] : [],
      )
      expect(started).toEqual([by, by])
    },
  )
})

describe.runIf(linux)(`a card that is opened${why}`, () => {
  it.each([
    ['window', 'automatic'],
    ['browser', 'automatic'],
    ['cli', undefined],
  ] as const)('in a %s is rehearsed unasked: %s', { timeout: 600_000 }, async (surface, by) => {
    const result = ask('tools.run', {
      tool: 'exec',
      args: { command: 'cat a.txt >b.txt' },
      wait: true,
    })
    const { id } = await held()
    await app.call('approvals.rehearse', { id, opened: true }, { surface })
    expect((await held()).rehearsal?.by).toBe(by)
    await ask('approvals.answer', { id, answer: 'deny-once' })
    await result
  })

  it(
    'is rehearsed for as long as it is the one that is open @whole',
    { timeout: 600_000 },
    async () => {
      const lines = ['sleep 60', 'while :; do :; done', ':(){ :|:& };:', 'cat a.txt >c.txt']
      const results = lines.map((command) =>
        ask('tools.run', { tool: 'exec', args: { command }, wait: true }),
      )
      const pending = () => ask('approvals.list', { states: ['pending'], limit: 10 })
      await expect.poll(async () => (await pending()).length).toBe(lines.length)
      const cards = await pending()
      const idOf = (command: string) => {
        const card = cards.find(({ args }) => args['command'] === command)
        if (card === undefined) throw new Error(command)
        return card.id
      }
      // A person who goes through the cards, one after the other.
      const opened = []
      for (const line of lines) {
        opened.push(
          app.call('approvals.rehearse', { id: idOf(line), opened: true }, { surface: 'window' }),
        )
        await new Promise((done) => setTimeout(done, 300))
      }
      await Promise.all(opened)
      // One that was not ended would have come to its own limit, and have a rehearsal.
      const after = await pending()
      expect(after.filter(({ rehearsal }) => rehearsal !== null).map(({ id }) => id)).toEqual([
        idOf('cat a.txt >c.txt'),
      ])
      for (const { id } of cards) await ask('approvals.answer', { id, answer: 'deny-once' })
      await Promise.all(results)
    },
  )
})
