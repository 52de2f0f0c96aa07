// Settings of a real repository that make git run a program when it only reads, each tried with git
// itself.
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { submodulesOf } from '../../../../main/sandbox/files/repository/index-submodules.ts'
import { repositoryPrograms } from '../../../../main/sandbox/files/repository/repository-programs.ts'
import { programIn } from '../../../../main/sandbox/files/repository/repository-settings.ts'

const run = promisify(execFile)
let outer = ''
beforeAll(async () => {
  outer = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-repository-')))
})
afterAll(async () => {
  await rm(outer, { recursive: true, force: true })
})

const COMMIT = ['-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '-qm', 'next']
/** What git calls a file that holds `one` and the end of a line. */
const ONE = '5626abf0f72e58d7a153368ba57db4c673c0e171'
const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

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
    ran: () => isThere(mark),
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
    'is noticed, and git does run it: $setting',
    async ({ setting, read, attributes }) => {
      const { folder, git, ran } = await repository([[setting, 'CANARY']], attributes)
      expect(await repositoryPrograms(folder)).not.toBeNull()
      await git(read)
      expect(await ran()).toBe(true)
    },
  )

  it.each(['status', 'diff'])(
    'is seen in a submodule, whose own settings git takes, and git does run it: git %s',
    async (read) => {
      const { folder, git, ran } = await repository([])
      const mark = join(outer, `in-submodule-${read}`)
      const sub = join(folder, 'sub')
      await mkdir(sub)
      await git('-C', 'sub', 'init', '-q')
      await writeFile(join(sub, 'a'), 'one\n')
      await git('-C', 'sub', 'add', 'a')
      await git('-C', 'sub', ...COMMIT)
      await git('add', 'sub')
      await git(...COMMIT)
      expect(await repositoryPrograms(folder)).toBeNull()
      await git('-C', 'sub', 'config', 'core.fsmonitor', `touch ${mark} #`)
      expect(await repositoryPrograms(folder)).toBe('core.fsmonitor')
      await git(read)
      expect([await ran(), await isThere(mark)]).toEqual([false, true])
    },
  )

  it.each([
    ['2', []],
    ['4', []],
    ['2', ['--split-index']],
  ] as const)(
    'is seen in a submodule whatever the form of the index: version %s %j',
    async (version, more) => {
      const { folder, git } = await repository([])
      await mkdir(join(folder, 'deep', 'sub'), { recursive: true })
      await git('-C', 'deep/sub', 'init', '-q')
      await writeFile(join(folder, 'deep', 'sub', 'a'), 'one\n')
      await git('-C', 'deep/sub', 'add', 'a')
      await git('-C', 'deep/sub', ...COMMIT)
      for (const name of ['b', 'deep/c', 'deep/submarine', 'z'])
        await writeFile(join(folder, name), name)
      await git('add', '.')
      await git('update-index', '--index-version', version, ...more)
      expect(await submodulesOf(join(folder, '.git'))).toEqual(['deep/sub'])
    },
  )

  it('is not known of an index that is in no known format', async () => {
    const odd = join(outer, 'odd')
    await mkdir(odd)
    expect(await submodulesOf(odd)).toEqual([])
    await writeFile(join(odd, 'index'), Buffer.from([1, 2, 3, 0, 0, 0xe0, 0, 9, 9, 9, 9, 9, 9]))
    expect(await submodulesOf(odd)).toBeNull()
  })

  it('is seen where a remote promises what is missing, and git does run its program', async () => {
    const { folder, git, ran } = await repository([])
    await git('commit', '--allow-empty', ...COMMIT.slice(1))
    const copy = await repository([
      ['remote.origin.url', folder],
      ['remote.origin.uploadpack', 'CANARY; git-upload-pack'],
    ])
    await rm(join(copy.folder, '.git', 'objects', ONE.slice(0, 2), ONE.slice(2)))
    expect(await repositoryPrograms(copy.folder)).toBeNull()
    await copy.git('config', 'remote.origin.promisor', 'true')
    expect(await repositoryPrograms(copy.folder)).toBe('remote.origin.promisor')
    await copy.git('log', '-p')
    expect([await ran(), await copy.ran()]).toEqual([false, true])
  })

  it('is seen where merges are made again to be shown, and git does run a merge driver', async () => {
    const { folder, git, ran } = await repository([['merge.x.driver', 'CANARY']], 'a merge=x\n')
    const next = async (text: string): Promise<void> => {
      await writeFile(join(folder, 'a'), text)
      await git('add', 'a')
      await git(...COMMIT)
    }
    await git('checkout', '-qfb', 'one')
    await next('1\n')
    await git('checkout', '-qfb', 'two', 'HEAD~1')
    await next('2\n')
    await git(...COMMIT.slice(0, 4), 'merge', '-q', '-s', 'ours', '-m', 'x', 'one')
    expect([await repositoryPrograms(folder), await ran()]).toEqual([null, false])
    await git('config', 'log.diffMerges', 'remerge')
    expect(await repositoryPrograms(folder)).toBe('log.diffmerges')
    await git('log', '-m', '-p')
    expect(await ran()).toBe(true)
  })

  it('is seen where the files of another folder are taken, and where a second setting counts', async () => {
    const elsewhere = await repository([['core.worktree', outer]])
    const same = await repository([['core.worktree', '..']])
    const hooked = await repository([['core.hooksPath', 'mild']])
    await mkdir(join(hooked.folder, 'hooks'))
    await writeFile(join(hooked.folder, 'hooks', 'post-index-change'), '#!/bin/sh\n')
    await hooked.git('config', '--add', 'core.hooksPath', 'hooks')
    expect([
      await repositoryPrograms(elsewhere.folder),
      await repositoryPrograms(same.folder),
      await repositoryPrograms(hooked.folder),
    ]).toEqual(['files in another folder', null, 'a hook that runs when git looks'])
  })

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
    ['[extensions]\npartialClone=x', 'extensions.partialclone'],
    ['[remote "x"]\npromisor', 'remote.x.promisor'],
    ['[remote "x"]\npromisor=false', null],
    ['[log]\ndiffMerges=r', 'log.diffmerges'],
    ['[log]\ndiffMerges="" r', 'log.diffmerges'],
    ['[log]\ndiffMerges=first-parent', null],
    ['[broken', 'settings that cannot be read'],
    ['[core]\nbare=true\n[user]\nname=x', null],
    ['[core]\n; fsmonitor = x\n# fsmonitor = y', null],
  ])('is read as git reads it: %j', (text, found) => expect(programIn(text)).toBe(found))
})
