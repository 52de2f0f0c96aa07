import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { PersonKey, TerminalKey } from '../../contract/call/powers/terminal.ts'
import { SessionId } from '../../contract/ids.ts'
import { findProgram } from '../../main/host/launch/program.mjs'
import { openTestTerminals, OWNER } from './terminal.ts'

const { workspace, terminals, create, send, press, read, run, evaluated, line } =
  openTestTerminals('sessions')
/** A call returns when the screen is quiet, which on a busy machine may be before the program came. */
const busy = { timeout: 20_000, interval: 100 }
const file = (name: string): string => join(workspace, name)

describe.runIf(process.platform === 'linux' && findProgram('tmux') !== null)(
  'a terminal session (skipped where there is no tmux)',
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
          action: 'send',
          session_name: 'stops',
          wait_seconds: 30,
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
      await vi.waitFor(
        async () => expect(await read('brief')).toMatch(/^terminal\.unknown$|ended/),
        busy,
      )
      await create('last', { command: 'sleep 300', wait_seconds: 0 })
      await terminals.endOf(OWNER)
      expect(await run({ action: 'list' })).toBe('No session is open.')
    })

    it('types nothing where the session is another than when it was decided', async () => {
      await create('race')
      const given = { action: 'send', session_name: 'race', command: 'touch raced' }
      const before = await evaluated(given)
      if (!before.ok || before.value === null) throw new Error('It was not decided.')
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

describe.runIf(process.platform === 'linux' && findProgram('tmux') !== null)(
  'a person who attaches to a session (skipped where there is no tmux)',
  () => {
    const opened: unknown[] = []
    const before = async (opener: unknown) => void opened.push(opener)
    const type = (text: string, ...keys: TerminalKey[]) =>
      terminals.typeAsPerson(OWNER, 'watched', { text, keys }, before)
    const screen = async (lines = 0): Promise<string> => {
      const view = await terminals.view(OWNER, 'watched', lines)
      return view.ok ? view.value.text : view.error.code
    }
    const until = async (wanted: RegExp, lines = 0): Promise<string> => {
      for (;;) {
        const text = await screen(lines)
        if (wanted.test(text)) return text
        await new Promise((done) => setTimeout(done, 50))
      }
    }

    it('sees it, with what has scrolled away, and types a line and keys of their own', async () => {
      await create('watched')
      expect(await terminals.all()).toMatchObject([{ name: 'watched', reader: null }])
      expect(await type('seq 1 200; echo done-$((1+1))', 'Enter')).toEqual({
        ok: true,
        value: null,
      })
      await until(/done-2/)
      expect(await screen()).not.toMatch(/^7$/m)
      expect(await screen(1_000)).toMatch(/^7$/m)
      await type('sleep 300', 'Enter')
      await vi.waitFor(
        async () => expect(await read('watched')).toContain('sleep is running'),
        busy,
      )
      await type('', 'C-c')
      await until(/\^C/)
      expect(opened.length).toBe(3)
    })

    it('presses any key of a keyboard, byte for byte', async () => {
      const keys: PersonKey[] = ['Tab', 'C-Space', 'C-Backslash', 'C-Underscore', 'BTab', 'F12']
      await type('stty raw -echo; head -c 14 > pressed; stty sane', 'Enter')
      await vi.waitFor(async () => expect(await read('watched')).toContain('head is running'), busy)
      expect(await terminals.typeAsPerson(OWNER, 'watched', { text: 'ü', keys }, before)).toEqual({
        ok: true,
        value: null,
      })
      const expected = 'ü\t\0\x1c\x1f\x1b[Z\x1b[24~'
      await vi.waitFor(() => expect(readFileSync(file('pressed'), 'utf8')).toBe(expected), busy)
      await type('', 'C-c')
      opened.length = 3
    })

    it('makes a call void that was decided before they typed, and one for the line as it is now', async () => {
      const given = { action: 'send', session_name: 'watched', command: 'touch void' }
      const decided = await evaluated(given)
      if (!decided.ok || decided.value === null) throw new Error('It was not decided.')
      await type('echo mine; ')
      const step = { kind: 'send', name: 'watched', text: 'touch void', waitMs: 0 } as const
      const { signal } = new AbortController()
      const keys = ['Enter'] as const
      expect(await terminals.step(OWNER, { ...step, keys }, [decided.value], signal)).toMatchObject(
        { error: { code: 'terminal.changed' } },
      )
      expect(existsSync(file('void'))).toBe(false)
      expect(await line('watched', 'touch seen')).toMatchObject({ line: 'echo mine; touch seen' })
      await type('', 'C-c')
    })

    it('types nothing where the journal cannot record it, and ends a session with what runs in it', async () => {
      const fails = () => Promise.reject(new Error('the disk is full'))
      const typed = { text: 'touch unwritten', keys: ['Enter'] as const }
      await expect(terminals.typeAsPerson(OWNER, 'watched', typed, fails)).rejects.toThrow('disk')
      await send('watched', 'true')
      expect(existsSync(file('unwritten'))).toBe(false)
      expect(await terminals.endOne(OWNER, 'watched', before)).toEqual({ ok: true, value: null })
      expect(await screen()).toBe('terminal.unknown')
      expect(await type('x')).toMatchObject({ error: { code: 'terminal.unknown' } })
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
