// The filter run by a small interpreter of its own, so that the processor we are not on is tested
// too. That the kernel reads it the same way is shown by test/escape.
import { describe, expect, it } from 'vitest'
import { seccompFilter } from '../../../main/sandbox/linux/seccomp.ts'
import { numberOf, syscalls, type Syscall } from '../../../main/sandbox/linux/syscalls.ts'

const audit = { x64: 0xc000003e, arm64: 0xc00000b7 } as const
const names: Readonly<Record<number, string>> = {
  0x7fff0000: 'allow',
  0x80000000: 'kill',
  0x50001: 'EPERM',
  0x50026: 'ENOSYS',
}

/** What the kernel would answer to call number `call` with `args`, by the rules of classic BPF. */
function verdict(filter: Buffer, arch: number, call: number, args: readonly number[] = []): string {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(call >>> 0, 0)
  data.writeUInt32LE(arch, 4)
  args.forEach((arg, at) => data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(arg)), 16 + 8 * at))
  let [at, a] = [0, 0]
  for (let steps = 0; steps < 5000; steps += 1) {
    const [code, approved, no, k] = [
      filter.readUInt16LE(at * 8),
      filter.readUInt8(at * 8 + 2),
      filter.readUInt8(at * 8 + 3),
      filter.readUInt32LE(at * 8 + 4),
    ]
    at += 1
    if (code === 0x20) a = data.readUInt32LE(k)
    else if (code === 0x54) a = (a & k) >>> 0
    else if (code === 0x15) at += a === k ? approved : no
    else if (code === 0x35) at += a >= k ? approved : no
    else if (code === 0x45) at += (a & k) !== 0 ? approved : no
    else if (code === 0x06) return names[k] ?? `0x${k.toString(16)}`
    else throw new Error(`unknown instruction ${code}`)
  }
  throw new Error('no end')
}

const rows: readonly (readonly [call: Syscall, args: readonly number[], want: string])[] = [
  ['socket', [1, 1, 0], 'EPERM'],
  ['socket', [2, 1, 6], 'allow'],
  ['socket', [10, 2, 0], 'allow'],
  ['socket', [16, 3, 0], 'allow'],
  ['socket', [16, 3, 9], 'EPERM'],
  ['socket', [17, 3, 0], 'EPERM'],
  ['socket', [40, 1, 0], 'EPERM'],
  ['socket', [2 ** 32 + 1, 1, 0], 'EPERM'],
  ['socketpair', [1, 1, 0], 'allow'],
  ['socketpair', [1, 1 | 0o2000000 | 0o4000, 0], 'allow'],
  ['socketpair', [1, 5, 0], 'allow'],
  ['socketpair', [1, 2, 0], 'EPERM'],
  ['socketpair', [1, 2 | 0o2000000, 0], 'EPERM'],
  ['clone', [0x11], 'allow'],
  ['clone', [0x3d0f00], 'allow'],
  ['clone', [0x10000011], 'EPERM'],
  ['clone', [0x00020011], 'EPERM'],
  ['clone', [0x00000080], 'EPERM'],
  ['clone3', [0, 88], 'ENOSYS'],
  ['openat2', [], 'ENOSYS'],
  ['ioctl', [0, 0x5412, 0], 'EPERM'],
  ['ioctl', [0, 0x5401, 0], 'allow'],
  ['fchmod', [3, 0o755], 'allow'],
  ['fchmod', [3, 0o1777], 'allow'],
  ['fchmod', [3, 0o4755], 'EPERM'],
  ['fchmodat', [-100, 0, 0o2755], 'EPERM'],
  ['fchmodat2', [-100, 0, 0o4755, 0], 'EPERM'],
  ['openat', [-100, 0, 0o101, 0o644], 'allow'],
  ['openat', [-100, 0, 0o101, 0o4755], 'EPERM'],
  ['openat', [-100, 0, 0o20200000 | 1, 0o4755], 'EPERM'],
  ['openat', [-100, 0, 0, 0o4755], 'allow'],
  ['mknodat', [-100, 0, 0o104755, 0], 'EPERM'],
  ['mknodat', [-100, 0, 0o10644, 0], 'allow'],
  ['ptrace', [], 'EPERM'],
  ['mount', [], 'EPERM'],
  ['bpf', [], 'EPERM'],
  ['io_uring_setup', [], 'ENOSYS'],
]

describe.each(['x64', 'arm64'] as const)('the filter on %s', (arch) => {
  const filter = seccompFilter(arch) ?? Buffer.alloc(0)
  const ask = (call: Syscall, args: readonly number[] = []): string =>
    verdict(filter, audit[arch], numberOf(call, arch), args)

  it.each(rows)('answers %s %j with %s', (call, args, want) => {
    expect(ask(call, args)).toBe(want)
  })

  it('lets Unix sockets through where a program has its own, and nothing else more', () => {
    const own = seccompFilter(arch, { sockets: true }) ?? Buffer.alloc(0)
    const unlike = [...rows, ['socketpair', [1, 2, 0], ''] as const].flatMap(([call, args]) => {
      const said = verdict(own, audit[arch], numberOf(call, arch), args)
      return said === ask(call, args) ? [] : [`${call} ${args.join(' ')} ${said}`]
    })
    expect(new Set(unlike)).toEqual(
      new Set(
        [...rows, ['socketpair', [1, 2, 0], ''] as const].flatMap(([call, args]) =>
          (call === 'socket' || call === 'socketpair') &&
          (args[0] ?? 0) % 2 ** 32 === 1 &&
          ask(call, args) !== 'allow'
            ? [`${call} ${args.join(' ')} allow`]
            : [],
        ),
      ),
    )
  })

  it('lets through every call that is not in the table', () => {
    const listed = new Set(Object.keys(syscalls).map((name) => numberOf(name as Syscall, arch)))
    const others = Array.from({ length: 480 }, (_, call) => call).filter(
      (call) => !listed.has(call),
    )
    expect(
      others.filter((call) => verdict(filter, audit[arch], call, [0, 0, 0, 0, 0, 0]) !== 'allow'),
    ).toEqual([])
  })

  it('names no number twice', () => {
    const numbers = Object.keys(syscalls)
      .map((name) => numberOf(name as Syscall, arch))
      .filter((call) => call >= 0)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('kills what comes in by another table of numbers', () => {
    expect(verdict(filter, 0x40000003, 102)).toBe('kill')
    expect(verdict(filter, audit[arch === 'x64' ? 'arm64' : 'x64'], 0)).toBe('kill')
  })

  it('is small enough for the kernel', () => {
    expect(filter.length / 8).toBeLessThan(4096)
    expect(filter.length % 8).toBe(0)
  })
})

describe('elsewhere', () => {
  it('knows the x32 numbers for what they are', () => {
    expect(
      verdict(seccompFilter('x64') ?? Buffer.alloc(0), audit.x64, 0x40000000 + 41, [1, 1, 0]),
    ).toBe('ENOSYS')
  })

  it.each(['ia32', 'riscv64', 's390x', ''])('has no filter for %j', (arch) => {
    expect(seccompFilter(arch)).toBeNull()
  })
})
