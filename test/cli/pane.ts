// A program on a terminal of tmux: what is on its screen, keys as a person presses them, and
// another size in the middle.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Pane = {
  /** The lines on the screen now, without what is blank at their ends. */
  screen(): string
  /** As `screen`, with the colours. */
  coloured(): string
  /** How the program left the terminal. */
  state(): { readonly cursor: boolean; readonly otherPage: boolean; readonly wraps: boolean }
  /** Resolves with the screen once it matches; rejects with the last one when it does not. */
  until(wanted: RegExp): Promise<string>
  /** Names of tmux: Enter, Space, Escape, C-c; anything else as it is. */
  press(...keys: string[]): void
  /** As text that comes at once; `pasted` as a terminal marks it. */
  type(text: string): void
  paste(text: string): void
  resize(columns: number, rows: number): void
  /** Resolves when the program has ended; its exit code is in the last line of the screen. */
  ended(): Promise<string>
  close(): void
}

const TIMEOUT_MS = 240_000

export function openPane(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  [columns, rows]: readonly [number, number] = [80, 24],
  /** Lines of a configuration of tmux. */
  options: readonly string[] = [],
): Pane {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pane-'))
  const socket = join(folder, 's')
  const settings = join(folder, 'tmux.conf')
  writeFileSync(settings, options.map((line) => `${line}\n`).join(''))
  const tmux = (...args: string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', settings, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', TERM: 'xterm' },
    })
  const given = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || name === 'TERM' ? [] : ['-e', `${name}=${value}`],
  )
  tmux(
    'new-session',
    '-d',
    '-x',
    String(columns),
    '-y',
    String(rows),
    ...given,
    `${command}; echo "ended with $?"; exec sleep 600`,
  )
  const shown = (...more: string[]): string =>
    tmux('capture-pane', '-p', ...more)
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd()
  const until = async (wanted: RegExp): Promise<string> => {
    for (const end = Date.now() + TIMEOUT_MS; ;) {
      const screen = shown()
      if (wanted.test(screen)) return screen
      if (Date.now() > end) throw new Error(`The screen never showed ${wanted}:\n${screen}`)
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  return {
    screen: () => shown(),
    coloured: () => shown('-e'),
    state() {
      const flags = '#{cursor_flag} #{alternate_on} #{wrap_flag}'
      const [cursor, other, wraps] = tmux('display-message', '-p', flags).trim().split(' ')
      return { cursor: cursor === '1', otherPage: other === '1', wraps: wraps === '1' }
    },
    until,
    press: (...keys) => void tmux('send-keys', ...keys),
    type: (text) => void tmux('send-keys', '-l', text),
    paste(text) {
      tmux('set-buffer', text)
      tmux('paste-buffer', '-p')
    },
    resize: (wide, high) => void tmux('resize-window', '-x', String(wide), '-y', String(high)),
    ended: () => until(/ended with \d+/),
    close() {
      try {
        tmux('kill-server')
      } catch {
        // It has ended already.
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
