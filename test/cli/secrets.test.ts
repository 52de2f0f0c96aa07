// Stored credentials on the command line of the real program: what is typed, what comes on standard
// input, what is said.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHome } from './gatehouse.ts'
import type { Ended, Home } from './gatehouse.ts'

const passphrase = 'a horse that is correct'
const value = 'Zq8-stored-credential-77'

let home: Home
beforeEach(() => {
  home = makeHome()
})
afterEach(() => home.remove())

/** With this on standard input. */
const fed = (text: string, ...args: string[]): Promise<Ended> => {
  const running = home.start(...args)
  running.child.stdin?.end(text)
  return running.ended
}
const set = (...more: string[]) =>
  fed(`${value}\n`, 'secrets', 'set', 'tickets', '--host', 'api.example.org', ...more)

describe('gatehouse secrets', () => {
  it('stores, lists, removes; every command opens the store for itself and closes it @whole', async () => {
    home.env['GATEHOUSE_PASSPHRASE'] = passphrase
    expect(await set('--json')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('"name":"tickets"'),
    })
    const { code, value: listed } = await home.json('secrets', 'list')
    expect([code, listed]).toEqual([
      0,
      {
        kind: 'open',
        storedBy: 'passphrase',
        count: 1,
        text: expect.any(String),
        problem: null,
        credentials: [
          {
            name: 'tickets',
            hosts: ['api.example.org'],
            header: 'authorization',
            template: 'Bearer {}',
            createdAt: expect.any(Number),
            lastUsedAt: null,
          },
        ],
      },
    ])
    delete home.env['GATEHOUSE_PASSPHRASE']
    expect((await home.json('secrets', 'list')).value).toMatchObject({
      kind: 'locked',
      count: 1,
      credentials: [{ name: 'tickets' }],
    })
    expect(await home.run('secrets', 'remove', 'tickets')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('GATEHOUSE_PASSPHRASE'),
    })
    home.env['GATEHOUSE_PASSPHRASE'] = 'not the one of it'
    expect(await home.run('secrets', 'remove', 'tickets')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not open the credential store'),
    })
    home.env['GATEHOUSE_PASSPHRASE'] = passphrase
    expect(await home.run('secrets', 'remove', 'nobody')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There are: tickets.'),
    })
    expect(await home.run('secrets', 'remove', 'tickets')).toMatchObject({
      code: 0,
      stdout: 'tickets is removed.\n',
    })
    expect(readFileSync(join(home.folder, 'secrets.json'), 'utf8')).not.toContain(value)
  }, 600_000)

  it.each<[string, string[], string]>([
    ['no host', ['secrets', 'set', 'tickets'], '--host api.example.org'],
    [
      'a host that is none',
      ['secrets', 'set', 'tickets', '--host', 'https://x.org/'],
      '--host is not right',
    ],
    [
      'a name that is none',
      ['secrets', 'set', 'My Tickets', '--host', 'x.org'],
      'lower-case letters',
    ],
    [
      'a template without a place',
      ['secrets', 'set', 'tickets', '--host', 'x.org', '--template', 'Bearer'],
      'Basic, or a text with {} once',
    ],
    [
      'a value as an argument',
      ['secrets', 'set', 'tickets', value, '--host', 'x.org'],
      'does not take',
    ],
  ])(
    'is used wrongly with %s',
    async (_, args, said) => {
      expect(await home.run(...args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(said),
      })
    },
    600_000,
  )

  it('needs a person where nobody gives the value or the passphrase', async () => {
    expect(await fed('', 'secrets', 'set', 'tickets', '--host', 'x.org')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('No value was entered'),
    })
    expect(await set()).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('This requires the passphrase'),
    })
  }, 600_000)

  it('is opened and locked in the running Gatehouse, and typed values are not shown @whole', async () => {
    home.env['GATEHOUSE_PASSPHRASE'] = passphrase
    expect((await home.run('step-up', 'passphrase')).code).toBe(0)
    delete home.env['GATEHOUSE_PASSPHRASE']
    const host = home.start('serve', '--json', '--no-open')
    await host.until(/"url"/)
    expect((await home.json('secrets', 'list')).value).toMatchObject({
      kind: 'none',
      credentials: [],
    })
    const typing = home.terminal(
      'secrets',
      'set',
      'tickets',
      '--host',
      'api.example.org,*.example.net',
    )
    await typing.until(/Value, not shown: /)
    typing.type(`${value}\r`)
    await typing.until(/Gatehouse passphrase: /)
    typing.type(`${passphrase}\r`)
    const shown = await typing.ended
    const text = stripVTControlCharacters(shown.stdout)
    expect([
      shown.code,
      text.includes(value),
      text.includes(passphrase),
      text.includes('tickets is stored, for api.example.org, *.example.net.'),
    ]).toEqual([0, false, false, true])
    expect((await home.json('secrets', 'list')).value).toMatchObject({ kind: 'open', count: 1 })
    expect((await home.json('secrets', 'lock')).value).toMatchObject({ kind: 'locked', count: 1 })
    home.env['GATEHOUSE_PASSPHRASE'] = passphrase
    expect((await home.json('secrets', 'unlock')).value).toMatchObject({ kind: 'open', count: 1 })
    expect((await home.run('audit', 'tail', '-n', '50')).stdout).not.toContain(value)
    expect((await home.run('audit', 'tail', '-n', '50')).stdout).toContain('set tickets (cli)')
    host.child.kill('SIGTERM')
    const { stdout, stderr } = await host.ended
    expect(stdout + stderr).not.toContain(value)
  }, 600_000)
})
