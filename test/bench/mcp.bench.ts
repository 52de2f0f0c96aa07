// Gatehouse in front of a server, beside that server alone and beside other gateways, in one run:
// the same echo server, the same smallest client, and once more the official one. Gatehouse judges
// every call and has it in its journal, on the disk, before it runs; the others pass it on.
//
//   node test/bench/mcp.bench.ts
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAppPaths } from '../../main/config/paths.ts'
import { engineEnv, engineFlags } from '../../main/host/launch/engine.mjs'
import { connect } from '../../main/host/local-client.ts'
import { openGateway } from '../../main/mcp/gateway/gateway.ts'
import { listenHttp } from '../../main/mcp/gateway/http/http-server.ts'
import { readFile } from '../../tools/files/read-file.ts'
import type { BenchLine } from './line.ts'
import { median } from './line.ts'
import { gone, httpLane, stdioLane } from './mcp/lanes.ts'
import type { Lane } from './mcp/lanes.ts'
import { officialHttpLane, officialStdioLane } from './mcp/official.ts'

const root = join(import.meta.dirname, '../..')
const echo = join(import.meta.dirname, 'mcp/echo.ts')
/** Of the packages that `npm run bench` installs beside the benches. */
const bin = (name: string): string => join(import.meta.dirname, 'peers/node_modules/.bin', name)
const node = process.execPath
/**
 * Until what a call runs through is compiled: what a gateway costs that has been up for a while.
 */
const WARM = 2_000
const CALLS = 1_000
const AT_ONCE = 32
const TOGETHER = 3_000

/**
 * No gate and no checks, only a durable write before each call: what no gateway that journals can
 * be below on this machine.
 */
const BARE = 'http, bare relay that writes'
const OFFICIAL = ', official client'

const env: NodeJS.ProcessEnv = { ...process.env, NODE_NO_WARNINGS: '1' }

type Figures = {
  readonly p50: number
  readonly p99: number
  readonly one: number
  readonly many: number
  readonly big: number
  readonly list: number
  readonly memory: number
}

async function measure(lane: Lane, echoTool: string, bigTool: string): Promise<Figures> {
  const call = async (name: string, args: object): Promise<void> => {
    const answer = await lane.ask('tools/call', { name, arguments: args })
    const result = answer.result as { isError?: boolean } | undefined
    if (result === undefined || result.isError === true)
      throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 600)}`)
  }
  const small = (): Promise<void> => call(echoTool, { text: 'hello' })
  const timed = async (count: number, work: () => Promise<unknown>): Promise<number[]> => {
    const times: number[] = []
    for (let at = 0; at < count; at++) {
      const began = performance.now()
      await work()
      times.push(performance.now() - began)
    }
    return times.toSorted((a, b) => a - b)
  }
  await timed(WARM, small)
  const times = await timed(CALLS, small)
  const together = async (): Promise<number> => {
    let left = TOGETHER
    const began = performance.now()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) await small()
      }),
    )
    return (TOGETHER / (performance.now() - began)) * 1_000
  }
  await together()
  const many = await together()
  const big = median(await timed(15, () => call(bigTool, {})))
  const list = median(await timed(50, () => lane.ask('tools/list', {})))
  // What is kept after the load, not what was in use a moment ago. The same for all.
  await new Promise((done) => setTimeout(done, 2_000))
  return {
    p50: median(times),
    p99: times[Math.floor(CALLS * 0.99)] ?? Number.NaN,
    one: 1_000 / (times.reduce((sum, time) => sum + time, 0) / CALLS),
    many,
    big,
    list,
    memory: (lane.memory() ?? Number.NaN) / 1_048_576,
  }
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

const pidIn = (file: string): number | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid : null

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A Gatehouse with the echo server behind it, reviewed, and allowed by a rule. */
async function openGatehouse(folder: string) {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  mkdirSync(join(folder, 'home-workspace'), { recursive: true })
  writeFileSync(
    join(home, 'config.yaml'),
    `servers:
  echo: { transport: stdio, command: ${JSON.stringify(node)}, args: [${JSON.stringify(echo)}], folders: [{ path: ${JSON.stringify(root)} }], trust: local }
rules:
  - { id: echo, when: { tools: [echo__echo, echo__big] }, effect: allow, reason: measured }
  - { id: echo-again, when: { tools: [echo__echo, echo__big], taint: [private] }, effect: allow, reason: measured }
gateway: { clients: { bench: { perMinute: 0 } } }
`,
  )
  const own = { ...env, GATEHOUSE_HOME: home }
  const places = findAppPaths({ env: own, platform: process.platform, homedir: folder })
  const headless = join(root, 'out/main/headless.js')
  const app = spawn(node, [...engineFlags, headless], {
    env: { ...engineEnv, ...own },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const until = Date.now() + 20_000; ;) {
    const opened = await connect(places.socketFile)
    if (!opened.ok) {
      if (Date.now() > until) throw new Error(opened.error.text)
      await new Promise((done) => setTimeout(done, 20))
      continue
    }
    const person = opened.value
    const review = await person.call('servers.review', { name: 'echo' })
    if (!review.ok) throw new Error(review.error.text)
    const accepted = await person.call('servers.accept', {
      name: 'echo',
      items: 'all',
      digest: review.value.digest,
    })
    if (!accepted.ok) throw new Error(accepted.error.text)
    const client = await person.call('clients.add', { name: 'bench' })
    if (!client.ok) throw new Error(client.error.text)
    person.close()
    return {
      own,
      home,
      app,
      lockFile: places.lockFile,
      token: client.value.token,
      url: client.value.url ?? '',
    }
  }
}

/**
 * The list of 1,000 tools, made once and sent, in milliseconds: with its making, and as every later
 * client gets it.
 */
async function longList(): Promise<{ readonly first: number; readonly later: number }> {
  const { manifest } = readFile
  const view = Array.from({ length: 1_000 }, (_, at) => ({
    manifest: { ...manifest, name: `tool_${at}` },
    inputSchema: { properties: { text: { type: 'string' } } },
  }))
  const none = (): never => {
    throw new Error('Nothing is called here.')
  }
  const gateway = openGateway({
    info: { name: 'bench', version: '0' },
    now: Date.now,
    sha256: (text: string) => createHash('sha256').update(text).digest('hex'),

    view: () => view,
    keyOf: none,
    isExternal: none,
    isOfFiles: none,
    dispatch: none,
    promptAllowed: none,
    answer: none,
    resourcesAndPrompts: null,
    newCallId: none,
    shown: none,
    ready: () => null,
  })
  const opened = await listenHttp(0, {
    clientOf: () => 'bench',
    providerFor: gateway.providerFor,
    now: Date.now,
  })
  if (!opened.ok) throw new Error(opened.error.text)
  const lane = await httpLane(
    opened.value.url,
    {},
    () => undefined,
    () => opened.value.close(),
  )
  const times: number[] = []
  for (let at = 0; at < 30; at++) {
    const began = performance.now()
    await lane.ask('tools/list', {})
    times.push(performance.now() - began)
  }
  await lane.close()
  return { first: times[0] ?? Number.NaN, later: median(times.slice(1)) }
}

/**
 * From the start of everything to the first list of tools, five times each and in turns, for the
 * machine's speed changes; the middle ones.
 */
async function startTimes<const N extends string>(
  open: Readonly<Record<N, () => Promise<Lane>>>,
): Promise<Readonly<Record<N, number>>> {
  const times = Object.fromEntries(
    Object.keys(open).map((name) => [name, [] as number[]]),
  ) as Record<N, number[]>
  for (let at = 0; at < 5; at++) {
    for (const name of Object.keys(open) as N[]) {
      const began = performance.now()
      const lane = await open[name]()
      await lane.ask('tools/list', {})
      times[name].push(performance.now() - began)
      await lane.close()
    }
  }
  return Object.fromEntries(
    Object.entries<number[]>(times).map(([name, all]) => [name, median(all)]),
  ) as Record<N, number>
}

export async function run(): Promise<BenchLine[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-mcp-bench-')))
  const proxy = async (client = httpLane): Promise<Lane> => {
    const port = await freePort()
    const child = spawn(
      node,
      [
        bin('mcp-proxy'),
        '--host',
        '127.0.0.1',
        '--port',
        String(port),
        '--server',
        'stream',
        '--',
        node,
        echo,
      ],
      {
        env,
        stdio: 'ignore',
      },
    )
    return client(
      `http://127.0.0.1:${port}/mcp`,
      {},
      () => child.pid,
      () => gone(child),
    )
  }
  const supergateway = async (client = httpLane): Promise<Lane> => {
    const port = await freePort()
    const words = [
      '--stdio',
      `${node} ${echo}`,
      '--outputTransport',
      'streamableHttp',
      '--stateful',
      '--port',
      String(port),
      '--logLevel',
      'none',
    ]
    const child = spawn(node, [bin('supergateway'), ...words], { env, stdio: 'ignore' })
    return client(
      `http://127.0.0.1:${port}/mcp`,
      {},
      () => child.pid,
      () => gone(child),
    )
  }
  const bare = async (): Promise<Lane> => {
    const port = await freePort()
    const words = [
      join(import.meta.dirname, 'mcp/bare.ts'),
      String(port),
      join(folder, 'bare.rows'),
      '--',
      node,
      echo,
    ]
    const child = spawn(node, words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    return httpLane(
      `http://127.0.0.1:${port}/mcp`,
      {},
      () => child.pid,
      () => gone(child),
    )
  }
  const directHttp = async (client = httpLane): Promise<Lane> => {
    const child = spawn(node, [echo, 'http'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const port = await new Promise<string>((done) =>
      child.stdout.once('data', (text: Buffer) => done(text.toString().trim())),
    )
    return client(
      `http://127.0.0.1:${port}/mcp`,
      {},
      () => child.pid,
      () => gone(child),
    )
  }
  const all: Record<string, Figures> = {}
  const lane = async (
    name: string,
    open: () => Promise<Lane>,
    tools: readonly [string, string] = ['echo', 'big'],
  ): Promise<void> => {
    const opened = await open()
    all[name] = await measure(opened, ...tools)
    await opened.close()
    console.log(
      `${name}: ${Object.entries(all[name])
        .map(([key, value]) => `${key} ${value.toFixed(key === 'many' || key === 'one' ? 0 : 2)}`)
        .join(', ')}`,
    )
  }
  const gatehouse = await openGatehouse(folder)
  const ours = ['echo__echo', 'echo__big'] as const
  const bridge = join(root, 'out/main/mcp.js')
  try {
    await lane('stdio, direct', () => stdioLane(node, [echo], env))
    await lane(
      'stdio, Gatehouse',
      () =>
        stdioLane(node, [bridge, 'mcp', '--client', 'bench'], gatehouse.own, () =>
          pidIn(gatehouse.lockFile),
        ),
      ours,
    )
    await lane('http, direct', directHttp)
    const authorization = { authorization: `Bearer ${gatehouse.token}` }
    await lane(
      'http, Gatehouse',
      () =>
        httpLane(
          gatehouse.url,
          authorization,
          () => gatehouse.app.pid,
          async () => {},
        ),
      ours,
    )
    await lane('http, mcp-proxy', proxy)
    await lane('http, supergateway', supergateway)
    await lane(BARE, bare)
    await lane(`stdio, direct${OFFICIAL}`, () => officialStdioLane(node, [echo], env))
    await lane(
      `stdio, Gatehouse${OFFICIAL}`,
      () =>
        officialStdioLane(node, [bridge, 'mcp', '--client', 'bench'], gatehouse.own, () =>
          pidIn(gatehouse.lockFile),
        ),
      ours,
    )
    await lane(`http, direct${OFFICIAL}`, () => directHttp(officialHttpLane))
    await lane(
      `http, Gatehouse${OFFICIAL}`,
      () =>
        officialHttpLane(
          gatehouse.url,
          authorization,
          () => gatehouse.app.pid,
          async () => {},
        ),
      ours,
    )
    await lane(`http, mcp-proxy${OFFICIAL}`, () => proxy(officialHttpLane))
    await lane(`http, supergateway${OFFICIAL}`, () => supergateway(officialHttpLane))
    await gone(gatehouse.app)
    const starts = await startTimes({
      // Nothing runs: the bridge starts the app. The mark of an earlier start must not make it
      // wait.
      gatehouse: async () => {
        const opened = await stdioLane(
          node,
          [join(root, 'main/host/launch/gatehouse.cjs'), 'mcp', '--client', 'bench'],
          gatehouse.own,
        )
        return {
          ...opened,
          async close() {
            await opened.close()
            const pid = pidIn(gatehouse.lockFile)
            if (pid !== null) process.kill(pid, 'SIGTERM')
            // As long as it ends, it takes time from the next one: the other gateways are waited
            // for too.
            while (existsSync(gatehouse.lockFile) || (pid !== null && runs(pid)))
              await new Promise((done) => setTimeout(done, 20))
          },
        }
      },
      proxy: () => proxy(),
    })
    return lines(all, starts, await longList())
  } finally {
    await gone(gatehouse.app)
    rmSync(folder, { recursive: true, force: true })
  }
}

function lines(
  all: Record<string, Figures>,
  starts: { readonly gatehouse: number; readonly proxy: number },
  list: { readonly first: number; readonly later: number },
): BenchLine[] {
  const of = (name: string): Figures => {
    const found = all[name]
    if (found === undefined) throw new Error(`${name} was not measured.`)
    return found
  }
  const [stdio, direct, http, proxy] = [
    of('stdio, Gatehouse'),
    of('stdio, direct'),
    of('http, Gatehouse'),
    of('http, mcp-proxy'),
  ]
  const ms = (value: number): string => `${value.toFixed(2)} ms`
  const added = stdio.p50 - direct.p50
  const addedBig = stdio.big - direct.big
  const plain = Object.entries(all).flatMap(
    ([name, { p50, p99, one, many, big, memory }]): BenchLine[] => [
      {
        name: `${name}: p50 / p99`,
        value: `${p50.toFixed(2)} / ${p99.toFixed(2)} ms`,
        goal: null,
        holds: null,
      },
      {
        name: `${name}: calls/s, 1 / 32 in flight`,
        value: `${one.toFixed(0)} / ${many.toFixed(0)}`,
        goal: null,
        holds: null,
      },
      {
        name: `${name}: 1 MB result, memory after load`,
        value: `${big.toFixed(1)} ms, ${memory.toFixed(0)} MB`,
        goal: null,
        holds: null,
      },
    ],
  )
  return [
    ...plain,
    {
      name: 'Gatehouse over stdio: added p50',
      value: ms(added),
      goal: 'below 0.8 ms',
      holds: added < 0.8,
    },
    {
      name: 'Gatehouse over stdio: calls/s, 32 in flight',
      value: stdio.many.toFixed(0),
      goal: 'at least 3,000',
      holds: stdio.many >= 3_000,
    },
    {
      name: 'Gatehouse over HTTP: p50 beside mcp-proxy',
      value: `${(http.p50 / proxy.p50).toFixed(2)} times`,
      goal: 'at most 0.7 times',
      holds: http.p50 <= proxy.p50 * 0.7,
    },
    {
      name: 'Gatehouse over HTTP: calls/s beside mcp-proxy',
      value: `${(http.many / proxy.many).toFixed(2)} times`,
      goal: 'at least 2 times',
      holds: http.many >= proxy.many * 2,
    },
    {
      name: 'Gatehouse: 1 MB result adds',
      value: ms(addedBig),
      goal: 'below 15 ms',
      holds: addedBig < 15,
    },
    {
      name: 'Gatehouse: tools/list of 1,000 tools, first / later',
      value: `${list.first.toFixed(1)} / ${list.later.toFixed(1)} ms`,
      goal: 'below 30 ms',
      holds: list.first < 30,
    },
    {
      name: 'Gatehouse: memory after load',
      value: `${http.memory.toFixed(0)} MB`,
      goal: 'at most 200 MB',
      holds: http.memory <= 200,
    },
    {
      name: 'Start to first tools/list',
      value: `${starts.gatehouse.toFixed(0)} ms`,
      goal: `at most half of mcp-proxy's ${starts.proxy.toFixed(0)} ms`,
      holds: starts.gatehouse * 2 <= starts.proxy,
    },
  ]
}

if (import.meta.main)
  for (const { name, value, goal, holds } of await run())
    console.log(
      `${name.padEnd(52)} ${value.padStart(16)}  ${goal ?? ''} ${holds === false ? 'MISSED' : ''}`,
    )
