// Standing answers attacked over the whole pipeline: a card is answered with each scope that it offers,
// and then something comes that its card did not show. It is asked about, whatever the scope.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Manifest } from '../../contract/call/manifest.ts'
import type { ArgumentOrigin } from '../../contract/call/origin.ts'
import { noTaint } from '../../contract/call/origin.ts'
import type { Channel, Principal } from '../../contract/call/principal.ts'
import { defineTool } from '../../contract/call/tool.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import type { CanonicalTouch, Need } from '../../contract/call/touch.ts'
import { CallId } from '../../contract/ids.ts'
import { ok } from '../../contract/result.ts'
import { analyseCommand } from '../../main/command/analyse.ts'
import { newId } from '../../main/pipeline/new-id.ts'
import { z } from 'zod'
import { zoneOf } from '../command/summary.ts'
import { openTestPipeline } from '../fakes/pipeline.ts'
import type { PipelineUnderTest } from '../fakes/pipeline.ts'
import { read, theirOwn, tool, web, write, onlyPrivate } from '../gate/decision-requests.ts'

let pipeline: PipelineUnderTest
/** What the arguments of the call that is under way lead to. */
let leads: readonly CanonicalTouch[] = []
beforeEach(async () => {
  pipeline = await openTestPipeline()
})
afterEach(() => pipeline.dispose())

const powers: readonly Need[] = [
  'fs.read',
  'fs.write',
  'net.fetch',
  'net.connect',
  'proc.run',
  'mcp.call',
  'subagent',
  'secrets.get',
]
const manifests = {
  write: { ...theirOwn, builtIn: true, id: 'fs.write' },
  look: tool('list', 'R3', { id: 'fs.list', sideEffects: false }),
  fetch: tool('fetch', 'R2', { category: 'network', sideEffects: false, networkOutbound: true }),
  run: tool('run', 'R3', { id: 'system.run', sideEffects: true }),
  server: tool('server', 'R3', {
    builtIn: false,
    category: 'network',
    sideEffects: true,
    external: {
      sourceId: 'mcp.notes.save',
      labels: {
        id: 'notes.save',
        category: 'network',
        effects: [],
        readsPrivate: false,
        readsUntrusted: false,
        sends: null,
      },
      decided: true,
      changes: true,
      args: ['/file', '/text'],
    },
  }),
} satisfies Record<string, Manifest>
type Name = keyof typeof manifests

/** A tool whose call leads where the test says. */
const toolOf = (manifest: Manifest): AnyTool =>
  defineTool({
    manifest: {
      ...manifest,
      name: manifest.name,
      dataAccess: ['files', 'network', 'processes', 'agents', 'credentials'],
    },
    requiredPowers: [...powers],
    input: z.record(z.string(), z.json()),
    action: () => null,
    touches: () => leads.map((_, at) => ({ kind: leads[at]?.kind, at }) as never),
    execute: async () => ok({ text: 'done' }),
  }) as unknown as AnyTool

type NextCall = {
  readonly touches: readonly CanonicalTouch[]
  readonly args?: Record<string, unknown>
  readonly principal?: Partial<Principal>
  readonly channel?: Channel
  readonly origins?: readonly ArgumentOrigin[]
  readonly privateRead?: true
  /** Something of the world changes in between. */
  readonly change?: () => void
  readonly before?: () => void
}

async function send(
  name: Name,
  { touches, args = {}, principal = {}, channel = 'window', origins = [], privateRead }: NextCall,
) {
  leads = touches
  pipeline.deps.provenance = {
    see: () => {},
    taint: () => (privateRead === true ? onlyPrivate : noTaint),
    origins: () => origins,
  }
  pipeline.deps.canonical = async (touch) =>
    ok(leads[(touch as unknown as { at: number }).at] as CanonicalTouch)
  const before = pipeline.opens.length
  const result = pipeline.dispatch(
    {
      id: CallId.parse(newId('call')),
      channel,
      runId: null,
      tool: manifests[name].name,
      args,
      principal: {
        kind: 'agent',
        name: 'main',
        session: pipeline.session,
        ...(principal.kind === 'mcp-client' || principal.kind === 'schedule'
          ? {}
          : { runId: newId('run') }),
        ...principal,
      } as Principal,
    },
    { signal: new AbortController().signal, queue: true },
  )
  const ended = await Promise.race([result, pipeline.held(before + 1).then((card) => ({ card }))])
  return 'card' in ended
    ? { card: ended.card, result }
    : { card: null, result, route: ended.route, error: ended.error }
}

const line = async (command: string, cwd = '/w'): Promise<CanonicalTouch> => ({
  kind: 'proc.run',
  command,
  cwd,
  zone: cwd.startsWith('/w') ? 'workspace' : 'outside',
  parts: [...(await analyseCommand(command, { cwd, zoneOf }))],
})

/** Which scopes of the card, and `always`, let the later call run without anybody asked. */
async function scopesThatLet(
  name: Name,
  shown: NextCall,
  later: NextCall,
): Promise<readonly string[]> {
  const covering: string[] = []
  pipeline.tools.push(...Object.values(manifests).map(toolOf))
  for (let at = 0; at < 8; at += 1) {
    pipeline.context.definition = 'one'
    shown.before?.()
    const first = await send(name, shown)
    if (first.card === null)
      throw new Error(`not held: ${JSON.stringify(first.error ?? first.route)}`)
    const proposal = first.card.proposals[at]
    const reply =
      proposal === undefined
        ? ({ answer: 'always' } as const)
        : ({ answer: 'scope', choice: { proposal: at, lasts: 'until-revoked' } } as const)
    const answered = await pipeline.approvalQueue.answer(first.card.id, reply, 'window')
    if (!answered.ok)
      await pipeline.approvalQueue.answer(first.card.id, { answer: 'deny-once' }, 'window')
    await first.result
    if (answered.ok) {
      later.change?.()
      const second = await send(name, later)
      if (second.card === null) {
        if (second.route === 'lease') covering.push(proposal?.text ?? 'always')
      } else {
        await pipeline.approvalQueue.answer(second.card.id, { answer: 'deny-once' }, 'window')
      }
      await second.result
    }
    for (const { id } of pipeline.leases.list()) pipeline.leases.revoke(id, 1)
    if (proposal === undefined) break
  }
  return covering
}

const server = (...paths: readonly string[]): CanonicalTouch => ({
  kind: 'mcp.call',
  server: 'notes',
  tool: 'save',
  trust: 'local',
  openWorld: false,
  paths: paths.map((path) => ({
    argument: '/file',
    path,
    zone: 'outside' as const,
    granted: 'none' as const,
  })),
})
const scout = (parent: string, chain = [parent]): Partial<Principal> => ({
  kind: 'subagent' as const,
  name: 'scout',
  parent,
  chain,
})
const steeredBy = (pointer: string): readonly ArgumentOrigin[] => [
  { pointer, origin: { kind: 'tool', source: web } },
]
const W = (path: string, bytes = 10): CanonicalTouch =>
  ({ ...write(path), bytes }) as CanonicalTouch
const fetches = (url: string, method: 'GET' | 'POST' = 'GET', bytes?: number): CanonicalTouch => {
  const { hostname, port, protocol } = new URL(url)
  return {
    kind: 'net.fetch',
    method,
    url,
    host: hostname,
    reach: 'public',
    listed: false,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    ...(bytes === undefined ? {} : { bytes }),
  }
}

const distrust = (): void => {
  pipeline.context.policy = {
    ...pipeline.context.policy,
    channels: { gateway: 'untrusted', cli: 'untrusted' },
  }
}
type Row = readonly [
  what: string,
  tool: Name,
  shown: NextCall,
  later: NextCall,
  covering?: readonly string[],
]
const one: NextCall = { touches: [W('/w/src/a.ts')] }
const edit = (...paths: readonly string[]): NextCall => ({ touches: paths.map((path) => W(path)) })
const get: NextCall = { touches: [fetches('https://a.example/x')] }
const rows: readonly Row[] = [
  // guarded
  ['a hook of a nested repository', 'write', one, edit('/w/src/.git/hooks/pre-commit')],
  ['a protected file in the same folder', 'write', one, edit('/w/src/.envrc')],
  ['its name in capitals', 'write', one, edit('/w/src/.ENVRC')],
  ['a hook in mixed letters', 'write', one, edit('/w/src/.Git/Hooks/pre-commit')],
  ['a name with a character of no width', 'write', one, edit('/w/src/.g\u200cit/hooks/pre-commit')],
  ['a name with a soft hyphen', 'write', one, edit('/w/src/.git\u00ad/hooks/pre-commit')],
  ['a name with a long s', 'write', one, edit('/w/src/.v\u017fcode/tasks.json')],
  ['a name with the sign of the kelvin', 'write', one, edit('/w/src/.hus\u212ay/pre-commit')],
  ['a name with a wide full stop', 'write', one, edit('/w/src/\uff0egit/config')],
  ['a name with a full stop behind it', 'write', one, edit('/w/src/.git./config')],
  ['a name with a space behind it', 'write', one, edit('/w/src/.git /config')],
  ['a named stream of a folder', 'write', one, edit('/w/src/.git::$INDEX_ALLOCATION/config')],
  ['the short name of a folder', 'write', one, edit('/w/src/GIT~1/config')],
  [
    'several edits of which the last is guarded',
    'write',
    one,
    edit('/w/src/b.ts', '/w/src/c.ts', '/w/src/.npmrc'),
  ],
  [
    'several edits of which the first is guarded',
    'write',
    one,
    edit('/w/src/.npmrc', '/w/src/c.ts'),
  ],
  [
    'another protected name than the one shown',
    'write',
    edit('/w/src/.envrc'),
    edit('/w/src/.npmrc'),
  ],
  ['the same protected name elsewhere', 'write', edit('/w/src/.envrc'), edit('/w/.envrc')],
  [
    'but for the protected folder that it names, a file of it',
    'write',
    edit('/w/.claude/a'),
    edit('/w/.claude/settings.json'),
    ['edits in .claude/'],
  ],
  [
    'a protected name below a protected folder',
    'write',
    edit('/w/.husky/a'),
    edit('/w/.husky/.envrc'),
  ],
  ['a file that makes its folder a repository', 'write', one, edit('/w/src/HEAD')],
  ['the instructions of agents', 'write', one, edit('/w/src/AGENTS.md')],
  ['a path written with backslashes', 'write', one, edit('/w/src/.git\\hooks\\pre-commit')],
  // where
  ['a file outside', 'write', one, edit('/home/p/a.ts')],
  ['a folder beside whose name begins alike', 'write', one, edit('/w2/src/a.ts')],
  [
    'the same path after the workspace moved away',
    'write',
    one,
    { touches: [{ ...W('/w/src/a.ts'), zone: 'outside' } as never] },
  ],
  ['more bytes than the person set', 'write', one, { touches: [W('/w/src/a.ts', 6_000_000)] }],
  [
    'more bytes than the card showed',
    'write',
    { touches: [W('/w/src/a.ts', 6_000_000)] },
    { touches: [W('/w/src/a.ts', 6_000_001)] },
  ],
  [
    'a place of the STOP list',
    'write',
    one,
    { touches: [{ ...W('/w/src/a.ts'), zone: 'stop' } as never] },
  ],
  // who
  ['a sub-agent', 'write', one, { ...one, principal: scout('main') }],
  [
    'a sub-agent of the same name that works for another agent',
    'write',
    { ...one, principal: scout('main') },
    { ...one, principal: scout('evil') },
  ],
  [
    'a sub-agent with one more above it',
    'write',
    { ...one, principal: scout('main') },
    { ...one, principal: scout('main', ['main', 'evil']) },
  ],
  [
    'a client of the same name',
    'write',
    one,
    { ...one, principal: { kind: 'mcp-client', name: 'main' } },
  ],
  [
    'a job of the same name',
    'write',
    one,
    { ...one, principal: { kind: 'schedule', name: 'main' } },
  ],
  ['a target out of untrusted text', 'write', one, { ...one, origins: steeredBy('/path') }],
  [
    'a second target out of untrusted text',
    'write',
    { ...one, origins: steeredBy('/path') },
    { ...edit('/w/src/b.ts'), origins: steeredBy('/path') },
  ],
  [
    'but for its own folder, another file to read',
    'look',
    { touches: [read('/etc/hosts')] },
    { touches: [read('/etc/passwd')] },
    ['reads in /etc/'],
  ],
  ['a folder beside', 'look', { touches: [read('/etc/x/hosts')] }, { touches: [read('/etc/y')] }],
  [
    'a write where a read was shown',
    'look',
    { touches: [read('/etc/x/hosts')] },
    { touches: [write('/etc/x/hosts')] },
  ],
  // hosts
  ['another host', 'fetch', get, { touches: [fetches('https://b.example/x')] }],
  ['a host below', 'fetch', get, { touches: [fetches('https://evil.a.example/x')] }],
  ['a host that ends alike', 'fetch', get, { touches: [fetches('https://xa.example/x')] }],
  ['the same without encryption', 'fetch', get, { touches: [fetches('http://a.example/x')] }],
  [
    'the same without encryption at the same port',
    'fetch',
    get,
    { touches: [fetches('http://a.example:443/x')] },
  ],
  ['another port', 'fetch', get, { touches: [fetches('https://a.example:8443/x')] }],
  [
    'a host of look-alike letters',
    'fetch',
    get,
    { touches: [fetches('https://xn--80ak6aa92e.example/x')] },
  ],
  ['another method', 'fetch', get, { touches: [fetches('https://a.example/x', 'POST')] }],
  [
    'the same name at a local address',
    'fetch',
    get,
    { touches: [{ ...fetches('https://a.example/x'), reach: 'local' } as never] },
  ],
  ['what goes out after private data was read', 'fetch', get, { ...get, privateRead: true }],
  ['an address out of untrusted text', 'fetch', get, { ...get, origins: steeredBy('/url') }],
  ['a second address', 'fetch', get, { touches: [...get.touches, fetches('https://b.example/')] }],
  [
    'but for its host, all addresses below one',
    'fetch',
    get,
    { touches: [{ ...fetches('https://a.example/x'), below: true } as never] },
    ['GET from a.example'],
  ],
  [
    'recipients that were not shown',
    'fetch',
    get,
    { touches: [{ ...fetches('https://a.example/x'), recipients: ['x@y.z'] } as never] },
  ],
  [
    'other recipients',
    'fetch',
    { touches: [{ ...fetches('https://a.example/x'), recipients: ['a@y.z'] } as never] },
    { touches: [{ ...fetches('https://a.example/x'), recipients: ['x@y.z'] } as never] },
  ],
  [
    'a larger body',
    'fetch',
    { touches: [fetches('https://a.example/x', 'POST', 10)] },
    { touches: [fetches('https://a.example/x', 'POST', 90_000_000)] },
  ],
  [
    'a channel that is not trusted any more',
    'fetch',
    { ...get, channel: 'gateway' },
    { ...get, channel: 'cli', change: distrust },
  ],
  [
    'another channel that is not trusted',
    'fetch',
    { ...get, channel: 'gateway', before: distrust },
    { ...get, channel: 'cli' },
  ],
  [
    'but for its own channel, one that is not trusted',
    'fetch',
    { ...get, channel: 'gateway', before: distrust },
    { ...get, channel: 'gateway' },
    ['GET https://a.example/x', 'GET from a.example', 'always'],
  ],
  // servers
  [
    'another place that was not granted to the server',
    'server',
    { touches: [server('/home/p/a')], args: { file: '/home/p/a' } },
    { touches: [server('/home/p/.netrc')], args: { file: '/home/p/.netrc' } },
  ],
  [
    'a place that was not granted, where none was',
    'server',
    { touches: [server()], args: { text: 'a' } },
    { touches: [server('/home/p/.netrc')], args: { file: '/home/p/.netrc' } },
  ],
  [
    'an argument that was not shown',
    'server',
    { touches: [server()], args: { text: 'a' } },
    { touches: [server()], args: { other: 'b' } },
  ],
  [
    'a definition that has changed',
    'server',
    { touches: [server()], args: { text: 'a' } },
    {
      touches: [server()],
      args: { text: 'a' },
      change: () => {
        pipeline.context.definition = 'two'
      },
    },
  ],
  [
    'an argument out of untrusted text',
    'server',
    { touches: [server()], args: { text: 'a' } },
    { touches: [server()], args: { text: 'b' }, origins: steeredBy('/text') },
  ],
  [
    'another text out of untrusted text',
    'server',
    { touches: [server()], args: { text: 'a' }, origins: steeredBy('/text') },
    { touches: [server()], args: { text: 'b' }, origins: steeredBy('/text') },
  ],
]
const runRows: readonly (readonly [shown: string, later: string, cwd?: string])[] = [
  ['npm test', 'npm test -- --evil; rm a'],
  ['npm test', 'npm test', '/w/sub'],
  ['npm test', 'npm test', '/tmp'],
  ['npm test', 'npm publish'],
  ['npm install a', 'npm install -g a'],
  ['npm install a', 'npm install http://x/a.tgz'],
  ['git fetch', 'git push'],
  ['git fetch', 'git fetch --upload-pack=evil'],
  ['git push', 'git push --force'],
  ['python3 a.py', 'python3 -c "import os"'],
  ['node a.js', 'node -e 1'],
  ['make test', 'make -f /tmp/x test'],
  ['cp a b', 'cp a /etc/b'],
  ['npm test', 'A=1 npm test'],
  ['npm test', 'PATH=/tmp npm test'],
  ['npm test', 'npm test > /etc/x'],
  ['npm test', 'npm test > x'],
  ['npm test', 'npm test | sh'],
  ['npm test', 'npm test $(evil)'],
  ['npm test', 'npm test *'],
  ['npm test', 'sudo npm test'],
  ['npm test', 'timeout 9 npm test'],
  ['npm test', './npm test'],
  ['npm test', '/tmp/npm test'],
]

describe('no scope of a card covers what the card did not show', () => {
  it.each(
    rows.map(([what, name, shown, later, covering = []]) => ({
      what,
      name,
      shown,
      later,
      covering,
    })),
  )('$what', async ({ name, shown, later, covering }) => {
    expect(await scopesThatLet(name, shown, later)).toEqual(covering)
  })

  it.each(runRows.map(([shown, later, cwd = '/w']) => ({ shown, later, cwd })))(
    'after $shown: $later in $cwd',
    async ({ shown, later, cwd }) => {
      const lines = [
        { touches: [await line(shown)] },
        { touches: [await line(later, cwd)] },
      ] as const
      expect(await scopesThatLet('run', ...lines)).toEqual([])
    },
  )

  it('each covers the call that it was given for', async () => {
    expect(await scopesThatLet('write', one, one)).toEqual([
      ...['edits of src/a.ts', 'edits in src/', 'edits anywhere in the workspace', 'always'],
    ])
  })
})
