// `gatehouse watch` on a real terminal that misbehaves: another size in the middle, a page that cannot
// be changed, ends by a signal, no terminal at all; and several that answer the same call.
import { execFileSync } from 'node:child_process'
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
const pause = (milliseconds = 50): Promise<void> =>
  new Promise((done) => setTimeout(done, milliseconds))

async function serving(): Promise<Running> {
  const server = home.start('serve', '--port', '0', '--json', '--no-open')
  await server.until(/"url"/)
  return server
}

async function held(command: string, tool = 'exec', args = {}): Promise<Running> {
  const given = tool === 'exec' ? { command } : args
  const waiting = home.start('tools', 'run', tool, '--args', JSON.stringify(given))
  await waiting.until(/approval required; expires/)
  return waiting
}

function opened(
  line: string,
  size: readonly [number, number] = [80, 24],
  options: readonly string[] = [],
): Pane {
  const pane = openPane(line, home.env, size, options)
  panes.push(pane)
  return pane
}
const watching = (size?: readonly [number, number], options?: readonly string[]): Pane =>
  opened(`${home.command} watch`, size, options)

/** A shell in which the command is typed, so that the terminal can be looked at afterwards. */
async function inShell(before = ''): Promise<Pane> {
  const pane = opened(`env PS1='shell> ' bash --norc -i`, [80, 24])
  await pane.until(/shell>/)
  pane.type(`${before}${home.command} watch`)
  pane.press('Enter')
  await pane.until(/Gatehouse {2}/)
  return pane
}

/** Presses until it took: a card that has just come takes no answer for a moment. */
async function pressUntil(pane: Pane, key: string, wanted: RegExp): Promise<string> {
  for (;;) {
    pane.press(key)
    const screen = await pane.until(new RegExp(`${wanted.source}|has just changed`, 'm'))
    if (wanted.test(screen)) return screen
    await pane.until(/^(?![^]*has just changed)/)
  }
}

async function pending(): Promise<readonly Approval[]> {
  const { value } = await home.json('approvals', 'list')
  return z.object({ approvals: z.array(Approval) }).parse(value).approvals
}

async function withPassphrase(): Promise<void> {
  home.env['GATEHOUSE_NEW_PASSPHRASE'] = 'correct horse'
  await home.json('step-up', 'passphrase')
  delete home.env['GATEHOUSE_NEW_PASSPHRASE']
}

/** Up to the question for the passphrase, of the card that is shown. */
async function toPassphrase(pane: Pane): Promise<void> {
  pane.press('G')
  await pane.until(/^-- end -/m)
  await pressUntil(pane, 'a', /Type yes and Enter/)
  pane.type('yes')
  pane.press('Enter')
  await pane.until(/Gatehouse passphrase:/)
}

/** Processes of `gatehouse watch` of this home. */
function watchers(): readonly number[] {
  const found = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
  return found
    .split('\n')
    .filter((line) => /main(?:\.ts|\/cli\.js)'? watch$/.test(line) && !/bash|sh -c|tmux/.test(line))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => environmentOf(pid).includes(`GATEHOUSE_HOME=${home.folder}\0`))
}
function environmentOf(pid: number): string {
  try {
    return execFileSync('cat', [`/proc/${pid}/environ`], { encoding: 'latin1', stdio: 'pipe' })
  } catch {
    return ''
  }
}
async function noWatcher(): Promise<void> {
  while (watchers().length > 0) await pause()
}

/** The shell has its terminal back: what is typed is seen, and long lines break. */
async function terminalIsWhole(pane: Pane): Promise<void> {
  await pane.until(/shell> ?$/)
  pane.type('stty -a | grep -ow -- "-*echo\\|-*icanon" | tr - m')
  pane.press('Enter')
  await pane.until(/^echo$/m)
  expect(pane.screen()).not.toMatch(/^m(echo|icanon)$/m)
  expect(pane.state()).toEqual({ cursor: true, otherPage: false, wraps: true })
}

describe.runIf(process.platform === 'linux' && findProgram('tmux') !== null)(
  'gatehouse watch on a terminal (skipped where there is no tmux) @whole',
  () => {
    it('fits every size while a card, a question and a passphrase are open, and goes on', async () => {
      await withPassphrase()
      await serving()
      const pane = watching()
      const waiting = await held('touch sized.txt')
      await pane.until(/1 of 1 waiting/)
      const everySize = async (back: RegExp): Promise<void> => {
        for (const [columns, rows] of [
          [20, 5],
          [200, 60],
          [1, 1],
          [40, 12],
          [39, 12],
        ] as const) {
          pane.resize(columns, rows)
          if (columns >= 40) await pane.until(/Gatehouse {2}1 of 1/)
          else await pause(300)
          if (columns < 40) for (const key of ['y', 'd', 'a', 'Enter', 'w']) pane.press(key)
        }
        await pause(300)
        pane.resize(80, 24)
        await pane.until(back)
      }
      await everySize(/touch sized.txt/)
      await toPassphrase(pane)
      pane.type('correct ')
      await everySize(/Gatehouse passphrase:/)
      pane.type('horse')
      pane.press('Enter')
      await pane.until(/Approved: /)
      expect([(await waiting.ended).code, ran('sized.txt')]).toEqual([0, true])
    })

    it('waits for an app that ended by SIGTERM while a passphrase was typed; no key answers', async () => {
      await withPassphrase()
      const first = await serving()
      const pane = watching()
      const waiting = await held('touch gone.txt')
      await pane.until(/1 of 1 waiting/)
      await toPassphrase(pane)
      pane.type('corr')
      first.child.kill('SIGTERM')
      await pane.until(/not connected[^]*ignored until you press Enter/)
      pane.type('dwda')
      await waiting.ended
      await first.ended
      await serving()
      await pane.until(/1 of 1 waiting[^]*ignored until/)
      await pause(1_000)
      pane.type('dw')
      await pause(300)
      expect((await pending()).map(({ args }) => args['command'])).toEqual(['touch gone.txt'])
      pane.press('Enter')
      await pane.until(/^(?![^]*ignored until)/)
      await pressUntil(pane, 'd', /Denied: /)
      expect(await pending()).toEqual([])
      pane.press('C-c')
      expect(await pane.ended()).toContain('ended with 0')
      expect(ran('gone.txt')).toBe(false)
    })

    it('two of them and another command answer at once: one counts, the others say who', async () => {
      await serving()
      const [left, right] = [watching(), watching()]
      await left.until(/Nothing is waiting/)
      await right.until(/Nothing is waiting/)
      const waiting = await held('touch both.txt')
      for (const pane of [left, right]) {
        await pane.until(/1 of 1 waiting/)
        pane.press('G')
        await pane.until(/^-- end -/m)
      }
      await pressUntil(left, 'a', /Type yes and Enter/)
      await pressUntil(right, 'a', /Type yes and Enter/)
      left.type('yes')
      right.type('yes')
      left.press('Enter')
      right.press('Enter')
      const said = await Promise.all([left, right].map((pane) => pane.until(/Approved.*: /)))
      const words = said.map((screen) => /Approved[^:]*(?=:)/.exec(screen)?.[0] ?? '').toSorted()
      expect(words).toEqual(['Approved', 'Approved on the command line'])
      expect([(await waiting.ended).code, ran('both.txt')]).toEqual([0, true])

      const second = await held('touch neither.txt')
      await left.until(/1 of 1 waiting/)
      await right.until(/1 of 1 waiting/)
      await pause(500)
      const id = (await pending())[0]?.id
      const other = home.run('approvals', 'deny', String(id))
      left.press('d')
      right.press('d')
      const three = await Promise.all([left.until(/Denied/), right.until(/Denied/), other])
      expect((await second.ended).code).toBe(3)
      expect([/Denied: /.test(three[0]), /Denied: /.test(three[1]), three[2].code === 0]).toSatisfy(
        (won: readonly boolean[]) => won.filter(Boolean).length === 1,
      )
    })

    it('shows a change of 3,000 lines to its last line before it can be approved', async () => {
      await serving()
      writeFileSync(
        join(home.folder, 'config.yaml'),
        'rules:\n  - { id: hold, when: { tools: [write_file] }, effect: confirm, reason: Asked here. }\n',
      )
      const pane = watching()
      await pane.until(/Nothing is waiting/)
      const content = Array.from({ length: 3_000 }, (_, at) => `line ${at + 1} of many`).join('\n')
      const waiting = await held('', 'write_file', { path: 'long.txt', content })
      await pane.until(/more lines: Space/)
      await pressUntil(pane, 'a', /Read the card to its end first/)
      pane.press('G')
      await pane.until(/^-- end -/m)
      pane.press('g')
      const seen: string[] = []
      for (let pages = 0; pages < 700; pages += 1) {
        const screen = pane.screen()
        seen.push(screen)
        if (/^-- end -/m.test(screen)) break
        pane.press('Space')
        await pane.until(new RegExp(`^(?![^]*${/(\d+) more lines/.exec(screen)?.[1]} more)`))
      }
      const all = seen.join('\n')
      const missing = Array.from({ length: 3_000 }, (_, at) => at + 1).filter(
        (at) => !all.includes(`+ line ${at} of many`),
      )
      expect(missing).toEqual([])
      await pressUntil(pane, 'd', /Denied: /)
      await waiting.ended
    })

    it.each([
      ['HUP', 129],
      ['TERM', 143],
      ['INT', 130],
    ] as const)(
      'ended by SIG%s it gives the terminal back, answers nothing and leaves no process',
      async (name, code) => {
        await serving()
        const pane = await inShell()
        const waiting = await held('touch signal.txt')
        await pane.until(/1 of 1 waiting/)
        await pressUntil(pane, 'w', /with this note to the agent/)
        pane.type('half a no')
        for (const pid of watchers()) process.kill(pid, `SIG${name}`)
        await pane.until(/shell> ?$/)
        pane.type('echo code $?')
        pane.press('Enter')
        expect(/^code (\d+)$/m.exec(await pane.until(/^code \d+$/m))?.[1]).toBe(String(code))
        await terminalIsWhole(pane)
        await noWatcher()
        expect(await pending()).toHaveLength(1)
        await home.run('approvals', 'deny', String((await pending())[0]?.id))
        await waiting.ended
      },
    )

    it('a fault of the program gives the terminal back', async () => {
      const pane = opened(`env PS1='shell> ' bash --norc -i`)
      await pane.until(/shell>/)
      const file = join(home.folder, 'fault.mjs')
      const screen = join(import.meta.dirname, '../../main/host/cli/terminal/terminal-screen.ts')
      writeFileSync(
        file,
        `import { openTerminalScreen } from ${JSON.stringify(screen)}
const screen = openTerminalScreen(process.stdin, process.stdout, true)
screen.write('drawn')
setTimeout(() => { throw new Error('a fault') }, 500)\n`,
      )
      pane.type(`${process.execPath} ${file} 2>/dev/null`)
      pane.press('Enter')
      await pane.until(/^drawn$/m)
      await terminalIsWhole(pane)
      expect(pane.screen()).not.toContain('drawn')
    })

    it('a terminal that is closed ends it, and answers nothing', async () => {
      await serving()
      const pane = watching()
      const waiting = await held('touch closed.txt')
      await pane.until(/1 of 1 waiting/)
      await pressUntil(pane, 'w', /with this note to the agent/)
      pane.type('half a no')
      pane.close()
      await noWatcher()
      const held1 = await pending()
      expect(held1).toHaveLength(1)
      await home.run('approvals', 'deny', String(held1[0]?.id))
      await waiting.ended
    })

    it('a terminal with one page only shows nothing of a card afterwards', async () => {
      await serving()
      const pane = opened(
        `env PS1='shell> ' bash --norc -i`,
        [80, 24],
        ['set -g alternate-screen off'],
      )
      await pane.until(/shell>/)
      pane.type(`${home.command} watch`)
      pane.press('Enter')
      const waiting = await held('touch one-page.txt')
      await pane.until(/one-page.txt/)
      pane.press('q')
      const left = await pane.until(/shell> ?$/)
      expect(left).not.toMatch(/one-page|waiting/)
      await home.run('approvals', 'deny', String((await pending())[0]?.id))
      await waiting.ended
    })

    it.each([
      ['TERM=dumb', 'env TERM=dumb', ''],
      ['no TERM', 'env -u TERM', ''],
      ['output into a pipe', '', ' | cat'],
      ['output into a file', '', ' > out.txt'],
      ['input from a file', '', ' < /etc/passwd'],
      ['closed input', '', ' <&-'],
      ['input from nothing', '', ' < /dev/null'],
    ])('%s: says what it needs, and ends with 4', async (_name, before, after) => {
      const pane = opened(
        `bash -c 'cd ${home.folder}; set -o pipefail; ${before} ${home.command.replaceAll("'", '')} watch ${after}; echo "code $?"'`,
        [100, 24],
      )
      const screen = await pane.until(/^code \d+$/m)
      expect(screen).toMatch(/needs a terminal that can be drawn on[^]*^code 4$/m)
    })

    it('NO_COLOR and LANG=C: no colour, and every sign in ASCII', async () => {
      home.env['NO_COLOR'] = '1'
      home.env['LANG'] = 'C'
      await serving()
      const pane = watching([80, 50])
      const waiting = await held('echo größe 漢字')
      const screen = await pane.until(/1 of 1 waiting[^]*^-- end -/m)
      expect(screen).toContain(String.raw`echo gr\u{f6}\u{df}e \u{6f22}\u{5b57}`)
      expect(screen).toMatch(/^[ -~\n]*$/)
      expect(pane.coloured()).toBe(pane.screen())
      pane.resize(20, 5)
      expect(await pane.until(/Make the/)).toMatch(/^[ -~\n]*$/)
      pane.resize(80, 50)
      await pane.until(/1 of 1 waiting/)
      await pressUntil(pane, 'd', /Denied: /)
      await waiting.ended
    })
  },
)
