// Against the real runner: what is there is read-only, what a command plants is found afterwards.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { protectedPaths as listed } from '../../../contract/policy/paths/protected-paths.ts'
import { isGuarded } from '../../../main/gate/touch-facts.ts'
import {
  findProtectedPaths,
  openProtectedPathFinder,
} from '../../../main/sandbox/files/find-protected-paths.ts'
import { mountsFor, modifiedProtectedPaths } from '../../../main/sandbox/files/protected-paths.ts'
import { protectedPathsIn } from './protected-paths-in.ts'
import { openRunner } from '../../../main/sandbox/runner.ts'
import { scratchFolder } from '../scratch.ts'

const root = scratchFolder('spots')
let count = 0
let ws = ''
const at = (path: string): string => join(ws, path)
const put = (path: string, text = 'mine'): void => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
beforeEach(() => {
  count += 1
  ws = join(root, `ws-${count}`)
  mkdirSync(ws)
})

const runner = openRunner({ stop: [], home: join(root, 'home') })
afterAll(() => runner.dispose())
async function run(command: string): Promise<readonly string[]> {
  const power = runner.power({
    permitted: [{ kind: 'proc.run', command, cwd: ws, zone: 'workspace' }],
    workspace: ws,
    limits: { runTimeMs: 20_000, stdoutBytes: 10_000, stderrBytes: 10_000 },
    signal: new AbortController().signal,
    onOutput: () => {},
  })
  const ran = await power.run({ command, cwd: '.', timeoutMs: 20_000 })
  expect(ran).toMatchObject({ ok: true, value: { end: { kind: 'exited' } } })
  return ran.ok ? (ran.value.planted ?? []) : []
}

/** One path for each spot of the list, as a person would have it. */
const everyProtectedPath = [
  ...new Set(
    listed
      .filter(({ commands }) => commands === 'refused')
      .flatMap(({ folder, names }) =>
        names.map((name) => join(folder, name.replaceAll('*', name === '*' ? 'anything' : 'x'))),
      ),
  ),
]

describe.runIf(process.platform === 'linux')(
  'a command (skipped elsewhere: no command runs there)',
  () => {
    it('changes, removes and moves no protected path of the list, at the top or deep down @whole', async () => {
      for (const path of everyProtectedPath)
        for (const folder of ['', 'deep/er']) put(join(folder, path))
      const all = ['.', 'deep/er'].flatMap((folder) =>
        everyProtectedPath.map((path) => join(folder, path)),
      )
      await run(
        'exec 2>/dev/null\n' +
          all
            .map((path) => `echo x >'${path}'; rm -rf '${path}'; mv '${path}' moved`)
            .join('\n')
            .concat('; true'),
      )
      expect(
        all.filter((path) => !existsSync(at(path)) || readFileSync(at(path), 'utf8') !== 'mine'),
      ).toEqual([])
    })

    it('guards repositories in each other, deep, many, and behind thousands of folders @whole', async () => {
      const deep = Array.from({ length: 40 }, (_, depth) => `d${depth}`).join('/')
      const repositories = [
        '.',
        'one',
        'one/two',
        'one/two/three',
        deep,
        `${deep}/inner`,
        'zz/last',
        ...Array.from({ length: 150 }, (_, each) => `many/r${each}`),
      ]
      for (let folder = 0; folder < 5_000; folder++)
        mkdirSync(at(`wide/${folder % 50}/f${folder}`), { recursive: true })
      for (const folder of repositories) {
        put(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n')
        put(join(folder, '.git/config'), 'mine')
        put(join(folder, '.git/hooks/pre-commit'), 'mine')
        put(join(folder, '.git/objects/x'))
        put(join(folder, '.git/refs/x'))
      }
      const guarded = repositories.flatMap((folder) =>
        ['.git/config', '.git/hooks/pre-commit'].map((name) => join(folder, name)),
      )
      await run(
        `exec 2>/dev/null\n${guarded.map((path) => `echo x >'${path}'`).join('\n')}\nmv one/two moved; rm -rf many/r7/.git; true`,
      )
      expect(
        guarded.filter((path) => existsSync(at(path)) && readFileSync(at(path), 'utf8') !== 'mine'),
      ).toEqual([])
    })

    it('plants nothing in a folder of an editor or agent that is there, nor a hook in a repository without any', async () => {
      for (const folder of [
        '.vscode',
        '.idea',
        '.claude',
        '.cursor',
        '.husky',
        '.zed',
        '.devcontainer',
        'sub/.vscode',
      ])
        mkdirSync(at(folder), { recursive: true })
      execFileSync('git', ['init', '-q', '--template=', ws])
      expect(existsSync(at('.git/hooks'))).toBe(false)
      const tries = [
        '.vscode/tasks.json',
        '.idea/startup.xml',
        '.claude/settings.json',
        '.cursor/mcp.json',
        '.husky/pre-commit',
        '.zed/tasks.json',
        '.devcontainer/devcontainer.json',
        'sub/.vscode/tasks.json',
        '.git/hooks/pre-commit',
      ]
      await run(
        `${tries.map((path) => `echo x >${path}`).join('; ')}; rm -rf .git/hooks; mv .git old; mv .vscode old; mv sub old; true`,
      )
      expect(tries.filter((path) => existsSync(at(path)))).toEqual([])
      expect(existsSync(at('.git/HEAD'))).toBe(true)
    })

    it('still commits in a repository, and git works on', async () => {
      execFileSync('git', ['init', '-q', '--template=', ws])
      await run(
        'echo a >a && git add a && git -c user.name=a -c user.email=a@b commit -qm a && git log --oneline | wc -l >said',
      )
      expect(readFileSync(at('said'), 'utf8').trim()).toBe('1')
    })

    it('is detected when it plants what was not there before', async () => {
      put('keep/.envrc')
      put('.git/HEAD', 'ref: refs/heads/main\n')
      put('.github/ISSUE.md')
      const before = await findProtectedPaths(ws)
      const said = await run(
        'mkdir -p .vscode a/b/.claude .github/workflows bare; echo x >.vscode/tasks.json; echo x >a/b/.claude/settings.json; echo x >.mcp.json; echo x >keep/.npmrc; echo x >.github/workflows/x.yml; echo ../evil >.git/commondir; git init -q sub; git init -q --bare bare; echo x >harmless; echo y >.github/ISSUE.md',
      )
      const after = await findProtectedPaths(ws)
      expect(after.complete).toBe(true)
      // Only a repository without a hooks folder gets one, from us, before the command.
      // What Git would be led by is out of the way by now.
      expect(
        modifiedProtectedPaths(ws, before, after).filter((path) => path !== '.git/hooks'),
      ).toEqual(said.filter((path) => path !== '.git/commondir'))
      expect(said).toEqual([
        '.git/commondir',
        '.github/workflows',
        '.mcp.json',
        '.vscode',
        'a/b/.claude',
        'bare',
        'keep/.npmrc',
        'sub/.git',
      ])
    })

    it('is detected when it redirects a link, and cannot write what a link leads to inside', async () => {
      put('conf/tasks.json')
      symlinkSync('conf', at('.vscode'))
      const before = await findProtectedPaths(ws)
      await run(
        'echo x >conf/tasks.json; rm .vscode; mkdir .vscode; echo x >.vscode/tasks.json; true',
      )
      expect(readFileSync(at('conf/tasks.json'), 'utf8')).toBe('mine')
      expect(modifiedProtectedPaths(ws, before, await findProtectedPaths(ws))).toEqual(['.vscode'])
    })

    it('is detected when it moves the folder above away and creates everything again', async () => {
      put('sub/.git/HEAD', 'x')
      put('sub/.git/hooks/pre-commit')
      expect(
        await run(
          'mv sub old && mkdir -p sub/.git/hooks && echo evil >sub/.git/hooks/pre-commit; echo x >old/.git/hooks/pre-commit; true',
        ),
      ).toEqual(['old/.git', 'sub/.git'])
      expect(readFileSync(at('old/.git/hooks/pre-commit'), 'utf8')).toBe('mine')
    })

    it('is not reported when it changed no protected path', async () => {
      put('.git/HEAD', 'x')
      put('.vscode/tasks.json')
      await protectedPathsIn(ws)
      const before = await findProtectedPaths(ws)
      expect(await run('mkdir x; echo x >x/y; echo z >.git/index; cat .vscode/tasks.json')).toEqual(
        [],
      )
      expect(modifiedProtectedPaths(ws, before, await findProtectedPaths(ws))).toEqual([])
    })
  },
)

describe('the search for protected paths', () => {
  it('finds a repository behind more folders than anybody has, and says where it gave up', async () => {
    for (let each = 0; each < 4000; each += 1) mkdirSync(at(`many/${each}`), { recursive: true })
    put('many/3999/.git/config')
    expect((await findProtectedPaths(ws)).found.map(({ path }) => path)).toEqual([
      at('many/3999/.git'),
      at('many/3999/.git/config'),
    ])
    const few = await openProtectedPathFinder(3000)(ws)
    expect(few.complete).toBe(false)
    expect(mountsFor(ws, few)).toMatchObject({ ok: false, error: { code: 'sandbox.workspace' } })
  })

  it('sees what came, went and was replaced since it looked last', async () => {
    const find = openProtectedPathFinder()
    const paths = async (): Promise<readonly string[]> =>
      (await find(ws)).found.map(({ path }) => path.slice(ws.length + 1))
    put('a/b/c/x')
    expect(await paths()).toEqual([])
    await new Promise((later) => setTimeout(later, 2200))
    expect(await paths()).toEqual([])
    put('a/b/c/.envrc')
    expect(await paths()).toEqual(['a/b/c/.envrc'])
    renameSync(at('a/b'), at('a/d'))
    expect(await paths()).toEqual(['a/d/c/.envrc'])
    rmSync(at('a/d/c/.envrc'))
    mkdirSync(at('a/d/c/.git'))
    expect(await paths()).toEqual(['a/d/c/.git'])
    utimesSync(at('a/d/c/.git'), 0, 0)
    put('a/d/c/.git/hooks/pre-commit')
    utimesSync(at('a/d/c/.git'), 0, 0)
    expect(await paths()).toEqual(['a/d/c/.git', 'a/d/c/.git/hooks'])
  })

  it('finds the same paths as the gate, in any spelling', () => {
    for (const path of everyProtectedPath)
      expect([path, isGuarded(`/w/${path}`)]).toEqual([path, true])
    for (const path of everyProtectedPath)
      expect([path, isGuarded(`C:\\W\\${path.toUpperCase().replaceAll('/', '\\')}`)]).toEqual([
        path,
        true,
      ])
  })
})
