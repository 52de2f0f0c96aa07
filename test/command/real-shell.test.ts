import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analyseCommand } from '../../main/command/analyse.ts'

const run = promisify(execFile)
let outer = ''
let cwd = ''

beforeAll(async () => {
  outer = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-command-')))
  cwd = join(outer, 'work')
  await mkdir(join(cwd, 'src'), { recursive: true })
  await writeFile(join(cwd, 'a'), 'b 1\na 2\na 2\n')
  await writeFile(join(cwd, 'b.json'), '{"a":1}\n')
  await writeFile(join(cwd, 'src', 'x.ts'), 'foo\nbar\n')
  await writeFile(join(cwd, '-o'), 'a name like an option\n')
  await symlink('a', join(cwd, 'link'))
  await run('git', ['init', '-q'], { cwd })
  await run('git', ['add', 'a', 'src'], { cwd })
  await run(
    'git',
    ['-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '-qm', 'first'],
    { cwd },
  )
})
afterAll(async () => {
  await rm(outer, { recursive: true, force: true })
})

const zoneOf = async (path: string) =>
  path === cwd || path.startsWith(`${cwd}/`) ? 'workspace' : 'outside'

/**
 * Names, kinds, modes, contents and times of change of everything below. Access times are no
 * change.
 */
async function treeHash(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    // git keeps a cache of file times there, which it may write whenever it looks.
    if (path === join(cwd, '.git', 'index') || path === join(cwd, '.git')) continue
    if (entry.isSymbolicLink()) hash.update(`${path} -> ${await readlink(path)}\n`)
    else {
      const { mode, mtimeMs } = await stat(path)
      hash.update(
        `${path} ${mode} ${mtimeMs} ${entry.isFile() ? (await readFile(path)).toString('base64') : ''}\n`,
      )
    }
  }
  return hash.digest('hex')
}

const searching = [
  ...[
    'ls',
    'ls -la src',
    'cat a',
    'cat a link',
    'head -n 1 a',
    'tail -n 1 a',
    'wc -l a',
    'grep a a',
    'grep -rn foo .',
    'grep -c a < a',
  ],
  ...[
    'sort a',
    'sort -r -k2,2n a',
    'sort -u -- a',
    'uniq a',
    'uniq -c a',
    'cut -d" " -f1 a',
    'tr a b < a',
    'diff a link',
    'cmp a link',
    'stat a',
  ],
  ...[
    'du -s .',
    'df .',
    'pwd',
    'echo hi',
    'printf "%s\\n" x',
    'test -f a && echo yes',
    '[ -d src ] || echo no',
    'date',
    'date +%s',
    'date -r a',
  ],
  ...[
    'whoami',
    'id',
    'uname -a',
    'env',
    'basename a/b',
    'dirname a/b',
    'realpath link',
    'which ls',
    'type ls',
    'readlink link',
    'md5sum a',
  ],
  ...[
    'sha256sum a src/x.ts',
    'seq 3',
    'nl a',
    'tac a',
    'rev a',
    'od -c a',
    'sleep 0',
    'true',
    'false',
    'find .',
    "find . -name '*.ts' -type f",
  ],
  ...[
    'find . -type f -exec cat {} +',
    'find src -exec wc -l {} \\;',
    'git status',
    'git log --oneline',
    'git diff',
    'git show HEAD:a',
    'git branch',
  ],
  ...[
    'git tag',
    'git remote -v',
    'git stash list',
    'git rev-parse HEAD',
    'git ls-files',
    'git blame a',
    'git grep foo',
    'git config user.name',
  ],
  ...[
    "sed -n '1,2p' a",
    "sed 's/a/b/g;s|b|c|' a",
    "sed '1a text;e touch x' a",
    "sed '/a/{s/b/c/;p}' a",
    "sed '$!N;P;D' a",
    "awk '{print $1}' a",
  ],
  ...[
    "awk '$2 > 1' a",
    "awk -F' ' '/a|b/' a",
    'cat a | sort | uniq -c',
    'ls > /dev/null 2>&1',
    'cat < a',
    'cat <<< "x"',
    'cat <<E\n$(ls)\nE',
  ],
  ...[
    'echo $(cat a)',
    'x=$(cat a)',
    'x=1; echo $((x + 1))',
    'diff <(sort a) <(sort link)',
    '(cd src; ls)',
    'cd src && cat x.ts',
    'if ls; then cat a; fi',
  ],
  ...[
    'for i in 1 2; do echo $i; done',
    'while read -r l; do echo "$l"; done < a',
    '{ ls; cat a; }',
    "sh -c 'cat a | wc'",
    "eval 'ls'",
    'timeout 5 ls',
  ],
  ...[
    'nice cat a',
    'command -v ls',
    'command cat a',
    'env LC_ALL=C cat a',
    'export FOO=1; echo $FOO',
    'tar tf /dev/null',
    'node --version',
    'cat *.json',
    'cat src/*',
    'ls -R',
    'time ls',
  ],
  ...[
    '[[ -f a ]] && cat a',
    'echo {a,b}',
    'echo ${x:-y}',
    'printf -v n %s x',
    'read -r x < a',
    'export FOO=1',
    'wc -l * src/*',
    'cat ./*',
    'join a a',
    'comm a a',
  ],
]

describe('a read-only line', () => {
  it.each(searching)('changes nothing when it runs: %j', async (line) => {
    const parts = await analyseCommand(line, { cwd, zoneOf })
    expect(
      parts.filter(({ effects }) => effects.length !== 1 || effects[0] !== 'read-only'),
    ).toEqual([])
    const before = await treeHash(outer)
    // What it says and whether it fails is its own affair: what it leaves behind is what is looked
    // at.
    await run('bash', ['-c', line], {
      cwd,
      timeout: 20_000,
      env: { PATH: process.env['PATH'] ?? '', HOME: outer },
    }).catch((fault: unknown) => fault)
    expect(await treeHash(outer)).toBe(before)
  })

  it('is told from one that changes something by the same measure', async () => {
    const before = await treeHash(outer)
    await run('bash', ['-c', 'touch new; rm new'], { cwd })
    expect(await treeHash(outer)).not.toBe(before)
  })
})

describe('a trick that runs or writes what its words do not show', () => {
  const spoofs = [
    'x="a[\\$(touch new)]"; echo $((x))',
    'x="\\$(touch new)"; echo "${x@P}"',
    'echo "touch new" | bash',
    'r"m" -f a',
    "$'\\x72m' a",
    'sort a -uonew',
    'sort *',
    "sed 's/b/touch new/e' a",
    "sed 'w new' a",
    'awk \'/"/{print > "new"} {print > "new"}\' a',
    'find . -name a -fprint new',
    'PATH=/nowhere:$PATH; touch new',
    'test -v "a[$(touch new)]"',
    'ls $(touch new)',
    'eval "$(echo touch new)"',
    'git() { touch new; }; git status',
    'git -c core.fsmonitor="touch new;" status',
    'git diff --output=new',
    "env -S 'touch new'",
    'cat a 3> new',
    'mapfile -C "touch new;" -c 1 x < a',
    'trap "touch new" EXIT',
    'PS4="\\$(touch new)" bash -xc ls',
    'cd src; cd ../..; touch work/new',
    "xargs -I{} sh -c '{}' <<< 'touch new'",
    'printf "touch new" > s; . ./s',
    'chmod -x a',
    'sed -i s/a/b/ a',
    'git -c alias.y="!touch new" y',
    '[[ a > new ]]',
    'tee -a new < a',
  ]
  it.each(spoofs)('is not taken for read-only: %j', async (line) => {
    const parts = await analyseCommand(line, { cwd, zoneOf })
    expect(parts.some(({ effects }) => effects.some((effect) => effect !== 'read-only'))).toBe(true)
  })
})
