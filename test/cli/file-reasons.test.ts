// What commands say of a file that was named wrongly: which file, why it cannot be had, what to do; and
// nothing of how the system words it.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FleetDatabase } from '../../contract/fleet/database.ts'
import { ok } from '../../contract/result.ts'
import { readFileState } from '../../main/clients/connect/file.ts'
import { readConfig } from '../../main/config/file.ts'
import { connect } from '../../main/fleet/connect.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { takeLock } from '../../main/host/lock.ts'
import { ownFolder } from '../../main/host/own-folder.ts'
import { inputOf } from '../../main/mcp/trust/input-schema.ts'
import { readPlugin } from '../../main/plugins/read-folder.ts'
import { inTime } from '../../main/sandbox/search/in-time.ts'
import { vaultFile } from '../../main/secrets/vault-file.ts'
import { signedBundle, signingKey } from '../bundle/bundles.ts'
import { appContext } from './app-context.ts'
import { makeTemporary } from '../temporary.ts'

const key = signingKey()
let folder = ''
const at = (name: string): string => join(folder, name)
beforeAll(() => {
  folder = makeTemporary('file-reasons')
  mkdirSync(at('folder'))
  mkdirSync(at('home'))
  writeFileSync(at('good.json'), signedBundle(key))
  writeFileSync(at('key.pem'), key.pem)
  symlinkSync(at('circle.json'), at('circle.json'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const wrong: Readonly<Record<string, RegExp>> = {
  'nowhere.json': /there is no such file or folder\./,
  'nowhere/one.json': /there is no such file or folder\./,
  folder: /it is a folder\./,
  'good.json/one.json': /a part of its path is no folder\./,
  'circle.json': /its links lead round in a circle\./,
  [`${'x'.repeat(300)}.json`]: /its name is too long\./,
}
const reading = [
  'audit receipt --verify FILE',
  'config import FILE',
  'policy bundle sign FILE --key key.pem',
  'policy bundle sign good.json --key FILE',
  'policy bundle verify FILE --key key.pem',
  'redact FILE',
  'runs diff FILE FILE',
  'runs replay FILE',
  'servers import --from FILE',
]
const writing = ['policy bundle keygen FILE']

/** What the system and Node say themselves: codes, their own sentences, the call that failed. */
const raw =
  /\bE[A-Z]{4,}\b|no such file or directory|illegal operation|symbolic links encountered|, \w+ '/

async function said(line: string, file: string) {
  const words = line
    .split(' ')
    .map((word) => (word === 'FILE' ? at(file) : /\.(?:json|pem)$/.test(word) ? at(word) : word))
  const context = appContext(at('home'), { homedir: folder })
  const code = await runCli([...words], context)
  return { code, text: `${context.shown()}${context.noted()}` }
}

const rows = reading.flatMap((line) =>
  Object.entries(wrong).map(([file, why]) => [line, file, why] as const),
)
const unwritable = writing.flatMap((line) =>
  Object.entries(wrong)
    .filter(([file]) => !['nowhere.json', 'folder', 'circle.json'].includes(file))
    .map(([file, why]) => [line, file, why] as const),
)

it.each([...rows, ...unwritable])('%s of %s', async (line, file, why) => {
  const { code, text } = await said(line, file)
  expect([code > 0, text]).toEqual([true, expect.stringMatching(why)])
  expect(text).toContain(at(file))
  // A second sentence says what to do.
  expect(text.trim().split(/(?<=\.)\s/).length).toBeGreaterThan(1)
  expect(text).not.toMatch(raw)
})

/** A path that leads round in a circle, to each that names a file without a command. */
const owners: readonly (readonly [name: string, said: (file: string) => unknown])[] = [
  ['the folder of the socket', (file) => ownFolder(file)],
  ['the credential store', (file) => vaultFile(file).read()],
  ['the configuration', (file) => readConfig(file)],
  ['the settings of another agent', (file) => readFileState(file)],
  [
    'a plugin',
    (file) => readPlugin(`${file}.toml`, 'external', (schema) => inputOf(schema, inTime)),
  ],
  ['the lock', (file) => takeLock(file)],
  [
    'the authority of a fleet',
    (ca) =>
      connect(
        { ...FleetDatabase.parse({ host: 'db.example.org', database: 'fleet', user: 'ada' }), ca },
        {
          dial: () => Promise.reject(new Error('nothing is dialled')),
          password: async () => ok(null),
        },
        new AbortController().signal,
      ),
  ],
]

it.each(owners)('%s says in words why it cannot be had', async (_name, said_) => {
  const found = JSON.stringify(await said_(join(at('circle.json'), 'one')))
  expect(found).toContain('its links lead round in a circle')
  expect(found).not.toMatch(raw)
})

it('policy explain says that the configuration cannot be read', async () => {
  const { code, text } = await said('policy explain --command ls --config FILE', 'folder')
  expect([code, text]).toEqual([0, expect.stringContaining(`${at('folder')} is not a file.`)])
})
