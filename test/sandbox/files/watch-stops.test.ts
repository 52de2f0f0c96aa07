// What comes and goes under a name on the STOP list is noticed, or the folder is named in which
// nobody looked.
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { watchStops } from '../../../main/sandbox/files/watch/watch-stops.ts'

const roots: string[] = []
afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true, force: true })
})

/** Six folders below a root, and a list with a wildcard. */
async function folderTree(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-watch-')))
  roots.push(root)
  for (const name of ['a', 'b', 'c/d', 'c/e']) await mkdir(join(root, name), { recursive: true })
  return root
}
const secrets = [{ prefix: '', matches: (path: string) => path.endsWith('/secret.pem') }]
const comeAndGo = async (path: string): Promise<void> => {
  await writeFile(path, 'x')
  await rm(path)
}

describe('a workspace with more folders than are watched', () => {
  it('names one in which something changed unseen', async () => {
    const root = await folderTree()
    const watched = await watchStops(root, secrets, () => [], undefined, 2)
    expect([watched.complete, await watched.changedUnseen()]).toEqual([false, null])
    await comeAndGo(join(root, 'c', 'e', 'secret.pem'))
    await watched.whenIdle()
    expect([watched.late(), await watched.changedUnseen()]).toEqual([null, join(root, 'c', 'e')])
    watched.dispose()
  })

  it('names one that was moved away, and nothing where a file only got other content', async () => {
    const root = await folderTree()
    await writeFile(join(root, 'c', 'd', 'plain.txt'), 'before')
    const watched = await watchStops(root, secrets, () => [], undefined, 2)
    await writeFile(join(root, 'c', 'd', 'plain.txt'), 'after')
    expect(await watched.changedUnseen()).toBe(null)
    await rename(join(root, 'c', 'd'), join(root, 'moved'))
    expect(await watched.changedUnseen()).toMatch(/\/c(?:\/d)?$/)
    watched.dispose()
  })

  it('is watched whole where there are not so many', async () => {
    const root = await folderTree()
    const watched = await watchStops(root, secrets, () => [])
    await comeAndGo(join(root, 'c', 'e', 'secret.pem'))
    await watched.whenIdle()
    expect([watched.complete, watched.late(), await watched.changedUnseen()]).toEqual([
      true,
      join(root, 'c', 'e', 'secret.pem'),
      null,
    ])
    watched.dispose()
  })
})

describe('a workspace in which nothing can be on the list', () => {
  it('waits for no event of the kernel, and one with a list does', async () => {
    const root = await folderTree()
    const idleAtOnce = async (patterns: Parameters<typeof watchStops>[1]): Promise<boolean> => {
      const watched = await watchStops(root, patterns, () => [])
      const idle = await Promise.race([
        watched.whenIdle().then(() => true),
        setImmediate().then(() => false),
      ])
      watched.dispose()
      return idle
    }
    const elsewhere = [{ prefix: '/somewhere/else', matches: () => true }]
    expect([await idleAtOnce([]), await idleAtOnce(elsewhere), await idleAtOnce(secrets)]).toEqual([
      true,
      true,
      false,
    ])
  })
})
