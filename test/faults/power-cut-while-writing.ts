// A power cut while the journal is written. What had been flushed is on the disk, what had not may
// be there or not: copies of the files of the stopped app at many moments, with the newest
// unflushed bytes as they are, and lost. And a disk that loses what it was told to flush, which no
// program can fix: then the gap has to be named.
import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { cliFile } from './driver/app.ts'
import type { FaultApp } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { quote } from './driver/quote.ts'
import { withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

const MOMENTS = 16
const skipped = /\.(?:sock|lock)$|-shm$|journal-index/

export const fault: Fault = {
  name: 'power-cut-while-writing',
  fault:
    'a power cut at 16 moments while the journal is written: the unflushed bytes are lost, and on a bad disk flushed ones too',
  mustHappen:
    'every row that was acknowledged is there and the chain is intact; where flushed bytes are lost, the gap is named',
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      const agent = await app.agent()
      let answered = 0
      let over = false
      const working = (async () => {
        while (!over)
          if ((await agent.call('list_dir', { path: '.' }).catch(() => null)) !== null)
            answered += 1
      })()
      const moments: {
        readonly home: string
        readonly answered: number
        readonly own: string
        readonly older: string
      }[] = []
      let head = ''
      for (let at = 0; at < MOMENTS; at += 1) {
        await pause(30 + at * 7)
        // What was answered before it stopped was durable before that.
        const known = answered
        program.child.kill('SIGSTOP')
        await pause(5)
        const home = join(app.base, `moment-${at}`, 'home')
        cpSync(app.home, home, {
          recursive: true,
          filter: (file) => !skipped.test(basename(file)) && basename(file) !== 'run',
        })
        program.child.kill('SIGCONT')
        const now = readFileSync(headOf(home), 'utf8')
        moments.push({ home, answered: known, own: now, older: head === '' ? now : head })
        head = now
      }
      over = true
      program.child.kill('SIGKILL')
      await Promise.all([program.ended, working])
      must(answered > MOMENTS, `only ${answered} calls were answered`)

      let whole = 0
      const named: string[] = []
      for (const moment of moments) {
        must(
          await isWhole(app, moment.home, moment.answered),
          `as it was: ${await reported(app, moment.home)}`,
        )
        // The head file is flushed once a second: an older one may be what the disk has.
        writeFileSync(headOf(moment.home), moment.older)
        must(
          await isWhole(app, moment.home, moment.answered),
          `with an older head: ${await reported(app, moment.home)}`,
        )
        whole += 2
      }
      for (const { home, own } of moments) {
        writeFileSync(headOf(home), own)
        cut(join(home, 'data', 'gatehouse.db-wal'))
        const { found, output } = await verify(app, home)
        rmSync(home, { recursive: true, force: true })
        if (found.kind === 'intact') continue
        must(/rows? \d+|all rows/i.test(found.text ?? ''), `a gap is not named: ${output}`)
        named.push(found.text ?? '')
      }
      must(named.length > 0, 'no copy lost a flushed row')
      return `In ${whole} copies every acknowledged row was there and the chain was intact. In ${named.length} copies of a disk that had lost flushed rows the gap was named: ${[
        ...new Set(named),
      ]
        .slice(0, 2)
        .map((text) => quote(text, 100))
        .join(', ')}`
    }),
}

const headOf = (home: string): string => join(home, 'state', 'journal-head.json')

function cut(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 0) truncateSync(file, Math.floor(size / 2))
}

type Verified = { readonly kind?: string; readonly rows?: number; readonly text?: string }

async function verify(
  app: FaultApp,
  home: string,
): Promise<{ readonly found: Verified; readonly output: string }> {
  const program = app.run(cliFile, ['audit', 'verify', '--json'], { env: { GATEHOUSE_HOME: home } })
  program.child.stdin?.end()
  const { stdout, stderr } = await program.ended
  try {
    return { found: JSON.parse(stdout) as Verified, output: stdout + stderr }
  } catch {
    return { found: {}, output: stdout + stderr }
  }
}

/** Two rows of each answered call were durable before its answer, beside those of the start. */
async function isWhole(app: FaultApp, home: string, answered: number): Promise<boolean> {
  const { found } = await verify(app, home)
  return found.kind === 'intact' && (found.rows ?? 0) >= answered * 2
}

async function reported(app: FaultApp, home: string): Promise<string> {
  const { found, output } = await verify(app, home)
  return found.text ?? output
}
