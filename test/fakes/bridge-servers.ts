// Servers of the fake bridge. It proves screens, never safety.
import { grantText } from '../../contract/server/missed-grant.ts'
import { withGrant } from '../../contract/server/with-grant.ts'
import type { RegistryHit } from '../../contract/server/registry-hit.ts'
import type { PinnedPackage } from '../../contract/server/package.ts'
import { packageOf } from '../../contract/server/package-of.ts'
import type { PackageCommand } from '../../contract/server/package-command.ts'
import type { ServerQuestion } from '../../contract/server/server-question.ts'
import { askedQuestions } from './bridge-questions.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import type { Evidence } from '../../contract/approval/evidence.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { Result } from '../../contract/result.ts'
import { ServerConfig } from '../../contract/server/server.ts'
import type { Reviewed, ServerListing } from '../../contract/server/server.ts'
import type { ImportedServer } from '../../contract/server/server-review.ts'
import { editServer } from '../../main/services/servers/edit-server.ts'
import { asksFirst } from './bridge-relaxation.ts'
import { reachOf, serverSamples } from './bridge-server-samples.ts'
import type { Sample } from './bridge-server-samples.ts'

type Topic = Extract<keyof Handlers, `servers.${string}`>
type Options = {
  /** Begin with one server of every kind; else with none. */
  readonly many: boolean
  readonly asks: boolean
  readonly secured: boolean
  readonly send: (event: PanelEvent) => void
  readonly attention: (servers: number) => void
}

const fine = <T>(value: T): Result<T, never> => ({ ok: true, value })
const fault = (code: string, text: string, hint = ''): Result<never, Failure> => ({
  ok: false,
  error: { code, text, hint },
})
const keyOf = ({ what, name }: Pick<Reviewed, 'what' | 'name'>): string => `${what} ${name}`
const waits = ({ state }: Reviewed): boolean =>
  state === 'new' || state === 'changed' || state === 'gone'

export function fakeServers({
  many,
  asks,
  secured,
  send,
  attention,
}: Options): Pick<Handlers, Topic> {
  const servers = new Map<string, Sample>(many ? Object.entries(serverSamples(Date.now())) : [])
  let revision = 1

  const listing = (name: string, { config, state, items, more }: Sample): ServerListing => {
    const tools = items.filter(({ what }) => what === 'tool')
    const count = (wanted: Reviewed['state']): number =>
      items.filter(({ state: one }) => one === wanted).length
    return {
      name,
      config,
      state,
      revision,
      protocol: null,
      version: null,
      advice: [],
      log: [],
      open: tools.filter(({ state: one }) => one === 'open').length,
      closed: tools.filter(({ state: one }) => one !== 'open').length,
      review: {
        fresh: count('new'),
        changed: count('changed'),
        gone: count('gone'),
        refused: count('refused'),
      },
      access: reachOf(name, config),
      ...more,
    }
  }
  const first = (name: string, is: ServerConfig, evidence: Evidence): Failure | null => {
    const was = servers.get(name)?.config
    return asksFirst(
      { servers: was === undefined ? {} : { [name]: was } },
      { servers: { [name]: is } },
      evidence,
      secured,
    )
  }
  const list = (): ServerListing[] => [...servers].map(([name, sample]) => listing(name, sample))
  const changed = (): void => {
    revision += 1
    attention(
      [...servers.values()].filter(
        ({ state, items }) =>
          state.kind === 'stopped' || state.kind === 'needs-sign-in' || items.some(waits),
      ).length,
    )
    send({ kind: 'servers-changed' })
  }
  const review = (name: string) => {
    const sample = servers.get(name)
    if (sample === undefined) return fault('server.unknown', `There is no server named ${name}.`)
    return fine({
      digest: JSON.stringify(sample.items.map(({ name: own, state }) => [own, state])),
      items: [...sample.items],
      access: reachOf(name, sample.config),
    })
  }
  const put = (name: string, part: Partial<Sample>) => {
    const before = servers.get(name)
    if (before === undefined) return fault('server.unknown', `There is no server named ${name}.`)
    servers.set(name, { ...before, ...part })
    changed()
    return fine(list())
  }
  const start = (name: string): void => {
    put(name, { state: { kind: 'starting' } })
    setTimeout(() => {
      const now = servers.get(name)
      if (now === undefined || now.state.kind !== 'starting') return
      const items: readonly Reviewed[] =
        now.items.length > 0 ? now.items : (serverSamples(0)['fresh']?.items ?? [])
      put(name, { state: { kind: 'ready' }, items })
    }, 400)
  }
  if (many) setTimeout(changed, 0)
  let questions: ServerQuestion[] = asks ? [...askedQuestions] : []

  return {
    'servers.questions': async () => fine(questions),
    'servers.answer-question': async ({ id }) => {
      questions = questions.filter((one) => one.id !== id)
      changed()
      return fine(questions)
    },
    'servers.list': async () => fine(list()),
    'servers.review': async ({ name }) => review(name),
    'servers.accept': async ({ name, items: chosen }) => {
      const items = (servers.get(name)?.items ?? []).flatMap((one): Reviewed[] => {
        if (
          !waits(one) ||
          (chosen === 'all' && one.warnings.length > 0) ||
          (chosen !== 'all' && !chosen.some((ref) => keyOf(ref) === keyOf(one)))
        )
          return [one]
        return one.state === 'gone' ? [] : [{ ...one, state: 'open', before: one.now }]
      })
      put(name, { items })
      return review(name)
    },
    'servers.close': async ({ name, item }) => {
      put(name, {
        items: (servers.get(name)?.items ?? []).map((one) =>
          keyOf(one) === keyOf(item) ? { ...one, state: 'changed' } : one,
        ),
      })
      return review(name)
    },
    'servers.read-link': async ({ link }) =>
      link.startsWith('gatehouse://servers/add?')
        ? fine({
            name: 'linked',
            config: {
              transport: 'stdio',
              command: 'npx',
              args: ['-y', 'linked\u202emcp'],
              env: {},
              hosts: ['api.linked.example'],
              folders: [],
              trust: 'community',
              enabled: false,
              timeoutSeconds: 60,
            },
          })
        : fault(
            'servers.bad-link',
            'That link cannot be used: it is no address.',
            'Add the server by hand.',
          ),
    'servers.add': async ({ name, config: given, fetch, ...evidence }) => {
      const command = packageOf(given)
      const config =
        fetch === undefined || command === null || given.transport === 'http'
          ? given
          : { ...given, package: pinnedSample(command) }
      if (servers.has(name))
        return fault(
          'server.exists',
          `There is a server named ${name} already.`,
          'Choose another name.',
        )
      const asked = first(name, config, evidence)
      if (asked !== null) return { ok: false, error: asked }
      servers.set(name, { config, state: { kind: 'off' }, items: [] })
      if (config.enabled) start(name)
      changed()
      return fine(list())
    },
    'servers.package': async (given) => {
      const config = 'config' in given ? given.config : servers.get(given.name)?.config
      const command = config === undefined ? null : packageOf(config)
      if (command === null)
        return fault('package.none', 'This server is not started from a package.')
      return fine({
        id: 'plan',
        source: command.source,
        name: command.name,
        version: '2.4.1',
        registry: 'https://registry.npmjs.org/',
        integrity: 'sha512-3q2+7w8kFhJ0XcE1rN5tYbQ9vLmA6sUdPzK4oGiRWnB2xCeH7jTfVyDlZqSaMuOp==',
        program: command.name,
        packages: 92,
        scripts: command.name.includes('native') ? ['better-sqlite3'] : [],
        before: config?.transport === 'stdio' ? (config.package?.version ?? null) : null,
      })
    },
    'servers.fetch': async ({ name, fetch: _fetch, ...evidence }) => {
      const sample = servers.get(name)
      const command = sample === undefined ? null : packageOf(sample.config)
      if (sample === undefined || command === null || sample.config.transport === 'http')
        return fault('server.unknown', `There is no server named ${name}.`)
      const config = { ...sample.config, package: pinnedSample(command) }
      const asked = first(name, config, evidence)
      if (asked !== null) return { ok: false, error: asked }
      servers.set(name, { ...sample, config })
      if (config.enabled) start(name)
      changed()
      return fine(list())
    },
    'servers.search': async ({ from, text }) => {
      if (!/^(https?:\/\/|\/)/.test(from))
        return fault(
          'registry.source',
          `${from} is neither an address nor the whole path of a file.`,
        )
      const hits = registrySample.filter(({ id, description }) =>
        `${id} ${description}`.toLowerCase().includes(text.toLowerCase()),
      )
      return fine({ hits, searched: registrySample.length, more: false })
    },
    'servers.grant': async ({ name, grant, ...evidence }) => {
      const sample = servers.get(name)
      if (sample === undefined) return fault('server.unknown', `There is no server named ${name}.`)
      const config = withGrant(sample.config, grant)
      const asked = first(name, config, evidence)
      if (asked !== null) return { ok: false, error: asked }
      const missed = (sample.more?.missed ?? []).filter(
        (one) => grantText(one) !== grantText(grant),
      )
      return put(name, { config, more: { ...sample.more, missed } })
    },
    'servers.remove': async ({ name }) => {
      servers.delete(name)
      changed()
      return fine(list())
    },
    'servers.start': async ({ name, ...evidence }) => {
      const sample = servers.get(name)
      if (sample === undefined) return fault('server.unknown', `There is no server named ${name}.`)
      const asked = first(name, { ...sample.config, enabled: true }, evidence)
      if (asked !== null) return { ok: false, error: asked }
      servers.set(name, { ...sample, config: { ...sample.config, enabled: true } })
      if (sample.state.kind === 'needs-sign-in')
        return put(name, {
          more: {
            signInUrl:
              'https://wiki.example.org/authorize?client_id=gatehouse&scope=wiki:read%20wiki:write&state=9f2c',
          },
        })
      start(name)
      return fine(list())
    },
    'servers.restart': async ({ name }) => {
      start(name)
      return fine(list())
    },
    'servers.change': async ({ name, proof, confirmed, ...wanted }) => {
      const sample = servers.get(name)
      if (sample === undefined) return fault('server.unknown', `There is no server named ${name}.`)
      const asked = first(name, { ...sample.config, ...wanted } as ServerConfig, {
        proof,
        confirmed,
      })
      if (asked !== null) return { ok: false, error: asked }
      const state = wanted.enabled === false ? ({ kind: 'off' } as const) : sample.state
      return put(name, { config: { ...sample.config, ...wanted } as ServerConfig, state })
    },
    'servers.edit': async ({ name, launch, proof, confirmed }) => {
      const sample = servers.get(name)
      if (sample === undefined) return fault('server.unknown', `There is no server named ${name}.`)
      const edited = editServer(sample.config, { name, launch }, () => null)
      if (!edited.ok) return edited
      const asked = first(name, edited.value.config, { proof, confirmed })
      if (asked !== null) return { ok: false, error: asked }
      const items = sample.items.map((one): Reviewed =>
        one.state === 'open' || one.what === 'server' ? { ...one, state: 'changed' } : one,
      )
      return put(name, { config: edited.value.config, items })
    },
    'servers.found': async () =>
      fine([
        { from: 'claude-desktop', files: ['/home/ada/.config/Claude/claude_desktop_config.json'] },
        {
          from: 'cursor',
          files: ['/home/ada/.cursor/mcp.json', '/home/ada/site/.cursor/mcp.json'],
        },
      ]),
    'servers.import': async ({ apply, names, text }) => {
      if (text !== undefined && !text.trim().startsWith('{'))
        return fault(
          'servers.import-unreadable',
          'The text: That is no JSON.',
          'Mend it, and read it again.',
        )
      const all = imported.filter(({ name }) => names?.includes(name) ?? true)
      const added = apply
        ? all.flatMap(({ name, skipped }) => (skipped === null ? [name] : []))
        : []
      for (const { name, config } of all)
        if (added.includes(name)) servers.set(name, { config, state: { kind: 'off' }, items: [] })
      if (apply) changed()
      return fine({
        files: text === undefined ? ['/home/ada/.cursor/mcp.json'] : [],
        servers: all,
        added,
      })
    },
    'servers.export': async ({ format, names }) =>
      fine({
        text: `${JSON.stringify({ mcpServers: Object.fromEntries([...servers].filter(([name]) => names?.includes(name) ?? true).map(([name, { config }]) => [name, config.transport === 'stdio' ? { command: config.command, args: config.args } : { url: config.url }])) }, null, 2)}\n`,
        notes: [`Give the variable FORGE_TOKEN where ${format} starts.`],
      }),
  }
}

const registrySample: RegistryHit[] = [
  {
    id: 'io.github.ada/notes',
    title: 'Notes',
    version: '2.4.1',
    name: 'notes',
    description: 'Reads and searches a folder of notes.',
    repository: 'https://github.com/ada/notes-mcp',
    notes: ['Needs an argument: folder, where the notes are'],
    config: ServerConfig.parse({
      transport: 'stdio',
      command: 'npx',
      args: ['-y', '@ada/notes-mcp@2.4.1'],
      enabled: false,
    }),
  },
  {
    id: 'io.github.ada/box',
    title: 'Box',
    version: '1.0.0',
    name: 'box',
    description: 'Runs in a container.',
    repository: null,
    config: null,
    notes: ['It comes as oci, which Gatehouse does not start.'],
  },
]

const pinnedSample = ({ source, name }: PackageCommand): PinnedPackage => ({
  source,
  name,
  version: '2.4.1',
  registry: 'https://registry.npmjs.org/',
  program: name,
  integrity: 'sha512-3q2+7w8kFhJ0XcE1rN5tYbQ9vLmA6sUdPzK4oGiRWnB2xCeH7jTfVyDlZqSaMuOp==',
  lock: 'a'.repeat(64),
  files: 'b'.repeat(64),
})

const imported: ImportedServer[] = [
  {
    name: 'github',
    from: 'GitHub',
    notes: [],
    skipped: null,
    config: {
      transport: 'stdio',
      command: 'docker',
      args: ['run', '-i', '--rm', '-e', 'GITHUB_TOKEN', 'ghcr.io/github/mcp'],
      env: { GITHUB_TOKEN: { secret: 'github-github-token' } },
      hosts: [],
      folders: [],
      trust: 'community',
      enabled: false,
      timeoutSeconds: 60,
    },
    secrets: [
      { where: 'env.GITHUB_TOKEN', name: 'github-github-token', hosts: ['github.mcp.invalid'] },
    ],
  },
  {
    name: 'search',
    from: 'search',
    secrets: [],
    skipped: null,
    config: {
      transport: 'http',
      url: 'https://search.example.org/mcp',
      headers: { Authorization: { secret: 'search-key' } },
      trust: 'community',
      enabled: false,
      timeoutSeconds: 60,
    },
    notes: [
      'headers.Authorization came from the variable SEARCH_KEY: store it as search-key: gatehouse secrets set search-key --host search.example.org',
    ],
  },
  {
    name: 'old',
    from: 'old',
    secrets: [],
    notes: [],
    config: {
      transport: 'http',
      url: 'https://old.example.org/sse',
      headers: {},
      trust: 'community',
      enabled: false,
      timeoutSeconds: 60,
    },
    skipped: 'It speaks sse, which is no longer in the specification.',
  },
]
