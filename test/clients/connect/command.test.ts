// The commands as a person gives them, in a home of their own.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeHome } from '../../cli/gatehouse.ts'
import type { Home } from '../../cli/gatehouse.ts'

let home: Home
beforeEach(() => {
  home = makeHome()
})
afterEach(() => home.remove())

const file = (): string => join(home.env['HOME'] ?? '', '.cursor', 'mcp.json')

it('writes nothing unless somebody agrees', async () => {
  expect((await home.run('connect', 'cursor')).code).toBe(4)
  expect((await home.run('connect', 'cursor', '--dry-run')).code).toBe(0)
  expect((await home.run('connect', 'nobody', '--yes')).code).toBe(2)
  expect((await home.run('connect', 'cursor', '--user', '--project', '--yes')).code).toBe(2)
  const no = home.terminal('connect', 'cursor')
  await no.until(/y\/N/)
  no.type('n\r')
  expect((await no.ended).code).toBe(3)
  expect(existsSync(file())).toBe(false)
  const approved = home.terminal('connect', 'cursor')
  await approved.until(/y\/N/)
  approved.type('y\r')
  expect((await approved.ended).code).toBe(0)
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({
    mcpServers: {
      gatehouse: { args: [expect.stringMatching(/gatehouse\.cjs$/), 'mcp', '--client', 'cursor'] },
    },
  })
  expect((await home.json('disconnect', 'cursor', '--yes')).value).toMatchObject({
    client: 'cursor',
    written: true,
  })
  expect(existsSync(file())).toBe(false)
}, 600_000)

it('writes an address with a token of the running Gatehouse, which ends with it @whole', async () => {
  expect((await home.run('connect', 'cursor', '--http', '--yes')).code).toBe(1)
  await home.start('serve', '--port', '0', '--no-open').until(/http:\/\/127/)
  const written = await home.run('connect', 'cursor', '--http', '--yes')
  expect(written.code).toBe(0)
  const { url, headers } = JSON.parse(readFileSync(file(), 'utf8')).mcpServers.gatehouse
  expect(written.stdout).not.toContain(headers.Authorization)
  const ask = () =>
    fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    })
  expect((await ask()).status).not.toBe(401)
  expect((await home.run('disconnect', 'cursor', '--yes')).code).toBe(0)
  expect((await ask().catch(() => ({ status: 401 }))).status).toBe(401)
}, 600_000)

it('says by its exit code whether something passes beside the gate @whole', async () => {
  expect((await home.json('agents', 'audit')).value).toEqual({ agents: [], open: false })
  await home.run('connect', 'cursor', '--yes')
  const open = await home.json('agents', 'audit')
  expect([open.code, open.value]).toMatchObject([
    1,
    {
      open: true,
      agents: [
        {
          agent: 'cursor',
          findings: [{ kind: 'own-tools', mend: 'gatehouse connect cursor --hooks' }],
        },
      ],
    },
  ])
  await home.run('disconnect', 'cursor', '--yes')
  await home.run('connect', 'cursor', '--hooks', '--yes')
  expect((await home.run('agents', 'audit')).code).toBe(0)
}, 600_000)
