// Real attempts to lead the file powers out of what they were permitted: links, races, hard links,
// pipes, devices.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { filePowers } from '../../main/sandbox/files/file-powers.ts'
import { hashFile } from '../../main/sandbox/files/hash-file.ts'
import { resolvePath } from '../../main/sandbox/files/resolve-path.ts'
import { openRegular, holdFolder } from '../../main/sandbox/files/safe-open.ts'
import { writeWhole } from '../../main/sandbox/files/write-whole.ts'
import { scratchFolder } from '../sandbox/scratch.ts'
import { many } from '../soak.ts'
import { soon } from './fixture.ts'

const linux = process.platform === 'linux'
const ROUNDS = many(10_000, 2_000)
/** Each write is synced to the disk, three times. */
const WRITES = many(5_000, 1_000)
const root = scratchFolder('escape-files')
const home = join(root, 'home')
const outside = join(root, 'outside')
let count = 0
let ws = ''
const at = (path: string): string => join(ws, path)

beforeEach(() => {
  count += 1
  ws = join(root, `ws-${count}`)
  for (const folder of [join(ws, 'dir/sub'), outside, join(home, '.ssh')])
    mkdirSync(folder, { recursive: true })
  writeFileSync(join(outside, 'f'), 'SECRET')
  writeFileSync(join(home, '.ssh/id'), 'SECRET')
  for (const path of ['f', 'dir/f', 'dir/sub/f']) writeFileSync(at(path), 'mine')
})

/** Powers over exactly these canonical paths, whatever lies there now. */
function powersOver(...paths: readonly string[]) {
  const permitted = paths.flatMap((path): CanonicalTouch[] =>
    (['fs.read', 'fs.write'] as const).map((kind) => ({
      kind,
      path,
      zone: 'workspace',
      is: 'file',
    })),
  )
  return filePowers({ permitted, resolved: resolvePath({ workspace: ws, stop: [], home }) })
}
const anyFailure = {
  ok: false,
  error: expect.objectContaining({ code: expect.stringMatching(/^(path|file)\./) }),
}

describe('a path that leads out', () => {
  it.each([
    '../outside/f',
    'dir/../../outside/f',
    '/etc/passwd',
    '~/.ssh/id',
    '../home/.ssh/id',
    '/proc/self/environ',
    '/dev/zero',
    'f\0',
    '\0',
    `${'n'.repeat(300)}`,
    'x/'.repeat(3000),
  ])('is neither read, listed nor written: %#', async (path) => {
    const { read, write } = powersOver(at('f'), at('dir'))
    expect(await read.readText(path, { maxBytes: 100 })).toEqual(anyFailure)
    expect(await read.list(path)).toEqual(anyFailure)
    expect(await write.writeText(path, 'x')).toEqual(anyFailure)
    expect(readFileSync(join(outside, 'f'), 'utf8')).toBe('SECRET')
  })

  it('stays closed in a STOP place even when a permit names it', async () => {
    const path = join(home, '.ssh/id')
    const permitted = (['fs.read', 'fs.write'] as const).map((kind): CanonicalTouch => ({
      kind,
      path,
      zone: 'stop',
      is: 'file',
    }))
    const { read, write } = filePowers({
      permitted,
      resolved: resolvePath({ workspace: ws, stop: [], home }),
    })
    expect(await read.readText(path, { maxBytes: 100 })).toMatchObject({
      error: { code: 'path.stop' },
    })
    expect(await write.writeText(path, 'x')).toMatchObject({ error: { code: 'path.stop' } })
  })

  it.each([
    [
      'the file',
      'f',
      (): void => {
        unlinkSync(at('f'))
        symlinkSync(join(outside, 'f'), at('f'))
      },
    ],
    [
      'the file, by a dangling link',
      'f',
      (): void => {
        unlinkSync(at('f'))
        symlinkSync(join(outside, 'new'), at('f'))
      },
    ],
    [
      'its folder',
      'dir/f',
      (): void => {
        renameSync(at('dir'), at('was'))
        symlinkSync(outside, at('dir'))
      },
    ],
    [
      'a folder further up',
      'dir/sub/f',
      (): void => {
        renameSync(at('dir'), at('was'))
        mkdirSync(join(outside, 'sub'), { recursive: true })
        writeFileSync(join(outside, 'sub/f'), 'SECRET')
        symlinkSync(outside, at('dir'))
      },
    ],
  ])('through %s swapped for a link is refused as changed', async (_what, path, swap) => {
    const { read, write } = powersOver(at(path))
    swap()
    expect(await read.readText(path, { maxBytes: 100 })).toMatchObject({
      ok: false,
      error: { code: 'path.changed' },
    })
    expect(await write.writeText(path, 'x')).toMatchObject({
      ok: false,
      error: { code: 'path.changed' },
    })
    expect(await hashFile(at(path))).toBeNull()
    expect(readdirSync(outside)).not.toContain('new')
    expect(readFileSync(join(outside, 'f'), 'utf8')).toBe('SECRET')
  })

  it('is refused at the open itself, not only by the check before it', async () => {
    renameSync(at('dir'), at('was'))
    symlinkSync(outside, at('dir'))
    const code = expect.objectContaining({ code: expect.stringMatching(/^(ELOOP|ENOTDIR)$/) })
    await expect(openRegular(at('dir/f'))).rejects.toEqual(code)
    await expect(holdFolder(at('dir'), false)).rejects.toEqual(code)
    unlinkSync(at('f'))
    symlinkSync(join(outside, 'f'), at('f'))
    await expect(openRegular(at('f'))).rejects.toEqual(code)
    for (const path of ['dir/f', 'f']) {
      expect(
        await writeWhole({
          path: at(path),
          given: path,
          content: 'x',
          makeFolders: true,
          notes: null,
        }),
      ).toMatchObject({
        error: { code: 'path.changed' },
      })
    }
    expect(readFileSync(join(outside, 'f'), 'utf8')).toBe('SECRET')
  })
})

describe('what is no file', () => {
  it('does not hang on a pipe nobody writes to, or reads from', async () => {
    execFileSync('mkfifo', [at('pipe')])
    const { read, write } = powersOver(at('pipe'))
    expect(await read.readText('pipe', { maxBytes: 100 })).toMatchObject({
      error: { code: 'file.not-regular' },
    })
    expect(await write.writeText('pipe', 'x')).toMatchObject({
      error: { code: 'file.not-regular' },
    })
    expect(await hashFile(at('pipe'))).toBeNull()
    expect(await openRegular(at('pipe'))).toBeNull()
  })

  it('does not open a socket', async () => {
    const server = createServer().listen(at('sock'))
    await once(server, 'listening')
    const { read, write } = powersOver(at('sock'))
    expect(await read.readText('sock', { maxBytes: 100 })).toMatchObject({
      error: { code: 'file.not-regular' },
    })
    expect(await write.writeText('sock', 'x')).toMatchObject({
      error: { code: 'file.not-regular' },
    })
    server.close()
  })

  it.runIf(linux && process.getuid?.() === 0)(
    'does not open a device in the workspace (making one needs root)',
    async () => {
      execFileSync('mknod', [at('zero'), 'c', '1', '5'])
      const { read, write } = powersOver(at('zero'))
      expect(await read.readText('zero', { maxBytes: 100 })).toMatchObject({
        error: { code: 'file.not-regular' },
      })
      expect(await write.writeText('zero', 'x')).toMatchObject({
        error: { code: 'file.not-regular' },
      })
    },
  )

  it('does not write through a hard link made to a file outside', async () => {
    linkSync(join(outside, 'f'), at('twin'))
    expect(await powersOver(at('twin')).write.writeText('twin', 'x')).toMatchObject({
      error: { code: 'file.hard-linked' },
    })
    expect(readFileSync(join(outside, 'f'), 'utf8')).toBe('SECRET')
    unlinkSync(at('twin'))
  })
})

/** In the name, so that a report says why. */
const why = linux
  ? ''
  : ` (skipped on ${process.platform}: no descriptor walk there, and comparing after the open is not measured)`

describe.runIf(linux)(`a race${why}`, () => {
  /** So many rounds at least, and on until both sides of the race were met: else nothing was shown. */
  async function against(
    target: string,
    link: string,
    rounds: number,
    attempt: () => Promise<void>,
    met: () => boolean,
  ): Promise<number> {
    const swapper = fork(
      join(import.meta.dirname, 'swapper.ts'),
      [target, link, `${target}-kept`],
      { execArgv: [] },
    )
    const done = once(swapper, 'message')
    // Not before the other is at it, else the first thousand rounds meet nobody.
    expect(
      await soon(
        () => lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() === true,
        20_000,
      ),
    ).toBe(true)
    for (let round = 0; round < rounds || !met(); round += 1) await attempt()
    swapper.send('stop')
    const [swaps] = await done
    return Number(swaps)
  }

  const targets: readonly (readonly [what: string, target: string, link: string, path: string])[] =
    [
      ['the folder', 'dir', outside, 'dir/f'],
      ['the file', 'f', join(outside, 'f'), 'f'],
    ]

  it.each(targets)(
    `reads nothing from outside in ${ROUNDS} rounds while %s is swapped`,
    async (_what, target, link, path) => {
      const { read } = powersOver(at(path))
      const seen: Record<string, number> = {}
      const swaps = await against(
        at(target),
        link,
        ROUNDS,
        async () => {
          const got = await read.readText(path, { maxBytes: 100 })
          const key = got.ok ? got.value.text : got.error.code
          seen[key] = (seen[key] ?? 0) + 1
        },
        () => 'SECRET' in seen || ('mine' in seen && 'path.changed' in seen),
      )
      expect(Object.keys(seen)).not.toContain('SECRET')
      for (const key of Object.keys(seen))
        expect([
          'mine',
          'path.changed',
          'path.outside-permit',
          'file.missing',
          'path.not-folder',
        ]).toContain(key)
      // Both sides were met; a fast reader is through before a slow swapper has come far.
      expect(swaps).toBeGreaterThan(10)
    },
    600_000,
  )

  it.each(targets)(
    `writes nothing outside in ${WRITES} rounds while %s is swapped @whole`,
    async (_what, target, link, path) => {
      const { write } = powersOver(at(path))
      const seen: Record<string, number> = {}
      await against(
        at(target),
        link,
        WRITES,
        async () => {
          const got = await write.writeText(path, 'written')
          const key = got.ok ? 'written' : got.error.code
          seen[key] = (seen[key] ?? 0) + 1
        },
        () => 'written' in seen && 'path.changed' in seen,
      )
      expect(readdirSync(outside).filter((name) => name !== 'sub')).toEqual(['f'])
      expect(readFileSync(join(outside, 'f'), 'utf8')).toBe('SECRET')
    },
    600_000,
  )

  it(`lists nothing from outside in ${ROUNDS} rounds while the folder is swapped @whole`, async () => {
    writeFileSync(join(outside, 'only-outside'), '')
    const { read } = powersOver(at('dir'))
    const seen = new Set<string>()
    await against(
      at('dir'),
      outside,
      ROUNDS,
      async () => {
        const got = await read.list('dir')
        if (got.ok) seen.add(got.value.map(({ name }) => name).join())
      },
      () => seen.size > 0,
    )
    unlinkSync(join(outside, 'only-outside'))
    expect([...seen]).toEqual(['f,sub'])
  }, 600_000)
})
