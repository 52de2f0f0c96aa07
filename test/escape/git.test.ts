// Real Git, as the person runs it after an agent was at work: nothing that the agent could write
// unasked, and nothing that a command planted, may run then. Each way is shown to work first,
// written by hand.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { guardOf } from '../../contract/policy/paths/guarded-path.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { filePowers } from '../../main/sandbox/files/file-powers.ts'
import { resolvePath } from '../../main/sandbox/files/resolve-path.ts'
import { openRunner } from '../../main/sandbox/runner.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-test-git-')))
const runner = openRunner({ stop: [], home: join(root, 'home') })
afterAll(async () => {
  await runner.dispose()
  rmSync(root, { recursive: true, force: true })
})
let count = 0
const fresh = (repository: boolean): string => {
  count += 1
  const ws = join(root, `ws-${count}`)
  mkdirSync(ws)
  if (repository) execFileSync('git', ['init', '-q', ws])
  return ws
}

const HEAD = 'ref: refs/heads/main\n'
const config = (canary: string, more = ''): string =>
  `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "touch ${canary}; false"\n${more}`
type Files = Readonly<Record<string, string>>
type Trick = {
  readonly files: (canary: string, ws: string) => Files
  readonly stands: string
  readonly repository?: boolean
  readonly hook?: boolean
}

const bareIn = (folder: string, canary: string): Files => ({
  [`${folder}/HEAD`]: HEAD,
  [`${folder}/config`]: config(canary, '\tbare = false\n\tworktree = ..\n'),
  [`${folder}/objects/keep`]: '',
  [`${folder}/refs/heads/keep.lock`]: '',
})
const tricks: Readonly<Record<string, Trick>> = {
  'a bare repository of ordinary names': {
    files: (canary) => bareIn('docs', canary),
    stands: 'docs',
  },
  'a .git file that leads to a folder of ordinary names': {
    files: (canary) => ({ ...bareIn('store', canary), '.git': 'gitdir: store\n' }),
    stands: '.',
  },
  'a whole .git folder': { files: (canary) => bareIn('.git', canary), stands: '.' },
  'a .git folder below': { files: (canary) => bareIn('pkg/.git', canary), stands: 'pkg' },
  'a repository that takes its configuration from elsewhere': {
    files: (canary) => ({
      ...bareIn('store', canary),
      'pkg/.git/HEAD': HEAD,
      'pkg/.git/commondir': '../../store\n',
    }),
    stands: 'pkg',
  },
  'a linked work tree': {
    files: (canary, ws) => ({
      ...bareIn('store', canary),
      'pkg/.git': `gitdir: ${ws}/store/worktrees/pkg\n`,
      'store/worktrees/pkg/HEAD': HEAD,
      'store/worktrees/pkg/commondir': '../..\n',
      'store/worktrees/pkg/gitdir': `${ws}/pkg/.git\n`,
    }),
    stands: 'pkg',
  },
  'a configuration that the real one leads to, in a repository that is there': {
    files: (canary) => ({ ...bareIn('store', canary), '.git/commondir': '../store\n' }),
    stands: '.',
    repository: true,
  },
}

/** As a person's own Git: with what it is by default, and nobody's configuration. */
function status(ws: string, stands: string): void {
  try {
    execFileSync('git', ['status'], {
      cwd: join(ws, stands),
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        HOME: join(root, 'home'),
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CEILING_DIRECTORIES: root,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: '*',
      },
    })
  } catch {
    // Git may well say that this is no repository.
  }
}

function put(ws: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(ws, path)), { recursive: true })
    writeFileSync(join(ws, path), text)
  }
}

async function run(ws: string, command: string) {
  const power = runner.power({
    permitted: [{ kind: 'proc.run', command, cwd: ws, zone: 'workspace' }],
    workspace: ws,
    limits: { runTimeMs: 30_000, stdoutBytes: 10_000, stderrBytes: 10_000 },
    signal: new AbortController().signal,
    onOutput: () => {},
  })
  const ran = await power.run({ command, cwd: '.', timeoutMs: 30_000 })
  if (!ran.ok) throw new Error(ran.error.text)
  return ran.value
}

describe.each(Object.entries(tricks))('%s', (_name, { files, stands, repository = false }) => {
  it('would run what it names at the next git status', () => {
    const ws = fresh(repository)
    const canary = join(root, `canary-${count}`)
    put(ws, files(canary, ws))
    status(ws, stands)
    expect(existsSync(canary)).toBe(true)
  })

  it('runs nothing when an agent writes with a file tool and without approval', async () => {
    const ws = fresh(repository)
    const canary = join(root, `canary-${count}`)
    const all = Object.entries(files(canary, ws)).map(([path, text]) => ({
      path: join(ws, path),
      text,
    }))
    const unasked = all.filter(({ path }) => guardOf(path) === null)
    const permitted = unasked.map(({ path }): CanonicalTouch => ({
      kind: 'fs.write',
      path,
      zone: 'workspace',
      is: 'missing',
    }))
    const { write } = filePowers({
      permitted,
      resolved: resolvePath({ workspace: ws, stop: [], home: join(root, 'home') }),
    })
    for (const { path, text } of unasked)
      expect(await write.writeText(path, text)).toMatchObject({ ok: true })
    expect(unasked.length).toBeLessThan(all.length)
    mkdirSync(join(ws, stands), { recursive: true })
    status(ws, stands)
    expect(existsSync(canary)).toBe(false)
  })

  it.runIf(process.platform === 'linux')(
    'runs nothing when a command makes it, in one run or in two (skipped elsewhere: no command runs there)',
    async () => {
      for (const cut of [0, 1, 2]) {
        const ws = fresh(repository)
        const canary = join(root, `canary-${count}`)
        const lines = Object.entries(files(canary, ws)).map(
          ([path, text]) => `mkdir -p '${dirname(path)}'; printf '%s' '${text}' >'${path}'`,
        )
        for (const some of [lines.slice(0, cut), lines.slice(cut)])
          if (some.length > 0) await run(ws, some.join('\n'))
        status(ws, stands)
        expect([cut, existsSync(canary)]).toEqual([cut, false])
      }
    },
  )
})

describe.runIf(process.platform === 'linux')(
  'a command (skipped elsewhere: no command runs there)',
  () => {
    it('creates, clones and works in repositories, and none of their files is moved away', async () => {
      const ws = fresh(true)
      const as = 'git -c user.name=a -c user.email=a@b'
      const done = await run(
        ws,
        `set -e; git config --global --add safe.directory '*'; echo a >a; git add a; ${as} commit -qm a
git worktree add -q tree; (cd tree; echo b >b; git add b; ${as} commit -qm b); git init -q new; (cd new; git status)
git clone -q . copy; (cd copy; git log --oneline); git init -q --bare bare.git`,
      )
      expect(done).toMatchObject({ end: { kind: 'exited', code: 0 } })
      expect(done.held).toBeUndefined()
      const again = await run(
        ws,
        `set -e; export HOME=/tmp; git config --global --add safe.directory '*'; for each in tree new copy; do (cd $each; echo c >c; git add c; ${as} commit -qm c); done`,
      )
      expect(again).toMatchObject({ end: { kind: 'exited', code: 0 } })
    })

    it('is told what was moved away, and what was there before stays', async () => {
      const ws = fresh(true)
      const done = await run(
        ws,
        `git init -q new; git -C new config core.hooksPath ../evil; printf '#!/bin/sh\n' >new/.git/hooks/pre-commit; chmod +x new/.git/hooks/pre-commit`,
      )
      expect(done.held).toEqual(['new/.git/config', 'new/.git/hooks'])
      expect(existsSync(join(ws, 'new/.git/config.held-by-gatehouse'))).toBe(true)
      expect(existsSync(join(ws, '.git/config'))).toBe(true)
    })
  },
)
