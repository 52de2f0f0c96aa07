import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../contract/result.ts'
import { aloneRequest, writableAround } from '../../../main/sandbox/linux/landlock-alone.ts'
import { readLandlockTrial, tryAlone } from '../../../main/sandbox/linux/landlock-trial.ts'
import { protectedPathsIn as protectedPathsOf } from '../files/protected-paths-in.ts'
import { scratchFolder } from '../scratch.ts'
import { arch, buildProfile, devices, identities, landlock, system } from '../profile.ts'

const root = scratchFolder('alone')
const valueOf = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

describe('writableAround', () => {
  it('opens the whole workspace when nothing in it is guarded', async () => {
    expect(await writableAround('/w', [])).toEqual({ ok: true, value: ['/w'] })
  })

  it('opens what lies beside protected paths one by one, and never a link', async () => {
    const ws = mkdtempSync(join(root, 'ws-'))
    for (const folder of ['.git/hooks', '.git/objects', 'src/deep', '.vscode'])
      mkdirSync(join(ws, folder), { recursive: true })
    for (const file of [
      '.git/config',
      '.git/HEAD',
      '.vscode/tasks.json',
      '.vscode/other',
      'file',
      '.envrc',
    ])
      writeFileSync(join(ws, file), '')
    symlinkSync('/etc', join(ws, 'way'))
    const guarded = ['.git/hooks', '.git/config', '.vscode/tasks.json', '.envrc'].map((name) => ({
      path: join(ws, name),
      readOnly: true,
      identity: '',
    }))
    const holders = ['.git', '.vscode'].map((name) => ({
      path: join(ws, name),
      readOnly: false,
      identity: '',
    }))
    const opened = valueOf(await writableAround(ws, [...holders, ...guarded]))
    expect(opened.map((path) => path.slice(ws.length + 1)).toSorted()).toEqual([
      '.git/HEAD',
      '.git/objects',
      '.vscode/other',
      'file',
      'src',
    ])
  })
})

describe.runIf(landlock >= 6).each(identities)(
  'a command without namespaces, as %s (skipped where the kernel has no Landlock 6)',
  (identity) => {
    const profile = buildProfile(root, identity)
    const requestFor = async (command: string, workspace = profile.workspace) =>
      valueOf(
        await aloneRequest({
          shell: '/bin/sh',
          command,
          cwd: workspace,
          workspace,
          tmp: profile.tmp,
          system,
          devices,
          guarded: valueOf(await protectedPathsOf(workspace)),
          word: 'SWAPPED',
          seccompFd: 3,
        }),
      )

    it('cannot change, move, replace or remove a guarded file, and can work beside it', async () => {
      const ws = join(profile.workspace, 'repo')
      for (const folder of [ws, join(ws, '.git'), join(ws, '.git/hooks'), join(ws, 'src')]) {
        mkdirSync(folder)
        profile.give(folder)
      }
      for (const [file, text] of [
        ['.git/hooks/pre-commit', 'HOOK'],
        ['.git/config', 'CONFIG'],
        ['src/a', ''],
        ['note', ''],
      ] as const) {
        writeFileSync(join(ws, file), text)
        profile.give(join(ws, file))
      }
      const command = `exec 2>/dev/null
      for spot in .git/hooks/pre-commit .git/config; do
        echo x >$spot; rm -f $spot; mv $spot src/; ln $spot src/linked; perl -e 'truncate $ARGV[0], 0' $spot
        echo x >src/mine; mv -f src/mine $spot
      done
      mv .git/hooks src/; mv .git src/; echo x >.git/hooks/new; mkdir .vscode
      echo work >src/b; echo note >note; cat .git/config; exit 0`
      const { code, out } = await profile.start(profile.words(await requestFor(command, ws)), {
        filter: 'alone',
      }).ended
      expect({ code, out }).toEqual({ code: 0, out: 'CONFIG' })
      const read = (file: string): string | null =>
        existsSync(join(ws, file)) ? readFileSync(join(ws, file), 'utf8') : null
      expect(
        ['.git/hooks/pre-commit', '.git/config', '.git/hooks/new', '.vscode', 'src/b', 'note'].map(
          read,
        ),
      ).toEqual(['HOOK', 'CONFIG', null, null, 'work\n', 'note\n'])
    })

    it('depends on what it could do, not on what was asked for', async () => {
      const scratch = profile.workspace
      const evaluated = await tryAlone({
        scratch,
        arch,
        root: false,
        shell: '/bin/sh',
        system,
        devices,
        seccompFd: 3,
        run: async (request, { signal, onOutput }) => {
          const { child, ended } = profile.start(profile.words(request), { filter: 'alone' })
          child.stdout?.on('data', (chunk: Buffer) => onOutput('stdout', chunk.toString()))
          signal.addEventListener('abort', () => child.kill('SIGKILL'))
          const { out, err } = await ended
          return {
            ok: true,
            value: {
              stdout: out,
              stderr: err,
              stdoutBytes: 0,
              stderrBytes: 0,
              end: { kind: 'exited', code: 0 },
            },
          }
        },
      })
      const states = Object.fromEntries(evaluated.map(({ id, state }) => [id, state]))
      // As root the folders of the trial belong to root, and here an ordinary user tries it:
      // nothing works for that one.
      const files = identity === 'ordinary user' && identities.length > 1 ? 'missing' : 'enforced'
      expect(states).toMatchObject({
        files,
        network: 'enforced',
        processes: 'enforced',
        seccomp: 'enforced',
        privileges: 'enforced',
        limits: 'missing',
        kill: 'enforced',
      })
    })
  },
)

describe('judgeAlone', () => {
  const good = 'works=workspace\nnnp=1\nfilter=2\nready=yes\n'
  const stateOf = (output: string, ms = 10, asRoot = false) =>
    Object.fromEntries(
      readLandlockTrial(output, { killedMs: ms, root: asRoot, starter: 1 }).map(({ id, state }) => [
        id,
        state,
      ]),
    )
  const allGood = stateOf(good)

  const rows: readonly (readonly [
    name: string,
    output: string,
    changed: Record<string, string>,
  ])[] = [
    ['all is well', good, {}],
    ['a file outside was read', `breach=reads\n${good}`, { files: 'missing' }],
    ['the mode of a file outside was changed', `breach=mode\n${good}`, { files: 'missing' }],
    ['nothing could be written', good.replace('works=workspace\n', ''), { files: 'missing' }],
    ['a socket was made', `socket=2\n${good}`, { network: 'missing' }],
    [
      'the filter is not on',
      good.replace('filter=2', 'filter=0'),
      { network: 'missing', seccomp: 'missing' },
    ],
    ['another process was seen', `sees=owner\n${good}`, { processes: 'missing' }],
    ['privileges could be gained', good.replace('nnp=1', 'nnp=0'), { privileges: 'missing' }],
  ]
  it.each(rows)('says what holds when %s', (_, output, changed) => {
    expect(stateOf(output)).toEqual({ ...allGood, ...changed })
  })

  it('never calls the process limit enforced, nor anything of root', () => {
    expect(allGood).toMatchObject({ files: 'enforced', limits: 'missing', kill: 'enforced' })
    expect(stateOf(good, 10, true)).toMatchObject({ files: 'missing', privileges: 'missing' })
    expect(stateOf(good, 5000)).toMatchObject({ kill: 'missing' })
  })
})
