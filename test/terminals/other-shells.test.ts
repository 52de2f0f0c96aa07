// A session whose shell is bash, as where the system has no dash; and shells that are started inside,
// which read a line in ways of their own.
// @module-tag whole
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findProgram } from '../../main/host/launch/program.mjs'
import { openTestTerminals } from './terminal.ts'

const { workspace, create, send, press, read, evaluated, line, run } = openTestTerminals(
  'bash',
  (file) => file === '/bin/bash',
)
const file = (name: string): string => join(workspace, name)

describe.runIf(process.platform === 'linux' && findProgram('tmux') !== null)(
  'a session of bash (skipped where there is no tmux)',
  () => {
    it('is one, and edits no lines itself', async () => {
      await create('a')
      await send('a', 'echo "$BASH_VERSION" | wc -w; set -o | grep -E "emacs|vi |histexp"')
      const shown = await read('a')
      expect(shown.replaceAll(/\s+/g, ' ')).toContain('1 emacs off histexpand off vi off')
    })

    it('means no earlier line by a mark of its history', async () => {
      await send('a', 'touch once')
      await send('a', 'echo !! !touch ^once^twice')
      expect(await read('a')).toContain('!! !touch ^once^twice')
      expect(existsSync(file('twice'))).toBe(false)
    })

    it('classifies a line in pieces as one', async () => {
      await send('a', 'rm -r', { enter: false })
      await send('a', 'f sub', { enter: false })
      expect(await line('a', '/../.')).toEqual({ line: 'rm -rf sub/../.', tier: 'R4' })
      await press('a', 'C-c')
      expect(await line('a', 'ls')).toMatchObject({ line: 'ls' })
    })

    it.each(['Up', 'Tab', 'C-r', 'C-x', 'Escape'] as const)(
      'takes no key that edits a line: %s',
      async (key) => {
        expect(await press('a', key)).toBe('terminal.keys')
      },
    )

    it('reads a line as it was sent where a program has asked for pasted blocks and the mouse', async () => {
      await send('a', String.raw`printf '\033[?2004h\033[?1000h\033[?1006h\033[?1h\033='`)
      await send('a', 'touch plain')
      await expect.poll(() => existsSync(file('plain'))).toBe(true)
      expect(await evaluated({ action: 'send', session_name: 'a', command: 'ls' })).toMatchObject({
        value: { command: 'ls', terminal: { reader: null } },
      })
    })

    it('is classified as the shell though a function has the name of a program, and no line is exact', async () => {
      await send('a', 'ls() { touch aliased; }')
      expect(await evaluated({ action: 'send', session_name: 'a', command: 'ls' })).toMatchObject({
        value: { parts: [{ exact: false }] },
      })
    })
  },
)

describe.runIf(process.platform === 'linux' && findProgram('tmux') !== null)(
  'inside of it (skipped where there is no tmux)',
  () => {
    const inside = [
      ['bash', 'bash --norc'],
      ['zsh', 'zsh -f'],
      ['fish', 'fish --no-config'],
      ['python3', 'python3 -q'],
      ['less', 'seq 500 > long; less long'],
      ['vi', 'vi'],
    ] as const
    it.each(inside.filter(([program]) => findProgram(program) !== null))(
      'whatever is sent to %s asks as the worst, with its name',
      async (program, command) => {
        const name = `in-${program}`
        await create(name)
        await send(name, command, { wait_seconds: 2 })
        await expect
          .poll(() => run({ action: 'list' }))
          .toMatch(new RegExp(`${name}: \\S+ is running`))
        const touch = await evaluated({ action: 'send', session_name: name, command: 'ls' })
        expect(touch).toMatchObject({
          value: { terminal: { reader: expect.stringContaining(program.slice(0, 2)) as string } },
        })
        for (const sent of ['ls', '!!', ':!ls', 'import os', 'x\ny'])
          expect([sent, await line(name, sent)]).toMatchObject([sent, { tier: 'R4' }])
        await run({ action: 'kill', session_name: name })
      },
      600_000,
    )
  },
)
