// The exfiltration guard as a client of the gateway meets it: one session that stays open while the
// keys of the guard change.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../../tools/catalog.ts'
import { openTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'

const outbound = catalog
  .flatMap(({ manifest }) =>
    // One that lacks a credential is in no view, guard or not.
    manifest.networkOutbound && manifest.requires.every(({ kind }) => kind === 'workspace')
      ? [manifest.name]
      : [],
  )
  .toSorted()
const without = (...names: readonly string[]): readonly string[] =>
  outbound.filter((name) => !names.includes(name))

/** Of the outbound tools and read_file those that are gone. */
const table: readonly [keys: string, gone: readonly string[]][] = [
  ['{ enabled: false }', []],
  ['{ enabled: true }', outbound],
  ['{ enabled: false, blockedTools: [http] }', []],
  ['{ enabled: true, blockedTools: [] }', outbound],
  ['{ enabled: true, blockedTools: [read_file] }', [...outbound, 'read_file']],
  ['{ enabled: false, allowTools: [http] }', []],
  ['{ enabled: true, allowTools: [http] }', without('http')],
  ['{ enabled: false, allowTools: [http], blockedTools: [http] }', []],
  ['{ enabled: true, allowTools: [http, web_fetch], blockedTools: [http] }', without('web_fetch')],
  ['{ enabled: true, allowTools: [http], blockedTools: [] }', without('http')],
  ['{ enabled: false, allowTools: [http], blockedTools: [] }', []],
  [
    '{ enabled: true, allowTools: [read_file, http], blockedTools: [read_file] }',
    [...without('http'), 'read_file'],
  ],
  ['{ blockedTools: [read_file] }', []],
]

describe('the exfiltration guard and a client in a running session', () => {
  let testApp: TestApp
  let client: Client
  let changes = 0
  let before: readonly string[] = []
  beforeAll(async () => {
    testApp = openTestApp()
    client = new Client({ name: 'guarded', version: '1' })
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void changes++)
    const { command, args, env } = testApp.command('guarded')
    await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }))
  }, 600_000)
  afterAll(async () => {
    await client.close()
    testApp.kill()
    testApp.remove()
  })

  it.each(table)('%s', { timeout: 600_000 }, async (keys, gone) => {
    writeFileSync(
      join(testApp.env['GATEHOUSE_HOME'] ?? '', 'config.yaml'),
      `workspace: ${testApp.workspace}\nexfiltrationGuard: ${keys}\n`,
    )
    const least = changes + (gone.join() === before.join() ? 0 : 1)
    const person = await testApp.person()
    const asked = [...outbound, 'read_file']
    // One page of the list is all there is of built-in tools.
    await expect
      .poll(
        async () => {
          const names = (await client.listTools()).tools.map(({ name }) => name)
          return asked.filter((name) => !names.includes(name))
        },
        { timeout: 600_000 },
      )
      .toEqual(gone.toSorted((a, b) => asked.indexOf(a) - asked.indexOf(b)))
    // The client hears, in the session that it has, that its list is another one.
    await expect.poll(() => changes).toBeGreaterThanOrEqual(least)
    before = gone
    const state = await person.call('app.state', {})
    expect(
      state.ok && asked.filter((name) => state.value.guard.hidden.includes(name)).toSorted(),
    ).toEqual(gone.toSorted())
    const args = (name: string): Record<string, unknown> =>
      name === 'read_file' ? { path: 'README.md' } : { url: 'https://a.example/', method: 'GET' }
    const explained = await person.call('policy.explain', {
      calls: ['web_fetch', 'http', 'read_file'].map((tool) => ({
        tool,
        args: tool === 'web_fetch' ? { url: 'https://a.example/' } : (args(tool) as never),
      })),
    })
    if (!explained.ok) throw new Error(explained.error.text)
    const byGuard = explained.value.map((one) =>
      'decision' in one ? one.decision.by.kind === 'guard' : one.error.text,
    )
    expect(byGuard).toEqual(['web_fetch', 'http', 'read_file'].map((name) => gone.includes(name)))
    const refused = async (name: string): Promise<boolean> => {
      const answer = await client
        .callTool({ name, arguments: args(name) })
        .catch(() => ({ isError: true }))
      return answer.isError === true
    }
    expect(await refused('read_file')).toBe(gone.includes('read_file'))
    // What is open asks a person, so it is called only where it is closed.
    expect(
      await Promise.all(['http', 'web_fetch'].filter((name) => gone.includes(name)).map(refused)),
    ).not.toContain(false)
  })
})
