// A Gatehouse of its own for one test: a home, bridges as real processes, and a person who answers
// over the local socket.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Approval, ApprovalAnswer } from '../../../contract/approval/approval.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { findAppPaths } from '../../../main/config/paths.ts'
import type { CliConnection } from '../../../main/host/client-connection.ts'
import { bridgeFile, browserFile, headlessFile, connectToApp, root } from '../../running-app.ts'

export { bridgeFile, browserFile, headlessFile, root }

export type TestApp = {
  readonly env: Record<string, string>
  readonly workspace: string
  readonly command: (client: string) => {
    readonly command: string
    readonly args: string[]
    readonly env: Record<string, string>
  }
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

export function openTestApp(config = ''): TestApp {
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
  const paths = findAppPaths({ env, platform: process.platform, homedir: homedir() })
  const app = connectToApp(paths)
  const { person, pending, answer, journal, pid } = app
  const held = async (count: number): Promise<readonly Approval[]> => {
    for (const until = Date.now() + 240_000; Date.now() < until;) {
      const found = await pending()
      if (found.length === count) return found
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error(
      `There were not ${count} held calls: ${JSON.stringify((await pending()).map(({ tool, args }) => [tool, args]))}`,
    )
  }
  return {
    env,
    workspace,
    command: (client) => ({
      command: process.execPath,
      args: [bridgeFile, 'mcp', '--client', client],
      env,
    }),
    person,
    pending,
    held,
    async heldOne() {
      const [one] = await held(1)
      if (one === undefined) throw new Error('None.')
      return one
    },
    answer,
    journal,
    pid,
    kill() {
      const found = pid()
      if (found !== null) process.kill(found, 'SIGKILL')
    },
    remove() {
      app.close()
      const found = pid()
      try {
        if (found !== null) process.kill(found, 'SIGTERM')
        if (found !== null)
          execFileSync('sh', [
            '-c',
            `for i in $(seq 100); do kill -0 ${found} 2>/dev/null || exit 0; sleep 0.05; done; kill -9 ${found}`,
          ])
      } catch {
        // It has ended by itself.
      }
      rmSync(base, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
