// A Gatehouse of its own for one test: a home, bridges as real processes, and a person who answers over the local socket.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Approval, ApprovalAnswer } from '../../../contract/approval.ts'
import type { JournalEntry } from '../../../contract/journal.ts'
import { findPlaces } from '../../../main/config/paths.ts'
import { isBuilt } from '../../../main/host/launch/build-state.mjs'
import { connect } from '../../../main/host/local-client.ts'
import type { CliConnection } from '../../../main/host/local-client.ts'

export const root = join(import.meta.dirname, '../../..')
/** As it is shipped where it is built from these very sources, which `npm test` sees to; else the sources. */
const built = isBuilt(root)
export const bridgeFile = join(root, built ? 'out/main/mcp.js' : 'main/host/bridge/main.ts')
export const headlessFile = join(root, built ? 'out/main/headless.js' : 'main/host/headless/main.ts')
export const browserFile = join(root, built ? 'out/main/browser.js' : 'main/host/browser/main.ts')

export type House = {
  readonly env: Record<string, string>
  readonly workspace: string
  readonly command: (client: string) => { readonly command: string; readonly args: string[]; readonly env: Record<string, string> }
  /** To the running app; waits for it. */
  person(): Promise<CliConnection>
  pending(): Promise<readonly Approval[]>
  /** Waits until so many calls are held. */
  held(count: number): Promise<readonly Approval[]>
  /** Waits until exactly one is. */
  heldOne(): Promise<Approval>
  answer(approval: Approval, answer: ApprovalAnswer): Promise<boolean>
  journal(): Promise<readonly JournalEntry[]>
  /** Process id of the app, by its lock. */
  pid(): number | null
  kill(): void
  remove(): void
}

export function openHouse(config = ''): House {
  const base = mkdtempSync(join(tmpdir(), 'gatehouse-gateway-'))
  const home = join(base, 'home')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const workspace = join(base, 'work')
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'README.md'), 'hello\n')
  writeFileSync(join(home, 'config.yaml'), `workspace: ${workspace}\n${config}`)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: base,
    GATEHOUSE_HOME: home,
    NODE_NO_WARNINGS: '1',
    LANG: 'C.UTF-8',
    NODE_COMPILE_CACHE: join(root, 'out/compile-cache'),
  }
  const places = findPlaces({ env, platform: process.platform, homedir: homedir() })
  let connection: CliConnection | null = null

  const person = async (): Promise<CliConnection> => {
    for (const until = Date.now() + 25_000; ;) {
      if (connection !== null) return connection
      const opened = await connect(places.socketFile)
      if (opened.ok) return (connection = opened.value)
      if (Date.now() > until) throw new Error(opened.error.text)
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  /** Asks until an app answers: it may be killed in the middle. */
  const ask: CliConnection['call'] = async (channel, input) => {
    for (const until = Date.now() + 25_000; ;) {
      const result = await (await person()).call(channel, input)
      if (result.ok || result.error.code !== 'socket.lost' || Date.now() > until) return result
      connection = null
    }
  }
  const pending = async (): Promise<readonly Approval[]> => {
    const found = await ask('approvals.list', { states: ['pending'], limit: 200 })
    return found.ok ? found.value : []
  }
  const pid = (): number | null =>
    existsSync(places.lockFile) ? (JSON.parse(readFileSync(places.lockFile, 'utf8')) as { pid: number }).pid : null
  const held = async (count: number): Promise<readonly Approval[]> => {
    for (const until = Date.now() + 25_000; Date.now() < until;) {
      const found = await pending()
      if (found.length === count) return found
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error(`There were not ${count} held calls: ${JSON.stringify((await pending()).map(({ tool, args }) => [tool, args]))}`)
  }
  return {
    env,
    workspace,
    command: (client) => ({ command: process.execPath, args: [bridgeFile, 'mcp', '--client', client], env }),
    person,
    pending,
    held,
    async heldOne() {
      const [one] = await held(1)
      if (one === undefined) throw new Error('There is none.')
      return one
    },
    answer: async ({ id }, answer) => (await ask('approvals.answer', { id, answer })).ok,
    async journal() {
      const entries: JournalEntry[] = []
      for (let before: number | undefined; ;) {
        const page = await ask('audit.page', { limit: 200, ...(before === undefined ? {} : { before }) })
        if (!page.ok) throw new Error(page.error.text)
        entries.push(...page.value.rows.map(({ entry }) => entry))
        before = page.value.rows.at(-1)?.seq
        if (page.value.rows.length < 200) return entries.toReversed()
      }
    },
    pid,
    kill() {
      const found = pid()
      if (found !== null) process.kill(found, 'SIGKILL')
    },
    remove() {
      connection?.close()
      const found = pid()
      try {
        if (found !== null) process.kill(found, 'SIGTERM')
        if (found !== null)
          execFileSync('sh', ['-c', `for i in $(seq 100); do kill -0 ${found} 2>/dev/null || exit 0; sleep 0.05; done; kill -9 ${found}`])
      } catch {
        // It has ended by itself.
      }
      rmSync(base, { recursive: true, force: true })
    },
  }
}
