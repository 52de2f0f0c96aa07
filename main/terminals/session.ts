// One terminal session: a tmux server of its own in a sandbox of its own, with one shell. The shell
// and what it starts have a second wall around them and no sockets, so they reach neither this
// server nor another.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { failure, type Failure } from '../../contract/failure.ts'
import { letGo } from '../../contract/let-go.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { PersonKey, TerminalKey, TerminalScreen } from '../../contract/call/powers/terminal.ts'
import { openControlClient, type ControlClient } from './control-client.ts'
import { findInside, foregroundOf } from './foreground.ts'
import { COLUMNS, ROWS } from './terminal-size.ts'
import { settings, shellWords, TMUX, type Running, type StartProgram } from './terminal-program.ts'
import { typedAfter, type TypedLine } from './typed-line.ts'

/** Of signs that mean something to tmux the byte that a keyboard makes of them. */
const bytesOf: Readonly<Record<string, string>> = {
  'C-Space': '00',
  'C-Backslash': '1c',
  'C-BracketRight': '1d',
  'C-Caret': '1e',
  'C-Underscore': '1f',
}
const sentAs = (key: PersonKey): string => (bytesOf[key] === undefined ? key : `-H ${bytesOf[key]}`)

const PANE = '%0'
/** Characters in one command of tmux. */
const AT_ONCE = 200
const QUIET_MS = 250
const LOOK_MS = 60
/** Long after that something else is wrong, and the first call says so. */
const READY_MS = 10_000

export type Session = {
  readonly name: string
  readonly startedAt: number
  /** What is half-typed; null: not known. */
  typed(): TypedLine
  /** Null: it has ended. */
  position(): Promise<{ readonly cwd: string; readonly reader: string | null } | null>
  /**
   * Text and keys without anything in between. `unless`: nothing is typed where a person has typed
   * since that many times. False: nothing was typed, or the session is gone.
   */
  type(text: string, keys: readonly TerminalKey[], unless?: number): Promise<boolean>
  /** The person, who types whenever they like. */
  typeAsPerson(text: string, keys: readonly PersonKey[]): Promise<boolean>
  /** How often a person has typed. */
  byPerson(): number
  /** Clears the line of the shell, by the key that interrupts. As `type`. */
  clear(unless?: number): Promise<boolean>
  /** Once nothing new has come for a moment, or the time is up. */
  settled(waitMs: number, signal: AbortSignal): Promise<void>
  /** @param lines of what has scrolled away, besides the screen */
  screen(lines: number): Promise<TerminalScreen>
  readonly ended: () => boolean
  kill(): Promise<void>
}

export type SessionDeps = {
  readonly start: StartProgram
  /** Makes a folder of its own in ours, which programs may be shown as their home. */
  readonly makeFolder: (path: string) => void
  /** Ours, for nothing else; made and removed here. */
  readonly folder: string
  readonly workspace: string
  readonly now: () => number
  /** Which of the shells is installed; left out: looked up. */
  readonly hasShell?: (file: string) => boolean
}

export async function openSession(
  name: string,
  cwd: string,
  deps: SessionDeps,
): Promise<Result<Session, Failure>> {
  const closing = new AbortController()
  const remove = (): void => rmSync(deps.folder, { recursive: true, force: true })
  const started = await start(cwd, deps, closing.signal).catch((thrown: unknown) =>
    err(failure('terminal.start', `The session could not be started: ${String(thrown)}`)),
  )
  if (!started.ok) {
    remove()
    return started
  }
  const running = started.value
  const client = openControlClient(running)
  const pid = Number((await client.ask("display-message -p '#{pane_pid}'"))?.at(-1))
  const root = running.pid()
  const shell = Number.isInteger(pid) && root !== null ? await findInside(root, pid) : null
  if (shell === null) {
    closing.abort()
    await running.exited
    remove()
    return err(failure('terminal.start', 'The session could not be started: tmux did not answer.'))
  }
  const session = sessionOf(name, { client, running, shell, remove }, deps.now())
  await atPrompt(session)
  return ok(session)
}

/** Its walls are built before the shell is there; until then nobody could say where it is. */
async function atPrompt(session: Session): Promise<void> {
  const until = performance.now() + READY_MS
  while (!session.ended() && performance.now() < until) {
    if ((await session.position())?.reader === null) return
    await after(LOOK_MS / 3)
  }
}

function start(
  cwd: string,
  { start: startProgram, makeFolder, folder, workspace, hasShell = existsSync }: SessionDeps,
  signal: AbortSignal,
): Promise<Result<Running, Failure>> {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const [home, own] = [join(folder, 'home'), join(folder, 'package')]
  makeFolder(home)
  makeFolder(own)
  writeFileSync(join(own, 'settings'), settings, { mode: 0o644 })
  return startProgram({
    argv: [
      ...([TMUX, '-u', '-L', 'gatehouse', '-f', '/home/package/settings', '-C'] as const),
      // It begins where the client is: as an option, a folder's name would be read for formats.
      'new-session',
      '-x',
      String(COLUMNS),
      '-y',
      String(ROWS),
      // Two words: tmux starts them itself, without another shell around them.
      ...['/bin/sh', '/home/package/shell'],
    ],
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      LC_ALL: 'C.UTF-8',
      TERM: 'screen',
      TMUX_TMPDIR: '/tmp',
      SHELL: '/bin/sh',
      PS1: '$ ',
    },
    home,
    cwd,
    package: own,
    sockets: true,
    inner: { name: 'shell', argv: shellWords(hasShell) },
    worksIn: workspace,
    readOnly: [],
    writable: [workspace],
    limits: { memoryBytes: 4 * 1024 ** 3, processes: 256 },
    proxy: null,
    requires: [],
    signal,
  })
}

type Parts = {
  readonly client: ControlClient
  readonly running: Running
  readonly shell: number
  readonly remove: () => void
}

function sessionOf(
  name: string,
  { client, running, shell, remove }: Parts,
  startedAt: number,
): Session {
  let typed: TypedLine = ''
  let lastSeen = ''
  let byPerson = 0
  let last: Promise<unknown> = Promise.resolve()
  letGo(running.exited.then(remove))

  const capture = async (lines: number): Promise<string | null> => {
    const seen = await client.ask(`capture-pane -p -t ${PANE} -S -${lines}`)
    if (seen === null) return null
    lastSeen = seen.join('\n').trimEnd()
    return lastSeen
  }
  const press = async (codes: readonly string[]): Promise<boolean> => {
    for (let at = 0; at < codes.length; at += AT_ONCE) {
      const some = codes.slice(at, at + AT_ONCE).join(' ')
      if ((await client.ask(`send-keys -t ${PANE} -H ${some}`)) === null) return false
    }
    return true
  }
  /** One after the other: of two at once the keys of one would end the line of the other. */
  const inTurn = (work: () => Promise<boolean>): Promise<boolean> => {
    const done = last.then(work)
    last = done.catch(() => false)
    return done
  }
  const enter = async (text: string, keys: readonly PersonKey[]): Promise<boolean> => {
    typed = typedAfter(typed, text, keys)
    const bytes = new TextEncoder().encode(text.replaceAll('\n', '\r'))
    if (!(await press([...bytes].map((byte) => byte.toString(16))))) return false
    for (const key of keys)
      if ((await client.ask(`send-keys -t ${PANE} ${sentAs(key)}`)) === null) return false
    return true
  }
  return {
    name,
    startedAt,
    typed: () => typed,
    async position() {
      const seen = await client.ask(`display-message -p -t ${PANE} '#{pane_current_path}'`)
      const [cwd = '', ...more] = seen ?? []
      if (!cwd.startsWith('/') || more.length > 0) return null
      return { cwd, ...(await foregroundOf(shell)) }
    },
    byPerson: () => byPerson,
    type: (text, keys, unless) =>
      inTurn(async () => (unless ?? byPerson) === byPerson && enter(text, keys)),
    typeAsPerson: (text, keys) =>
      inTurn(() => {
        byPerson += 1
        return enter(text, keys)
      }),
    clear: (unless) =>
      inTurn(async () => {
        if ((unless ?? byPerson) !== byPerson) return false
        typed = ''
        return (await client.ask(`send-keys -t ${PANE} C-c`)) !== null
      }),
    async settled(waitMs, signal) {
      const until = performance.now() + waitMs
      let before = await capture(0)
      let since = performance.now()
      while (performance.now() < until && !signal.aborted && before !== null) {
        await after(LOOK_MS)
        const now = await capture(0)
        if (now !== before) since = performance.now()
        else if (performance.now() - since >= QUIET_MS) return
        before = now
      }
    },
    async screen(lines) {
      const text = await capture(lines)
      const { reader } = text === null ? { reader: null } : await foregroundOf(shell)
      return { name, text: text ?? lastSeen, reader, ended: text === null }
    },
    ended: client.ended,
    async kill() {
      await running.kill()
      remove()
    },
  }
}
