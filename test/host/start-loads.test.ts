// What a start reads into memory, until a window is open and shows its first screens: each library
// and each part of Node that is in here is paid for by everybody, at each start.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { isBuilt } from '../../main/host/launch/build-state.mjs'
import { browserFile, root } from '../running-app.ts'
import { makeTemporary } from '../temporary.ts'
import { askHost, endHost, startHost } from './ask-host.ts'

/** What the window asks for by itself. Not for model servers: somebody's machine may have one. */
const asked = [
  ['app.state', {}],
  ['approvals.list', { states: ['pending'], limit: 200 }],
  ['policy.report', {}],
  ['runs.list', { limit: 50 }],
  ['runs.totals', {}],
  ['audit.search', { query: '', limit: 50 }],
  ['agents.list', {}],
  ['clients.list', {}],
  ['tour.state', {}],
  ['tools.list', {}],
  ['tools.usage', { since: 0 }],
] as const

/** Counts what loads the calendars and words of the engine, and says which parts of Node are in. */
const watch = `
import { writeFileSync } from 'node:fs'
let formats = 0
for (const name of ['DateTimeFormat', 'NumberFormat', 'Collator', 'Segmenter', 'PluralRules']) {
  const count = () => void (formats += 1)
  Intl[name] = new Proxy(Intl[name], {
    construct: (made, given) => (count(), new made(...given)),
    apply: (made, _this, given) => (count(), made(...given)),
  })
}
process.on('exit', () =>
  writeFileSync(process.env['LOADED_FILE'], JSON.stringify({ formats, parts: process.moduleLoadList })),
)`

const Loaded = z.object({ formats: z.int(), parts: z.array(z.string()) })
const Coverage = z.object({ result: z.array(z.object({ url: z.string() })) })
const Sources = z.object({ sources: z.array(z.string()) })

let home: string
let visited: Visit
beforeAll(async () => {
  home = makeTemporary('loads')
  visited = await visit()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

type Visit = { readonly pid: number; readonly failed: readonly string[] }

/** Starts the browser host, asks as a window does, and ends it. */
async function visit(): Promise<Visit> {
  const host = await startHost(
    ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, browserFile],
    home,
    { LOADED_FILE: join(home, 'loaded.json'), NODE_V8_COVERAGE: join(home, 'coverage') },
  )
  const answers = await askHost(host.url, asked)
  const failed = asked.flatMap(([channel], at) => (answers[at]?.ok === true ? [] : [channel]))
  await endHost(host)
  return { pid: host.child.pid ?? 0, failed }
}

const readLoaded = (): z.output<typeof Loaded> =>
  Loaded.parse(JSON.parse(readFileSync(join(home, 'loaded.json'), 'utf8')))

/** The packages in all files that this process has run, its threads left out; of a bundle, by its map. */
function packages(pid: number): readonly string[] {
  const written = readdirSync(join(home, 'coverage')).filter((name) =>
    new RegExp(String.raw`^coverage-${pid}-\d+-0\.json$`).test(name),
  )
  expect(written).toHaveLength(1)
  const urls = written.flatMap((name) =>
    Coverage.parse(JSON.parse(readFileSync(join(home, 'coverage', name), 'utf8'))).result.map(
      ({ url }) => url,
    ),
  )
  const files = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url))
  const sources = files.flatMap((file) =>
    existsSync(`${file}.map`)
      ? Sources.parse(JSON.parse(readFileSync(`${file}.map`, 'utf8'))).sources
      : [file],
  )
  return [
    ...new Set(
      sources.flatMap((file) => {
        const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
        return name === undefined ? [] : [name]
      }),
    ),
  ].toSorted()
}

/** Anyone who adds one looks first whether it can wait until somebody needs it: `await import()`. */
const needed = [
  '@cfworker/json-schema',
  'better-sqlite3',
  'croner',
  'diff',
  'eslint-visitor-keys',
  'ipaddr.js',
  'jsonc-parser',
  'smol-toml',
  'tldts',
  'tldts-core',
  'toml-eslint-parser',
  'unbash',
  'ws',
  'yaml',
  'zod',
]

test('a start with an open window loads the libraries that it needs, and no others', () => {
  expect(visited.failed).toEqual([])
  const loaded = packages(visited.pid)
  expect(loaded).toContain('zod')
  expect(loaded.filter((name) => !needed.includes(name))).toEqual([])
})

test('no calendars and words of the engine are loaded: the first question costs 8 MB', () => {
  expect(readLoaded().formats).toBe(0)
})

// From the sources `node:http` is read whole, see build.mjs.
test.runIf(isBuilt(root))(
  'the HTTP client of Node itself is not loaded: it costs 15 MB (skipped where out/ is not of these sources)',
  () => {
    const costly = /undici|http2|wasi|sqlite|test_runner/
    expect(readLoaded().parts.filter((part) => costly.test(part))).toEqual([])
  },
)
