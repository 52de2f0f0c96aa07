// A world for the command line in this process: remembers what was written, is no terminal unless
// told so, composes nothing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { failure } from '../../contract/failure.ts'
import { err } from '../../contract/result.ts'
import type { CliContext } from '../../main/host/cli/cli-context.ts'

export type FakeCliContext = CliContext & {
  shown(): string
  noted(): string
  served(): readonly (readonly string[])[]
}

const about = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string
}

export function fakeCliContext(parts: Partial<CliContext> = {}): FakeCliContext {
  const shown: string[] = []
  const noted: string[] = []
  const served: (readonly string[])[] = []
  return {
    env: { GATEHOUSE_HOME: '/nonexistent/gatehouse' },
    platform: 'linux',
    homedir: '/nonexistent',
    version: about.version,
    out: (text) => void shown.push(text),
    note: (text) => void noted.push(text),
    color: false,
    terminal: false,
    ask: async () => null,
    openScreen: () => null,
    input: async function* () {},
    askHidden: async () => null,
    compose: async () => err(failure('test.nothing', 'There is nothing to compose here.')),
    serve: async (argv) => {
      served.push(argv)
      return 0
    },
    sleep: async () => {},
    onInterrupt: () => () => {},
    ...parts,
    shown: () => shown.join(''),
    noted: () => noted.join(''),
    served: () => served,
  }
}
