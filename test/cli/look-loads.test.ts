// Which libraries a look reads into memory where no Gatehouse runs and nothing is configured: their loading
// is most of what such a command takes.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { findAppPaths } from '../../main/config/paths.ts'
import { startsBubblewrap } from '../../main/sandbox/quick-trial.ts'
import { cliFile } from '../running-app.ts'
import { makeFolder } from '../store/fixture.ts'

const Coverage = z.object({ result: z.array(z.object({ url: z.string() })) })
const Sources = z.object({ sources: z.array(z.string()) })

/** The packages in all files that the command has run; of a bundle, by its map. */
function packagesOf(words: readonly string[]): readonly string[] {
  const folder = makeFolder()
  const home = join(folder, 'home')
  const env = { PATH: process.env['PATH'], HOME: folder, GATEHOUSE_HOME: home }
  const paths = findAppPaths({ env, platform: process.platform, homedir: folder })
  mkdirSync(paths.defaultWorkspace, { recursive: true })
  const coverage = join(folder, 'coverage')
  execFileSync(process.execPath, [cliFile, ...words], {
    env: { ...env, NODE_V8_COVERAGE: coverage },
    stdio: 'ignore',
  })
  const files = readdirSync(coverage)
    .flatMap(
      (name) => Coverage.parse(JSON.parse(readFileSync(join(coverage, name), 'utf8'))).result,
    )
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url }) => fileURLToPath(url))
  const sources = files.flatMap((file) =>
    existsSync(`${file}.map`)
      ? Sources.parse(JSON.parse(readFileSync(`${file}.map`, 'utf8'))).sources
      : [file],
  )
  const names = sources.flatMap(
    (file) => /.*\/?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  )
  return [...new Set(names)].toSorted()
}

/** Where no sandbox starts, the whole says why. */
const tools = (await startsBubblewrap()) ? [['tools list'], ['tools describe exec']] : []

it.each([
  ['version'],
  ['approvals list'],
  ['agents capabilities'],
  ['policy hash'],
  ['plugins list'],
  ...tools,
])('%s loads the schemas and nothing else that is no part of Gatehouse', (line) => {
  expect(packagesOf(line.split(' '))).toEqual(['zod'])
})
