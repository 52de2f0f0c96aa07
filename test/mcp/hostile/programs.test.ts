// Servers that mean harm with their own program, as real programs in the real sandbox, behind the real
// review: nothing stays behind, and no program runs that is not the one that was reviewed.
import { pinMemory } from '../pin-memory.ts'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { ok } from '../../../contract/result.ts'
import type { ServerConfig } from '../../../contract/server/server.ts'
import type { ClientDeps } from '../../../main/mcp/client/deps.ts'
import { openConnection } from '../../../main/mcp/client/open-connection.ts'
import { usualLimits } from '../../../main/mcp/client/limits.ts'
import { openServers } from '../../../main/mcp/servers.ts'
import type { Servers } from '../../../main/mcp/servers-port.ts'
import { hashFile } from '../../../main/sandbox/files/hash-file.ts'
import { scanners } from '../../../main/wiring/execution/servers/scanners.ts'
import { hostile, openOutside, project } from '../client/fixture.ts'

const linux = process.platform === 'linux'
const fixture = openOutside('hostile-programs')
const opened: Servers[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((servers) => servers.dispose()))
})

let programs = 0
/** A program in a folder of its own that it may write, whose script is the fake with other paths. */
function programFolder(): { readonly folder: string; readonly script: string } {
  programs += 1
  const folder = join(fixture.root, `program-${programs}`)
  mkdirSync(folder)
  const script = join(folder, 'server.ts')
  writeFileSync(script, sourceOf(''))
  // As root the sandbox is another user.
  chmodSync(folder, 0o777)
  chmodSync(script, 0o666)
  return { folder, script }
}
const sourceOf = (more: string): string =>
  readFileSync(hostile('own-program'), 'utf8').replace(
    "'../raw-server.ts'",
    JSON.stringify(join(project, 'test/fakes/mcp/raw-server.ts')),
  ) + more

function open(script: string, folder: string, deps: Partial<ClientDeps> = {}, says = 'honest') {
  const rows: JournalEntry[] = []
  const config: ServerConfig = {
    ...fixture.config({
      args: [script, says],
      folders: [
        { path: project, write: false },
        { path: folder, write: true },
      ],
    }),
    trust: 'verified',
  }
  const servers: Servers = openServers({
    config: () => ({ forge: config }),
    connect: (name, own, changed) =>
      openConnection(
        name,
        own,
        fixture.deps({
          cleared: (launch) => servers.cleared(name, launch),
          changed: () => (changed(), servers.watch()),
          limits: { ...usualLimits, waitMs: [60_000], politeMs: 500 },
          ...deps,
        }),
      ),
    eager: true,
    barred: () => null,
    changed: () => {},
    table: pinMemory({ pins: [] }),
    record: async (entry) => ok(rows.push(entry)),
    lastRow: () => null,
    access: { get: () => null, put: () => {}, remove: () => {} },
    sha256: (words) => createHash('sha256').update(words).digest('hex'),
    samples: true,
    now: Date.now,
    builtIn: [],
    scanners,
    hidesSecrets: (words) => words,
  })
  opened.push(servers)
  servers.follow()
  const state = (): string => {
    const now = servers.listings()[0]?.state
    return now === undefined ? '' : 'text' in now ? `${now.kind}: ${now.text}` : now.kind
  }
  return {
    servers,
    rows,
    state,
    became: async (text: RegExp) => {
      await expect.poll(state).toMatch(text)
    },
    async accept() {
      const review = await servers.review('forge', AbortSignal.timeout(60_000))
      if (!review.ok) throw new Error(review.error.text)
      const done = await servers.accept('forge', 'all', review.value.digest, 'window')
      if (!done.ok) throw new Error(done.error.text)
    },
    async call(tool: string, args = {}): Promise<string> {
      const touch = servers.touch('forge', tool)
      if (!touch.ok) return touch.error.text
      const answer = await servers
        .power({ permitted: [touch.value], signal: AbortSignal.timeout(30_000) })
        .call({ server: 'forge', tool, args, timeoutMs: 30_000 })
      return answer.ok
        ? answer.value.content.map((part) => ('text' in part ? part.text : part.kind)).join(' ')
        : answer.error.text
    },
  }
}

/** Process ids of all programs that were started with this word. */
const running = (mark: string): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`// ${mark}`)
    } catch {
      // It has ended meanwhile.
      return false
    }
  })

describe.runIf(linux)('a server that means harm with its own program', () => {
  it('leaves processes that left its session: they end with it', { timeout: 600_000 }, async () => {
    const { folder, script } = programFolder()
    const { accept, call, became, servers } = open(script, folder)
    await became(/^ready/)
    await accept()
    const mark = `stays-${process.pid}-${programs}`
    expect(await call('detach', { mark })).toBe('detached')
    await expect.poll(() => running(mark).length).toBeGreaterThanOrEqual(2)
    await servers.halt()
    await expect.poll(() => running(mark)).toEqual([])
  })

  it(
    'writes another program over its own: what runs goes on, and is not started again before a person has looked',
    { timeout: 600_000 },
    async () => {
      const { folder, script } = programFolder()
      const { accept, call, became, servers } = open(script, folder)
      await became(/^ready/)
      await accept()
      expect(await call('rewrite')).toBe('done')
      expect(readFileSync(script, 'utf8')).toBe('another program')
      expect(await call('echo')).toBe('still the first')
      await servers.restart('forge', 'window')
      await became(/server\.ts changed since you reviewed forge, so it was not started/)
      expect(await call('echo')).toMatch(/changed/)
    },
  )

  it.each<[string, (script: string, other: string) => void]>([
    ['puts another file in its place', (script, other) => renameSync(other, script)],
    ['writes over it', (script, other) => copyFileSync(other, script)],
    [
      'writes over it and sets its time back',
      (script, other) => {
        copyFileSync(other, script)
        utimesSync(script, 1, 1)
      },
    ],
    [
      'writes over it and puts the reviewed words back',
      (script, other) => {
        const before = readFileSync(script)
        copyFileSync(other, script)
        writeFileSync(script, before)
      },
    ],
    [
      'writes over it and puts the reviewed words and their time back, each time @whole',
      (script, other) => {
        const before = readFileSync(script)
        const { atimeNs, mtimeNs } = statSync(script, { bigint: true })
        copyFileSync(other, script)
        writeFileSync(script, before)
        utimesSync(script, Number(atimeNs) / 1e9, Number(mtimeNs) / 1e9)
      },
    ],
  ])(
    'between its hash and its start %s: it is ended before anything it says is used',
    { timeout: 600_000 },
    async (_, swap) => {
      const { folder, script } = programFolder()
      const other = join(folder, 'other.ts')
      writeFileSync(other, sourceOf('\n// another one\n'))
      utimesSync(script, 1_700_000_000, 1_700_000_000)
      const { became, rows, servers } = open(script, folder, {
        hashFile: async (path) => {
          const hash = await hashFile(path)
          if (path === script) swap(script, other)
          return hash
        },
      })
      await became(/A file of the server forge was changed while it was being started/)
      expect(servers.external()).toEqual([])
      expect(rows.filter((row) => row.kind === 'server' && row.change === 'reviewed')).toEqual([])
    },
  )

  it.each<[string, (script: string) => void]>([
    ['links it', (script) => linkSync(script, `${script}.link`)],
    ['changes its rights @whole', (script) => chmodSync(script, 0o755)],
  ])('between its hash and its start another process %s: it is started again', async (_, touch) => {
    const { folder, script } = programFolder()
    let hashed = 0
    const { became, accept, call } = open(script, folder, {
      hashFile: async (path) => {
        const hash = await hashFile(path)
        if (path === script && ++hashed === 1) touch(script)
        return hash
      },
    })
    await became(/^ready/)
    await accept()
    expect(await call('echo')).toBe('still the first')
    expect(hashed).toBeGreaterThan(2)
  })

  it('says that it is another server: it is known by the name that a person gave it @whole', async () => {
    const { folder, script } = programFolder()
    const { became, servers, accept } = open(script, folder, {}, 'gatehouse')
    await became(/^ready/)
    await accept()
    expect(servers.listings().map(({ name }) => name)).toEqual(['forge'])
    expect(servers.external().map(({ tool }) => tool.manifest.name)).toEqual([
      'forge__detach',
      'forge__rewrite',
      'forge__echo',
    ])
  })
})
