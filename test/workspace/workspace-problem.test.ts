import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Config } from '../../contract/policy/config/config.ts'
import { crossCheck } from '../../main/config/checks/cross-check.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import { policyFacts } from '../../main/policy/policy-facts.ts'
import { refusedWorkspace, workspaceProblem } from '../../main/workspace/workspace-problem.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-test-workspace-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const homedir = join(root, 'people/me')
const paths = findAppPaths({ env: {}, platform: process.platform, homedir })
const own = [paths.home, paths.dataDir, paths.runDir]
for (const folder of [
  join(homedir, '.ssh'),
  join(homedir, 'work/project'),
  join(root, 'keys/.x'),
  paths.dataDir,
])
  mkdirSync(folder, { recursive: true })
symlinkSync(homedir, join(root, 'to-home'))
symlinkSync(join(homedir, '.ssh'), join(homedir, 'work/keys'))
const stop = [...paths.stop, join(root, 'keys/.x')]

const kindOf = (path: string): string =>
  workspaceProblem(path, { homedir, own, stop, platform: process.platform })?.kind ?? 'fine'

describe('a folder as workspace', () => {
  it.each([
    ['/', 'refused'],
    ['/proc', 'refused'],
    ['/proc/self', 'refused'],
    ['/sys', 'refused'],
    ['/dev/shm', 'refused'],
    ['/etc', 'refused'],
    ['/usr', 'refused'],
    [root, 'refused'],
    [join(root, 'people'), 'refused'],
    [homedir, 'weak'],
    [join(root, 'to-home'), 'weak'],
    [join(homedir, '.ssh'), 'refused'],
    [join(homedir, '.ssh/deep/none'), 'refused'],
    [join(homedir, 'work/keys'), 'refused'],
    [join(homedir, '.aws'), 'refused'],
    [join(homedir, '.local'), process.platform === 'linux' ? 'refused' : 'fine'],
    [paths.home, 'refused'],
    [join(paths.dataDir, 'x'), 'refused'],
    [join(root, 'keys'), 'weak'],
    [join(homedir, 'work'), 'fine'],
    [join(homedir, 'work/project'), 'fine'],
    [join(homedir, 'work/../work/project/'), 'fine'],
    [join(homedir, 'not/there/yet'), 'fine'],
    [paths.defaultWorkspace, 'fine'],
  ])('%s is %s', (path, kind) => expect(kindOf(path)).toBe(kind))

  it('is looked at without case where names fold', () => {
    const folding = { homedir, own, stop, platform: 'darwin' }
    expect(workspaceProblem(join(homedir, '.SSH'), folding)?.kind).toBe('refused')
    expect(workspaceProblem(join(root, 'PEOPLE'), folding)?.kind).toBe('refused')
  })

  it('is a fault of the configuration where it is refused, and none where it is only weak', () => {
    const facts = policyFacts(
      () => 0,
      refusedWorkspace({ homedir, own, stop, platform: process.platform }),
    )
    const faults = (workspace: string | null) => crossCheck(Config.parse({ workspace }), facts)
    expect(faults(join(homedir, '.ssh'))).toEqual([
      {
        path: ['workspace'],
        text: expect.stringContaining('which no call may touch'),
        hint: expect.stringContaining('Choose a folder'),
      },
    ])
    for (const fine of [homedir, join(homedir, 'work'), null]) expect(faults(fine)).toEqual([])
  })
})
