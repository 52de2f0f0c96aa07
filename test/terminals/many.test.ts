// How many sessions there can be, of one caller and of all together, however many ask at once. No tmux is
// started: what counts is how often it would be.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { SessionId } from '../../contract/ids.ts'
import { err } from '../../contract/result.ts'
import { openTerminals } from '../../main/terminals/terminals.ts'
import { scratchFolder } from '../sandbox/scratch.ts'

it('are no more than twelve while they start, of a thousand that are asked for at once', async () => {
  const root = scratchFolder('many-terminals')
  let [running, most] = [0, 0]
  const terminals = openTerminals({
    async start() {
      running += 1
      most = Math.max(most, running)
      await new Promise((done) => setTimeout(done, 200))
      running -= 1
      return err(failure('test.none', 'There is no tmux.'))
    },
    makeFolder: (path) => void mkdirSync(path, { recursive: true }),
    folder: join(root, 'terminals'),
    workspace: () => root,
    isWhole: () => true,
    now: Date.now,
    changed: () => {},
    hasShell: () => true,
  })
  const create = (at: number) =>
    terminals.step(
      SessionId.parse(`ses_many${String(at).padStart(4, '0')}`),
      { kind: 'create', name: 'main', cwd: root, command: null, waitMs: 0 },
      [
        {
          kind: 'proc.run',
          command: '',
          cwd: root,
          zone: 'workspace',
          parts: [],
          terminal: {
            does: 'create',
            name: 'main',
            keys: [],
            typed: '',
            clears: false,
            reader: null,
          },
        },
      ],
      new AbortController().signal,
    )
  const ended = await Promise.all(Array.from({ length: 1_000 }, (_, at) => create(at)))
  const codes = ended.map((each) => (each.ok ? 'open' : each.error.code))
  expect([most, codes.filter((code) => code === 'terminal.many').length]).toEqual([12, 988])
  expect(ended.find((each) => !each.ok && each.error.code === 'terminal.many')).toMatchObject({
    error: {
      text: '12 sessions are open, of all agents together, and there can be no more.',
      hint: expect.stringContaining('kill') as string,
    },
  })
  // Those that could not be started take no place.
  expect(await create(2_000)).toMatchObject({ ok: false, error: { code: 'test.none' } })
})
