// One name can be spelled in several ways, composed or not, and be another one on the disk: a place on
// the person's own `stop:` list is closed under each, for commands as for file tools.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pathPattern } from '../../../main/gate/path-glob.ts'
import { openOwnPaths } from '../../../main/sandbox/files/own-paths.ts'
import { openCoverFinder } from '../../../main/sandbox/files/own-stop.ts'
import { resolvePath } from '../../../main/sandbox/files/resolve-path.ts'
import { scratchFolder } from '../scratch.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: its disk spells names itself)`
const [composed, apart] = ['caf\u00e9', 'cafe\u0301']
const [sign, letter] = ['\u212bng', '\u00c5ng']

describe.runIf(linux)(`a place on the STOP list${why}`, () => {
  const root = scratchFolder('spelled-names')

  it.each([
    ['composed, and so on the disk', composed, composed],
    ['composed, and apart on the disk', composed, apart],
    ['apart, and composed on the disk', apart, composed],
    ['apart, and so on the disk', apart, apart],
    ['as a folder on the way', `${composed}/*.txt`, `${apart}/a.txt`],
    ['with a wildcard', `**/${composed}.txt`, `sub/${apart}.txt`],
    ['with a wildcard in it', 'caf*', apart],
    ['by a sign that is a letter', sign, letter],
  ])('that is written %s, is covered and closed', async (what, written, name) => {
    // The workspace has such a name itself.
    for (const folder of [`${what} ${composed}`, `${what} ${apart}`]) {
      const workspace = join(root, folder)
      const file = join(workspace, name)
      mkdirSync(join(file, '..'), { recursive: true })
      writeFileSync(file, 'closed')
      writeFileSync(join(workspace, 'plain'), 'open')
      const list = [pathPattern(written, { workspace, home: root, foldsCase: false })]
      const covers = await openCoverFinder(() => list)(workspace)
      expect(covers.ok ? covers.value.map(({ path }) => path) : covers.error).toEqual([file])
      const resolved = resolvePath({
        workspace,
        stop: [],
        home: join(root, 'home'),
        own: openOwnPaths(() => list),
      })
      const zones = await Promise.all(
        ['plain', name].map((path) => resolved(join(workspace, path))),
      )
      expect(zones.map((zone) => (zone.ok ? zone.value.zone : zone.error.code))).toEqual([
        'workspace',
        'stop',
      ])
    }
  })
})
