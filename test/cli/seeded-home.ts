// A home in which there is one of everything that a command may name: made by the commands
// themselves, beside a running app.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { modelServer } from '../fakes/model-server.ts'
import type { ModelServer } from '../fakes/model-server.ts'
import { holdCommands } from '../hold-commands.ts'
import { wordsOf } from './command-line.ts'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'

export type SeededHome = {
  readonly home: Home
  /** What `{name}` in a line stands for. */
  readonly seeds: ReadonlyMap<string, string>
  /** The words of a line, its names replaced. Throws on a name that is not there. */
  words(line: string): readonly string[]
  /** Ends the app as a machine that loses its power does: what it held is still held. */
  endApp(): Promise<void>
  remove(): Promise<void>
}

const project = join(import.meta.dirname, '../..')
const passphrase = 'correct horse battery'

/** With the registry that closes what is not as it was shipped. */
const services = `services:
  github: { url: 'https://git.example.org/api/v3' }
  radarr: { url: 'http://127.0.0.1:7878' }
  webSearch: { provider: brave }
  calendar: { provider: both, files: [{ path: /srv/ada.ics }] }
plugins: { strict: true }
`

/** Removes all that it started where one of its commands fails. */
export async function seededHome(): Promise<SeededHome> {
  const home = makeHome()
  const model = await startModel()
  const remove = async (): Promise<void> => {
    await home.remove()
    await model.close()
  }
  try {
    return await seedHome(home, model.url, remove)
  } catch (error) {
    await remove()
    throw error
  }
}

/** It asks for a file in each run, and then ends. */
const startModel = (): Promise<ModelServer> =>
  modelServer((_asked, at) =>
    at % 2 === 0
      ? { kind: 'say', calls: [{ id: `c${at}`, name: 'read_file', args: { path: 'a.txt' } }] }
      : { kind: 'say', text: ['Done.'] },
  )

async function seedHome(
  home: Home,
  modelUrl: string,
  remove: () => Promise<void>,
): Promise<SeededHome> {
  const seeds = new Map<string, string>()
  const words = (line: string): readonly string[] =>
    wordsOf(line).map((word) =>
      word.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
        const value = seeds.get(name)
        if (value === undefined) throw new Error(`Nothing is seeded as ${name}.`)
        return value
      }),
    )
  writeFiles(home, modelUrl, seeds)
  home.env['GATEHOUSE_NEW_PASSPHRASE'] = passphrase
  home.env['GATEHOUSE_PASSPHRASE'] = passphrase
  await followOrganisation(home, seeds)
  const app = home.start('serve', '--port', '0', '--json', '--no-open')
  await app.until(/"url"/)
  /** Takes what is at this path of the answer, and gives it this name. */
  const seed = async (name: string, path: string, line: string): Promise<void> => {
    const { code, stdout } = await home.run('--json', ...words(line))
    const value: unknown = JSON.parse(stdout)
    const found = path
      .split('.')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)
    if (code !== 0 || found === undefined)
      throw new Error(`${line} ended with ${code}: ${JSON.stringify(value)}`)
    seeds.set(name, z.union([z.string(), z.int().transform(String)]).parse(found))
  }
  await home.run('step-up', 'passphrase')
  await seedAll(seed)
  const store = async (name: string, line: string): Promise<void> => {
    const file = join(dirname(home.folder), `${name}.json`)
    writeFileSync(file, (await home.run(...words(line))).stdout)
    seeds.set(name, file)
  }
  await store('capsule', 'runs capture {run}')
  await store('receipt', 'audit receipt {call} --json')
  await seedCredential(home)
  for (const name of ['approval', 'other', 'third', 'fourth']) {
    const waiting = home.start(...words(`tools run exec --args '{"command":"touch ${name}.txt"}'`))
    await waiting.until(/approval required; expires/)
    await seed(name, 'approvals.0.id', 'approvals list')
  }
  return {
    home,
    seeds,
    words,
    async endApp() {
      app.child.kill('SIGKILL')
      await app.ended
    },
    remove,
  }
}

function writeFiles(home: Home, model: string, seeds: Map<string, string>): void {
  const base = dirname(home.folder)
  const folder = join(base, 'forge')
  for (const each of [join(home.folder, 'agents'), home.workspace, folder])
    mkdirSync(each, { recursive: true })
  writeFileSync(join(home.workspace, 'a.txt'), 'one\n')
  writeFileSync(join(home.folder, 'agents', 'scout.yaml'), 'name: scout\ncapabilities: [fs_read]\n')
  const tool = { name: 'list_issues', description: 'Lists.', inputSchema: { type: 'object' } }
  writeFileSync(join(folder, 'offer.json'), JSON.stringify({ tools: [tool], version: '1.0.0' }))
  writeFileSync(
    join(base, 'cases.yaml'),
    'cases:\n  - name: reads\n    tool: read_file\n    args: { path: a.txt }\n    expect: { effect: allow }\n',
  )
  writeFileSync(join(base, 'rules.yaml'), 'rules: []\n')
  writeFileSync(join(base, 'theirs.toml'), '[tools.filter]\nallow_external = true\n')
  writeFileSync(join(base, 'servers.json'), '{ "servers": [] }')
  writeFileSync(join(base, 'build.log'), 'token=ghp_a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6\n')
  writeFileSync(
    join(home.folder, 'config.yaml'),
    `model:\n  provider: openai-compatible\n  name: fake\n  baseUrl: ${model}\n${services}${holdCommands}`,
  )
  const all = { base, project, forge: folder, home: home.folder, node: process.execPath }
  for (const [name, value] of Object.entries(all)) seeds.set(name, value)
}

/** A bundle that is signed and followed. */
async function followOrganisation(home: Home, seeds: Map<string, string>): Promise<void> {
  const at = (name: string): string => join(dirname(home.folder), 'policy', name)
  mkdirSync(at('agents'), { recursive: true })
  writeFileSync(
    at('organisation.yaml'),
    'organisation: Example\nserial: 1\nexpires: 2099-01-01T00:00:00Z\nrules:\n  - { id: no-push, when: { commands: [git push] }, effect: deny, reason: Nobody pushes from here. }\nagents: [agents/reviewer.yaml]\n',
  )
  writeFileSync(at('agents/reviewer.yaml'), 'name: reviewer\ncapabilities: [fs_read]\n')
  const generated = await home.json('policy', 'bundle', 'keygen', at('one.pem'))
  const { key } = z.object({ key: z.string() }).parse(generated.value)
  await home.run('policy', 'bundle', 'build', at('organisation.yaml'))
  await home.run('policy', 'bundle', 'sign', at('policy-bundle.json'), '--key', at('one.pem'))
  seeds.set('bundle', at('policy-bundle.json'))
  seeds.set('pem', at('one.pem'))
  const config = join(home.folder, 'config.yaml')
  writeFileSync(
    config,
    `organisation: { name: Example, source: ${at('')}, keys: [${key}], signatures: 1 }\n`,
    { flag: 'a' },
  )
}

async function seedAll(
  seed: (name: string, path: string, line: string) => Promise<void>,
): Promise<void> {
  await seed(
    'server',
    'servers.0.name',
    'servers add forge --folder {project},{forge} --env OFFER={forge}/offer.json --yes -- {node} {project}/test/fakes/mcp/forge.ts',
  )
  const written = `--approve --args '{"path":"a.txt","content":"two"}'`
  await seed('call', 'requestId', `tools run write_file ${written}`)
  await seed('run', 'run.id', `agents run scout 'What is in a.txt?'`)
  await seed('job', 'job.id', `schedules add nightly 'Good night' --every 3600 --echo`)
  await seed('event', 'event.id', `events send builds 'Build 7 failed' --type build`)
  await seed('hook', 'name', 'webhooks add build')
  await seed('client', 'name', 'clients add ci')
  await seed('lease', 'lease.id', `leases grant --tool write_file --paths 'src/**' --expires 8h`)
  await seed('plugin', 'files.0', 'plugins new word_count --format shell')
  await seed('backup', 'name', 'backup')
}

/** Its value comes on standard input. */
async function seedCredential(home: Home): Promise<void> {
  const setting = home.start('secrets', 'set', 'forge-token', '--host', 'api.forge.example')
  setting.child.stdin?.end('Zq8-stored-credential-77\n')
  const { code, stderr } = await setting.ended
  if (code !== 0) throw new Error(stderr)
}
