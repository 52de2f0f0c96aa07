// What can be granted of what a server lacked: what is there, what it has not, nothing closed.
import { describe, expect, it } from 'vitest'
import { StdioServer } from '../../contract/server/server.ts'
import { grantText } from '../../contract/server/missed-grant.ts'
import { missedGrants } from '../../main/mcp/missed-grants.ts'
import type { Miss } from '../../main/mcp/client/faults/reported-misses.ts'

const there: Readonly<Record<string, { real: string; folder: boolean }>> = {
  '/home/me/notes.md': { real: '/home/me/notes.md', folder: false },
  '/home/me/docs': { real: '/home/me/docs', folder: true },
  '/home/me/link': { real: '/home/me/.ssh', folder: true },
  '/home/me/.ssh': { real: '/home/me/.ssh', folder: true },
  '/home/me': { real: '/home/me', folder: true },
}
const facts = {
  found: async (path: string) => there[path] ?? null,
  mayBeShown: async (real: string) => !['/home/me', '/home/me/.ssh'].includes(real),
}
const grants = async (
  misses: readonly Miss[],
  more: Partial<StdioServer> = {},
  hosts: readonly string[] = [],
): Promise<readonly string[]> => {
  const config = StdioServer.parse({ transport: 'stdio', command: 'x', ...more })
  return (await missedGrants(config, misses, hosts, facts)).map(grantText)
}
const path = (text: string, write = false): Miss => ({ kind: 'path', path: text, write })

describe('what a server lacked', () => {
  it('is offered where it exists, by its real name, once', async () => {
    expect(
      await grants([path('/home/me/notes.md'), path('/home/me/docs'), path('/home/me/docs')]),
    ).toEqual(['read:/home/me/notes.md', 'read:/home/me/docs'])
    expect(await grants([path('/home/me/docs/new.db', true), path('/home/me/gone')])).toEqual([
      'write:/home/me/docs',
    ])
    expect(await grants([path('/home/me/docs'), path('/home/me/docs', true)])).toEqual([
      'write:/home/me/docs',
    ])
  })

  it('is the folder of what a tool that makes something did not find there', async () => {
    const makes = (at: string): Miss => ({ kind: 'path', path: at, write: false, makes: true })
    expect(await grants([makes('/home/me/docs/new.txt')])).toEqual(['write:/home/me/docs'])
    expect(await grants([makes('/home/me/notes.md')])).toEqual(['read:/home/me/notes.md'])
    expect(await grants([makes('/home/me/new.txt')])).toEqual([])
  })

  it('is a host once: with the port that was dialled, or granted', async () => {
    const host: Miss = { kind: 'host', host: 'db.example' }
    expect(await grants([host])).toEqual(['host:db.example'])
    expect(await grants([host], {}, ['db.example:5432'])).toEqual(['host:db.example:5432'])
    expect(await grants([host], { hosts: ['db.example:5432'] })).toEqual([])
    // Dialled without the proxy: another grant would not help.
    expect(await grants([], { hosts: ['*.example'] }, ['db.example'])).toEqual([])
    expect(await grants([], { hosts: ['db.example'] }, ['db.example:5432'])).toEqual([
      'host:db.example:5432',
    ])
  })

  it('is offered for what its own command names', async () => {
    expect(
      await grants([], { args: ['/home/me/docs', '--file=/home/me/notes.md', 'docs'] }),
    ).toEqual(['read:/home/me/docs', 'read:/home/me/notes.md'])
  })

  it('is never offered where it is closed, the system’s, or the sandbox’s own', async () => {
    expect(
      await grants(
        [
          '/home/me',
          '/home/me/.ssh',
          '/home/me/link',
          '/etc/passwd',
          '/proc/1',
          '/usr/x',
          '/tmp/a',
          '/home/program/x',
          '/home/package/x',
          '/run/user',
        ].map((one) => path(one)),
      ),
    ).toEqual([])
    // To be written beside a closed place would be to write into the home.
    expect(await grants([path('/home/me/new', true)])).toEqual([])
  })

  it('is not offered twice, and not together with what excludes it', async () => {
    const folders = [{ path: '/home/me/docs', write: false }]
    expect(await grants([path('/home/me/docs')], { folders })).toEqual([])
    expect(await grants([path('/home/me/docs', true)], { folders })).toEqual([
      'write:/home/me/docs',
    ])
    expect(await grants([{ kind: 'sockets' }])).toEqual(['sockets'])
    expect(await grants([{ kind: 'sockets' }], { folders })).toEqual([])
    expect(await grants([path('/home/me/docs')], { sockets: true })).toEqual([])
    expect(
      await grants([{ kind: 'host', host: 'b.example' }], { hosts: ['a.example'] }, [
        'a.example',
        'c.example:8443',
      ]),
    ).toEqual(['host:c.example:8443', 'host:b.example'])
  })
})
