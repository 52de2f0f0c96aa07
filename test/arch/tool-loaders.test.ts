// How each built-in tool is read without the others, written down from the catalog: a tool that is added there
// is in both, and in the file that `policy explain` is built into. The files are those of the program.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { catalog } from '../../tools/catalog.ts'

const root = join(import.meta.dirname, '../..')
const source = readFileSync(join(root, 'tools/catalog.ts'), 'utf8')
const WRITTEN_BY = '// Written by: vitest run test/arch -u'
const WIDTH = 100

/** Where the catalog has each from, by its name there. */
const places = new Map(
  [...source.matchAll(/^import \{([^}]+)\} from '(\.\/[^']+)'/gm)].flatMap(([, names = '', file]) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && name !== 'anyTool')
      .map((name): [string, string] => [name, file ?? '']),
  ),
)

const array = /makeTools = [^]*?=> \[\n([^]*?)\n\]/.exec(source)?.[1] ?? ''
/** `anyTool(readFile)`, `anyTool(github(services))`, in the order of the catalog. */
const rows = array.split('\n').map((line) => {
  const whole = line.trim().replace(/,$/, '')
  const [name = ''] = /\w+/.exec(whole.replace(/^anyTool\(/, '')) ?? []
  return { whole, name, file: places.get(name) ?? '' }
})

/** As oxfmt writes it. */
function loader({ whole, name, file }: (typeof rows)[number], at: number): string {
  const tool = catalog[at]?.manifest.name ?? ''
  const head = `  ${tool}: async (${whole.includes('services') ? 'services' : ''}) =>`
  const loaded = whole.replace(name, `(await import('${file}')).${name}`)
  if (`${head} ${loaded},`.length <= WIDTH) return `${head} ${loaded},`
  if (`    ${loaded},`.length <= WIDTH) return `${head}\n    ${loaded},`
  const inside = loaded.slice('anyTool('.length, -1)
  return `${head}\n    anyTool(\n      ${inside},\n    ),`
}

const loaders = `${WRITTEN_BY}
import type { AnyTool } from '../contract/call/tool.ts'
import type { Services } from '../contract/policy/config/services.ts'
import { anyTool } from './any-tool.ts'

/**
 * The built-in tools, each as its service is set up, read without all the others: to make the schemas of
 * all takes longer than the rest of a question about one.
 */
export const toolLoaders: Readonly<Record<string, (services: Services) => Promise<AnyTool>>> = {
${rows.map(loader).join('\n')}
}
`

const files = `${WRITTEN_BY}

/** The built-in tools, each by itself, from the root of the project. */
export const toolFiles: readonly string[] = [
${[...new Set(rows.map(({ file }) => file))]
  .toSorted()
  .map((file) => `  '${file.replace('./', 'tools/')}',`)
  .join('\n')}
]
`

it('the catalog has one tool a line, each from a file of its own import', () => {
  expect(rows.length, 'one tool in each line of `makeTools`').toBe(catalog.length)
  expect(rows.filter(({ file }) => file === '')).toEqual([])
})

it('writes down how each built-in tool is read alone (written by: vitest run test/arch -u)', async () => {
  await expect(loaders).toMatchFileSnapshot(join(root, 'tools/tool-loaders.ts'))
})

it('writes down the files of the built-in tools (written by: vitest run test/arch -u)', async () => {
  await expect(files).toMatchFileSnapshot(join(root, 'main/host/cli/quick/tool-files.ts'))
})
