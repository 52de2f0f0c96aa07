import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SessionId } from '../../contract/ids.ts'
import { findProgram } from '../../main/host/launch/program.mjs'
import { openTestTerminals, OWNER } from './terminal.ts'

const { workspace, terminals, create, send, press, read, run, evaluated, line } =
  openTestTerminals('sessions')
const file = (name: string): string => join(workspace, name)

describe.runIf(process.platform === 'linux' && findProgram('tmux') !== null)(
  'a terminal session',
  () => {
    it('runs what is sent on the real files, and shows its screen', async () => {
      expect(await create('dev')).toContain('at the prompt of the shell')
      expect(await send('dev', 'echo hello > made; pwd')).toContain(workspace)
      expect(readFileSync(file('made'), 'utf8')).toBe('hello\n')
      expect(await run({ action: 'list' })).toBe('dev: at the prompt of the shell')
      expect(await read('dev')).toContain('echo hello')
    })

    it('keeps text of every language, and of every character a shell knows', async () => {
      const text = `żółć "$HOME" \`id\` 'x' #{pane_pid} #(touch no) ; %end 1 2 3 ~ \\`
      await send('dev', `printf '%s' '${text.replaceAll("'", "'\\''")}' > text`)
      expect(readFileSync(file('text'), 'utf8')).toBe(text)
      expect(existsSync(file('no'))).toBe(false)
    })

    it('shows which program is in front, and stops it by its key', async () => {
      expect(await send('dev', 'sleep 300', { wait_seconds: 1 })).toContain('sleep is running')
      expect(await press('dev', 'C-c')).toContain('at the prompt of the shell')
    })

    it('starts in a folder, with a first line', async () => {
      mkdirSync(file('#(touch by-name)'))
      expect(
        await create('sub', { working_dir: '#(touch by-name)', command: 'pwd > ../where' }),
      ).toContain('at the prompt')
      expect(readFileSync(file('where'), 'utf8')).toBe(`${file('#(touch by-name)')}\n`)
      expect(existsSync(file('by-name'))).toBe(false)
      expect(existsSync(file('#(touch by-name)/by-name'))).toBe(false)
      expect(await run({ action: 'kill', session_name: 'sub' })).toContain('ended')
      expect(await run({ action: 'read', session_name: 'sub' })).toBe('terminal.unknown')
    })

    it('belongs to its caller alone', async () => {
      const other = SessionId.parse('ses_other1234')
      expect(await run({ action: 'list' }, undefined, other)).toBe('No session is open.')
      expect(await run({ action: 'read', session_name: 'dev' }, undefined, other)).toBe(
        'terminal.unknown',
      )
      expect(await create('dev')).toBe('terminal.exists')
    })

    it('ends with its processes when the call that waits in it is stopped', async () => {
      await create('stops')
      const stop = new AbortController()
      const waits = run(
        {
          ...{ action: 'send', session_name: 'stops', wait_seconds: 30 },
          command: 'while :; do date +%N >> ticks; sleep 0.05; done',
        },
        stop.signal,
      )
      while (!existsSync(file('ticks'))) await new Promise((done) => setTimeout(done, 20))
      stop.abort()
      expect(await waits).toBe('terminal.stopped')
      const size = readFileSync(file('ticks')).length
      await new Promise((done) => setTimeout(done, 300))
      expect(readFileSync(file('ticks')).length).toBe(size)
      expect(await read('stops')).toBe('terminal.unknown')
    })

    it('ends by itself when its shell does, and with its caller', async () => {
      await create('brief')
      await send('brief', 'exit')
      expect(await read('brief')).toMatch(/^terminal\.unknown$|ended/)
      await create('last', { command: 'sleep 300', wait_seconds: 0 })
      await terminals.endOf(OWNER)
      expect(await run({ action: 'list' })).toBe('No session is open.')
    })

    it('types nothing where the session is another than when it was decided', async () => {
      await create('race')
      const given = { action: 'send', session_name: 'race', command: 'touch raced' }
      const before = await evaluated(given)
      if (!before.ok || before.value === null) throw new Error('It was not judged.')
      await send('race', 'echo half-', { enter: false })
      const step = { kind: 'send', name: 'race', text: 'touch raced', waitMs: 0 } as const
      const { signal } = new AbortController()
      const done = await terminals.step(OWNER, { ...step, keys: ['Enter'] }, [before.value], signal)
      expect(done).toMatchObject({ ok: false, error: { code: 'terminal.changed' } })
      expect(await line('race', 'typed')).toMatchObject({ line: 'echo half-typed' })
      await run({ action: 'kill', session_name: 'race' })
    })
  },
)

describe('what was not permitted', () => {
  it('is not typed', async () => {
    const { signal } = new AbortController()
    const step = { kind: 'send', name: 'x', text: 'ls', keys: [], waitMs: 0 } as const
    expect(await terminals.step(OWNER, step, [], signal)).toMatchObject({
      error: { code: 'terminal.outside-permit' },
    })
    writeFileSync(file('unused'), '')
  })
})
