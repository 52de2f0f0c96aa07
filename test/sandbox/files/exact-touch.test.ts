// What a call may read and write is exactly what it was permitted: no sibling, parent, child, other
// case, nor what takes its place later. And other names of closed places: mounts, hard links,
// inodes.
import { execFileSync, spawn } from 'node:child_process'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { filePowers } from '../../../main/sandbox/files/file-powers.ts'
import { contentOf } from '../../../main/sandbox/files/hash-file.ts'
import { resolvePath } from '../../../main/sandbox/files/resolve-path.ts'
import { openWriteNotes } from '../../../main/sandbox/files/write-notes.ts'
import { scratchFolder } from '../scratch.ts'
import { tries } from '../../soak.ts'

const root = scratchFolder('exact')
const home = join(root, 'home')
let count = 0
function fixture(paths: readonly string[]) {
  count += 1
  const ws = join(root, `ws-${count}`)
  mkdirSync(ws)
  for (const path of paths) {
    mkdirSync(dirname(join(ws, path)), { recursive: true })
    writeFileSync(join(ws, path), `text of ${path}`)
  }
  return {
    ws,
    resolved: resolvePath({ workspace: ws, stop: [], home }),
    at: (path: string) => join(ws, path),
  }
}
const tree = ['a', 'A', 'ab', 'd/a', 'd/b', 'd/e/a', 'd/e/b', 'D/a', 'x/d/a', 'u\u0308', 'ü']
const spelled = fc.constantFrom(
  ...tree,
  'd',
  'd/e',
  'x',
  'd/../a',
  'x/../d/a',
  './a',
  'd//a',
  'none',
  'd/none',
  'd/e/../b',
  '.',
  '..',
  'd/e/a/..',
)

describe('powers', () => {
  it('hand on one content and no other, whatever is in the file by then', async () => {
    const { resolved, at } = fixture(['a'])
    const found = await resolved('a')
    if (!found.ok) throw new Error(found.error.text)
    const content = await contentOf(at('a'))
    if (content === null) throw new Error('It cannot be read.')
    expect(content.bytes).toBe('text of a'.length)
    const permitted: CanonicalTouch[] = [{ kind: 'fs.read', ...found.value, content }]
    const { read } = filePowers({ permitted, resolved })
    const both = async () => [
      await read.readBytes('a', { maxBytes: 100 }),
      await read.readText('a', { maxBytes: 100 }),
    ]
    expect((await both()).map(({ ok }) => ok)).toEqual([true, true])
    writeFileSync(at('a'), 'TEXT of a')
    expect((await both()).map((one) => (one.ok ? 'read' : one.error.code))).toEqual([
      'file.changed',
      'file.changed',
    ])
  })

  it('reach what they are for, by any spelling, and nothing else', async () => {
    const { resolved, at } = fixture(tree)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...tree),
        fc.constantFrom('fs.read', 'fs.write'),
        spelled,
        async (granted, kind, path) => {
          const [meant, named] = [await resolved(granted), await resolved(path)]
          if (!meant.ok) throw new Error(meant.error.text)
          const { read, write } = filePowers({ permitted: [{ kind, ...meant.value }], resolved })
          const same = named.ok && named.value.path === meant.value.path
          const got = await read.readText(path, { maxBytes: 1000 })
          expect(got.ok ? got.value.text : null).toBe(
            same && kind === 'fs.read' ? `text of ${granted}` : null,
          )
          expect((await read.list(path)).ok).toBe(false)
          const text = `text of ${granted}`
          expect((await write.writeText(path, text)).ok).toBe(same && kind === 'fs.write')
          for (const each of tree) expect(readFileSync(at(each), 'utf8')).toBe(`text of ${each}`)
        },
      ),
      { numRuns: tries(400) },
    )
    expect(readdirSync(at('d')).toSorted()).toEqual(['a', 'b', 'e'])
  })

  it('do not follow a file that was renamed, nor a folder', async () => {
    const { resolved, at } = fixture(['a', 'd/a'])
    const permitted = (['a', 'd/a'] as const).flatMap((path) =>
      (['fs.read', 'fs.write'] as const).map((kind): CanonicalTouch => ({
        kind,
        path: at(path),
        zone: 'workspace',
        is: 'file',
      })),
    )
    const { read, write } = filePowers({ permitted, resolved })
    renameSync(at('a'), at('b'))
    renameSync(at('d'), at('e'))
    for (const path of ['b', 'e/a']) {
      expect(await read.readText(path, { maxBytes: 10 })).toMatchObject({
        error: { code: 'path.outside-permit' },
      })
      expect(await write.writeText(path, 'x')).toMatchObject({
        error: { code: 'path.outside-permit' },
      })
    }
    expect(await read.readText('a', { maxBytes: 10 })).toMatchObject({
      error: { code: 'file.missing' },
    })
  })

  it('end where a file becomes a link, a folder, a pipe or gets a second name', async () => {
    const { resolved, at } = fixture(['a', 'other'])
    const { read, write } = filePowers({
      permitted: (['fs.read', 'fs.write'] as const).map((kind): CanonicalTouch => ({
        kind,
        path: at('a'),
        zone: 'workspace',
        is: 'file',
      })),
      resolved,
    })
    const swaps: readonly (readonly [(path: string) => void, string])[] = [
      [(path) => symlinkSync('other', path), 'path.changed'],
      [(path) => mkdirSync(path), 'file.is-folder'],
      [(path) => execFileSync('mkfifo', [path]), 'file.not-regular'],
      [(path) => linkSync(at('other'), path), 'file.hard-linked'],
    ]
    for (const [swap, code] of swaps) {
      rmSync(at('a'), { recursive: true })
      swap(at('a'))
      expect(await read.readText('a', { maxBytes: 10 })).toMatchObject({ error: { code } })
      expect(await write.writeText('a', 'x')).toMatchObject({ error: { code } })
    }
    expect(readFileSync(at('other'), 'utf8')).toBe('text of other')
  })

  it('may read a file with two names once that was permitted as outside, and never write it', async () => {
    const { resolved, at } = fixture(['a'])
    linkSync(at('a'), at('b'))
    const found = await resolved('a')
    expect(found).toEqual({ ok: true, value: { path: at('a'), zone: 'outside', is: 'file' } })
    if (!found.ok) return
    const { read, write } = filePowers({
      permitted: (['fs.read', 'fs.write'] as const).map((kind) => ({ kind, ...found.value })),
      resolved,
    })
    expect(await read.readText('a', { maxBytes: 100 })).toMatchObject({ ok: true })
    expect(await write.writeText('a', 'x')).toMatchObject({ error: { code: 'file.hard-linked' } })
  })
})

/** Another way in that needs root to build: a mount. */
function mounted(args: readonly string[], on: string, body: () => Promise<void>): Promise<void> {
  execFileSync('mount', [...args, on])
  return body().finally(() => execFileSync('umount', [on]))
}

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a mount in the workspace (making one needs root)',
  () => {
    const expectClosed = async (
      resolved: ReturnType<typeof resolvePath>,
      paths: readonly string[],
    ): Promise<void> => {
      for (const path of paths) {
        const found = await resolved(path)
        expect([path, found]).toMatchObject([path, { ok: true, value: { zone: 'stop' } }])
        if (!found.ok) continue
        const { read, write } = filePowers({
          permitted: (['fs.read', 'fs.write'] as const).map((kind) => ({
            kind,
            ...found.value,
            zone: 'workspace',
          })),
          resolved,
        })
        expect(await read.readText(path, { maxBytes: 10_000 })).toMatchObject({
          error: { code: 'path.stop' },
        })
        expect(await read.list(path)).toMatchObject({ error: { code: 'path.stop' } })
        expect(await write.writeText(path, 'x')).toMatchObject({ error: { code: 'path.stop' } })
      }
    }

    it('of the kernel is closed: procfs again, procfs bound, one file of it, sysfs', async () => {
      const { resolved, at } = fixture(['m/x', 'file'])
      expect(await resolved('m/x')).toMatchObject({ value: { zone: 'workspace' } })
      await mounted(['-t', 'proc', 'proc'], at('m'), () =>
        expectClosed(resolved, ['m', 'm/self/environ', 'm/1/status', 'm/none']),
      )
      await mounted(['--bind', '/proc'], at('m'), () =>
        expectClosed(resolved, ['m', 'm/self/environ']),
      )
      await mounted(['--bind', '/proc/version'], at('file'), () => expectClosed(resolved, ['file']))
      await mounted(['--bind', '/sys'], at('m'), () => expectClosed(resolved, ['m', 'm/kernel']))
    })

    it('of a closed place is that place, whatever it is called', async () => {
      const { resolved, at } = fixture(['m/x'])
      mkdirSync(join(home, '.ssh'), { recursive: true })
      writeFileSync(join(home, '.ssh/id'), 'SECRET')
      expect(await resolved('m/x')).toMatchObject({ value: { zone: 'workspace' } })
      await mounted(['--bind', join(home, '.ssh')], at('m'), () =>
        expectClosed(resolved, ['m', 'm/id', 'm/new']),
      )
      // Its parent, so that the closed place lies below the mount.
      await mounted(['--bind', home], at('m'), () =>
        expectClosed(resolved, ['m/.ssh', 'm/.ssh/id']),
      )
    })

    it('of an ordinary disk is workspace like the rest, written and read', async () => {
      const { resolved, at } = fixture(['m/x'])
      await mounted(['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs'], at('m'), async () => {
        const found = await resolved('m/f')
        expect(found).toMatchObject({ ok: true, value: { zone: 'workspace' } })
        if (!found.ok) return
        const { write } = filePowers({
          permitted: [{ kind: 'fs.write', ...found.value }],
          resolved,
        })
        expect(await write.writeText('m/f', 'text')).toMatchObject({ ok: true })
      })
    })
  },
)

describe('a crash in the middle of a write', () => {
  it('leaves the old file or the new one, and after the next start no temporary file @whole', async () => {
    const { ws, at } = fixture(['f'])
    const notes = join(root, 'notes')
    const files = join(import.meta.dirname, '../../../main/sandbox/files')
    const program = `
      import { filePowers } from '${files}/file-powers.ts'
      import { resolvePath } from '${files}/resolve-path.ts'
      import { openWriteNotes } from '${files}/write-notes.ts'
      const [ws, folder] = process.argv.slice(1)
      const place = resolvePath({ workspace: ws, stop: [], home: '/nowhere' })
      const found = await place('f')
      const { write } = filePowers({ permitted: [{ kind: 'fs.write', ...found.value }], resolved: place, notes: openWriteNotes(folder) })
      await write.writeText('f', 'a'.repeat(300_000))
      process.stdout.write('going')
      for (let round = 1; ; round += 1) await write.writeText('f', (round % 2 === 0 ? 'a' : 'b').repeat(300_000))`
    let left = 0
    // At least twenty times, and until one was met in the middle of a write.
    for (let round = 0; round < 20 || (left === 0 && round < 100); round += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, ws, notes], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const gone = new Promise((resolve) => child.on('exit', resolve))
      // A program that cannot begin ends, and says why on standard error.
      await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), gone])
      // Somewhere in a write, at another point each time; nothing depends on where.
      await new Promise((resolve) => setTimeout(resolve, (round * 3) % 60))
      child.kill('SIGKILL')
      await gone
      const text = readFileSync(at('f'), 'utf8')
      expect(['a'.repeat(300_000), 'b'.repeat(300_000)]).toContain(text)
      const stray = readdirSync(ws).filter((name) => name !== 'f')
      left += stray.length
      expect(await openWriteNotes(notes).cleanUp()).toEqual(stray.map(at))
      expect([readdirSync(ws), readdirSync(notes)]).toEqual([['f'], []])
    }
    // Else nothing was shown.
    expect(left).toBeGreaterThan(0)
  }, 600_000)

  it('takes away nothing but files of its own making, and keeps the note of a disk that is away', async () => {
    const { at } = fixture(['mine', 'd/.gatehouse-000000000000000000.tmp'])
    const folder = join(root, 'forged')
    const notes = openWriteNotes(folder)
    mkdirSync(folder)
    const name = (each: number): string => `.gatehouse-${String(each).padStart(18, '0')}.tmp`
    writeFileSync(join(folder, name(1)), at('mine'))
    writeFileSync(join(folder, name(2)), 'relative')
    writeFileSync(join(folder, name(3)), '')
    writeFileSync(join(folder, name(4)), join(root, 'away', name(4)))
    symlinkSync('d', at('link'))
    writeFileSync(join(folder, name(0)), at(`link/${name(0)}`))
    expect(await notes.cleanUp()).toEqual([])
    expect(readFileSync(at('mine'), 'utf8')).toBe('text of mine')
    expect(readdirSync(at('d'))).toEqual([name(0)])
    expect(readdirSync(folder).toSorted()).toEqual([name(0), name(4)])
    unlinkSync(at('link'))
  })
})
