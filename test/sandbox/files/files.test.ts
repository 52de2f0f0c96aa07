import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { filePowers } from '../../../main/sandbox/files/file-powers.ts'
import { hashFile } from '../../../main/sandbox/files/hash-file.ts'
import { resolvePath } from '../../../main/sandbox/files/resolve-path.ts'
import { scratchFolder } from '../scratch.ts'
import { codePoint } from '../../code-point.ts'
import { processorMs } from '../../processor.ts'

const root = scratchFolder('files')
const options = { stop: [join(root, 'gatehouse')], home: join(root, 'home') }
let count = 0
let ws = ''
const at = (path: string): string => join(ws, path)

beforeEach(() => {
  count += 1
  ws = join(root, `ws-${count}`)
  mkdirSync(join(ws, 'dir'), { recursive: true })
})

type Allowed = readonly ['fs.read' | 'fs.write', string]
/**
 * Powers as the pipeline would make them: the touches resolved first, the powers bound to what came
 * out.
 */
async function powers(...allowed: readonly Allowed[]) {
  const resolved = resolvePath({ workspace: ws, ...options })
  const permitted: CanonicalTouch[] = []
  for (const [kind, path] of allowed) {
    const found = await resolved(path)
    if (found.ok) permitted.push({ kind, ...found.value })
  }
  return filePowers({ permitted, resolved })
}
const reading = async (path: string, maxBytes = 1000) =>
  (await powers(['fs.read', path])).read.readText(path, { maxBytes })
const writing = async (path: string, text = 'new') =>
  (await powers(['fs.write', path])).write.writeText(path, text)
const refused = (code: string) =>
  expect.objectContaining({ ok: false, error: expect.objectContaining({ code }) })
const leftovers = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('.gatehouse-'))

describe('reading', () => {
  it('gives text and its size in bytes', async () => {
    writeFileSync(at('a.txt'), 'grün\n')
    expect(await reading('a.txt')).toEqual({ ok: true, value: { text: 'grün\n', bytes: 6 } })
  })

  it('gives an empty file as empty text', async () => {
    writeFileSync(at('empty'), '')
    expect(await reading('empty')).toEqual({ ok: true, value: { text: '', bytes: 0 } })
  })

  it('leaves the byte order mark out of the text and the line ends in', async () => {
    writeFileSync(at('dos.txt'), Buffer.from('\uFEFFone\r\ntwo\r'))
    expect(await reading('dos.txt')).toEqual({
      ok: true,
      value: { text: 'one\r\ntwo\r', bytes: 12 },
    })
  })

  it('takes a file of exactly the limit and refuses one byte more', async () => {
    writeFileSync(at('full'), 'x'.repeat(1000))
    writeFileSync(at('over'), 'x'.repeat(1001))
    expect(await reading('full')).toMatchObject({ ok: true, value: { bytes: 1000 } })
    expect(await reading('over')).toEqual(refused('file.too-large'))
  })

  it('refuses a huge sparse file without reading it', async () => {
    writeFileSync(at('huge'), '')
    truncateSync(at('huge'), 2 ** 40)
    const before = processorMs()
    expect(await reading('huge')).toEqual(refused('file.too-large'))
    expect(processorMs() - before).toBeLessThan(1000)
  })

  it.each([
    ['a NUL', Buffer.from('a\0b')],
    ['a broken sequence', Buffer.from([0x61, 0xff, 0x62])],
    ['a sequence cut short at the end', Buffer.from([0x61, 0xe2, 0x82])],
    ['an encoded surrogate', Buffer.from([0xed, 0xa0, 0x80])],
    ['an overlong slash', Buffer.from([0xc0, 0xaf])],
    ['UTF-16 without a mark', Buffer.from('hello', 'utf16le')],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['Latin-1', Buffer.from('gr\xfcn', 'latin1')],
    ['UTF-16 cut in half', Buffer.from([0xff, 0xfe, 0x61])],
  ])('calls %s binary and says how large it is', async (_name, bytes) => {
    writeFileSync(at('b'), bytes)
    expect(await reading('b')).toEqual({
      ok: false,
      error: {
        code: 'file.binary',
        text: `The file b (${bytes.length} bytes) is not text in UTF-8, nor in UTF-16 with a byte order mark.`,
        hint: expect.any(String),
      },
    })
  })

  it('names the path as it was given, not where it really lies', async () => {
    symlinkSync('dir', at('link'))
    const got = await reading('link/none')
    expect(got).toEqual({
      ok: false,
      error: {
        code: 'file.missing',
        text: 'There is nothing at link/none.',
        hint: 'List the folder for the names that there are.',
      },
    })
  })

  it('says what a folder is', async () => {
    expect(await reading('dir')).toEqual(refused('file.is-folder'))
  })

  it('reads through a link when the real place was what was permitted', async () => {
    writeFileSync(at('dir/real'), 'text')
    symlinkSync('dir/real', at('link'))
    expect(await reading('link')).toMatchObject({ ok: true, value: { text: 'text' } })
  })

  it('refuses what was not permitted, the parent and the child of what was, and the other kind', async () => {
    writeFileSync(at('dir/a'), 'a')
    writeFileSync(at('dir/b'), 'b')
    const { read, write } = await powers(['fs.read', 'dir/a'], ['fs.write', 'dir/b'])
    expect(await read.readText('dir/b', { maxBytes: 10 })).toEqual(refused('path.outside-permit'))
    expect(await read.list('dir')).toEqual(refused('path.outside-permit'))
    expect(await write.writeText('dir/a', 'x')).toEqual(refused('path.outside-permit'))
    expect(await write.writeText('dir/c', 'x')).toEqual(refused('path.outside-permit'))
    expect(
      await (await powers(['fs.read', 'dir'])).read.readText('dir/a', { maxBytes: 10 }),
    ).toEqual(refused('path.outside-permit'))
    expect(readdirSync(at('dir'))).toEqual(['a', 'b'])
  })
})

describe('listing', () => {
  it('names everything, sorted, links not followed', async () => {
    writeFileSync(at('dir/b'), 'four')
    writeFileSync(at('dir/.hidden'), '')
    mkdirSync(at('dir/Z'))
    symlinkSync('/etc/passwd', at('dir/a-link'))
    symlinkSync('nowhere', at('dir/dangling'))
    execFileSync('mkfifo', [at('dir/pipe')])
    const { read } = await powers(['fs.read', 'dir'])
    expect(await read.list('dir')).toEqual({
      ok: true,
      value: [
        { name: '.hidden', is: 'file', bytes: 0 },
        { name: 'Z', is: 'folder', bytes: 0 },
        { name: 'a-link', is: 'link', bytes: 0 },
        { name: 'b', is: 'file', bytes: 4 },
        { name: 'dangling', is: 'link', bytes: 0 },
        { name: 'pipe', is: 'other', bytes: 0 },
      ],
    })
  })

  it('lists an empty folder as nothing and a file not at all', async () => {
    writeFileSync(at('f'), '')
    const { read } = await powers(['fs.read', 'dir'], ['fs.read', 'f'], ['fs.read', 'none'])
    expect(await read.list('dir')).toEqual({ ok: true, value: [] })
    expect(await read.list('f')).toEqual(refused('file.not-folder'))
    expect(await read.list('none')).toEqual(refused('file.missing'))
  })
})

describe('writing', () => {
  it('makes a new file and the folders above it inside the workspace', async () => {
    expect(await writing('x/y/z.txt', 'grün')).toEqual({
      ok: true,
      value: { bytes: 5, created: true },
    })
    expect(readFileSync(at('x/y/z.txt'), 'utf8')).toBe('grün')
  })

  it('makes no folders outside the workspace', async () => {
    const outside = join(root, `outside-${count}`)
    expect(await writing(join(outside, 'new/file'))).toEqual(refused('file.missing'))
    mkdirSync(outside)
    expect(await writing(join(outside, 'file'))).toMatchObject({ ok: true })
  })

  it('replaces as a whole and keeps the mode', async () => {
    writeFileSync(at('run.sh'), 'a much longer text than the new one')
    chmodSync(at('run.sh'), 0o750)
    expect(await writing('run.sh', 'short')).toEqual({
      ok: true,
      value: { bytes: 5, created: false },
    })
    expect(readFileSync(at('run.sh'), 'utf8')).toBe('short')
    expect(lstatSync(at('run.sh')).mode & 0o777).toBe(0o750)
  })

  it('leaves no temporary file, done or refused', async () => {
    writeFileSync(at('dir/a'), '')
    linkSync(at('dir/a'), at('dir/b'))
    await writing('dir/new')
    await writing('dir/a')
    expect(readdirSync(at('dir')).toSorted()).toEqual(['a', 'b', 'new'])
  })

  it('refuses a file with a second name, and leaves it', async () => {
    writeFileSync(join(root, 'victim'), 'old')
    linkSync(join(root, 'victim'), at('twin'))
    expect(await writing('twin')).toEqual(refused('file.hard-linked'))
    expect(readFileSync(join(root, 'victim'), 'utf8')).toBe('old')
  })

  it.skipIf(process.getuid?.() === 0)(
    'refuses a file that is set to read-only (skipped as root, for whom nothing is)',
    async () => {
      writeFileSync(at('fixed'), 'old', { mode: 0o444 })
      expect(await writing('fixed')).toEqual(refused('file.read-only'))
      expect(readFileSync(at('fixed'), 'utf8')).toBe('old')
    },
  )

  it('says what a folder and a pipe are', async () => {
    execFileSync('mkfifo', [at('pipe')])
    expect(await writing('dir')).toEqual(refused('file.is-folder'))
    expect(await writing('pipe')).toEqual(refused('file.not-regular'))
  })

  it('never shows a half: readers see the old text or the new @whole', async () => {
    const [a, b] = ['a'.repeat(200_000), 'b'.repeat(200_000)]
    writeFileSync(at('whole'), a)
    const { write } = await powers(['fs.write', 'whole'])
    const seen = new Set<string>()
    let done = false
    const reader = (async () => {
      while (!done) {
        seen.add(
          createHash('sha256')
            .update(readFileSync(at('whole')))
            .digest('hex'),
        )
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    for (let round = 0; round < 40; round += 1)
      await write.writeText('whole', round % 2 === 0 ? b : a)
    done = true
    await reader
    expect(seen.size).toBeLessThanOrEqual(2)
    expect(seen.size).toBeGreaterThan(0)
  })

  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'keeps the old file when the disk is full (needs root on Linux, for a small disk)',
    async () => {
      mkdirSync(at('small'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', at('small')])
      try {
        writeFileSync(at('small/f'), 'old')
        expect(await writing('small/f', 'x'.repeat(1_000_000))).toEqual(refused('file.no-space'))
        expect(readFileSync(at('small/f'), 'utf8')).toBe('old')
        expect(leftovers(at('small'))).toEqual([])
      } finally {
        execFileSync('umount', [at('small')])
      }
    },
  )

  it('brings any text back as it was written @whole', async () => {
    const { write, read } = await powers(['fs.write', 'f'], ['fs.read', 'f'])
    await fc.assert(
      fc.asyncProperty(
        fc
          .string({ unit: codePoint })
          .filter((text) => !text.includes('\0') && !text.startsWith('\uFEFF')),
        async (text) => {
          const written = await write.writeText('f', text)
          expect(await read.readText('f', { maxBytes: 100_000 })).toEqual({
            ok: true,
            value: { text, bytes: written.ok && written.value.bytes },
          })
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('between decision and use', () => {
  it('refuses a folder that was swapped for a link', async () => {
    const outside = join(root, `swap-${count}`)
    mkdirSync(outside)
    writeFileSync(join(outside, 'f'), 'secret')
    writeFileSync(at('dir/f'), 'mine')
    const { read, write } = await powers(
      ['fs.read', 'dir/f'],
      ['fs.write', 'dir/f'],
      ['fs.read', 'dir'],
    )
    renameSync(at('dir'), at('was'))
    symlinkSync(outside, at('dir'))
    expect(await read.readText('dir/f', { maxBytes: 100 })).toEqual(refused('path.changed'))
    expect(await read.list('dir')).toEqual(refused('path.changed'))
    expect(await write.writeText('dir/f', 'x')).toEqual(refused('path.changed'))
    expect(readFileSync(join(outside, 'f'), 'utf8')).toBe('secret')
  })

  it('refuses everything once the workspace has vanished', async () => {
    const { read, write } = await powers(['fs.read', 'dir'], ['fs.write', 'f'])
    renameSync(ws, `${ws}-gone`)
    expect(await read.list('dir')).toEqual(refused('workspace.missing'))
    expect(await write.writeText('f', 'x')).toEqual(refused('workspace.missing'))
  })
})

describe('hashFile', () => {
  it('is the SHA-256 of the content, of small and large files', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('x'), Buffer.alloc(200_001, 'ab')]) {
      writeFileSync(at('f'), bytes)
      expect(await hashFile(at('f'))).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
  })

  it('is null where no regular file can be read', async () => {
    execFileSync('mkfifo', [at('pipe')])
    symlinkSync('/etc/passwd', at('link'))
    for (const path of ['none', 'dir', 'pipe', 'link', 'none/below'])
      expect(await hashFile(at(path))).toBeNull()
  })
})
