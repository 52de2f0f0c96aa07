import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const launch = join(import.meta.dirname, '..', '..', 'main', 'host', 'launch')

// An installed Gatehouse: the launcher and out/, no sources. The command itself is a small script
// that says what it got.
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-launch-'))
  // What package.json names; the tests of the packages have it from there.
  for (const name of ['gatehouse.cjs', 'node.mjs', 'say.mjs'])
    cpSync(join(launch, name), join(root, 'main', 'host', 'launch', name))
  write('package.json', '{"type": "module"}')
  write(
    'out/main/cli.js',
    'console.log(JSON.stringify({ args: process.argv.slice(2), old: process.env.OLD_NODE ?? null })); process.exitCode = 4',
  )
  // Makes a new Node look like an old one to whatever asks it.
  write(
    'old.cjs',
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2', napi: '9' } })",
  )
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function gatehouse(args: readonly string[], node: readonly string[] = []) {
  const script = join(root, 'main', 'host', 'launch', 'gatehouse.cjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, script, ...args], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const oldNode = () => ['--require', join(root, 'old.cjs')]

describe('the gatehouse command', () => {
  it('hands its arguments over and keeps the exit code', () => {
    expect(gatehouse(['tools', 'list', '--json'])).toEqual({
      status: 4,
      stdout: '{"args":["tools","list","--json"],"old":null}\n',
      stderr: '',
    })
  })

  it('goes on under the Node of the packages when its own is too old', ({ skip }) => {
    skip(process.platform === 'darwin', 'there is no Node package for macOS')
    const system = process.platform === 'win32' ? 'win' : process.platform
    const pinned = join(
      root,
      'node_modules',
      `node-${system}-${process.arch}`,
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    )
    mkdirSync(dirname(pinned), { recursive: true })
    symlinkSync(process.execPath, pinned)
    expect(gatehouse(['doctor', '--json'], oldNode())).toEqual({
      status: 4,
      stdout: '{"args":["doctor","--json"],"old":null}\n',
      stderr: '',
    })
  })

  it('says what to install when there is no Node to go on with', () => {
    expect(gatehouse(['doctor'], oldNode())).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^gatehouse: Node 20\.20\.2 is too old .*Install Node 24.*\n$/),
    })
  })
})
