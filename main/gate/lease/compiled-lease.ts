// Pure. A lease made ready to be looked at for every call.
import { readHostPattern } from '../../../contract/policy/host-pattern.ts'
import type { HostRule } from '../../../contract/policy/host-pattern.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { CanonicalTouchOf } from '../../../contract/call/touch.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import { readCommandPattern } from '../../../contract/policy/command-pattern.ts'
import type { CommandPattern } from '../../../contract/policy/command-pattern.ts'
import type { PartScope } from './command-cover.ts'
import { guardedNaming } from '../guarded-names.ts'
import type { GuardedNaming } from '../guarded-names.ts'
import { pathPattern } from '../path-glob.ts'
import type { PathPattern, PathRoots } from '../path-glob.ts'
import { touchKey } from '../touch-facts.ts'

/** A lease with its patterns read once. A lease never changes but for its count and its end. */
export type CompiledLease = {
  readonly lease: Lease
  readonly shown: ReadonlySet<string>
  readonly paths: readonly PathPattern[]
  readonly hosts: readonly HostRule[]
  readonly commands: readonly CommandPattern[]
  /** Of one line, part by part; null: not limited so. */
  readonly parts: readonly PartScope[] | null
  /** The command lines that its card showed. */
  readonly lines: readonly CanonicalTouchOf<'proc.run'>[]
  readonly calls: readonly string[]
  readonly args: readonly (readonly [pointer: readonly string[], canonical: string])[]
  /** Which protected paths each of its patterns names by itself. */
  readonly guardedNames: readonly GuardedNaming[]
  readonly foldsCase: boolean
}

export const compileLease = (lease: Lease, roots: PathRoots): CompiledLease => ({
  lease,
  shown: new Set(lease.touches.map(touchKey)),
  paths: lease.patterns.paths.map((glob) => pathPattern(glob, roots)),
  hosts: lease.patterns.hosts.map(readHostPattern),
  commands: lease.patterns.commands.map(readCommandPattern),
  parts: lease.patterns.parts ?? null,
  lines: lease.touches.filter((touch) => touch.kind === 'proc.run'),
  calls: lease.patterns.calls ?? [],
  args: [...Object.entries(lease.args), ...Object.entries(lease.patterns.args ?? {})].map(
    ([pointer, value]) => [readPointer(pointer), canonicalJson(value)],
  ),
  guardedNames: lease.patterns.paths.map((glob) => guardedNaming(glob, roots)),
  foldsCase: roots.foldsCase,
})

export const readPointer = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
