// Command lines that do to a tree what programs do, at random, and a second pair of eyes on what is
// there afterwards.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { ORDINARY } from '../../main/sandbox/linux/host-user.ts'

/** Names that are trouble for a program that takes no care. */
const name = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.constantFrom('a', 'b', 'ä', ' ', '-rf', '$HOME', "it's", '*', '.hidden'),
  },
  // Cannot be shown, so what changes it is never staged.
  { weight: 1, arbitrary: fc.constant('x\ny') },
)
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `./${names.join('/')}`)
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }).map((some) => some.replaceAll('\0', '')),
  fc.constantFrom('', 'x'.repeat(9_000), 'no line end', 'one\r\ntwo\n'),
)

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** As a person or a program would write it. It may fail, and the line goes on. */
const step = fc.oneof(
  fc
    .tuple(path, text)
    .map(
      ([to, what]) =>
        `mkdir -p ${quoted(dirname(to))} && { [ -L ${quoted(to)} ] || printf %s ${quoted(what)} > ${quoted(to)}; }`,
    ),
  fc
    .tuple(path, text)
    .map(
      ([to, what]) =>
        `[ -f ${quoted(to)} ] && [ ! -L ${quoted(to)} ] && printf %s ${quoted(what)} >> ${quoted(to)}`,
    ),
  path.map((to) => `mkdir -p ${quoted(to)}`),
  path.map((to) => `rm -rf ${quoted(to)}`),
  path.map((to) => `rmdir ${quoted(to)}`),
  fc.tuple(path, path).map(([from, to]) => `mv ${quoted(from)} ${quoted(to)}`),
  fc.tuple(path, path).map(([from, to]) => `ln ${quoted(from)} ${quoted(to)}`),
  fc.tuple(path, path).map(([from, to]) => `cp -RP ${quoted(from)} ${quoted(to)}`),
  fc
    .tuple(path, fc.constantFrom('a', 'nowhere', '/etc/passwd', './ä'))
    .map(([at, to]) => `ln -sn ${quoted(to)} ${quoted(at)}`),
  fc
    .tuple(path, fc.constantFrom('700', '755', '777', '640', '600'))
    // A folder that its own user cannot enter could not be looked at by the command either.
    .map(
      ([at, mode]) =>
        `[ -f ${quoted(at)} ] && [ ! -L ${quoted(at)} ] && chmod ${mode} ${quoted(at)}`,
    ),
  fc
    .tuple(path, fc.constantFrom('700', '755', '777'))
    .map(
      ([at, mode]) =>
        `[ -d ${quoted(at)} ] && [ ! -L ${quoted(at)} ] && chmod ${mode} ${quoted(at)}`,
    ),
  path.map((at) => `[ -f ${quoted(at)} ] && touch -hd @86400 ${quoted(at)}`),
)

/** A whole line; `2>&1` because what fails is as good a step as any. */
export const lineOf = (least: number, most: number): fc.Arbitrary<string> =>
  fc
    .array(step, { minLength: least, maxLength: most })
    .map((steps) => `umask 022\n${steps.map((one) => `{ ${one}; } 2>/dev/null`).join('\n')}\ntrue`)

/** Runs a line for real, in the shell that commands are run in and as the user they are run as. */
export function runFor(owner: 'user' | 'root', line: string, folder: string): void {
  const asUser = owner === 'user' && process.getuid?.() === 0 ? ORDINARY : {}
  const { status, stderr } = spawnSync('/bin/sh', ['-c', line], {
    cwd: folder,
    encoding: 'utf8',
    ...asUser,
  })
  if (status !== 0) throw new Error(`${line}: ${stderr}`)
}

/** The tree as it would be if the line had run there. */
export function afterwards(owner: 'user' | 'root', line: string, folder: string): Lines {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-oracle-')))
  try {
    chmodSync(base, 0o755)
    execFileSync('cp', ['-a', '--', folder, join(base, 'work')])
    runFor(owner, line, join(base, 'work'))
    return linesOf(join(base, 'work'))
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

/** Kind, mode and content by path. */
export type Lines = ReadonlyMap<string, string>

export function linesOf(root: string): Lines {
  const lines = new Map<string, string>()
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const at = join(folder, entry.name)
      const mode = (lstatSync(join(root, at)).mode & 0o7777).toString(8).padStart(4, '0')
      if (entry.isSymbolicLink()) lines.set(at, `link ${readlinkSync(join(root, at))}`)
      else if (entry.isFile()) lines.set(at, `file ${mode} ${readFileSync(join(root, at), 'utf8')}`)
      else if (entry.isDirectory()) {
        lines.set(at, `folder ${mode}`)
        visit(at)
      } else lines.set(at, 'other')
    }
  }
  visit('.')
  return lines
}

/** Paths that are not the same in both. */
export const apart = (one: Lines, other: Lines): readonly string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((at) => one.get(at) !== other.get(at))
