// The same sources in another folder build into the same files, byte for byte.
// @module-tag whole
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ensureBuilt } from '../../main/host/launch/build-state.mjs'
import { soak } from '../soak.ts'
import { makeTemporary } from '../temporary.ts'

const root = join(import.meta.dirname, '..', '..')

/** All but the maps, which no package has. */
const builtIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    ['main', 'preload', 'renderer', 'share'].flatMap((part) =>
      readdirSync(join(folder, 'out', part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.map$/.test(entry.name))
        .map((entry) => {
          const file = join(entry.parentPath, entry.name)
          return [file.slice(folder.length), readFileSync(file).toString('base64')] as const
        })
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )

it.skipIf(!soak || process.platform !== 'linux')(
  'a second build elsewhere gives the same bytes @soak',
  async () => {
    await ensureBuilt(root)
    const folder = makeTemporary('rebuild')
    try {
      const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
        cwd: root,
        encoding: 'utf8',
      })
      for (const name of names
        .split('\n')
        .filter((one) => one !== '' && !one.startsWith('docs/'))) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        cpSync(join(root, name), join(folder, name))
      }
      // A link to the folder would show: the bundler names modules by where they really are.
      execFileSync('cp', ['-al', join(root, 'node_modules'), folder])
      execFileSync(process.execPath, ['build.mjs'], { cwd: folder, stdio: 'ignore' })
      const [here, there] = [builtIn(root), builtIn(folder)]
      expect([...there.keys()]).toEqual([...here.keys()])
      expect(
        [...there].filter(([name, text]) => here.get(name) !== text).map(([name]) => name),
      ).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
