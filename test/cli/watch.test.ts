// `gatehouse watch` on a real terminal beside a real app.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Approval } from '../../contract/approval/approval.ts'
import { findProgram } from '../../main/host/launch/program.mjs'
import { holdCommands } from '../hold-commands.ts'
import { makeHome } from './gatehouse.ts'
import type { Home, Running } from './gatehouse.ts'
import { openPane } from './pane.ts'
import type { Pane } from './pane.ts'

let home: Home
let panes: Pane[]
beforeEach(() => {
  home = makeHome()
  panes = []
  mkdirSync(home.folder)
  writeFileSync(join(home.folder, 'config.yaml'), holdCommands)
})
afterEach(async () => {
  for (const pane of panes) pane.close()
  await home.remove()
})

const ran = (name: string): boolean => existsSync(join(home.workspace, name))
const ask = (command: string): Running =>
  home.start('tools', 'run', 'exec', '--args', JSON.stringify({ command }))

async function serving(): Promise<Running> {
  const server = home.start('serve', '--port', '0', '--json', '--no-open')
  await server.until(/"url"/)
  return server
}

function watching(size?: readonly [number, number], env: Record<string, string> = {}): Pane {
  const pane = openPane(`${home.command} watch`, { ...home.env, ...env }, size)
  panes.push(pane)
  return pane
}

async function held(command: string): Promise<Running> {
  const waiting = ask(command)
  await waiting.until(/approval required; expires/)
  return waiting
}

/** The calls that wait for a person now. */
async function pending(): Promise<readonly Approval[]> {
  const { value } = await home.json('approvals', 'list')
  return z.object({ approvals: z.array(Approval) }).parse(value).approvals
}

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 50))

/** Scrolls until the end of the card is on the screen. */
async function readWhole(pane: Pane): Promise<string> {
  pane.press('G')
  return pane.until(/^-- end -/m)
}

/** A card that came by itself is deaf for a moment: presses until the screen shows that it took. */
async function pressUntil(pane: Pane, key: string, wanted: RegExp): Promise<string> {
  for (;;) {
    pane.press(key)
    const screen = await pane.until(new RegExp(`${wanted.source}|has just changed`, 'm'))
    if (wanted.test(screen)) return screen
    await pane.until(/^(?![^]*has just changed)/)
  }
}

describe.runIf(process.platform === 'linux' && findProgram('tmux') !== null)(
  'gatehouse watch (skipped where there is no tmux)',
  () => {
    it('shows a call as it comes, and runs it after “yes” is typed out', async () => {
      await serving()
      const pane = watching()
      await pane.until(/Nothing is waiting/)
      const waiting = await held('touch yes.txt')
      expect(await pane.until(/1 of 1 waiting/)).toContain('requested by')
      const end = await readWhole(pane)
      expect(end).toContain('longer answers (key l)')
      await pressUntil(pane, 'a', /Type yes and Enter/)
      pane.type('yes')
      pane.press('Enter')
      await pane.until(/Approved: /)
      expect([(await waiting.ended).code, ran('yes.txt')]).toEqual([0, true])
      await pane.until(/Nothing is waiting/)
      pane.press('q')
      expect(await pane.ended()).toContain('ended with 0')
    })

    it('does not approve what was not read to its end, nor by one key, nor by pasted text @whole', async () => {
      await serving()
      const pane = watching([80, 16])
      const waiting = await held('touch no.txt')
      await pane.until(/more lines: Space/)
      await pressUntil(pane, 'a', /Read the card to its end first/)
      await readWhole(pane)
      pane.paste('ayes\r')
      await pressUntil(pane, 'a', /Type yes and Enter/)
      pane.press('y', 'Enter')
      await pane.until(/Nothing was answered/)
      expect(ran('no.txt')).toBe(false)
      await pressUntil(pane, 'd', /Denied: /)
      expect([(await waiting.ended).code, ran('no.txt')]).toEqual([3, false])
    })

    it('denies with a note, which reaches the one who asked @whole', async () => {
      await serving()
      const pane = watching()
      const waiting = await held('touch note.txt')
      await pane.until(/1 of 1 waiting/)
      await pressUntil(pane, 'w', /with this note to the agent/)
      pane.type('use the other folder')
      pane.press('Enter')
      await pane.until(/Denied: /)
      const { code, stderr } = await waiting.ended
      expect([code, stderr]).toEqual([3, expect.stringContaining('use the other folder')])
    })

    it('gives an answer that lasts, having said what it covers and would have done @whole', async () => {
      await serving()
      const pane = watching([100, 40])
      const waiting = await held('echo hello')
      await pane.until(/1 of 1 waiting/)
      await readWhole(pane)
      const screen = await pressUntil(pane, 'l', /Which answer/)
      const number = /^ *(\d+) {2}Allow .*echo hello/m.exec(screen)?.[1]
      expect(number).toBeDefined()
      pane.type(String(number))
      pane.press('Enter')
      await pane.until(/For how long/)
      pane.press('2')
      expect(await pane.until(/Type yes and Enter/)).toMatch(/would have allowed \d+[^]*for today/)
      pane.type('yes')
      pane.press('Enter')
      await pane.until(/Approved, also from now on/)
      expect((await waiting.ended).code).toBe(0)
      const { value } = await home.json('leases', 'list')
      expect(z.object({ leases: z.array(z.unknown()) }).parse(value).leases).toHaveLength(1)
    })

    it('asks for the passphrase where one is set, and again after a wrong one @whole', async () => {
      home.env['GATEHOUSE_NEW_PASSPHRASE'] = 'correct horse'
      await home.json('step-up', 'passphrase')
      delete home.env['GATEHOUSE_NEW_PASSPHRASE']
      await serving()
      const pane = watching()
      const waiting = await held('touch proven.txt')
      await pane.until(/1 of 1 waiting/)
      await readWhole(pane)
      await pressUntil(pane, 'a', /Type yes and Enter/)
      pane.type('yes')
      pane.press('Enter')
      await pane.until(/Gatehouse passphrase:/)
      pane.type('a wrong one')
      pane.press('Enter')
      await pane.until(/wrong[^]*Gatehouse passphrase:/)
      pane.type('correct horse')
      expect(pane.screen()).not.toContain('horse')
      pane.press('Enter')
      await pane.until(/Approved: /)
      expect([(await waiting.ended).code, ran('proven.txt')]).toEqual([0, true])
    })

    it('shows hostile text for what it is, and keeps its own lines where they are @whole', async () => {
      await serving()
      const pane = watching()
      const waiting = ask(
        'echo \u{1b}[2J\u{1b}[1;1Hsafe \u{202e}live 漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字',
      )
      await pane.until(/1 of 1 waiting/)
      const seen: string[] = []
      for (;;) {
        const screen = pane.screen()
        seen.push(screen)
        expect(screen.split('\n')[0]).toMatch(/^Gatehouse {2}1 of 1 waiting/)
        if (/^-- end -/m.test(screen)) break
        pane.press('Space')
        await new Promise((done) => setTimeout(done, 100))
      }
      expect(seen.join('\n')).toContain(String.raw`\u{1b}[2J\u{1b}[1;1Hsafe`)
      await pressUntil(pane, 'd', /Denied: /)
      await waiting.ended
    })

    it('fits a terminal of another size in the middle, and has no colour where none is wanted @whole', async () => {
      await serving()
      const pane = watching([80, 24], { NO_COLOR: '1' })
      const waiting = await held('touch resized.txt')
      await pane.until(/1 of 1 waiting/)
      expect(pane.coloured()).toBe(pane.screen())
      pane.resize(50, 14)
      const small = await pane.until(/more lines: Space/)
      expect(small.split('\n').length).toBeLessThanOrEqual(14)
      pane.resize(30, 8)
      await pane.until(/Make the terminal larger/)
      pane.resize(120, 60)
      expect(await pane.until(/^-- end -/m)).toContain('command: touch resized.txt')
      await pressUntil(pane, 'd', /Denied: /)
      await waiting.ended
    })

    it('says that Gatehouse went away, and goes on when it is back @whole', async () => {
      const pane = watching()
      await pane.until(/No Gatehouse is running here/)
      const first = await serving()
      await pane.until(/Nothing is waiting/)
      const waiting = await held('touch later.txt')
      await pane.until(/1 of 1 waiting/)
      first.child.kill('SIGKILL')
      await pane.until(/Gatehouse went away|No Gatehouse is running/)
      await waiting.ended
      await serving()
      await pane.until(/1 of 1 waiting/)
      await readWhole(pane)
      await pressUntil(pane, 'a', /Type yes and Enter/)
      pane.type('yes')
      pane.press('Enter')
      await pane.until(/Approved: /)
      expect(await untilTrue(() => ran('later.txt'))).toBe(true)
      pane.press('C-c')
      expect(await pane.ended()).toContain('ended with 0')
    })

    it('stops for Ctrl+Z, gives the shell its terminal back, and goes on by fg @whole', async () => {
      await serving()
      const pane = openPane(`env PS1='shell> ' bash --norc -i`, home.env)
      panes.push(pane)
      await pane.until(/shell>/)
      pane.type(`${home.command} watch`)
      pane.press('Enter')
      await pane.until(/Nothing is waiting/)
      pane.press('C-z')
      await pane.until(/Stopped/)
      pane.type('stty -a | grep -ow -- "-*echo" | tr - m')
      pane.press('Enter')
      // What is typed is seen again, and the lines before the program are still there.
      expect(await pane.until(/^echo$/m)).toMatch(/shell> [^]*stty -a/)
      const waiting = await held('touch stopped.txt')
      pane.type('fg')
      pane.press('Enter')
      await pane.until(/1 of 1 waiting/)
      await readWhole(pane)
      await pressUntil(pane, 'd', /Denied|Nothing is waiting/)
      await waiting.ended
      pane.press('C-c')
      expect(await pane.until(/shell> $|shell>$/)).not.toMatch(/Nothing is waiting/)
      expect(ran('stopped.txt')).toBe(false)
    })

    it('lets the arguments be changed in an editor, shows what changed, and asks again @whole', async () => {
      await serving()
      const editor = join(home.folder, 'editor')
      const writes = (script: string): void =>
        writeFileSync(editor, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      writes(`sed -i 's/before.txt/after.txt/' "$1"`)
      const pane = watching([100, 30], { VISUAL: '', EDITOR: editor })
      const waiting = await held('touch before.txt')
      const asked = (await pending())[0]?.id
      await pane.until(/1 of 1 waiting/)
      await readWhole(pane)
      await pressUntil(pane, 'e', /Type yes to approve/)
      const changes = await pane.until(/Type yes to approve/)
      expect([changes.includes('touch before.txt'), changes.includes('touch after.txt')]).toEqual([
        true,
        true,
      ])
      pane.type('no')
      pane.press('Enter')
      await pane.until(/Nothing was answered/)
      writes(`echo '{' > "$1"`)
      pane.press('e')
      await pane.until(/are not JSON/)
      writes('exit 3')
      pane.press('e')
      await pane.until(/ended with 3/)
      writes(`sed -i 's/before.txt/later.txt/' "$1"`)
      pane.press('e')
      await pane.until(/touch later.txt[^]*Type yes to approve/)
      pane.type('yes')
      pane.press('Enter')
      // Other arguments are another call: what asks about it again is answered like any.
      const asksAgain = async (): Promise<boolean> =>
        (await pending()).some(({ id }) => id !== asked)
      while (!ran('later.txt') && !(await asksAgain())) await pause()
      // It may also run without a card, so that there is nothing to read to its end.
      const showsCard = async (): Promise<boolean> => {
        while (!ran('later.txt')) {
          if (/^-- end -/m.test(pane.screen())) return true
          pane.press('G')
          await pause()
        }
        return false
      }
      if (await showsCard()) {
        const screen = await pressUntil(pane, 'a', /y for yes|Type yes and Enter/)
        pane.type(screen.includes('y for yes') ? 'y' : 'yes')
        if (!screen.includes('y for yes')) pane.press('Enter')
      }
      expect(await untilTrue(() => ran('later.txt'))).toBe(true)
      expect([ran('before.txt'), (await waiting.ended).code]).toEqual([false, 0])
    })

    it('says who answered elsewhere, and lets the next call take the place @whole', async () => {
      await serving()
      const pane = watching()
      const one = await held('touch one.txt')
      const two = await held('touch two.txt')
      await pane.until(/1 of 2 waiting/)
      const first = (await pending()).find(({ args }) => args['command'] === 'touch one.txt')
      await home.run('approvals', 'deny', String(first?.id))
      expect(await pane.until(/Denied on the command line/)).toContain('1 of 1 waiting')
      expect((await one.ended).code).toBe(3)
      await pressUntil(pane, 'd', /Denied: /)
      expect((await two.ended).code).toBe(3)
    })

    it('gives programs the changes as lines, and needs a terminal otherwise, exit 4 @whole', async () => {
      expect(await home.run('watch')).toMatchObject({
        code: 4,
        stderr: expect.stringContaining('needs a terminal'),
      })
      await serving()
      const lines = home.start('watch', '--json')
      await lines.until(/"kind":"there"/)
      const waiting = await held('touch lines.txt')
      const opened = z
        .object({ kind: z.literal('opened'), approval: Approval })
        .parse(
          JSON.parse((await lines.until(/"kind":"opened".*\n/)).trim().split('\n').at(-1) ?? ''),
        )
      await home.run('approvals', 'deny', opened.approval.id)
      await lines.until(/"kind":"closed"/)
      await waiting.ended
      lines.child.kill('SIGINT')
      expect((await lines.ended).code).toBe(130)
    })
  },
)

async function untilTrue(met: () => boolean): Promise<boolean> {
  for (const end = Date.now() + 240_000; Date.now() < end;) {
    if (met()) return true
    await pause()
  }
  return false
}
