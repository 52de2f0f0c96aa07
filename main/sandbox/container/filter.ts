// The sandbox's own system-call filter in the form that container programs read. Pure. The table is
// the one of `linux/seccomp.ts`; that form knows no "first match wins" and no "any of these bits", so
// what is refused is written out one by one.
import { errnoOf, rules, type Rule, type Test } from '../linux/seccomp.ts'
import { numberOf, type Arch } from '../linux/syscalls.ts'

type Entry = {
  readonly names: readonly string[]
  readonly action: 'SCMP_ACT_ERRNO'
  readonly errnoRet: number
  readonly args?: readonly Argument[]
}
type Argument = {
  readonly index: number
  readonly value: number
  readonly valueTwo?: number
  readonly op: 'SCMP_CMP_EQ' | 'SCMP_CMP_NE' | 'SCMP_CMP_MASKED_EQ'
}

const EPERM = 1
const [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] = [1, 2, 10, 16]
/** More than the kernel has. */
const FAMILIES = Array.from({ length: 64 }, (_, family) => family)
const TYPES = Array.from({ length: 16 }, (_, type) => type)
const PAIR_TYPES = [1, 5]
const SOCK_TYPE_MASK = 0xf

/** `relay`: for the relay to the proxy, which needs local sockets; a command has none. */
export function containerFilter(arch: Arch, relay: boolean): string {
  const other = rules.filter(
    ({ call }) => call !== 'socket' && call !== 'socketpair' && numberOf(call, arch) >= 0,
  )
  return JSON.stringify({
    defaultAction: 'SCMP_ACT_ALLOW',
    // Programs of another table of numbers are ended.
    architectures: [arch === 'arm64' ? 'SCMP_ARCH_AARCH64' : 'SCMP_ARCH_X86_64'],
    syscalls: [...sockets(relay), ...other.flatMap(entriesOf)],
  })
}

const refused = (call: string, args: readonly Argument[], errnoRet = EPERM): Entry => ({
  names: [call],
  action: 'SCMP_ACT_ERRNO',
  errnoRet,
  args,
})

function sockets(relay: boolean): readonly Entry[] {
  const open = [AF_INET, AF_INET6, AF_NETLINK, ...(relay ? [AF_UNIX] : [])]
  return [
    ...FAMILIES.filter((family) => !open.includes(family)).map((value) =>
      refused('socket', [{ index: 0, value, op: 'SCMP_CMP_EQ' }]),
    ),
    refused('socket', [
      { index: 0, value: AF_NETLINK, op: 'SCMP_CMP_EQ' },
      { index: 2, value: 0, op: 'SCMP_CMP_NE' },
    ]),
    ...FAMILIES.filter((family) => family !== AF_UNIX).map((value) =>
      refused('socketpair', [{ index: 0, value, op: 'SCMP_CMP_EQ' }]),
    ),
    ...TYPES.filter((type) => !PAIR_TYPES.includes(type)).map((type) =>
      refused('socketpair', [
        { index: 1, value: SOCK_TYPE_MASK, valueTwo: type, op: 'SCMP_CMP_MASKED_EQ' },
      ]),
    ),
  ]
}

/** One for each way in which its tests can be met. */
function entriesOf(rule: Rule): readonly Entry[] {
  const errno = errnoOf(rule)
  if (errno === null) throw new Error(`${rule.call} is let through, which has no form here`)
  const ways = (rule.when ?? []).reduce<readonly (readonly Argument[])[]>(
    (before, test) => before.flatMap((args) => argumentsOf(test).map((one) => [...args, one])),
    [[]],
  )
  return ways.map((args) =>
    args.length === 0
      ? { names: [rule.call], action: 'SCMP_ACT_ERRNO', errnoRet: errno }
      : refused(rule.call, args, errno),
  )
}

function argumentsOf(test: Test): readonly Argument[] {
  if ('anyBit' in test) {
    const bits = Array.from({ length: 32 }, (_, at) => 2 ** at).filter(
      (bit) => (test.anyBit & bit) !== 0,
    )
    return bits.map((bit) => ({
      index: test.arg,
      value: bit,
      valueTwo: bit,
      op: 'SCMP_CMP_MASKED_EQ',
    }))
  }
  return test.mask === undefined
    ? [{ index: test.arg, value: test.equals, op: 'SCMP_CMP_EQ' }]
    : [{ index: test.arg, value: test.mask, valueTwo: test.equals, op: 'SCMP_CMP_MASKED_EQ' }]
}
