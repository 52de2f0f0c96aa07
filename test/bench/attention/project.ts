// A small project that the lines of a trace really run in, in a folder of its own: a repository with
// sources and tests, stand-ins for programs that are not installed, and around it what no call may
// reach unseen: a file outside, and a home with credentials.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ORDINARY } from '../../../main/sandbox/linux/host-user.ts'
import { MARKER, SOURCES, TESTS, WORDS } from './trace.ts'

/** In every file that holds a secret, and in no other. */
export const CANARY = 'canary-4f9a1c7be2'
/** In the file outside. */
export const OUTSIDE = 'outside-7d20be5513'

export type Project = {
  readonly root: string
  readonly workspace: string
  readonly home: string
  /** Of Gatehouse. */
  readonly own: string
  /** What lies around the workspace, and in the home: their names and contents in one hash. */
  around(): string
  /** What other programs run or trust, in one hash. */
  guarded(): string
  /** How many files there are in the workspace. */
  files(): number
  remove(): void
}

const scripts = {
  'scripts/build.mjs': `import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
mkdirSync('dist', { recursive: true })
for (const name of readdirSync('src')) if (name.endsWith('.js')) writeFileSync('dist/' + name, readFileSync('src/' + name))
`,
  'scripts/generate.mjs': `import { writeFileSync } from 'node:fs'
writeFileSync(process.argv[2], '// generated\\n')
`,
  'scripts/check.mjs': `import { readdirSync } from 'node:fs'
console.log(readdirSync('src').length, 'sources')
`,
}

/** Stand-ins that do what the real ones do to files, and no more. */
const programs = {
  eslint: `console.log('0 problems')`,
  tsc: `console.log('')`,
  prettier: `const { appendFileSync } = require('node:fs')
for (const path of process.argv.slice(2)) if (!path.startsWith('-')) appendFileSync(path, '\\n')`,
}

export function makeProject(): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-attention-')))
  const [workspace, home, own] = ['work', 'home', 'gatehouse'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  const put = (base: string, path: string, text: string): void => {
    mkdirSync(join(base, path, '..'), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  for (const folder of [workspace, home, own]) mkdirSync(folder)
  for (const path of SOURCES)
    put(
      workspace,
      path,
      `${MARKER}\n${WORDS.map((word) => `const ${word} = '${word}'`).join('\n')}\nexport function ${/(\w+)\.js$/.exec(path)?.[1]}() {\n  return [${WORDS.join(', ')}]\n}\n`,
    )
  for (const name of TESTS)
    put(
      workspace,
      `test/${name}`,
      `${MARKER}\nimport { test } from 'node:test'\ntest('${name}', () => {})\n`,
    )
  put(workspace, 'README.md', '# A project\n')
  put(workspace, 'docs/index.md', '# Notes\n')
  put(workspace, '.gitignore', 'node_modules\ndist\n')
  put(
    workspace,
    'package.json',
    JSON.stringify(
      {
        name: 'project',
        type: 'module',
        scripts: { test: 'node --test', build: 'node scripts/build.mjs', lint: 'eslint src' },
      },
      null,
      2,
    ),
  )
  for (const [path, text] of Object.entries(scripts)) put(workspace, path, text)
  for (const [name, text] of Object.entries(programs)) {
    put(workspace, `node_modules/.bin/${name}`, `#!/usr/bin/env node\n${text}\n`)
    chmodSync(join(workspace, `node_modules/.bin/${name}`), 0o755)
  }
  put(root, 'notes.txt', `${OUTSIDE}\n`)
  for (const path of ['.ssh/id_ed25519', '.aws/credentials', '.npmrc'])
    put(home, path, `${CANARY}\n`)
  put(home, '.profile', '# mine\n')
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', words, { cwd: workspace, env: { ...process.env, HOME: home } })
  git('init', '-q', '-b', 'main')
  git('config', 'user.email', 'ada@example.com')
  git('config', 'user.name', 'Ada')
  git('remote', 'add', 'origin', 'https://example.com/project.git')
  git('add', '-A')
  git('commit', '-qm', 'Begin')
  if (process.getuid?.() === 0)
    execFileSync('chown', ['-R', `${ORDINARY.uid}:${ORDINARY.gid}`, '--', workspace])

  const hashOf = (paths: readonly string[]): string => {
    const hash = createHash('sha256')
    for (const path of paths) add(hash, path)
    return hash.digest('hex')
  }
  return {
    root,
    workspace,
    home,
    own,
    around: () =>
      hashOf([
        ...readdirSync(root)
          .filter((name) => name !== 'work' && name !== 'gatehouse')
          .toSorted()
          .map((name) => join(root, name)),
      ]),
    guarded: () =>
      hashOf(
        ['.git/hooks', '.git/config', '.vscode', '.envrc'].map((name) => join(workspace, name)),
      ),
    files: () => filesIn(workspace),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function add(hash: ReturnType<typeof createHash>, path: string): void {
  hash.update(`${path}\0`)
  if (!existsSync(path)) return
  const stat = lstatSync(path)
  if (stat.isDirectory())
    for (const name of readdirSync(path).toSorted()) add(hash, join(path, name))
  else if (stat.isFile()) hash.update(readFileSync(path)).update(String(stat.mode))
}

function filesIn(folder: string): number {
  let count = 0
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.name !== '.git' && entry.name !== 'node_modules')
      count += entry.isDirectory() ? filesIn(join(folder, entry.name)) : 1
  return count
}
