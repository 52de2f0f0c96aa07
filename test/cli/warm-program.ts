// The real command line, run again and again in one process: its entry is read again for each command,
// and all that it loads is loaded once. A new process costs a second of processor time for each
// command that opens a whole Gatehouse, nearly all of it for loading.
//
// What a process of its own has, each command finds as new: environment, working folder, standard
// streams, exit code; and what waits for the end of the process comes at its end. Nothing is typed and
// no stream is a terminal.
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { childrenMs } from '../report/processor.mjs'
import type { WarmAnswer, WarmCommand } from './warm.ts'

const entry = pathToFileURL(process.argv[2] ?? '').href
const shown = { stdout: '', stderr: '' }
let started = 0
let counted = 0

for (const name of ['stdout', 'stderr'] as const) {
  const decoder = new TextDecoder()
  process[name].setMaxListeners(0)
  process[name].write = (chunk: string | Uint8Array): boolean => {
    shown[name] += typeof chunk === 'string' ? chunk : decoder.decode(chunk)
    return true
  }
}
process.setMaxListeners(0)
// An input that has ended, each time it is read.
Object.defineProperty(process, 'stdin', {
  value: { setEncoding: () => Readable.from([]), on: () => {}, isTTY: undefined },
})

async function runCommand({ args, env, folder }: WarmCommand): Promise<WarmAnswer> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(folder)
  process.argv.splice(1, Infinity, entry, ...args)
  process.exitCode = undefined
  Object.assign(shown, { stdout: '', stderr: '' })
  started += 1
  const ours = new Set(process.listeners('exit'))
  await import(`${entry}?${started}`)
  // Left until this process ends, they would all come then, and write into homes that are removed.
  for (const listener of process.listeners('exit').filter((each) => !ours.has(each))) {
    process.off('exit', listener)
    listener.call(process, Number(process.exitCode ?? 0))
  }
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  // The folder goes away with its test.
  process.chdir('/')
  return { code, ...shown }
}

process.on('disconnect', () => process.exit(0))
process.on('message', (command: WarmCommand) => {
  void runCommand(command).then((answer) => {
    const { user, system } = process.cpuUsage()
    const all = (user + system) / 1000 + childrenMs()
    process.send?.({ ...answer, processorMs: all - counted })
    counted = all
  })
})
