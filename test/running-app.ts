// The app that runs in a home folder, as tests reach it: the files it is started from, and its
// person at the local socket.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Approval, ApprovalAnswer } from '../contract/approval/approval.ts'
import type { JournalEntry } from '../contract/journal/journal.ts'
import type { AppPaths } from '../main/config/paths.ts'
import { isBuilt } from '../main/host/launch/build-state.mjs'
import { connect } from '../main/host/local-client.ts'
import type { CliConnection } from '../main/host/client-connection.ts'

export const root = join(import.meta.dirname, '..')
/**
 * As it is shipped where it is built from these very sources, which `npm test` sees to; else the
 * sources.
 */
const built = isBuilt(root)
const entry = (name: string, source: string): string =>
  join(root, built ? `out/main/${name}.js` : source)
export const headlessFile = entry('headless', 'main/host/headless/main.ts')
export const browserFile = entry('browser', 'main/host/browser/main.ts')
export const cliFile = entry('cli', 'main/host/cli/main.ts')
export const bridgeFile = entry('mcp', 'main/host/bridge/main.ts')
export const hookFile = entry('hook', 'main/host/hook/main.ts')

export type RunningApp = {
  /** Waits for an app that answers; keeps the connection until it is lost. */
  person(): Promise<CliConnection>
  pending(): Promise<readonly Approval[]>
  answer(approval: Approval, answer: ApprovalAnswer): Promise<boolean>
  /** Oldest first. */
  journal(): Promise<readonly JournalEntry[]>
  /** Process id of the app, by its lock. */
  pid(): number | null
  /** The next question opens a connection of its own. */
  forget(): void
  close(): void
}

const TIMEOUT_MS = 240_000

export function connectToApp({
  socketFile,
  lockFile,
}: Pick<AppPaths, 'socketFile' | 'lockFile'>): RunningApp {
  let connection: CliConnection | null = null

  const person = async (): Promise<CliConnection> => {
    for (const until = Date.now() + TIMEOUT_MS; ;) {
      if (connection !== null) return connection
      const opened = await connect(socketFile)
      if (opened.ok) return (connection = opened.value)
      if (Date.now() > until) throw new Error(opened.error.text)
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  /** Asks until an app answers: it may be killed in the middle. */
  const ask: CliConnection['call'] = async (channel, input) => {
    for (const until = Date.now() + TIMEOUT_MS; ;) {
      const result = await (await person()).call(channel, input)
      if (result.ok || result.error.code !== 'socket.lost' || Date.now() > until) return result
      connection = null
    }
  }
  return {
    person,
    async pending() {
      const found = await ask('approvals.list', { states: ['pending'], limit: 200 })
      return found.ok ? found.value : []
    },
    answer: async ({ id }, answer) => (await ask('approvals.answer', { id, answer })).ok,
    async journal() {
      const entries: JournalEntry[] = []
      for (let before: number | undefined; ;) {
        const page = await ask('audit.page', {
          limit: 200,
          ...(before === undefined ? {} : { before }),
        })
        if (!page.ok) throw new Error(page.error.text)
        entries.push(...page.value.rows.map((row) => row.entry))
        before = page.value.rows.at(-1)?.seq
        if (before === undefined) return entries.toReversed()
      }
    },
    pid() {
      try {
        return existsSync(lockFile)
          ? (JSON.parse(readFileSync(lockFile, 'utf8')) as { pid: number }).pid
          : null
      } catch {
        return null
      }
    },
    forget: () => void (connection = null),
    close: () => connection?.close(),
  }
}
