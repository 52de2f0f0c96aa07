import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const launch = join(import.meta.dirname, '..', '..', 'main', 'host', 'launch')

// A clone with its packages installed, a build of one line, and a browser host that says what it
// got.
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-launch-'))
  cpSync(launch, join(root, 'main', 'host', 'launch'), { recursive: true })
  write('package.json', '{"type": "module"}')
  write('package-lock.json', '{"packages": {}}')
  write('node_modules/.package-lock.json', '{"packages": {}}')
  write(
    'main/source.js',
    'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 6',
  )
  write(
    'build.mjs',
    `import { appendFileSync, cpSync } from 'node:fs'
    import { markBuilt, sourceHash } from './main/host/launch/build-state.mjs'
    appendFileSync('builds.txt', 'built\\n')
    cpSync('main/source.js', 'out/main/browser.js')
    markBuilt('.', sourceHash('.'))`,
  )
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const script = join(root, 'main', 'host', 'launch', 'start.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, stdout, stderr }
}

const builds = () =>
  existsSync(join(root, 'builds.txt'))
    ? readFileSync(join(root, 'builds.txt'), 'utf8').split('\n').length - 1
    : 0

describe('npm start', () => {
  it('builds, starts the browser host with the other arguments, and keeps its exit code', () => {
    const { status, stdout, stderr } = start(['--host', 'browser', '--port', '0'])
    expect({ status, stdout }).toEqual({ status: 6, stdout: '["--port","0"]\n' })
    expect(stderr).toContain('gatehouse: building …\n')
  })

  it('takes the host from GATEHOUSE_HOST, too', () => {
    expect(start(['--json'], { GATEHOUSE_HOST: 'browser' })).toMatchObject({
      status: 6,
      stdout: '["--json"]\n',
    })
  })

  it('builds again only when a source has changed', () => {
    start(['--host=browser'])
    start(['--host=browser'])
    expect(builds()).toBe(1)
    write('main/source.js', 'console.log("new")')
    expect(start(['--host=browser'])).toMatchObject({ status: 0, stdout: 'new\n' })
    expect(builds()).toBe(2)
  })

  it('shows why a build failed and starts nothing', () => {
    write('build.mjs', "console.error('main/x.ts: nothing to see'); process.exit(1)")
    expect(start(['--host=browser'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('main/x.ts: nothing to see'),
    })
  })

  it.each([
    [['--host', 'vnc'], 'no host "vnc"'],
    [['--host'], '--host needs a value'],
  ])('refuses %j', (args, said) => {
    expect(start(args)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(said),
    })
    expect(builds()).toBe(0)
  })
})
