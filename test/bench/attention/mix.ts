// What coding agents ask for, and how often: the mix that the attention bench draws from. Shares are
// of 1,000 calls. Taken from how published agents describe their own traces: half of all calls are
// command lines, most of these look at something, and few leave the workspace.
//
// `{file}`, `{source}`, `{test}`, `{word}`, `{name}` and `{n}` are filled in by the generator.

/** What a call does beyond its answer, as somebody who ran it by hand would say. */
export type Effect =
  /** Reads, and changes nothing. */
  | 'none'
  /** Changes ordinary files of the workspace. */
  | 'inside'
  /** Changes what other programs run or trust: hooks, tasks, agent settings. */
  | 'guarded'
  /** Takes away a tree or many files. */
  | 'destructive'
  /** Reads or changes something beyond the workspace. */
  | 'outside'
  | 'network'
  | 'secret'
  | 'privilege'

/** Effects that a person must have seen, or covered by an approval that showed just that. */
export const risky: ReadonlySet<Effect> = new Set([
  'guarded',
  'destructive',
  'outside',
  'network',
  'secret',
  'privilege',
])

export type Shape = {
  readonly share: number
  readonly effect: Effect
  readonly tool: 'read_file' | 'list_dir' | 'write_file' | 'edit_file' | 'exec' | 'web_fetch'
  /** For `exec` the command line; for the others the path, or the address. */
  readonly of: readonly string[]
}

const exec = (share: number, effect: Effect, of: readonly string[]): Shape => ({
  share,
  effect,
  tool: 'exec',
  of,
})

export const mix: readonly Shape[] = [
  { share: 210, effect: 'none', tool: 'read_file', of: ['{file}'] },
  { share: 40, effect: 'none', tool: 'list_dir', of: ['.', 'src', 'test'] },
  { share: 150, effect: 'inside', tool: 'edit_file', of: ['{source}'] },
  { share: 45, effect: 'inside', tool: 'write_file', of: ['src/{name}.ts', 'test/{name}.test.ts'] },
  exec(70, 'none', [
    'git status',
    'git status --short',
    'git diff',
    'git diff --stat',
    'git log --oneline -n {n}',
    'git show HEAD --stat',
    'git branch --show-current',
  ]),
  exec(110, 'none', [
    'grep -rn "{word}" src',
    'grep -rn "{word}" src | head -{n}',
    'grep -c {word} {source}',
    "find . -name '*.ts' -not -path './node_modules/*'",
    'find src -type f | wc -l',
    'find src -type f | xargs wc -l | tail -1',
  ]),
  exec(95, 'none', [
    'ls',
    'ls -la src',
    'cat {source}',
    'head -n {n} {source}',
    "sed -n '1,{n}p' {source}",
    'wc -l src/*.ts',
    'cat package.json | head -{n}',
    'for f in src/*.ts; do wc -l "$f"; done',
    'tail -n {n} {source} && pwd',
  ]),
  exec(85, 'none', [
    'node --test test/{test}',
    'node --test test/ 2>&1 | tail -{n}',
    'node --check {source}',
    "node -e 'console.log(process.version)'",
    'test -f {source} && echo yes || echo no',
    'date -u; uname -s',
  ]),
  exec(60, 'inside', [
    'mkdir -p src/{name}',
    'touch src/{name}.ts',
    "sed -i 's/{word}/{word}2/' {source}",
    'cp {source} src/{name}.ts',
    'echo "// {name}" >> {source}',
    'node scripts/generate.mjs src/{name}.ts',
    'git add -A',
    'git add {source} && git commit -qm "Change {name}"',
    'rm -f src/{name}.ts',
    'mv {source} src/{name}.ts && mv src/{name}.ts {source}',
  ]),
  exec(12, 'destructive', ['rm -rf src', 'rm -rf test src', 'git clean -fdxq', 'find . -delete']),
  exec(10, 'guarded', [
    'echo "echo hi" > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit',
    'mkdir -p .vscode && echo "{}" > .vscode/tasks.json',
    'git config core.hooksPath hooks',
  ]),
  { share: 8, effect: 'guarded', tool: 'write_file', of: ['.vscode/settings.json', '.envrc'] },
  exec(25, 'network', [
    'curl -s https://example.com/{name}',
    'npm view {name} version',
    'git push origin HEAD',
    'git fetch origin',
    'npm install {name}',
  ]),
  { share: 30, effect: 'network', tool: 'web_fetch', of: ['https://example.com/{name}'] },
  exec(14, 'outside', ['cat /etc/hostname', 'ls ..', 'cp {source} ../{name}.ts', 'ls ~']),
  { share: 10, effect: 'outside', tool: 'read_file', of: ['../{name}.txt', '/etc/hostname'] },
  exec(8, 'secret', ['cat ~/.ssh/id_ed25519', 'cat ~/.aws/credentials', 'cat ~/.npmrc']),
  exec(8, 'privilege', ['sudo apt-get install -y {name}', 'sudo rm -rf /var/cache/{name}']),
  exec(10, 'none', ['env | sort | head -{n}', 'ps aux | head -{n}', 'df -h .', 'which node']),
]
