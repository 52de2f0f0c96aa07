// Lasting answers over the whole app with real files and servers: a card is answered for good, then
// what its words lead to is changed behind its back. Nothing runs that the card did not show.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallResult } from '../../contract/call/call.ts'
import type { Input } from '../../contract/ipc/ipc.ts'
import { ask, besideHome, startServices, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const at = (path: string): string => besideHome(join('home-workspace', path))
const put = (path: string, text = 'old\n'): void => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}

type Answer = Omit<Input<'approvals.answer'>, 'id'>
type Ended = { readonly ended: CallResult; readonly held: readonly Approval[] }

async function call(
  tool: string,
  args: Record<string, unknown>,
  answer: (held: Approval) => Answer = () => ({ answer: 'deny-once' }),
): Promise<Ended> {
  const held: Approval[] = []
  let over = false
  const end = ask('tools.run', { tool, args: args as never, wait: true }).finally(
    () => (over = true),
  )
  while (!over) {
    const [pending] = await ask('approvals.list', { states: ['pending'], limit: 1 })
    if (pending !== undefined) {
      held.push(pending)
      await ask('approvals.answer', { id: pending.id, ...answer(pending) })
    }
    await Promise.race([end, new Promise((done) => setTimeout(done, 15))])
  }
  return { ended: await end, held }
}

/** This proposal of the card for good; where it has fewer, what it offers without any. */
const forGood =
  (proposal: number) =>
  (held: Approval): Answer =>
    held.proposals[proposal] === undefined
      ? { answer: 'once' }
      : { answer: 'scope', choice: { proposal, lasts: 'until-revoked' } }

const CHANGES: readonly (readonly [
  what: string,
  change: () => void,
  path: string,
  real: string,
])[] = [
  [
    'a link to a protected file',
    () => symlinkSync('../.envrc', at('src/later.txt')),
    'src/later.txt',
    '.envrc',
  ],
  [
    'a linked folder of hooks',
    () => symlinkSync('../.git/hooks', at('src/later')),
    'src/later/pre-commit',
    '.git/hooks/pre-commit',
  ],
  [
    'a link to outside',
    () => symlinkSync(besideHome('outside'), at('src/later')),
    'src/later/a.txt',
    '../outside/a.txt',
  ],
  [
    'a second name of a protected file',
    () => linkSync(at('.envrc'), at('src/later.txt')),
    'src/later.txt',
    '.envrc',
  ],
  [
    'the folder itself renamed and a link to hooks put in its place',
    () => {
      renameSync(at('src'), at('moved'))
      symlinkSync('.git/hooks', at('src'))
    },
    'src/pre-commit',
    '.git/hooks/pre-commit',
  ],
  [
    'the folder itself renamed and a link to outside put in its place',
    () => {
      renameSync(at('src'), at('moved'))
      symlinkSync(besideHome('outside'), at('src'))
    },
    'src/a.txt',
    '../outside/a.txt',
  ],
  ['a protected file made there', () => put('src/.envrc'), 'src/.envrc', 'src/.envrc'],
  [
    'a repository made there',
    () => put('src/.git/config'),
    'src/.git/hooks/pre-commit',
    'src/.git/hooks/pre-commit',
  ],
]

describe('a lasting answer for one edit', () => {
  it('covers the next one in the folder that its card named, which says what is protected there', async () => {
    await startServices({ more: 'preset: ask\n' })
    for (const each of ['src/a.txt', '.envrc', '.git/hooks/pre-commit', 'src/.npmrc']) put(each)
    const reaches = new Map<string, number>()
    const running = ask('tools.run', {
      tool: 'write_file',
      args: { path: 'src/a.txt', content: 'new\n' },
      wait: true,
    })
    await expect
      .poll(async () => (await ask('approvals.list', { states: ['pending'], limit: 1 })).length)
      .toBe(1)
    const [card] = await ask('approvals.list', { states: ['pending'], limit: 1 })
    if (card === undefined) throw new Error('Nothing is held.')
    const { scopes } = await ask('approvals.scopes', { id: card.id })
    for (const [index, { text }] of card.proposals.entries())
      reaches.set(text, scopes[index]?.protectedPaths?.files ?? 0)
    const wide = card.proposals.findIndex(
      ({ text }) => text.includes('src/') && !text.includes('a.txt'),
    )
    await ask('approvals.answer', {
      id: card.id,
      answer: 'scope',
      choice: { proposal: wide, lasts: 'until-revoked' },
    })
    await running
    const later = await call('write_file', { path: 'src/b.txt', content: 'new\n' })
    expect([later.held.length, later.ended.ok]).toEqual([0, true])
    const inFolder = reaches.get(card.proposals[wide]?.text ?? '')
    expect([inFolder, [...reaches.values()].some((files) => files > 1)]).toEqual([1, true])
  }, 600_000)

  it.each(CHANGES)(
    'does not cover %s @whole',
    async (_, change, path, real) => {
      await startServices({ more: 'preset: ask\n' })
      const unasked: string[] = []
      for (let proposal = 0; proposal < 5; proposal += 1) {
        rmSync(at('.'), { recursive: true, force: true })
        for (const each of ['src/a.txt', '.envrc', '.git/hooks/pre-commit', '../outside/a.txt'])
          put(each)
        const first = await call(
          'write_file',
          { path: 'src/a.txt', content: 'new\n' },
          forGood(proposal),
        )
        expect(first.held.length).toBe(1)
        change()
        const later = await call('write_file', { path, content: 'planted\n' })
        if (later.held.length === 0 && later.ended.ok) unasked.push(`${proposal}: ${path}`)
        if (existsSync(at(real)) && readFileSync(at(real), 'utf8') === 'planted\n')
          unasked.push(`${proposal}: wrote ${real}`)
        for (const { id } of await ask('leases.list', { all: false }))
          await ask('leases.revoke', { id })
        if ((first.held[0]?.proposals.length ?? 0) <= proposal) break
      }
      expect(unasked).toEqual([])
    },
    600_000,
  )
})

describe('an answer for one address', () => {
  it('does not cover a redirect to another port, host or address, by any status @whole', async () => {
    const reached: string[] = []
    const listen = async (answer: (url: string) => string | null): Promise<number> => {
      const server = createServer((request, response) => {
        const to = answer(request.url ?? '')
        reached.push(`${request.headers.host} ${request.url}`)
        if (to === null) response.end('plain')
        else {
          const [, status = '302'] = /^\/(\d{3})\//.exec(request.url ?? '') ?? []
          response.writeHead(Number(status), { location: to }).end()
        }
      })
      servers.push(server)
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      return (server.address() as AddressInfo).port
    }
    const other = await listen(() => null)
    const targets = [
      `http://127.0.0.1:${other}/x`,
      `http://localhost:${other}/x`,
      `//127.0.0.1:${other}/x`,
      `http://[::ffff:127.0.0.1]:${other}/x`,
      `http://2130706433:${other}/x`,
      `http://0x7f000001:${other}/x`,
      `https://127.0.0.1:${other}/x`,
    ]
    const first = await listen((url) => {
      const [, index] = /^\/\d{3}\/(\d+)$/.exec(url) ?? []
      return index === undefined ? null : (targets[Number(index)] ?? null)
    })
    await startServices({
      more: `preset: ask\nallowlist:\n  hosts: ['http://127.0.0.1:${first}', 'http://127.0.0.1:${other}', 'http://localhost:${other}']\n`,
    })
    const once = await call('web_fetch', { url: `http://127.0.0.1:${first}/plain` }, forGood(1))
    expect(once.ended).toMatchObject({ ok: true })
    for (const status of [301, 302, 303, 307, 308])
      for (const index of targets.keys())
        await call('web_fetch', { url: `http://127.0.0.1:${first}/${status}/${index}` }, () => ({
          answer: 'once',
        }))
    expect(reached.filter((each) => !each.startsWith(`127.0.0.1:${first} `))).toEqual([])
    expect(reached.length).toBeGreaterThan(1)
  }, 600_000)
})
