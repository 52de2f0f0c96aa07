// The system-call filter of the sandbox: a classic BPF program, written here as bytes, handed to
// the kernel by bubblewrap. Pure. What it refuses and why is the table below; what it lets through
// is everything else.
//
// Layout of the data a filter sees (kernel, seccomp_data): number at 0, architecture at 4,
// arguments from 16, 8 bytes each. Only the low half of an argument is looked at: every argument
// tested here is an int or a flag word below 2^32.
import { numberOf, syscalls, type Arch, type Syscall } from './syscalls.ts'

const EPERM = 1
const ENOSYS = 38

const AUDIT_ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 } as const
/**
 * Numbers from here on are the x32 way into the x86_64 kernel: the same calls under other numbers.
 */
const X32 = 0x40000000

const ALLOW = 0x7fff0000
const KILL_PROCESS = 0x80000000
const refuse = (errno: number): number => 0x00050000 | errno

/** The error a rule answers with; null where it lets the call through. */
export const errnoOf = ({ then }: Rule): number | null => (then === ALLOW ? null : then & 0xffff)

export type Test = { readonly arg: number; readonly mask?: number } & (
  | { readonly equals: number }
  | { readonly anyBit: number }
)
export type Rule = {
  readonly call: Syscall
  readonly when?: readonly Test[]
  readonly then: number
}

const AF_UNIX = 1
const AF_INET = 2
const AF_INET6 = 10
const AF_NETLINK = 16
const SOCK_STREAM = 1
const SOCK_SEQPACKET = 5
const SOCK_TYPE_MASK = 0xf
/** NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET of clone's flags. */
const CLONE_NEW_ANY = 0x7e020080
const O_CREAT_OR_TMPFILE = 0x400040
const SETUID_OR_SETGID = 0o6000
const TIOCSTI = 0x5412
const TIOCLINUX = 0x541c

const answered: ReadonlySet<string> = new Set<Syscall>([
  'socket',
  'socketpair',
  'clone',
  'clone3',
  'ioctl',
  'open',
  'openat',
  'openat2',
  'creat',
  'mknod',
  'mknodat',
  'chmod',
  'fchmod',
  'fchmodat',
  'fchmodat2',
  'io_uring_setup',
  'io_uring_enter',
  'io_uring_register',
])

const setuidBit = (arg: number): Test => ({ arg, anyBit: SETUID_OR_SETGID })
const creates = (arg: number): Test => ({ arg, anyBit: O_CREAT_OR_TMPFILE })

/** First match wins. For the two forms there are: bytes, below, and `container/filter.ts`. */
export const rules: readonly Rule[] = [
  // Sockets: only those that end inside the sandbox's own empty network. AF_UNIX would reach any
  // socket file in the workspace, AF_VSOCK the host of a virtual machine; neither is held by a
  // network namespace.
  { call: 'socket', when: [{ arg: 0, equals: AF_INET }], then: ALLOW },
  { call: 'socket', when: [{ arg: 0, equals: AF_INET6 }], then: ALLOW },
  {
    call: 'socket',
    when: [
      { arg: 0, equals: AF_NETLINK },
      { arg: 2, equals: 0 },
    ],
    then: ALLOW,
  },
  { call: 'socket', then: refuse(EPERM) },
  // Pairs are how Node and shells talk to their children. Not datagram pairs: such a socket can be
  // sent anywhere.
  {
    call: 'socketpair',
    when: [
      { arg: 0, equals: AF_UNIX },
      { arg: 1, mask: SOCK_TYPE_MASK, equals: SOCK_STREAM },
    ],
    then: ALLOW,
  },
  {
    call: 'socketpair',
    when: [
      { arg: 0, equals: AF_UNIX },
      { arg: 1, mask: SOCK_TYPE_MASK, equals: SOCK_SEQPACKET },
    ],
    then: ALLOW,
  },
  { call: 'socketpair', then: refuse(EPERM) },
  // No new namespaces. clone3 hides its flags behind a pointer: libraries fall back to clone when
  // told there is none.
  { call: 'clone', when: [{ arg: 0, anyBit: CLONE_NEW_ANY }], then: refuse(EPERM) },
  { call: 'clone3', then: refuse(ENOSYS) },
  // Typing into a terminal.
  { call: 'ioctl', when: [{ arg: 1, equals: TIOCSTI }], then: refuse(EPERM) },
  { call: 'ioctl', when: [{ arg: 1, equals: TIOCLINUX }], then: refuse(EPERM) },
  // A set-user-id file left in the workspace would run as its owner outside. openat2 hides its mode
  // like clone3.
  { call: 'chmod', when: [setuidBit(1)], then: refuse(EPERM) },
  { call: 'fchmod', when: [setuidBit(1)], then: refuse(EPERM) },
  { call: 'fchmodat', when: [setuidBit(2)], then: refuse(EPERM) },
  { call: 'fchmodat2', when: [setuidBit(2)], then: refuse(EPERM) },
  { call: 'open', when: [creates(1), setuidBit(2)], then: refuse(EPERM) },
  { call: 'openat', when: [creates(2), setuidBit(3)], then: refuse(EPERM) },
  { call: 'openat2', then: refuse(ENOSYS) },
  { call: 'creat', when: [setuidBit(1)], then: refuse(EPERM) },
  { call: 'mknod', when: [setuidBit(1)], then: refuse(EPERM) },
  { call: 'mknodat', when: [setuidBit(2)], then: refuse(EPERM) },
  // A second way to do every call above; programs take "not there" for an answer.
  { call: 'io_uring_setup', then: refuse(ENOSYS) },
  { call: 'io_uring_enter', then: refuse(ENOSYS) },
  { call: 'io_uring_register', then: refuse(ENOSYS) },
  // The rest of the table: other processes' memory, mounts, namespaces, keys, kernel code, clocks.
  // Nothing a build needs.
  ...(Object.keys(syscalls) as Syscall[])
    .filter((call) => !answered.has(call))
    .map((call) => ({ call, then: refuse(EPERM) })),
]

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number]
const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const give = (value: number): Instruction => [0x06, 0, 0, value]
const and = (mask: number): Instruction => [0x54, 0, 0, mask]
const EQUAL = 0x15
const AT_LEAST = 0x35
const ANY_BIT = 0x45

/**
 * For a program that talks to itself over sockets with a name, as a browser does. Only where nothing
 * of the person's is shown: then every such socket that it can name is its own.
 */
const ownSockets: readonly Rule[] = [
  { call: 'socket', when: [{ arg: 0, equals: AF_UNIX }], then: ALLOW },
  { call: 'socketpair', when: [{ arg: 0, equals: AF_UNIX }], then: ALLOW },
]

/**
 * The filter as the bytes of an array of sock_filter. Null for an architecture whose numbers we do
 * not know. `sockets`: Unix sockets are let through, see `ownSockets`.
 */
export function seccompFilter(
  arch: string,
  { sockets = false }: { readonly sockets?: boolean } = {},
): Buffer | null {
  if (arch !== 'x64' && arch !== 'arm64') return null
  const program: Instruction[] = [
    load(4),
    // 32-bit programs come in by another table of numbers, where none of the rules below would
    // match.
    [EQUAL, 1, 0, AUDIT_ARCH[arch]],
    give(KILL_PROCESS),
    load(0),
  ]
  if (arch === 'x64') program.push([AT_LEAST, 0, 1, X32], give(refuse(ENOSYS)))
  for (const rule of sockets ? [...ownSockets, ...rules] : rules) program.push(...block(rule, arch))
  program.push(give(ALLOW))
  return encode(program)
}

/**
 * One rule: not this call, or a test that fails, jumps past it. The call's number is loaded before
 * and after.
 */
function block(rule: Rule, arch: Arch): Instruction[] {
  const call = numberOf(rule.call, arch)
  if (call < 0) return []
  const tests = rule.when ?? []
  if (tests.length === 0) return [[EQUAL, 0, 1, call], give(rule.then)]
  const body: Instruction[] = []
  const checks: number[] = []
  for (const test of tests) {
    body.push(load(16 + 8 * test.arg))
    if (test.mask !== undefined) body.push(and(test.mask))
    checks.push(body.length)
    body.push('equals' in test ? [EQUAL, 0, 0, test.equals] : [ANY_BIT, 0, 0, test.anyBit])
  }
  body.push(give(rule.then))
  const linked = body.map((step, at): Instruction =>
    checks.includes(at) ? [step[0], 0, body.length - at - 1, step[3]] : step,
  )
  // A wrong number keeps the number loaded, so it jumps past the reload too.
  return [[EQUAL, 0, body.length + 1, call], ...linked, load(0)]
}

/** The program as the kernel takes it: eight bytes an instruction, little-endian. */
export function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8)
  program.forEach(([code, jumpTrue, jumpFalse, value], at) => {
    bytes.writeUInt16LE(code, at * 8)
    bytes.writeUInt8(jumpTrue, at * 8 + 2)
    bytes.writeUInt8(jumpFalse, at * 8 + 3)
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4)
  })
  return bytes
}
