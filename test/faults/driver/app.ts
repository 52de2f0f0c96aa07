// The real app for one fault: a home of its own, the headless host or the browser host as a
// process, the command line, agents at the socket, servers of tools. Everything that was started is
// ended and removed with it.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Approval, ApprovalAnswer } from '../../../contract/approval/approval.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { holdCommands } from '../../hold-commands.ts'
import { findAppPaths } from '../../../main/config/paths.ts'
import type { AppPaths } from '../../../main/config/paths.ts'
import { engineEnv, engineFlags } from '../../../main/host/launch/engine.mjs'
import type { CliConnection } from '../../../main/host/client-connection.ts'
import {
  bridgeFile,
  browserFile,
  cliFile,
  headlessFile,
  hookFile,
  connectToApp,
  root,
} from '../../running-app.ts'
import { openAgent } from './agent-socket.ts'
import type { AgentSocket } from './agent-socket.ts'
import { until } from './until.ts'

export { bridgeFile, browserFile, cliFile, headlessFile, hookFile, root }

export type Ended = {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}
export type Program = {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  output(): string
}

export type FaultApp = {
  readonly base: string
  readonly home: string
  readonly workspace: string
  readonly env: Record<string, string>
  readonly paths: AppPaths
  /** The headless host; resolves once it answers at its socket. */
  start(options?: StartOptions): Promise<Program>
  /** `gatehouse serve --json`; resolves with the one-time address it prints. */
  serve(options?: StartOptions): Promise<Program & { readonly url: string }>
  /** A program of ours with this home. */
  run(file: string, args: readonly string[], options?: RunOptions): Program
  cli(...args: string[]): Promise<Ended>
  agent(name?: string): Promise<AgentSocket>
  person(): Promise<CliConnection>
  /** Waits until at least so many calls are held. */
  held(count?: number): Promise<readonly Approval[]>
  answer(approval: Approval, answer: ApprovalAnswer): Promise<boolean>
  journal(): Promise<readonly JournalEntry[]>
  /** The main process, by its lock. */
  pid(): number | null
  dispose(): Promise<void>
}

export type StartOptions = {
  readonly linger?: number
  readonly under?: readonly string[]
  readonly env?: Record<string, string>
  /** More arguments of `serve`. */
  readonly args?: readonly string[]
}
export type RunOptions = {
  readonly env?: Record<string, string>
  readonly under?: readonly string[]
  readonly stdout?: 'pipe' | number
}

/**
 * `config`: YAML after the line that names the workspace. `base` and `elsewhere`: folders of the
 * caller's for home and workspace.
 */
export function openFaultApp(config = '', base?: string, elsewhere?: string): FaultApp {
  // What breaks while a command runs for real is tried here; a fault that stages says its rules.
  const withRules = /^rules:/m.test(config) ? config : `${config}${holdCommands}`
  const own = base ?? mkdtempSync(join(tmpdir(), 'gatehouse-fault-'))
  const home = join(own, 'home')
  const workspace = elsewhere ?? join(own, 'work')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  mkdirSync(workspace, { recursive: true })
  if (!existsSync(join(home, 'config.yaml')))
    writeFileSync(join(home, 'config.yaml'), `workspace: ${workspace}\n${withRules}`)
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: own,
    GATEHOUSE_HOME: home,
    NODE_NO_WARNINGS: '1',
    LANG: 'C.UTF-8',
    NODE_COMPILE_CACHE: join(root, 'out/compile-cache'),
    ...engineEnv,
  }
  const paths = findAppPaths({ env, platform: process.platform, homedir: own })
  const programs: Program[] = []
  const agents: AgentSocket[] = []
  const reached = connectToApp(paths)
  const { person, pending, answer, journal, pid } = reached

  const run = (file: string, args: readonly string[], options: RunOptions = {}): Program => {
    const [program = '', ...words] = [
      ...(options.under ?? []),
      process.execPath,
      ...engineFlags,
      file,
      ...args,
    ]
    const child = spawn(program, words, {
      env: { ...env, ...options.env },
      stdio: ['pipe', options.stdout ?? 'pipe', 'pipe'],
    })
    const seen = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => (seen[name] += text))
    child.stdin?.on('error', () => {})
    const ended = new Promise<Ended>((done) => {
      child.on('error', (cause) =>
        done({ code: null, signal: null, ...seen, stderr: cause.message }),
      )
      child.on('close', (code, signal) => done({ code, signal, ...seen }))
    })
    const one: Program = { child, ended, output: () => seen.stdout + seen.stderr }
    programs.push(one)
    return one
  }

  return {
    base: own,
    home,
    workspace,
    env,
    paths,
    run,
    person,
    answer,
    journal,
    pid,
    async start({ linger = 600, under, env: more } = {}) {
      reached.forget()
      const app = run(headlessFile, ['--linger-seconds', String(linger)], {
        ...(under && { under }),
        ...(more && { env: more }),
      })
      await Promise.race([
        person(),
        app.ended.then(({ stderr }) => Promise.reject(new Error(`The app ended: ${stderr}`))),
      ])
      return app
    },
    async serve({ under, env: more, args = [] } = {}) {
      reached.forget()
      const app = run(browserFile, ['--json', '--port', '0', '--mcp-port', '0', ...args], {
        ...(under && { under }),
        ...(more && { env: more }),
      })
      const url = await Promise.race([
        until(
          'the address of the window',
          async () => /"url":"([^"]+)"/.exec(app.output())?.[1] ?? null,
        ),
        app.ended.then(({ stderr }) => Promise.reject(new Error(`The app ended: ${stderr}`))),
      ])
      return { ...app, url }
    },
    cli(...args) {
      const one = run(cliFile, args)
      one.child.stdin?.end()
      return one.ended
    },
    async agent(name = 'agent') {
      const one = await until('a connection for an agent', () =>
        openAgent(paths.socketFile, name).catch(() => null),
      )
      agents.push(one)
      return one
    },
    held: (count = 1) =>
      until(`${count} held calls`, async () => {
        const found = await pending()
        return found.length >= count ? found : null
      }),
    async dispose() {
      reached.close()
      for (const one of agents) one.close()
      // A bridge may have started one that is no child of this process.
      const left = pid()
      if (left !== null && !programs.some(({ child }) => child.pid === left)) endProcess(left)
      for (const { child, ended } of programs) {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
        await ended
      }
      if (base === undefined) rmSync(own, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Only where it is really ours: its command line names this checkout. */
function endProcess(pid: number): void {
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(root)) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/**
 * Every process whose environment names this home: the app, its helpers and what they started
 * outside a sandbox.
 */
export function processesOf(home: string): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return []
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').includes(`GATEHOUSE_HOME=${home}\0`)
        ? [Number(name)]
        : []
    } catch {
      return []
    }
  })
}

/** Resident size in MB; 0 once it has ended. */
export function memoryOf(pid: number): number {
  try {
    return (
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    )
  } catch {
    return 0
  }
}
