// A hostile server as a program: plays the script of one row of a table in test/mcp/hostile, named by
// its arguments. What reached it is written to the file CALLED, a name on a line; what is found in the
// file ORDERS is said at once, and each start is a line in STARTS.
import { appendFileSync, existsSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { play } from '../../../mcp/hostile/script.ts'
import type { Io, Script } from '../../../mcp/hostile/script.ts'

const [table = '', row = ''] = process.argv.slice(2)
const env = (name: string): string => process.env[name] ?? ''
const scripts: Readonly<Record<string, () => Promise<Script | undefined>>> = {
  definitions: async () => {
    const { definitions } = await import('../../../mcp/hostile/definitions.ts')
    return definitions.find(({ tries }) => tries === row)?.script
  },
  forms: async () => (await import('../../../mcp/hostile/forms.ts')).rows[row],
  fresh: async () => (await import('../../../mcp/hostile/fresh.ts')).fresh[row]?.script,
  programs: async () =>
    (await import('../../../mcp/hostile/fresh-programs.ts')).freshPrograms[row]?.script,
}
const script = await scripts[table]?.()
if (script === undefined) throw new Error(`There is no row ${row} in ${table}.`)

appendFileSync(env('STARTS'), '.')
const raw = (text: string): void => {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at)
    } catch (fault) {
      // Nobody has read what came before: later, in the same order.
      if ((fault as NodeJS.ErrnoException).code !== 'EAGAIN') throw fault
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}
const io: Io = {
  say: (message) => raw(`${JSON.stringify(message)}\n`),
  raw,
  end: (code = 1) => process.exit(code),
  start: readFileSync(env('STARTS'), 'utf8').length,
}
process.stdin.on(
  'data',
  play(script, io, (name) => appendFileSync(env('CALLED'), `${name}\n`)),
)
process.stdin.on('end', () => process.exit(0))
script.begins?.(io)
const read = `${env('ORDERS')}-read`
setInterval(() => {
  if (!existsSync(env('ORDERS'))) return
  renameSync(env('ORDERS'), read)
  raw(readFileSync(read, 'utf8'))
}, 25)
