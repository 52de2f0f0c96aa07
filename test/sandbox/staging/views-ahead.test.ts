// A view is opened ahead for the next command. It must be no other than one opened at that moment,
// and nothing may be left of one that no command came for.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { appendFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { processesWith } from '../../escape/fixture.ts'
import { isSince } from '../../../main/undo/changes-in-layer.ts'
import { own } from '../rehearsal/fixture.ts'
import { stagingFixture } from './fixture.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: overlays are the Linux kernel's)`

describe.runIf(linux)(`a view opened ahead${why}`, () => {
  // What other tests mount meanwhile on this machine is no matter of these.
  const untouched = 'as it was'
  let mounted = untouched
  const { ws, layers, stager, stage } = stagingFixture('ahead', undefined, {
    mounted: async () => mounted,
  })
  const at = (path: string): string => join(ws, path)
  beforeEach(async () => {
    mounted = untouched
    await stager.clear()
    rmSync(ws, { recursive: true, force: true })
    mkdirSync(at('sub/deep'), { recursive: true })
    writeFileSync(at('a'), 'alpha\n')
    writeFileSync(at('sub/c'), 'gamma\n')
    writeFileSync(at('sub/deep/d'), 'delta\n')
    own(ws)
  })

  const open = (): readonly string[] => (existsSync(layers) ? readdirSync(layers) : [])
  const used = new Set<string>()
  const run = async (command: string) => {
    const result = await stage(command, async (layer) => {
      const upper = 'upper' in layer ? layer.upper : ''
      const folder = basename(dirname(upper))
      used.add(folder)
      return { folder, upper: readdirSync(upper).toSorted(), since: layer.since }
    })
    if (!result.ok) throw new Error(`${result.error.code}: ${result.error.text}`)
    if (result.value.kind !== 'read') throw new Error('it wrote more than a layer may hold')
    const { stdout, end } = result.value.ended
    return { stdout, end, hosts: result.value.hosts, ...result.value.read }
  }
  /** The folder of the view that waits, once its mount is held. */
  const waiting = async (): Promise<string> => {
    let name = ''
    await expect
      .poll(() => {
        name = open().find((each) => !used.has(each)) ?? ''
        return name !== '' && holders(name).length > 0
      })
      .toBe(true)
    return name
  }

  it('serves the next command, once', async () => {
    await run('true')
    const first = await waiting()
    expect(await run('echo x >new')).toMatchObject({ folder: first, upper: ['new'] })
    const second = await waiting()
    expect(second).not.toBe(first)
    expect((await run('ls')).stdout).toBe('a\nsub\n')
  })

  const meanwhile: readonly [string, () => void, string, string][] = [
    ['written over', () => writeFileSync(at('a'), 'other\n'), 'cat a', 'other\n'],
    ['appended to', () => appendFileSync(at('sub/c'), 'more\n'), 'cat sub/c', 'gamma\nmore\n'],
    ['removed', () => rmSync(at('a')), 'ls', 'sub\n'],
    ['made', () => writeFileSync(at('sub/e'), 'new\n'), 'ls sub', 'c\ndeep\ne\n'],
    [
      'moved',
      () => renameSync(at('sub/deep'), at('moved')),
      'ls; cat moved/d',
      'a\nmoved\nsub\ndelta\n',
    ],
    ['linked', () => symlinkSync('a', at('l')), 'cat l', 'alpha\n'],
    ['closed', () => chmodSync(at('sub'), 0o555), 'stat -c %a sub', '555\n'],
  ]
  for (const [what, change, command, wanted] of meanwhile)
    it(`shows what was ${what} while it waited @whole`, async () => {
      await run('ls -R; cat a sub/c sub/deep/d')
      const folder = await waiting()
      change()
      expect(await run(command)).toMatchObject({ folder, stdout: wanted, upper: [] })
    })

  it('does not treat what others changed while it waited as a conflict, and does so later', async () => {
    await run('true')
    await waiting()
    writeFileSync(at('a'), 'by somebody\n')
    // The kernel's clock ticks; what is allowed for it must be over.
    await new Promise((resolve) => setTimeout(resolve, 60))
    const { since } = await run('echo mine >>a')
    expect(isSince(lstatSync(at('a'), { bigint: true }), since)).toBe(false)
    writeFileSync(at('a'), 'again\n')
    expect(isSince(lstatSync(at('a'), { bigint: true }), since)).toBe(true)
  })

  it('is thrown away where another folder lies in the place of the workspace @whole', async () => {
    await run('true')
    await waiting()
    renameSync(ws, `${ws}-before`)
    mkdirSync(ws)
    writeFileSync(at('other'), 'x\n')
    own(ws)
    expect((await run('ls; echo y >made')).stdout).toBe('other\n')
    rmSync(`${ws}-before`, { recursive: true })
  })

  it('is thrown away where something was mounted on the machine meanwhile', async () => {
    await run('true')
    const first = await waiting()
    mounted = 'one more'
    expect((await run('true')).folder).not.toBe(first)
  })

  it('is thrown away where the workspace has other rights than before @whole', async () => {
    await run('true')
    await waiting()
    chmodSync(ws, 0o700)
    expect((await run('stat -c %a .')).stdout).toBe('700\n')
  })

  it('reports the hosts of its own command only @whole', async () => {
    const asked = await run('curl -sS --max-time 5 https://example.com/ 2>&1; true')
    expect(asked.hosts).toEqual([{ host: 'example.com', port: 443 }])
    await waiting()
    expect((await run('true')).hosts).toEqual([])
  })

  it('serves commands that run at the same time one each', async () => {
    await run('true')
    await waiting()
    const both = await Promise.all(
      ['one', 'two', 'three'].map((name) => run(`echo x >${name}; sleep 0.2; ls`)),
    )
    expect(both.map(({ stdout, upper }) => ({ stdout, upper }))).toEqual(
      ['one', 'two', 'three'].map((name) => ({
        stdout: `${['a', name, 'sub'].toSorted().join('\n')}\n`,
        upper: [name],
      })),
    )
  })

  it('leaves nothing behind where no command came @whole', async () => {
    await run('true')
    const name = await waiting()
    await expect.poll(() => holders(name)).not.toEqual([])
    await stager.clear()
    expect(open()).toEqual([])
    await expect.poll(() => holders(name)).toEqual([])
    await expect.poll(() => mountsWith(name)).toEqual([])
  })
})

/** The processes whose words name this folder: what holds the mount. */
const holders = (name: string): readonly unknown[] => processesWith(name)
const mountsWith = (name: string): readonly string[] =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .filter((line) => line.includes(name))
