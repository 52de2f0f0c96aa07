// The real app for one fault: a home of its own, the headless host or the browser host as a process, the command line, agents
// at the socket, servers of tools. Everything that was started is ended and removed with it.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Approval, ApprovalAnswer } from '../../../contract/approval.ts'
import type { JournalEntry } from '../../../contract/journal.ts'
import { findPlaces } from '../../../main/config/paths.ts'
import type { Places } from '../../../main/config/paths.ts'
import { isBuilt } from '../../../main/host/launch/build-state.mjs'
import { engineEnv, engineFlags } from '../../../main/host/launch/engine.mjs'
import { connect } from '../../../main/host/local-client.ts'
import type { CliConnection } from '../../../main/host/local-client.ts'
import { openAgent } from './agent-socket.ts'
import type { AgentSocket } from './agent-socket.ts'
import { until } from './until.ts'

export const root = join(import.meta.dirname, '../../..')
/** As it is shipped where it is built from these very sources, which `npm test` sees to; else the sources. */
const built = isBuilt(root)
const entry = (name: string, source: string): string => join(root, built ? `out/main/${name}.js` : source)
export const headlessFile = entry('headless', 'main/host/headless/main.ts')
export const browserFile = entry('browser', 'main/host/browser/main.ts')
export const cliFile = entry('cli', 'main/host/cli/main.ts')
export const bridgeFile = entry('mcp', 'main/host/bridge/main.ts')
export const hookFile = entry('hook', 'main/host/hook/main.ts')

export type Ended = { readonly code: number | null; readonly signal: string | null; readonly stdout: string; readonly stderr: string }
export type Program = { readonly child: ChildProcess; readonly ended: Promise<Ended>; output(): string }

export type FaultApp = {
  readonly base: string
  readonly home: string
  readonly workspace: string
  readonly env: Record<string, string>
  readonly places: Places
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

export type StartOptions = { readonly linger?: number; readonly under?: readonly string[]; readonly env?: Record<string, string> }
export type RunOptions = { readonly env?: Record<string, string>; readonly under?: readonly string[]; readonly stdout?: 'pipe' | number }

/** `config`: YAML after the line that names the workspace. `base` and `elsewhere`: folders of the caller's for home and workspace. */
export function openFaultApp(config = '', base?: string, elsewhere?: string): FaultApp {
  const own = base ?? mkdtempSync(join(tmpdir(), 'gatehouse-fault-'))
  const home = join(own, 'home')
  const workspace = elsewhere ?? join(own, 'work')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  mkdirSync(workspace, { recursive: true })
  if (!existsSync(join(home, 'config.yaml'))) writeFileSync(join(home, 'config.yaml'), `workspace: ${workspace}\n${config}`)
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: own,
    GATEHOUSE_HOME: home,
    NODE_NO_WARNINGS: '1',
    LANG: 'C.UTF-8',
    NODE_COMPILE_CACHE: join(root, 'out/compile-cache'),
    ...engineEnv,
  }
  const places = findPlaces({ env, platform: process.platform, homedir: own })
  const programs: Program[] = []
  const agents: AgentSocket[] = []
  let connection: CliConnection | null = null

  const run = (file: string, args: readonly string[], options: RunOptions = {}): Program => {
    const [program = '', ...words] = [...(options.under ?? []), process.execPath, ...engineFlags, file, ...args]
    const child = spawn(program, words, { env: { ...env, ...options.env }, stdio: ['pipe', options.stdout ?? 'pipe', 'pipe'] })
    const seen = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) child[name]?.setEncoding('utf8').on('data', (text: string) => (seen[name] += text))
    child.stdin?.on('error', () => {})
    const ended = new Promise<Ended>((done) => {
      child.on('error', (cause) => done({ code: null, signal: null, ...seen, stderr: cause.message }))
      child.on('close', (code, signal) => done({ code, signal, ...seen }))
    })
    const one: Program = { child, ended, output: () => seen.stdout + seen.stderr }
    programs.push(one)
    return one
  }
  const person = async (): Promise<CliConnection> => {
    if (connection !== null) return connection
    return until('a Gatehouse that answers', async () => {
      const opened = await connect(places.socketFile)
      return opened.ok ? (connection = opened.value) : null
    })
  }
  /** Asks until an app answers: it may be killed in the middle. */
  const ask: CliConnection['call'] = async (channel, input) => {
    for (const late = Date.now() + 25_000; ;) {
      const result = await (await person()).call(channel, input)
      if (result.ok || result.error.code !== 'socket.lost' || Date.now() > late) return result
      connection = null
    }
  }
  const pending = async (): Promise<readonly Approval[]> => {
    const found = await ask('approvals.list', { states: ['pending'], limit: 200 })
    return found.ok ? found.value : []
  }
  const pid = (): number | null => {
    try {
      return (JSON.parse(readFileSync(places.lockFile, 'utf8')) as { pid: number }).pid
    } catch {
      return null
    }
  }

  return {
    ...{ base: own, home, workspace, env, places, run, person, pid },
    async start({ linger = 600, under, env: more } = {}) {
      connection = null
      const app = run(headlessFile, ['--linger-seconds', String(linger)], { ...(under && { under }), ...(more && { env: more }) })
      await Promise.race([person(), app.ended.then(({ stderr }) => Promise.reject(new Error(`The app ended: ${stderr}`)))])
      return app
    },
    async serve({ under, env: more } = {}) {
      connection = null
      const app = run(browserFile, ['--json', '--port', '0', '--mcp-port', '0'], { ...(under && { under }), ...(more && { env: more }) })
      const url = await Promise.race([
        until('the address of the window', async () => /"url":"([^"]+)"/.exec(app.output())?.[1] ?? null),
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
      const one = await until('a connection for an agent', () => openAgent(places.socketFile, name).catch(() => null))
      agents.push(one)
      return one
    },
    held: (count = 1) =>
      until(`${count} held calls`, async () => {
        const found = await pending()
        return found.length >= count ? found : null
      }),
    answer: async ({ id }, answer) => (await ask('approvals.answer', { id, answer })).ok,
    async journal() {
      const entries: JournalEntry[] = []
      for (let before: number | undefined; ;) {
        const page = await ask('audit.page', { limit: 200, ...(before === undefined ? {} : { before }) })
        if (!page.ok) throw new Error(page.error.text)
        entries.push(...page.value.rows.map((row) => row.entry))
        before = page.value.rows.at(-1)?.seq
        if (page.value.rows.length < 200) return entries.toReversed()
      }
    },
    async dispose() {
      connection?.close()
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

/** Every process whose environment names this home: the app, its helpers and what they started outside a sandbox. */
export function processesOf(home: string): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return []
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').includes(`GATEHOUSE_HOME=${home}\0`) ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

/** Resident size in MB; 0 once it has ended. */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
