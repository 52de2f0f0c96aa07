// Which words of a command say what it is, so that “with any arguments” has a meaning.
import { expect, it } from 'vitest'
import { analyseCommand } from '../../main/command/analyse.ts'
import { verbLength } from '../../main/command/verb-length.ts'
import { zoneOf } from './summary.ts'

const verbOf = async (line: string): Promise<string | null> => {
  const parts = await analyseCommand(line, { cwd: '/w', zoneOf })
  const part = parts.at(-1)
  const count = part === undefined ? null : verbLength(part)
  return count === null ? null : (part?.words.slice(0, count).join(' ') ?? null)
}

it.each([
  ['npm test', 'npm test'],
  ['npm test -- --run "a b"', 'npm test'],
  ['npm run build --silent', 'npm run build'],
  ['git commit -m "two words"', 'git commit'],
  ['git log -n 5', 'git log'],
  ['cargo test --all', 'cargo test'],
  ['go test ./...', 'go test'],
  ['make test', 'make test'],
  ['node build.mjs --watch', 'node build.mjs'],
  ['python -m pytest -q', 'python -m pytest'],
  ['tsc -p .', 'tsc'],
  ['grep -rn "a b" src', 'grep'],
  ['timeout 5 npm test', 'npm test'],
  ['/usr/bin/npm test', 'npm test'],
])('the verb of %j is %j', async (line, verb) => expect(await verbOf(line)).toBe(verb))

it.each([
  // No table has it.
  'frob x',
  './gradlew test',
  'npm frob',
  // Without a verb, or with options of the program in front of it.
  'npm',
  'npm run',
  'make',
  'git -C sub status',
  'node --version',
  // Code in its words.
  'node -e "1"',
  'python -c "1"',
  // More than building, testing and looking.
  'npm install x',
  'git push',
  'curl https://a.example',
  'rm a',
  'rm -rf build',
  'mv a b',
  'cd src',
  'export A=1',
  'A=1',
  'npm test > out.txt',
  // Only the shell knows.
  'npm test $x',
  'ls *',
  'node "my file.mjs"',
])('%j has no verb', async (line) => expect(await verbOf(line)).toBeNull())
