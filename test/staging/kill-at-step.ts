// Preloaded into an app that is to be killed at one step: counts what it writes into files and into
// its database, in main and in the thread of undo, and ends the whole process just before a chosen
// step, as kill -9 does. Counts while the file `armed` is there, which says how many steps are let
// happen; the size of `steps` is the count.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import threads from 'node:worker_threads'
import type { WorkerOptions } from 'node:worker_threads'
import Database from 'better-sqlite3'

type Write = (this: unknown, ...args: unknown[]) => unknown

const { GATEHOUSE_KILL_FOLDER: folder = '' } = process.env
// What the app starts is not to be killed.
delete process.env['NODE_OPTIONS']
delete process.env['GATEHOUSE_KILL_FOLDER']

const [armed, steps] = [join(folder, 'armed'), join(folder, 'steps')]
const { appendFileSync, existsSync, readFileSync, statSync } = fs
let counting = false

function step(): void {
  // What counts writes too.
  if (counting || !existsSync(armed)) return
  counting = true
  const done = existsSync(steps) ? statSync(steps).size : 0
  if (done >= Number(readFileSync(armed, 'utf8'))) process.kill(process.pid, 'SIGKILL')
  appendFileSync(steps, '.')
  counting = false
}

function stepBefore(holder: object, names: readonly string[]): void {
  const functions = holder as Record<string, Write>
  for (const name of names) {
    const write = functions[name]
    if (write === undefined) throw new Error(`There is no ${name} to be killed in.`)
    functions[name] = function (this: unknown, ...args) {
      step()
      return write.apply(this, args)
    }
  }
}

stepBefore(fs, [
  ...['writeSync', 'writeFileSync', 'renameSync', 'unlinkSync', 'rmSync', 'mkdirSync', 'rmdirSync'],
  ...['symlinkSync', 'chmodSync', 'fchmodSync', 'chownSync', 'utimesSync', 'lutimesSync'],
  ...['copyFileSync', 'fsyncSync', 'fdatasyncSync'],
])

if (threads.isMainThread) {
  const db = new Database(':memory:')
  stepBefore(Object.getPrototypeOf(db.prepare('SELECT 1')) as object, ['run'])
  db.close()
  // Threads are started without options and environment, and get both back here.
  const { Worker } = threads
  const counted = {
    execArgv: ['--import', import.meta.url],
    env: { GATEHOUSE_KILL_FOLDER: folder },
  }
  threads.Worker = class extends Worker {
    constructor(file: string | URL, options?: WorkerOptions) {
      super(file, { ...options, ...counted })
    }
  }
}
syncBuiltinESMExports()
