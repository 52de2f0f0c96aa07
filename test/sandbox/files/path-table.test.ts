// The table of paths against a real tree and the real powers of somebody who may read and write all
// of the workspace.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { filePowers } from '../../../main/sandbox/files/file-powers.ts'
import { resolvePath } from '../../../main/sandbox/files/resolve-path.ts'
import { files, harmless, hostile, links, twins } from './path-table.ts'
import { scratchFolder } from '../scratch.ts'

const root = scratchFolder('paths')
const ws = join(root, 'ws')
const filled = (text: string): string => text.replaceAll('ROOT', root)
const server = createServer()

beforeAll(async () => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(filled(target), join(root, path))
  for (const [path, of] of Object.entries(twins)) linkSync(join(root, of), join(root, path))
  execFileSync('mkfifo', [join(ws, 'pipe')])
  server.listen(join(ws, 'socket'))
  await once(server, 'listening')
})
afterAll(() => server.close())

const resolved = resolvePath({
  workspace: ws,
  stop: [join(root, 'gatehouse')],
  home: join(root, 'home'),
})
const both = (path: string, is: 'file' | 'folder' | 'other' | 'missing'): CanonicalTouch[] =>
  (['fs.read', 'fs.write'] as const).map((kind) => ({ kind, path, zone: 'workspace', is }))

/**
 * As the gate would permit somebody all of the workspace: every name in it that is no link, and
 * where this path lies if inside.
 */
async function powersFor(given: string) {
  const names = [...Object.keys(files), ...Object.keys(twins), 'ws/pipe', 'ws/socket'].filter(
    (name) => name.startsWith('ws/'),
  )
  const found = await resolved(given)
  const own =
    found.ok && found.value.zone === 'workspace' ? both(found.value.path, found.value.is) : []
  return filePowers({
    permitted: [ws, ...names.map((name) => join(root, name))]
      .flatMap((path) => both(path, 'file'))
      .concat(own),
    resolved,
  })
}
/** As nobody should permit: whatever this path may be read as, called a file of the workspace. */
async function forgedFor(given: string) {
  const found = await resolved(given)
  const paths = [
    resolve(ws, given.replaceAll('\0', '')),
    join(ws, given),
    found.ok ? found.value.path : ws,
  ]
  return filePowers({ permitted: paths.flatMap((path) => both(path, 'file')), resolved })
}

/** Hash of names, kinds, links and contents of the whole tree. */
function treeHash(): string {
  const hash = createHash('sha256')
  const visit = (folder: string): void => {
    for (const name of readdirSync(folder).toSorted()) {
      const path = join(folder, name)
      const stat = lstatSync(path)
      hash.update(
        `${path}\0${stat.mode}\0${stat.isFile() ? readFileSync(path, 'hex') : stat.isSymbolicLink() ? readlinkSync(path) : ''}\0`,
      )
      if (stat.isDirectory()) visit(path)
    }
  }
  visit(root)
  return hash.digest('hex')
}
const allRefused = {
  ok: false,
  error: { code: expect.stringMatching(/^(path|file|workspace)\./), text: expect.any(String) },
}

describe.skipIf(process.platform !== 'linux')(
  'the table of paths (for Linux; the forms of others are in path-form.test.ts)',
  () => {
    it('is large enough, and says each once', () => {
      expect([
        hostile.length >= 100,
        harmless.length >= 50,
        new Set([...hostile, ...harmless].map(([given]) => given)).size,
      ]).toEqual([true, true, hostile.length + harmless.length])
    })

    it.each(harmless)('lets %j through, as what it is', async (given, is) => {
      const [path, powers] = [filled(given), await powersFor(filled(given))]
      expect(await resolved(path)).toEqual({
        ok: true,
        value: { path: join(root, is), zone: 'workspace', is: 'file' },
      })
      const text = files[is] ?? 'missing in the table'
      expect(await powers.read.readText(path, { maxBytes: 1000 })).toEqual({
        ok: true,
        value: { text, bytes: Buffer.byteLength(text) },
      })
      expect(await powers.write.writeText(path, text)).toMatchObject({
        ok: true,
        value: { created: false },
      })
      expect(readFileSync(join(root, is), 'utf8')).toBe(text)
    })

    it.each(hostile)('refuses %j', async (given, code) => {
      const path = filled(given)
      const { read, write } = await powersFor(path)
      expect(await read.readText(path, { maxBytes: 1000 })).toMatchObject({
        ok: false,
        error: { code },
      })
      expect(await read.list(path)).toMatchObject(allRefused)
      expect(await write.writeText(path, 'WRITTEN')).toMatchObject(allRefused)
      // A pipe in the workspace is one by any permit; it is refused for what it is.
      const forged = await forgedFor(path)
      expect(await forged.read.readText(path, { maxBytes: 1000 })).toMatchObject(allRefused)
      expect(await forged.read.list(path)).toMatchObject(allRefused)
      expect(await forged.write.writeText(path, 'WRITTEN')).toMatchObject(allRefused)
    })

    it('leaves the tree as it was after all of that', async () => {
      const before = treeHash()
      for (const [given] of hostile) {
        const [{ write }, forged] = [await powersFor(filled(given)), await forgedFor(filled(given))]
        await write.writeText(filled(given), 'WRITTEN')
        await forged.write.writeText(filled(given), 'WRITTEN')
      }
      expect(treeHash()).toBe(before)
    })
  },
)
