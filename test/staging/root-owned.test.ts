// A workspace that is root's: commands that change it run as an ordinary user, on a copy, and what
// they changed comes back with the owner it had.
import { chmodSync, chownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ORDINARY } from '../../main/sandbox/linux/host-user.ts'
import { openStagingFixture } from './fixture.ts'
import type { StagingFixture } from './fixture.ts'

const asRoot = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(asRoot)(`a workspace of root's${asRoot ? '' : ' (skipped: not root)'}`, () => {
  let gatehouse: StagingFixture
  beforeEach(async () => {
    gatehouse = await openStagingFixture('preset: flow\n', 'root')
    gatehouse.put({ 'a.txt': 'one\n', 'theirs.txt': 'two\n', 'secret.txt': 'three\n' })
    chownSync(gatehouse.file('theirs.txt'), 1234, 1235)
    chmodSync(gatehouse.file('secret.txt'), 0o600)
  })
  afterEach(() => gatehouse.close())

  const owner = (path: string) => {
    const { uid, gid, mode } = statSync(gatehouse.file(path))
    return [uid, gid, (mode & 0o777).toString(8)]
  }

  it('runs commands as a user who owns nothing else', async () => {
    const running = gatehouse.exec('sleep 4.321')
    const owners = (): readonly number[] =>
      readdirSync('/proc').flatMap((pid) => {
        const words = /^\d+$/.test(pid) ? textOf(`/proc/${pid}/cmdline`) : ''
        return words === 'sleep\x004.321\x00'
          ? [Number(/^Uid:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1])]
          : []
      })
    await expect.poll(owners).toEqual([ORDINARY.uid])
    await running
  })

  it('gives back what they changed with the owner and the mode that it had @whole', async () => {
    const ended = await gatehouse.exec(
      'echo more >>a.txt; echo more >>theirs.txt; echo more >>secret.txt; mkdir new; echo x >new/file',
    )
    expect(ended).toMatchObject({ ok: true, status: 'done', route: 'policy' })
    expect(gatehouse.read('secret.txt')).toBe('three\nmore\n')
    expect(['a.txt', 'theirs.txt', 'secret.txt', 'new', 'new/file'].map(owner)).toEqual([
      [0, 0, '644'],
      [1234, 1235, '644'],
      [0, 0, '600'],
      [0, 0, '755'],
      [0, 0, '644'],
    ])
  })

  it('gives no program the rights of its owner @whole', async () => {
    const ended = await gatehouse.exec('cp /bin/true tool; chmod 4755 tool; ls -l tool')
    expect(ended).toMatchObject({ ok: true, stderr: expect.stringContaining('not permitted') })
    expect(owner('tool')).toEqual([0, 0, '755'])
  })
})

/** Empty for a process that is gone. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
