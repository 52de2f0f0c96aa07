// The database cannot be written while an agent's hook asks: its disk is full, the file is
// locked for longer than anybody waits, and at last the data folder is gone. Short questions run out
// of time meanwhile.
import Database from 'better-sqlite3'
import { rmSync } from 'node:fs'
import { hookFile } from './driver/app.ts'
import type { FaultApp } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { fillDisk, withApp, withTmpfs } from './driver/steps.ts'
import { pause, until } from './driver/until.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

type Said = { readonly allowed: boolean; readonly text: string }

/** As Claude Code asks: no word, an exit code that blocks, or a decision as JSON. */
async function hook(app: FaultApp, tool: string, input: object): Promise<Said> {
  const program = app.run(hookFile, ['claude-code'])
  const event = {
    session_id: 'one',
    cwd: app.workspace,
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
  }
  program.child.stdin?.end(JSON.stringify(event))
  const { code, stdout, stderr } = await program.ended
  return {
    allowed: code === 0 && /"permissionDecision":\s*"allow"/.test(stdout),
    text: stdout + stderr,
  }
}

/** Longer than the app waits for a lock. */
const LOCKED_MS = 9_000
const SECONDS = 2

export const fault: Fault = {
  name: 'database-fails-at-a-hook',
  fault:
    'the disk is full, the database is locked for long, or the data folder is removed while a hook asks and questions run out of time',
  mustHappen:
    'the hook denies in words, nothing is allowed that is not recorded, the app stays up and lets calls through again automatically',
  run: () =>
    withTmpfs(24, (disk) =>
      withApp(
        async (app) => {
          const program = await app.start()
          const isUp = (): boolean =>
            program.child.exitCode === null && program.child.signalCode === null
          const read = (path = 'README.md') => hook(app, 'Read', { file_path: path })
          await (await app.agent()).call('list_dir', { path: '.' })
          must((await read()).allowed, 'a plain read was not allowed before')
          const texts: string[] = []

          const during = async (what: string, end: () => void | Promise<void>): Promise<void> => {
            const asked = await Promise.all([
              read(),
              hook(app, 'Write', { file_path: `${what}.txt`, content: 'x'.repeat(30_000) }),
              hook(app, 'Bash', { command: `curl https://${what}.invalid` }),
            ])
            for (const said of asked) {
              must(!said.allowed, `${what}: allowed without a row: ${said.text}`)
              must(!/mistake/.test(said.text), `${what}: ${said.text}`)
            }
            must(isUp(), `${what}: the app ended: ${program.output().slice(-300)}`)
            texts.push(asked[0]?.text ?? '')
            await end()
            await until(`calls to be let through after ${what}`, async () =>
              (await read()).allowed ? true : null,
            )
          }

          // Two questions whose time runs out while nothing can be written.
          const left = [1, 2].map((at) =>
            hook(app, 'Bash', { command: `curl https://${at}.invalid` }),
          )
          await app.held(2)
          const free = fillDisk(disk)
          await pause(SECONDS * 1_000 + 1_000)
          must(isUp(), 'the app ended when a question ran out of time')
          await during('full', free)
          for (const said of await Promise.all(left))
            must(!said.allowed, `a question without an answer was allowed: ${said.text}`)

          const db = new Database(app.paths.databaseFile)
          db.exec('BEGIN IMMEDIATE')
          const unlocked = pause(LOCKED_MS).then(() => {
            db.exec('ROLLBACK')
            db.close()
          })
          await during('locked', () => unlocked)

          rmSync(app.home, { recursive: true, force: true })
          await pause(1_500)
          const gone = await read()
          must(!gone.allowed, 'it was allowed with the data folder gone')
          program.child.kill('SIGKILL')
          return `The hook denied each time and let calls through again afterwards. Of a full disk: ${quote(texts[0] ?? '', 160)}`
        },
        `approvals: { timeoutSeconds: ${SECONDS} }\n`,
        disk,
      ),
    ),
}
