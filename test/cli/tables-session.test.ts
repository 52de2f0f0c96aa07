// Reads of the command line with no Gatehouse running, from the tables alone.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { SessionId } from '../../contract/ids.ts'
import { err } from '../../contract/result.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { takeLock } from '../../main/host/lock.ts'
import { openAtRest } from '../../main/secrets/at-rest.ts'
import { approvalsTable } from '../../main/store/tables/approvals-table.ts'
import { leasesTable } from '../../main/store/tables/leases-table.ts'
import { openStore } from '../../main/store/open.ts'
import { runsTable } from '../../main/store/tables/runs-table.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { makeFolder } from '../store/fixture.ts'
import { approval, lease, run } from '../store/samples.ts'

const session = SessionId.parse('ses_0000000001')
const later = Date.now() + 3_600_000
const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

/** A home as a Gatehouse leaves it when it ends. */
async function leftHome(): Promise<string> {
  const home = join(makeFolder(), 'home')
  const paths = findAppPaths({ env: { GATEHOUSE_HOME: home }, platform: 'linux', homedir: home })
  mkdirSync(paths.dataDir, { recursive: true })
  const atRest = openAtRest(join(paths.dataDir, 'approvals.key'))
  const store = await openStore(paths.databaseFile, { now: () => 42 })
  if (!atRest.ok || !store.ok) throw new Error('no home')
  const held = approvalsTable(store.value.db, atRest.value)
  held.insert(approval(1, { expiresAt: later, title: `Send ${token}` }), {})
  held.insert(approval(2), {})
  const leases = leasesTable(store.value.db, atRest.value)
  leases.insert(lease(1, session, { expiresAt: later }))
  leases.insert(lease(2, session, { expiresAt: 5 }))
  runsTable(store.value.db).put(run(1))
  store.value.close()
  return home
}

function reader(home: string, env: Readonly<Record<string, string>> = {}) {
  const composed: string[] = []
  const said = async (...words: string[]) => {
    const context = fakeCliContext({
      env: { GATEHOUSE_HOME: home, ...env },
      async compose(_paths, purpose) {
        composed.push(purpose)
        return err(failure('test.whole', 'The whole would answer.'))
      },
    })
    const code = await runCli([...words, '--json'], context)
    return { code, value: JSON.parse(context.shown()) as Record<string, { id: string }[]> }
  }
  return { said, composed }
}

describe('a read with no Gatehouse running', () => {
  it.each([
    [['approvals', 'list'], 'approvals', ['apr_0000000001']],
    [['approvals', 'list', '--all'], 'approvals', ['apr_0000000002', 'apr_0000000001']],
    [['leases', 'list'], 'leases', ['lease_0000000001']],
    [['leases', 'list', '--all'], 'leases', ['lease_0000000002', 'lease_0000000001']],
    [['runs', 'list'], 'runs', ['run_0000000001']],
  ] as const)('%j is answered by its table, and opens no module', async (words, key, ids) => {
    const { said, composed } = reader(await leftHome())
    const { code, value } = await said(...words)
    expect([code, value[key]?.map(({ id }) => id), composed]).toEqual([0, [...ids], []])
  })

  it('hides what looks like a secret', async () => {
    const { said } = reader(await leftHome())
    expect(JSON.stringify((await said('approvals', 'list')).value)).not.toContain(token)
  })

  it('says of a held call that nobody answered in time that it has expired', async () => {
    const { said } = reader(await leftHome())
    const { value } = await said('approvals', 'list', '--all')
    expect(value['approvals']).toMatchObject([{ state: 'expired' }, { state: 'pending' }])
  })

  it('leaves every file of the home as it was', async () => {
    const home = await leftHome()
    const files = () =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/-(?:shm|wal)$/.test(entry.name))
        .map(({ parentPath, name }) => [name, statSync(join(parentPath, name)).mtimeMs])
    const before = files()
    await reader(home).said('approvals', 'list')
    expect(files()).toEqual(before)
  })

  it('finds nothing where there is no home, and makes none', async () => {
    const { said, composed } = reader('/nonexistent/gatehouse')
    expect(await said('approvals', 'list')).toEqual({ code: 0, value: { approvals: [] } })
    expect(composed).toEqual([])
  })
})

describe('a read that a table cannot answer starts Gatehouse', () => {
  it.each([
    ['another channel', ['doctor'], {}, 'calls'],
    [
      'a passphrase that opens credentials',
      ['approvals', 'list'],
      { GATEHOUSE_PASSPHRASE: 'x' },
      'questions',
    ],
  ] as const)('%s', async (_name, words, env, purpose) => {
    const { said, composed } = reader(await leftHome(), env)
    expect((await said(...words)).code).toBe(1)
    expect(composed).toEqual([purpose])
  })

  it.each([
    ['the database is damaged', 'data/gatehouse.db', 'no database'],
    ['the head tells of rows that are gone', 'state/journal-head.json', head(7)],
    ['the head cannot be read', 'state/journal-head.json', '{'],
    ['the key of sealed texts is damaged', 'data/approvals.key', 'short'],
  ])('%s', async (_name, file, text) => {
    const home = await leftHome()
    mkdirSync(join(home, 'state'), { recursive: true })
    writeFileSync(join(home, file), text)
    const { said, composed } = reader(home)
    expect((await said('approvals', 'list')).code).toBe(1)
    expect(composed.length).toBeGreaterThan(0)
  })

  it('another process has the home', async () => {
    const home = await leftHome()
    const taken = await takeLock(join(home, 'gatehouse.lock'))
    if (!taken.ok) throw new Error(taken.error.text)
    onTestFinished(() => taken.value.release())
    const { said, composed } = reader(home)
    await said('approvals', 'list')
    expect(composed.length).toBeGreaterThan(0)
  })
})

function head(seq: number): string {
  return JSON.stringify({ seq, hash: 'ab'.repeat(32), state: 'closed' })
}
