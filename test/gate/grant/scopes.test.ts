// What a grant keeps from a call: the tool, the action, and everything beyond its scopes. Not being
// able to tell is beyond.
import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../contract/agent/grant.ts'
import type { Grant } from '../../../contract/agent/grant.ts'
import type { Scope } from '../../../contract/agent/scope.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type { Manifest } from '../../../contract/call/manifest.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { decide } from '../../../main/gate/decide.ts'
import { commitRequest } from '../../../main/gate/phase.ts'
import { limitedTo } from '../../../main/gate/policy.ts'
import { hiddenBy } from '../../../main/gate/view.ts'
import {
  ask,
  callers,
  connect,
  fetching,
  part,
  plain,
  read,
  reading,
  run,
  running,
  sha256,
  to,
  tool,
  write,
  writing,
} from '../decision-requests.ts'

const under = (grant: Grant) => limitedTo(plain, grant, sha256)
const ownedBy = (url: string): Partial<Manifest> => ({
  requires: [
    {
      kind: 'service',
      name: 'mail',
      title: 'Mail',
      url,
      setting: 'services.mail.url',
      credential: 'mail-token',
      header: 'Authorization',
      template: 'Bearer {}',
    },
  ],
})
const mail = tool('mail', 'R2', ownedBy('https://mail.example/'))
const server = tool('forge__list', 'R1')
const called: CanonicalTouch = {
  kind: 'mcp.call',
  server: 'forge',
  tool: 'list',
  trust: 'local',
  openWorld: false,
}
const token: CanonicalTouch = { kind: 'secrets.get', name: 'mail-token' }
const otherToken: CanonicalTouch = { kind: 'secrets.get', name: 'bank' }
const remembers: CanonicalTouch = { kind: 'memory', access: 'read' }
const sends: CanonicalTouch = {
  ...(to('mail.example', { method: 'POST' }) as Extract<CanonicalTouch, { kind: 'net.fetch' }>),
  recipients: ['ana@work.example'],
}

type Row = [
  scope: Scope,
  of: Manifest,
  touches: readonly CanonicalTouch[],
  args: JsonObject,
  within: boolean,
]
const rows: Row[] = [
  [{ paths: ['src/**'] }, reading, [read('/w/src/a.ts')], {}, true],
  [{ paths: ['src/**'] }, reading, [read('/w/docs/a.md')], {}, false],
  [{ paths: ['src/**'] }, writing, [write('/w/src/a.ts'), write('/w/b.ts')], {}, false],
  [{ paths: ['src/**', 'docs/*'] }, reading, [read('/w/docs/a.md')], {}, true],
  // Nobody can tell where a command or a request reaches.
  [{ paths: ['src/**'] }, running, [run('ls src')], {}, false],
  [{ paths: ['src/**'] }, fetching, [to('a.example')], {}, false],
  [{ paths: ['src/**'] }, reading, [], {}, false],
  [{ hosts: ['a.example'] }, fetching, [to('a.example')], {}, true],
  [{ hosts: ['a.example'] }, fetching, [to('b.a.example')], {}, false],
  [{ hosts: ['*.a.example'] }, fetching, [to('b.a.example')], {}, true],
  [{ hosts: ['a.example'] }, fetching, [to('a.example', { port: 80 })], {}, false],
  [{ hosts: ['a.example'] }, fetching, [to('a.example'), otherToken], {}, false],
  [{ hosts: ['a.example'] }, running, [run('ls'), connect('a.example')], {}, false],
  [{ commands: ['git log'] }, running, [run('git log')], {}, true],
  [{ commands: ['git log'] }, running, [run('git log', 'rm -r src')], {}, false],
  [{ commands: ['git log'] }, running, [run(part('git log $x', { exact: false }))], {}, false],
  [{ commands: ['git log'], paths: ['src/**'] }, running, [run('git log')], {}, false],
  [{ servers: ['forge'] }, server, [called], {}, true],
  [{ servers: ['other'] }, server, [called], {}, false],
  [{ labels: ['work'] }, mail, [to('mail.example'), token], { mailbox: 'Work' }, true],
  [{ labels: ['work'] }, mail, [to('mail.example'), token], { mailbox: 'private' }, false],
  [{ labels: ['work'] }, mail, [to('mail.example')], { labels: ['work', 'private'] }, false],
  // A message by its number: no label says which it is in.
  [{ labels: ['work'] }, mail, [to('mail.example')], { message_id: '17' }, false],
  [{ labels: ['work'] }, mail, [to('other.example')], { mailbox: 'work' }, false],
  [{ labels: ['work'] }, mail, [otherToken], { mailbox: 'work' }, false],
  [{ recipients: ['*@work.example'] }, mail, [sends], { to: ['ana@work.example'] }, true],
  [{ recipients: ['*@work.example'] }, mail, [sends], { to: ['eve@evil.example'] }, false],
  [{ recipients: ['*@home.example'] }, mail, [sends], {}, false],
  [{ categories: ['work'] }, tool('query', 'R1'), [remembers], { category: 'work' }, true],
  [{ categories: ['work'] }, tool('query', 'R1'), [remembers], {}, false],
  [{ calendars: ['team'] }, mail, [to('mail.example')], { calendar_id: 'team' }, true],
  [{ repositories: ['me/*'] }, mail, [to('mail.example')], { owner: 'me', repo: 'x' }, true],
  [{ repositories: ['me/*'] }, mail, [to('mail.example')], { owner: 'you', repo: 'x' }, false],
]

describe('a scope', () => {
  it.each(rows)('%j of %o: %j with %j stays within: %s', (scope, of, touches, args, within) => {
    const policy = under([{ tool: of.name, actions: null, scopes: [scope] }])
    const decision = decide(ask(of, touches, { args }), policy)
    expect(decision.by.kind === 'grant').toBe(!within)
  })

  it('says on refusal who may use what within which limits', () => {
    const policy = under([{ tool: 'read_file', actions: null, scopes: [{ paths: ['src/**'] }] }])
    const { effect, by, reasons } = decide(ask(reading, [read('/w/docs/a.md')]), policy)
    expect({ effect, by, said: reasons.at(-1) }).toEqual({
      effect: 'deny',
      by: { kind: 'grant', id: 'main' },
      said: {
        code: 'grant.scope',
        text: 'main may use read_file only within its scope: paths src/**.',
      },
    })
  })

  it('of several has to hold where they come from a chain of delegations, one where they come from two capabilities', () => {
    const [src, docs] = [{ paths: ['src/**'] }, { paths: ['src/a/**'] }]
    const chain = under([{ tool: 'read_file', actions: null, scopes: [src, docs] }])
    const either = under([
      { tool: 'read_file', actions: null, scopes: [src] },
      { tool: 'read_file', actions: null, scopes: [docs] },
    ])
    const by = (policy: typeof plain, path: string) =>
      decide(ask(reading, [read(path)]), policy).by.kind
    expect([
      by(chain, '/w/src/a/x'),
      by(chain, '/w/src/b'),
      by(either, '/w/src/b'),
      by(either, '/w/docs/b'),
    ]).toEqual(['tier', 'grant', 'tier', 'grant'])
  })

  it('for commands covers the command; only paths cover what it changed', () => {
    const facts = { whole: true, trees: [], deleted: 0, privileged: [], repositories: [] }
    const commit = (scope: Scope, path: string) =>
      decide(
        commitRequest(ask(running, [run('npm test')]), [write(path)], facts),
        under([{ tool: 'exec', actions: null, scopes: [scope] }]),
      ).by.kind
    expect([
      commit({ commands: ['npm test'] }, '/w/out/a'),
      commit({ commands: ['npm test'], paths: ['/w', 'out/**'] }, '/w/out/a'),
      commit({ commands: ['npm test'], paths: ['/w', 'out/**'] }, '/w/src/a'),
    ]).toEqual(['tier', 'tier', 'grant'])
  })
})

describe('a grant', () => {
  const github = tool('github', 'R1', {
    actions: [
      { name: 'list', readOnly: true },
      { name: 'merge', readOnly: false },
    ],
  })
  const policy = under([{ tool: 'github', actions: ['list'], scopes: [] }])

  it('hides exactly the tools that it refuses', () => {
    const hidden = [github, reading].map((of) => hiddenBy(of, callers.agent, policy))
    const refused = [
      ask(github, [], { action: 'list' }),
      ask(github, [], { action: 'merge' }),
      ask(github, []),
      ask(reading, [read('/w/a')]),
    ].map((request) => decide(request, policy).reasons.at(-1)?.code)
    expect({ hidden, refused }).toEqual({
      hidden: [null, 'grant'],
      refused: ['tier.base', 'grant.action', 'grant.action', 'grant.tool'],
    })
  })

  it('of everything leaves the policy as it is; any other one has a hash of its own', () => {
    expect(limitedTo(plain, EVERYTHING, sha256)).toBe(plain)
    const hashes = [
      plain,
      policy,
      under([]),
      under([{ tool: 'github', actions: ['list'], scopes: [{ repositories: ['me/*'] }] }]),
    ].map(({ hash }) => hash)
    expect(new Set(hashes).size).toBe(4)
  })
})
