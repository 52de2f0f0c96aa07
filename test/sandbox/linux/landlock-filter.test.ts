// The filter run by a small interpreter, so that the other processor is tested too. That the kernel
// reads it the same way is shown by landlock.test.ts.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aloneFilter } from '../../../main/sandbox/linux/landlock-filter.ts'
import { seccompFilter } from '../../../main/sandbox/linux/seccomp.ts'
import { verdict } from './classic-bpf.ts'
import { tries } from '../../soak.ts'

const audit = { x64: 0xc000003e, arm64: 0xc00000b7 } as const
const numbers = {
  x64: {
    socket: 41,
    socketpair: 53,
    chmod: 90,
    fchmod: 91,
    utimensat: 280,
    prlimit64: 302,
    setpriority: 141,
    ioprio_set: 251,
    shmget: 29,
    read: 0,
    ptrace: 101,
    inotify_add_watch: 254,
    kill: 62,
  },
  arm64: {
    socket: 198,
    socketpair: 199,
    chmod: -1,
    fchmod: 52,
    utimensat: 88,
    prlimit64: 261,
    setpriority: 140,
    ioprio_set: 30,
    shmget: 194,
    read: 63,
    ptrace: 117,
    inotify_add_watch: 27,
    kill: 129,
  },
}
type Name = keyof (typeof numbers)['x64']

const rows: readonly (readonly [call: Name, args: readonly (number | bigint)[], want: string])[] = [
  ['socket', [1, 1, 0], 'EPERM'],
  ['socket', [2, 1, 6], 'EPERM'],
  ['socket', [2, 2, 17], 'EPERM'],
  ['socket', [10, 1, 0], 'EPERM'],
  ['socket', [16, 3, 0], 'EPERM'],
  ['socketpair', [1, 1, 0], 'allow'],
  ['socketpair', [1, 2, 0], 'EPERM'],
  ['chmod', [0x7fff0000, 0o644], 'EPERM'],
  ['fchmod', [3, 0o644], 'allow'],
  ['fchmod', [3, 0o4755], 'EPERM'],
  ['utimensat', [3, 0, 0, 0], 'allow'],
  ['utimensat', [-100, 0x7fff0000, 0, 0], 'EPERM'],
  ['utimensat', [-100, 0x100000000n, 0, 0], 'EPERM'],
  ['utimensat', [-100, 0x7fff00000000n, 0, 0], 'EPERM'],
  ['prlimit64', [0, 7, 1, 0], 'allow'],
  ['prlimit64', [1234, 7, 1, 0], 'EPERM'],
  ['setpriority', [0, 0, 5], 'allow'],
  ['setpriority', [2, 0, 5], 'EPERM'],
  ['setpriority', [0, 99, 5], 'EPERM'],
  ['ioprio_set', [1, 0, 0], 'allow'],
  ['ioprio_set', [1, 5, 0], 'EPERM'],
  ['shmget', [0, 4096, 0], 'EPERM'],
  ['inotify_add_watch', [3, 0x7fff0000, 2], 'EPERM'],
  ['ptrace', [], 'EPERM'],
  ['kill', [1, 9], 'allow'],
  ['read', [0, 0, 0], 'allow'],
]

describe.each(['x64', 'arm64'] as const)('the filter without namespaces, on %s', (arch) => {
  const filter = aloneFilter(arch) ?? Buffer.alloc(0)
  const usual = seccompFilter(arch) ?? Buffer.alloc(0)

  const known = rows.filter(([call]) => numbers[arch][call] >= 0)
  it.each(known.map(([call, args, want]) => [call, args.join(','), want, args] as const))(
    'answers %s(%s) with %s',
    (call, _, want, args) => {
      expect(verdict(filter, audit[arch], numbers[arch][call], args)).toBe(want)
    },
  )

  it('is never looser than the usual one', () => {
    const anyArgument = fc.oneof(
      fc.constant(0n),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.integer({ min: 0, max: 64 }).map(BigInt),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 480 }),
        fc.array(anyArgument, { maxLength: 6 }),
        (call, args) => {
          const before = verdict(usual, audit[arch], call, args)
          const now = verdict(filter, audit[arch], call, args)
          expect(before !== 'allow' && now === 'allow').toBe(false)
        },
      ),
      { numRuns: tries(2000) },
    )
  })

  it('kills what comes in by another table of numbers, and is small enough for the kernel', () => {
    expect(verdict(filter, 0x40000003, 102)).toBe('kill')
    expect(filter.length % 8).toBe(0)
    expect(filter.length / 8).toBeLessThan(4096)
  })
})

describe('elsewhere', () => {
  it.each(['ia32', 'riscv64', ''])('has no filter for %j', (arch) =>
    expect(aloneFilter(arch)).toBeNull(),
  )
})
