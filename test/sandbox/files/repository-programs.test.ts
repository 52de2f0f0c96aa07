// Settings of a real repository that make git run a program when it only reads, each tried with git
// itself.
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programIn, repositoryPrograms } from '../../../main/sandbox/files/repository-programs.ts'

const run = promisify(execFile)
let outer = ''
beforeAll(async () => {
  outer = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-repository-')))
})
afterAll(async () => {
  await rm(outer, { recursive: true, force: true })
})

let count = 0
/** A repository with a changed file and a program that leaves `ran` behind. */
async function repository(
  settings: readonly (readonly [string, string])[],
  attributes = '',
): Promise<{
  folder: string
  git: (...words: readonly string[]) => Promise<void>
  ran: () => Promise<boolean>
}> {
  const folder = join(outer, `r${count++}`)
  await mkdir(folder)
  const canary = join(outer, `canary${count}`)
  const mark = join(outer, `ran${count}`)
  await writeFile(canary, `#!/bin/sh\ntouch ${mark}\nexit 0\n`)
  await chmod(canary, 0o755)
  const git = async (...words: readonly string[]): Promise<void> => {
    await run('git', [...words], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: outer, GIT_CONFIG_NOSYSTEM: '1' },
    }).catch(() => undefined)
  }
  await git('init', '-q')
  await writeFile(join(folder, 'a'), 'one\n')
  await git('add', 'a')
  await git('-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '-qm', 'first')
  await writeFile(join(folder, 'a'), 'two\n')
  if (attributes !== '') await writeFile(join(folder, '.gitattributes'), attributes)
  for (const [name, value] of settings) await git('config', name, value.replace('CANARY', canary))
  return {
    folder,
    git,
    ran: () =>
      stat(mark).then(
        () => true,
        () => false,
      ),
  }
}

type Harm = { readonly setting: string; readonly read: string; readonly attributes: string }
const harmful: readonly Harm[] = [
  { setting: 'core.fsmonitor', read: 'status', attributes: '' },
  { setting: 'diff.external', read: 'diff', attributes: '' },
  { setting: 'diff.x.command', read: 'diff', attributes: 'a diff=x\n' },
  { setting: 'diff.x.textconv', read: 'diff', attributes: 'a diff=x\n' },
  { setting: 'filter.x.clean', read: 'status', attributes: 'a filter=x\n' },
]

describe('what the settings of a repository would run', () => {
  it.each(harmful)(
    'is seen, and git does run it: $setting',
    async ({ setting, read, attributes }) => {
      const { folder, git, ran } = await repository([[setting, 'CANARY']], attributes)
      expect(await repositoryPrograms(folder)).not.toBeNull()
      await git(read)
      expect(await ran()).toBe(true)
    },
  )

  it('is seen through an included file, a hook, and from a folder below', async () => {
    const included = await repository([['include.path', '../extra']])
    const hooked = await repository([])
    await writeFile(join(hooked.folder, '.git', 'hooks', 'post-index-change'), '#!/bin/sh\n')
    const below = await repository([['core.fsmonitor', 'CANARY']])
    await mkdir(join(below.folder, 'src', 'deep'), { recursive: true })
    expect(await repositoryPrograms(included.folder)).toBe('include.path')
    expect(await repositoryPrograms(hooked.folder)).toBe('a hook that runs when git looks')
    expect(await repositoryPrograms(join(below.folder, 'src', 'deep'))).toBe('core.fsmonitor')
  })

  it('is seen where the repository is a folder of ordinary names, or a file leads to it', async () => {
    const bare = join(outer, 'bare')
    await mkdir(join(bare, 'objects'), { recursive: true })
    await mkdir(join(bare, 'refs'))
    await writeFile(join(bare, 'HEAD'), 'ref: refs/heads/main\n')
    await writeFile(join(bare, 'config'), '[core]\n\tbare = false\n\tfsmonitor = ./x\n')
    const led = join(outer, 'led')
    await mkdir(led)
    await writeFile(join(led, '.git'), 'gitdir: ../bare\n')
    expect([await repositoryPrograms(bare), await repositoryPrograms(led)]).toEqual([
      'core.fsmonitor',
      'core.fsmonitor',
    ])
  })

  it('is nothing in a repository as git makes it, in one with usual settings, and where there is none', async () => {
    const plain = await repository([
      ['user.name', 'x'],
      ['core.fsmonitor', 'false'],
      ['remote.origin.url', 'https://x.example/a'],
      ['alias.st', 'status'],
      ['core.hooksPath', '.husky'],
    ])
    expect(await repositoryPrograms(plain.folder)).toBeNull()
    expect(await repositoryPrograms(outer)).toBeNull()
  })

  it.each([
    ['[CORE]\n FSMonitor=./x', 'core.fsmonitor'],
    ['[core] fsmonitor = ./x', 'core.fsmonitor'],
    ['\ufeff[core]\nfsmonitor=./x', 'core.fsmonitor'],
    ['[diff "a b"]\n textconv = x', 'diff.a b.textconv'],
    ['[filter.x]\nsmudge=x', 'filter.x.smudge'],
    ['[includeIf "gitdir:~/"]\npath=x', 'includeif.gitdir:~/.path'],
    ['[pager]\nlog=./x', 'pager.log'],
    ['[pretty]\nx=format:%G?', 'pretty.x'],
    ['[broken', 'settings that cannot be read'],
    ['[core]\nbare=true\n[user]\nname=x', null],
    ['[core]\n; fsmonitor = x\n# fsmonitor = y', null],
  ])('is read as git reads it: %j', (text, found) => expect(programIn(text)).toBe(found))
})
