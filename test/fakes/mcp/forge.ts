// A server that offers what a file says at the moment it is asked: a test changes the file, and the
// server has changed. Its program and its arguments stay the same, byte for byte, and the file is
// not among them: what is named there is pinned too.
import { readFileSync } from 'node:fs'
import { serve, words } from './raw-server.ts'
import type { Raw, Tool } from './raw-server.ts'

type Offered = Pick<Raw, 'instructions' | 'prompts' | 'resources' | 'version'> & {
  readonly tools: readonly Tool[]
}

const offered = (): Offered =>
  JSON.parse(readFileSync(process.env['OFFER'] ?? '', 'utf8')) as Offered
const { tools: _tools, ...first } = offered()

serve({
  ...first,
  tools: () => offered().tools,
  call: (tool, args) => words(`${tool} was given ${JSON.stringify(args)}`),
})
