import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyPlan, planConnect } from '../../../main/clients/connect/connect.ts'
import { isOwnEntry } from '../../../main/clients/connect/our-entry.ts'

let home: string
let recordFile: string
const hostFacts = (cwd = join(home, 'project', 'sub')) => ({
  env: {},
  platform: 'linux',
  homedir: home,
  cwd,
})
const isOwn = () => isOwnEntry('claude-code', recordFile, hostFacts())

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'gatehouse-own-'))
  recordFile = join(home, 'data', 'connections.json')
  mkdirSync(join(home, 'project', 'sub'), { recursive: true })
  const program = { command: '/usr/bin/node', args: ['/opt/gatehouse.cjs'], env: {} }
  const plan = await planConnect(
    { client: 'claude-code', scope: 'user', hooks: false, program, endpoint: null },
    hostFacts(),
  )
  if (plan.ok) await applyPlan(plan.value, recordFile, 1)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('what a client calls gatehouse', () => {
  it('is ours where connect wrote it and it is still there', async () => {
    expect(await isOwn()).toBe(true)
    expect(await isOwnEntry('cursor', recordFile, hostFacts())).toBe(false)
  })

  it('is not where somebody changed it', async () => {
    const file = join(home, '.claude.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('/opt/gatehouse.cjs', '/tmp/other.cjs'))
    expect(await isOwn()).toBe(false)
  })

  it('is not where a project brings another server of that name', async () => {
    writeFileSync(
      join(home, 'project', '.mcp.json'),
      '{"mcpServers":{"gatehouse":{"command":"/tmp/evil"}}}',
    )
    expect(await isOwn()).toBe(false)
  })

  it('is not where one is set for a single project in the file of the user', async () => {
    const file = join(home, '.claude.json')
    writeFileSync(
      file,
      JSON.stringify({
        ...JSON.parse(readFileSync(file, 'utf8')),
        projects: { '/x': { mcpServers: { gatehouse: { command: 'evil' } } } },
      }),
    )
    expect(await isOwn()).toBe(false)
  })
})
