// A server that offers what a file says at the moment it is asked: a test changes the file, and the
// server has changed. Its program and its arguments stay the same, byte for byte, and the file is
// not among them: what is named there is pinned too.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { send, serve, words } from './raw-server.ts'
import type { Raw, Tool } from './raw-server.ts'

type Offered = Pick<Raw, 'instructions' | 'prompts' | 'resources' | 'version'> & {
  readonly tools: readonly Tool[]
  /** What a tool says, by its name. */
  readonly answers?: Readonly<Record<string, string>>
}

const offered = (): Offered =>
  JSON.parse(readFileSync(process.env['OFFER'] ?? '', 'utf8')) as Offered
const { tools: _tools, answers: _answers, ...first } = offered()
// For as long as there is such a file, it says without end that its list has changed.
const storm = process.env['STORM']
if (storm !== undefined) {
  let said = 0
  setInterval(() => {
    if (!existsSync(storm)) return
    send({ method: 'notifications/tools/list_changed' })
    said += 1
    if (said === 5) writeFileSync(`${storm}-said`, '')
  }, 25)
}

serve({
  ...first,
  tools: () => offered().tools,
  call: (tool, args) =>
    words(offered().answers?.[tool] ?? `${tool} was given ${JSON.stringify(args)}`),
})
