// What a command can do to a tree, at random.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import fc from 'fast-check'

const name = fc.constantFrom('a', 'b', 'c', 'ä', 'x\ny', ' ')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
export const action = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path, text: fc.string({ maxLength: 40 }) }),
  fc.record({ kind: fc.constant('folder' as const), path }),
  fc.record({
    kind: fc.constant('link' as const),
    path,
    text: fc.constantFrom('a', '../b', '/etc/passwd'),
  }),
  fc.record({ kind: fc.constant('remove' as const), path }),
  fc.record({
    kind: fc.constant('mode' as const),
    path,
    mode: fc.constantFrom(0o700, 0o755, 0o500, 0o777),
  }),
  fc.record({ kind: fc.constant('rename' as const), path, to: path }),
)
export type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** As a program would, which goes on after an error. */
export function act(at: (path: string) => string, { path: where, ...rest }: Action): void {
  const target = at(where)
  try {
    switch (rest.kind) {
      case 'write':
        mkdirSync(dirname(target), { recursive: true })
        return isLink(target) ? undefined : writeFileSync(target, rest.text)
      case 'folder':
        return void mkdirSync(target, { recursive: true })
      case 'link':
        return symlinkSync(rest.text, target)
      case 'remove':
        return rmSync(target, { recursive: true })
      case 'mode':
        return isLink(target) ? undefined : chmodSync(target, rest.mode)
      case 'rename':
        return renameSync(target, at(rest.to))
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

const isLink = (target: string): boolean =>
  lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() === true
