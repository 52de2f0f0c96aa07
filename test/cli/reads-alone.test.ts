// Which commands compose the whole of Gatehouse where none runs: each example of the help is typed over
// a home that an earlier one left, and what it asked for is compared with the list.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { err } from '../../contract/result.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import { allCommands } from '../../main/host/cli/commands.ts'
import { examples } from '../../main/host/cli/reference/examples.ts'
import { longer } from '../../main/host/cli/reference/longer.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { openAtRest } from '../../main/secrets/at-rest.ts'
import { openSigningKeys } from '../../main/secrets/signing-key.ts'
import { openStore } from '../../main/store/open.ts'
import { credentialsAtRest } from '../../main/wiring/at-rest/credentials-at-rest.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { makeFolder } from '../store/fixture.ts'
import { wordsOf } from './command-line.ts'

/** As the last word of a command that only looks, or as all of it. */
const LOOKS =
  /(?:^| )(?:list|show|status|hash|tail|search|report|summary|explain|check|describe|doctor|history|failed|questions|capabilities|attention|step-up|key|path|schema|version|agent|capture|preflight|simulate|test)$/

/** For which the whole is composed in any home; the help says why. Nothing else may be here. */
const WHOLE = ['doctor', 'fleet search', 'servers search']

async function leftHome() {
  const home = join(makeFolder(), 'home')
  const paths = findAppPaths({ env: { GATEHOUSE_HOME: home }, platform: 'linux', homedir: home })
  for (const folder of [paths.dataDir, paths.defaultWorkspace])
    mkdirSync(folder, { recursive: true })
  const atRest = openAtRest(join(paths.dataDir, 'approvals.key'))
  const store = await openStore(paths.databaseFile, { now: () => 42 })
  if (!atRest.ok || !store.ok) throw new Error('no home')
  store.value.close()
  const { signingKey } = await credentialsAtRest(home)
  const file = join(paths.dataDir, 'signing-key.json')
  await openSigningKeys({ file, store: signingKey, now: () => 42 }).start()
  return home
}

it('a command that only reads opens no module and starts no Gatehouse where none runs', async () => {
  const home = await leftHome()
  const composed = new Map<string, Set<string>>()
  for (const { name } of await allCommands()) {
    if (!LOOKS.test(name)) continue
    const asked = new Set<string>()
    composed.set(name, asked)
    for (const { line } of examples[name] ?? []) {
      const context = fakeCliContext({
        env: { GATEHOUSE_HOME: home },
        homedir: home,
        async compose(_paths, purpose) {
          asked.add(purpose)
          return err(failure('test.whole', 'The whole would answer.'))
        },
      })
      const [, ...words] = wordsOf(line)
      await runCli(words, context)
    }
  }
  const named = [...composed].filter(([, asked]) => asked.size > 0).map(([name]) => name)
  expect(
    named.toSorted(),
    'answer what it asks in main/host/cli/session/answers, or call it by another verb',
  ).toEqual(WHOLE)
  expect(Object.keys(longer)).toEqual(expect.arrayContaining(WHOLE))
  expect(Object.keys(longer).filter((name) => !composed.has(name))).toEqual([])
  const started = [...composed].filter(([, asked]) => asked.has('calls')).map(([name]) => name)
  // These do more than look: they try the sandbox, or ask somebody else.
  expect(started).toEqual(['doctor', 'servers search', 'fleet search'])
  expect(composed.size).toBeGreaterThan(40)
})
