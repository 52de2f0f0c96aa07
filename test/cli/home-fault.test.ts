// Folders that cannot be used: each failure over one names it and says what to do, and is not called
// a fault of ours.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { folderFault } from '../../main/host/cli/home-fault.ts'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'

let base: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'gatehouse-fault-'))
  writeFileSync(join(base, 'file'), 'x')
})
afterAll(() => rmSync(base, { recursive: true }))

const systemError = (code: string, path: string): Error =>
  Object.assign(new Error(`${code}: open '${path}'`), { code, path })

describe('what is wrong with a home', () => {
  it.each<readonly [home: string, cause: Error, code: string | null, said: RegExp]>([
    ['file', new Error('x'), 'home.no-folder', /file is a file, .* in a folder there\.$/],
    ['file/a/b', new Error('x'), 'home.no-folder', /file is a file, .* below it: .*\/a\/b\.$/],
    ['.', systemError('EACCES', '/a/lock'), 'cli.file', /^\/a\/lock cannot be used: the system/],
    ['.', systemError('EROFS', '/a/lock'), 'cli.file', /on a disk that can only be read\.$/],
    ['.', systemError('ENOSPC', '/a/lock'), 'cli.file', /the disk is full\.$/],
    ['none', systemError('EPERM', '/a'), 'cli.file', /^\/a cannot be used/],
    ['.', systemError('ENOENT', '/a/lock'), null, /^$/],
    ['.', new TypeError('a bug'), null, /^$/],
  ])('%j and %s: %s', (home, cause, code, said) => {
    const fault = folderFault(cause, join(base, home))
    expect([fault?.code ?? null, fault?.text ?? '']).toEqual([code, expect.stringMatching(said)])
  })
})

const canBeOther = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(canBeOther)('the home of another user (skipped where this is not root)', () => {
  it.each([
    'approvals list',
    'policy hash',
    'audit tail',
    'init careful --yes',
    'backup',
    'doctor',
  ])('is named by gatehouse %s @whole', (line) => {
    const home = join(base, 'of-root')
    mkdirSync(join(home, 'data'), { recursive: true, mode: 0o700 })
    execFileSync('chmod', ['755', base])
    const entry = join(import.meta.dirname, '../../main/host/cli/main.ts')
    const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...line.split(' ')], {
      encoding: 'utf8',
      uid: 65_534,
      gid: 65_534,
      env: { GATEHOUSE_HOME: home, HOME: base, NODE_NO_WARNINGS: '1' },
    })
    expect([status, `${stdout}${stderr}`]).toEqual([
      1,
      expect.stringMatching(/of-root\S* cannot be used: the system does not allow it/),
    ])
  })
})

describe.runIf(process.platform === 'linux')('a folder that was deleted', () => {
  let home: Home
  beforeEach(() => {
    home = makeHome()
  })
  afterEach(() => home.remove())

  it('is named where a path counts from it @whole', async () => {
    const { ended } = home.terminalShell(
      `mkdir gone; cd gone; rmdir ../gone; NO_COLOR=1 ${home.command} config check --config x.yaml`,
    )
    const { code, stdout } = await ended
    expect([code, stdout]).toEqual([
      1,
      'gatehouse: The folder you are in was deleted.\r\nGo to another folder, then try again.\r\n',
    ])
  })

  it('does not keep a Gatehouse that was started there from undoing @whole', async () => {
    const server = home.terminalShell(
      `mkdir gone; cd gone; (sleep 1; rmdir ../gone) & exec ${home.command} serve --port 0 --json --no-open`,
    )
    await server.until(/"url"/)
    await new Promise((done) => setTimeout(done, 1_500))
    const { value } = await home.json('doctor')
    expect(value).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({ id: 'undo', state: 'ok' }),
      ]) as unknown,
    })
  })
})
