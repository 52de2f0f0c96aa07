// `npm i gatehouse` into an empty folder with a home that was never used, up to the window.
// @module-tag whole
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../main/host/launch/build-state.mjs'
import { makeTemporary } from '../temporary.ts'
import { installFrom, npm, packInto } from './npm-package.ts'

const root = join(import.meta.dirname, '..', '..')
const version = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
).version
let folder: string
let empty: string
let files: readonly string[]
let programs: string
beforeAll(async () => {
  await ensureBuilt(root)
  folder = makeTemporary('npm')
  empty = join(folder, 'empty')
  files = packInto(join(folder, 'packed'))
  programs = installFrom(join(folder, 'packed'), empty)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const env = () => ({ PATH: process.env['PATH'], HOME: join(folder, 'home'), NO_COLOR: '1' })
const gatehouse = (...args: readonly string[]) =>
  spawnSync(join(programs, 'gatehouse'), args, { encoding: 'utf8', cwd: empty, env: env() })

it('has what runs, its documents, and no source, map or test', () => {
  const kinds = (path: string): string =>
    path
      .replace(/[^/]+$/, '')
      .replace(/^(out\/renderer\/assets|out\/main\/(?:host|part|worker))\/$/, '$1/')
  expect([...new Set(files.map(kinds))].toSorted()).toEqual([
    '',
    'docs/',
    'examples/',
    'examples/agents/',
    'examples/opentelemetry/',
    'examples/plugins/',
    'main/host/launch/',
    'out/main/',
    'out/main/host/',
    'out/main/part/',
    'out/main/quick/',
    'out/main/rest/',
    'out/main/worker/',
    'out/renderer/',
    'out/renderer/assets/',
    'out/share/bash-completion/completions/',
    'out/share/fish/vendor_completions.d/',
    'out/share/man/man1/',
    'out/share/powershell/',
    'out/share/zsh/site-functions/',
    'schemas/',
  ])
  expect(files.filter((path) => /\.(ts|tsx|map)$|\.(test|spec)\./.test(path))).toEqual([])
})

it('answers --help and --version without any other word, also by npx', () => {
  expect(gatehouse('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^ {2}serve\s+start Gatehouse/m),
    stderr: '',
  })
  expect(gatehouse('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
  expect(npm(['exec', '--offline', '--', 'gatehouse', '--version'], empty)).toBe(`${version}\n`)
})

it('has its manual page where npm puts those, and the completion of every shell @whole', () => {
  const home = join(empty, 'node_modules', 'gatehouse')
  const { man } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { man: string }
  expect(readFileSync(join(home, man), 'utf8')).toMatch(/^\.TH GATEHOUSE 1 /)
  expect(gatehouse('completion', 'bash').stdout).toBe(
    readFileSync(join(home, 'out/share/bash-completion/completions/gatehouse'), 'utf8'),
  )
})

it('serves the window from a home that was never used, to anyone with the link @whole', async () => {
  const started = performance.now()
  const server = spawn(
    join(programs, 'gatehouse'),
    ['serve', '--no-open', '--json', '--port', '0'],
    {
      cwd: empty,
      env: env(),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(server, 'exit')
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
    const { url } = JSON.parse(line) as { url: string }
    const door = await fetch(url, { redirect: 'manual' })
    const cookie = door.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const inside = new URL(door.headers.get('location') ?? '', url)
    const page = await fetch(inside, { headers: { cookie } })
    const text = await page.text()
    process.stderr.write(`serve to page: ${Math.round(performance.now() - started)} ms\n`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const script = /<script[^>]+src="\.\/([^"]+)"/.exec(text)?.[1] ?? ''
    const loaded = await fetch(new URL(script, inside), { headers: { cookie } })
    expect({ page: page.status, script: loaded.status }).toEqual({ page: 200, script: 200 })
    // The command line reaches the app that runs.
    expect(gatehouse('approvals', 'list', '--json')).toMatchObject({
      status: 0,
      stdout: '{"approvals":[]}\n',
    })
    expect(existsSync(join(folder, 'home', '.local', 'share', 'gatehouse', 'gatehouse.db'))).toBe(
      true,
    )
  } finally {
    server.kill('SIGTERM')
    await ended
  }
})
