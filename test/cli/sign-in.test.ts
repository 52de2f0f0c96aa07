// Signing in to an external server from the command line: the real program, a real authorization
// server, and in the place of the browser a program that follows where it is led.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServerListing } from '../../contract/server/server.ts'
import { startGuardedServer } from '../fakes/mcp/guarded-server.ts'
import type { GuardedServer } from '../fakes/mcp/guarded-server.ts'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'

const passphrase = 'correct horse'
let home: Home
let server: GuardedServer
let opened: string
beforeEach(async () => {
  home = makeHome()
  server = await startGuardedServer()
  const bin = `${home.folder}-bin`
  mkdirSync(bin, { recursive: true })
  opened = join(bin, 'opened')
  const browser = join(bin, 'xdg-open')
  writeFileSync(
    browser,
    `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs')
const line = readFileSync('/proc/self/cmdline', 'utf8')
const page = /url=([^"]*)"/.exec(readFileSync(new URL(process.argv[2]), 'utf8'))[1].replaceAll('&amp;', '&')
appendFileSync(${JSON.stringify(opened)}, page + '\\n')
appendFileSync(${JSON.stringify(`${opened}-line`)}, line)
fetch(page).then((answer) => answer.text())
`,
  )
  chmodSync(browser, 0o755)
  home.env['PATH'] = `${bin}:${process.env['PATH'] ?? ''}`
  home.env['GATEHOUSE_NEW_PASSPHRASE'] = passphrase
  await home.run('step-up', 'passphrase')
  delete home.env['GATEHOUSE_NEW_PASSPHRASE']
})
afterEach(async () => {
  server.close()
  await home.remove()
})

const add = () => home.run('servers', 'add', 'forge', '--url', server.url, '--yes')
const asPerson = (): void => void (home.env['GATEHOUSE_PASSPHRASE'] = passphrase)
const aloneAgain = (): void => void delete home.env['GATEHOUSE_PASSPHRASE']
const show = async () => (await home.json('servers', 'show', 'forge')).value as ServerListing

/** Every file under Gatehouse's own folder, as one text. */
const everything = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n')

describe.runIf(process.platform === 'linux')('signing in to an external server', () => {
  it(
    'begins when a person asks, is kept sealed over restarts, is no credential, and goes with the server @whole',
    { timeout: 600_000 },
    async () => {
      asPerson()
      expect(await add()).toMatchObject({ code: 0 })
      expect(await home.json('servers', 'review', 'forge')).toMatchObject({
        code: 1,
        value: {
          error: { code: 'server.needs-sign-in', hint: 'Sign in: gatehouse servers start forge' },
        },
      })
      expect([server.visits.length, existsSync(opened)]).toEqual([0, false])

      const started = await home.run('servers', 'start', 'forge')
      expect(started).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('ready'),
      })
      expect(server.visits.length).toBe(1)
      const page = server.visits[0]?.href ?? ''
      expect(started.stderr).toContain(page)
      expect(readFileSync(opened, 'utf8')).toBe(`${page}\n`)
      // What any user of the machine can read names a file that is gone by now.
      const line = readFileSync(`${opened}-line`, 'utf8')
      expect([
        line.includes('state='),
        line.includes('http:'),
        existsSync(/file:\/\/([^\0]*)/.exec(line)?.[1] ?? '/'),
      ]).toEqual([false, false, false])
      expect(server.visits[0]?.searchParams.get('resource')).toBe(server.url)

      // Another process, without a browser being opened again.
      expect(await home.json('servers', 'review', 'forge')).toMatchObject({
        code: 0,
        value: {
          items: expect.arrayContaining([
            expect.objectContaining({ what: 'tool', name: 'list_issues' }),
          ]),
        },
      })
      expect(server.visits.length).toBe(1)
      expect((await home.json('secrets', 'list')).value).toMatchObject({
        count: 0,
        credentials: [],
      })
      expect(await home.run('secrets', 'remove', 'mcp-sign-in-forge')).toMatchObject({ code: 1 })
      const files = everything(home.folder)
      expect(server.tokens.length).toBeGreaterThan(0)
      for (const token of server.tokens) expect(files).not.toContain(token)
      expect(files).toContain('mcp-sign-in-forge')

      // A locked store is the reason that is given, and nobody is asked to sign in once more.
      aloneAgain()
      expect(await home.json('servers', 'start', 'forge')).toMatchObject({
        code: 1,
        value: {
          error: {
            code: 'server.sign-in',
            text: expect.stringContaining('gatehouse secrets unlock'),
          },
        },
      })
      expect(server.visits.length).toBe(1)
      expect(await home.json('servers', 'remove', 'forge')).toMatchObject({
        code: 1,
        value: { error: { code: 'secrets.locked' } },
      })
      expect((await show()).name).toBe('forge')

      asPerson()
      expect(await home.run('servers', 'remove', 'forge')).toMatchObject({ code: 0 })
      expect(readFileSync(join(home.folder, 'secrets.json'), 'utf8')).not.toContain('mcp-sign-in')
      expect(await add()).toMatchObject({ code: 0 })
      expect(await home.json('servers', 'review', 'forge')).toMatchObject({
        value: { error: { code: 'server.needs-sign-in' } },
      })
    },
  )

  it(
    'says the address where no browser can be opened, and a wrong answer lets nobody in and ends nothing',
    { timeout: 600_000 },
    async () => {
      asPerson()
      home.env['PATH'] = `${home.folder}-nothing`
      expect(await add()).toMatchObject({ code: 0 })
      const waiting = home.start('servers', 'start', 'forge')
      const said = await waiting.until(/http:\/\/127\.0\.0\.1:\d+\/authorize\?\S+/)
      const page = new URL(/http:\/\/127\.0\.0\.1:\d+\/authorize\?\S+/.exec(said)?.[0] ?? '')
      const back = new URL(page.searchParams.get('redirect_uri') ?? '')
      back.search = '?code=forged&state=forged'
      const refused = await fetch(back)
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining('does not belong to the current sign-in'),
      ])
      expect([server.visits.length, server.tokens.length]).toEqual([0, 0])
      await (await fetch(page)).text()
      expect(await waiting.ended).toMatchObject({ code: 0 })
      expect([server.visits.length, server.tokens.length > 0]).toEqual([1, true])
    },
  )
})
