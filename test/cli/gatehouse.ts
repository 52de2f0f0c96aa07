// Runs the real command line as a child process, with a home of its own; also on a real terminal,
// by `script` of util-linux.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuilt } from '../../main/host/launch/build-state.mjs'
import { soak } from '../soak.ts'
import { runWarm } from './warm.ts'

const root = join(import.meta.dirname, '../..')
/**
 * The product as it is shipped where it is built from these very sources, which `npm test` sees to;
 * else the sources.
 */
const entry = isBuilt(root) ? join(root, 'out/main/cli.js') : join(root, 'main/host/cli/main.ts')
/** Started a thousand times in one test run: what it is made of is compiled once. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'out/compile-cache') } as const

export type Ended = {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export type Home = {
  readonly folder: string
  readonly workspace: string
  /** What every program started from now on finds in its environment; a test may add to it. */
  readonly env: Record<string, string | undefined>
  /**
   * To its end, with no terminal and nothing to read. In a process that has the program loaded
   * (warm.ts), where that is free; in the long form always in a process of its own.
   */
  run(...args: string[]): Promise<Ended>
  /** As `run`, with standard output read as JSON. */
  json(
    ...args: string[]
  ): Promise<{ readonly code: number | null; readonly value: unknown; readonly stderr: string }>
  start(...args: string[]): Running
  /** On a terminal of its own: what is shown, both streams, comes as `stdout`. */
  terminal(...args: string[]): Running
  /** As `terminal`, with a whole line for the shell; `command` stands for the program in it. */
  terminalShell(line: string): Running
  readonly command: string
  /** Kills what still runs and removes everything. */
  remove(): Promise<void>
}

export type Running = {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /**
   * Resolves with everything so far once the output matches; rejects when the process ends first.
   */
  until(wanted: RegExp): Promise<string>
  type(text: string): void
}

export function makeHome(): Home {
  const base = mkdtempSync(join(tmpdir(), 'gatehouse-cli-'))
  const folder = join(base, 'home')
  const env: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    HOME: base,
    GATEHOUSE_HOME: folder,
    TERM: 'xterm',
    LANG: 'C.UTF-8',
    NODE_NO_WARNINGS: '1',
    ...compiled,
  }
  const all: Running[] = []
  const startApp = (program: string, args: readonly string[]): Running => {
    const running = follow(
      spawn(program, args, { env, cwd: base, stdio: ['pipe', 'pipe', 'pipe'] }),
    )
    all.push(running)
    return running
  }
  const start = (...args: string[]): Running => startApp(process.execPath, [entry, ...args])
  const command = [process.execPath, entry].map(quoted).join(' ')
  const onTerminal = (line: string): Running => startApp('script', ['-qec', line, '/dev/null'])
  const run = (...args: string[]): Promise<Ended> => {
    // `serve` is an app that stays.
    if (!soak && args[0] !== 'serve') {
      const program = { entry, env: { PATH: env['PATH'], NODE_NO_WARNINGS: '1', ...compiled } }
      const ended = runWarm(program, { args, env, folder: base })
      if (ended !== null) return ended
    }
    const running = start(...args)
    running.child.stdin?.end()
    return running.ended
  }
  return {
    folder,
    workspace: `${folder}-workspace`,
    env,
    run,
    async json(...args) {
      const { code, stdout, stderr } = await run(...args, '--json')
      return { code, value: JSON.parse(stdout), stderr }
    },
    start,
    terminal: (...args) => onTerminal([command, ...args.map(quoted)].join(' ')),
    terminalShell: onTerminal,
    command,
    async remove() {
      for (const { child, ended } of all) {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
        await ended
      }
      // What ran at a terminal may still be ending, and writes its last file.
      rmSync(base, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

function follow(child: ChildProcess): Running {
  const seen = { stdout: '', stderr: '' }
  const watchers = new Set<() => void>()
  const notify = (): void => watchers.forEach((view) => view())
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text
      notify()
    })
  }
  let over = false
  const ended = new Promise<Ended>((done) => {
    child.on('close', (code) => {
      over = true
      done({ code, ...seen })
      notify()
    })
  })
  child.stdin?.on('error', () => {})
  return {
    child,
    ended,
    until: (wanted) =>
      new Promise((done, fail) => {
        const check = (): void => {
          const text = seen.stdout + seen.stderr
          if (!wanted.test(text) && !over) return
          watchers.delete(check)
          if (wanted.test(text)) done(text)
          else fail(new Error(`Ended without ${wanted}:\n${text}`))
        }
        watchers.add(check)
        check()
      }),
    type: (text) => void child.stdin?.write(text),
  }
}
