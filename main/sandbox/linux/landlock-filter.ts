// The stricter system-call filter for a command that has Landlock alone round it, without
// namespaces. Pure. It refuses what a namespace would have made harmless and Landlock does not look
// at, then asks the filter of `seccomp.ts`.
//
// The layout of what a filter sees is there. Here both halves of an argument are looked at, since
// pointers are tested.
import { encode, seccompFilter } from './seccomp.ts'
import type { Arch } from './syscalls.ts'

/**
 * name → [x86_64, arm64, arguments that make it harmless: all of these must be 0]. -1: no such
 * call.
 */
const refusals: Readonly<
  Record<string, readonly [x64: number, arm64: number, harmlessIfZero?: readonly number[]]>
> = {
  // Sockets of every kind: the network here is the machine's own. Pairs of `seccomp.ts` stay.
  socket: [41, 198],
  // Shared memory, semaphores and queues of the machine: there is no namespace between.
  shmget: [29, 194],
  shmat: [30, 196],
  shmctl: [31, 195],
  semget: [64, 190],
  semop: [65, 193],
  semctl: [66, 191],
  semtimedop: [220, 192],
  msgget: [68, 186],
  msgsnd: [69, 189],
  msgrcv: [70, 188],
  msgctl: [71, 187],
  mq_open: [240, 180],
  mq_unlink: [241, 181],
  // What lies outside can be changed in these ways although it cannot be opened: only forms that
  // take an open file stay.
  chmod: [90, -1],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  chown: [92, -1],
  lchown: [94, -1],
  fchownat: [260, 54],
  utime: [132, -1],
  utimes: [235, -1],
  futimesat: [261, -1],
  utimensat: [280, 88, [1]],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  setxattrat: [463, 463],
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  removexattrat: [466, 466],
  file_setattr: [469, 469],
  // Names of files that come and go in folders outside.
  inotify_add_watch: [254, 27],
  // Bounds and priorities of other processes of the same person: 0 is the caller itself.
  prlimit64: [302, 261, [0]],
  setpriority: [141, 140, [0, 1]],
  ioprio_set: [251, 30, [1]],
  sched_setparam: [142, 118, [0]],
  sched_setscheduler: [144, 119, [0]],
  sched_setaffinity: [203, 122, [0]],
  sched_setattr: [314, 274, [0]],
}

const LOAD = 0x20
const EQUAL = 0x15
const RETURN = 0x06
const EPERM = 0x00050001
const KILL_PROCESS = 0x80000000
const AUDIT_ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 } as const

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number]

/**
 * The bytes of an array of sock_filter: this filter, then the one of `seccomp.ts`. Null for another
 * processor.
 */
export function aloneFilter(arch: string): Buffer | null {
  const rest = seccompFilter(arch)
  if (rest === null || (arch !== 'x64' && arch !== 'arm64')) return null
  return Buffer.concat([encode(refusalsFor(arch)), rest])
}

function refusalsFor(arch: Arch): readonly Instruction[] {
  const program: Instruction[] = [
    [LOAD, 0, 0, 4],
    [EQUAL, 1, 0, AUDIT_ARCH[arch]],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD, 0, 0, 0],
  ]
  for (const [x64, arm64, harmlessIfZero = []] of Object.values(refusals)) {
    const call = arch === 'x64' ? x64 : arm64
    if (call >= 0) program.push(...refusal(call, harmlessIfZero))
  }
  return program
}

/**
 * Another call jumps past. Each half that is not 0 jumps to the refusal; when all are 0 the number
 * is loaded again.
 */
function refusal(call: number, zeros: readonly number[]): readonly Instruction[] {
  if (zeros.length === 0)
    return [
      [EQUAL, 0, 1, call],
      [RETURN, 0, 0, EPERM],
    ]
  const halves = zeros.flatMap((arg) => [16 + 8 * arg, 20 + 8 * arg])
  const tests = halves.flatMap((offset, at): Instruction[] => [
    [LOAD, 0, 0, offset],
    [EQUAL, 0, 2 * (halves.length - at - 1) + 1, 0],
  ])
  return [
    [EQUAL, 0, tests.length + 3, call],
    ...tests,
    [EQUAL, 1, 0, 0],
    [RETURN, 0, 0, EPERM],
    [LOAD, 0, 0, 0],
  ]
}
