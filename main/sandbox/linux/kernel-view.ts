// Knows the file systems that are no storage but windows into the kernel: processes, devices'
// settings, tracing. They are closed wherever they are mounted, for the paths /proc and /sys say
// nothing of a second mount.
import { fstatSync, lstatSync, statfsSync } from 'node:fs'

/**
 * From the kernel's magic.h: procfs, sysfs, cgroup, cgroup 2, debugfs, tracefs, securityfs, bpf,
 * devpts, configfs, pstore, efivarfs, binfmt_misc, mqueue, selinuxfs, smackfs, nsfs, pidfs,
 * resctrl.
 */
const kernelTypes: ReadonlySet<number> = new Set([
  ...[
    0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x64626720, 0x74726163, 0x73636673, 0xcafe4a11,
    0x1cd1, 0x62656570,
  ],
  ...[
    0x6165676c, 0xde5e81e4, 0x42494e4d, 0x19800202, 0xf97cff8c, 0x43415d53, 0x6e736673, 0x50494446,
    0x7655821,
  ],
])

/**
 * True when `path`, absolute or below a held descriptor, lies in one. False elsewhere than on
 * Linux, which alone has them.
 */
export function isKernelView(path: string): boolean {
  if (process.platform !== 'linux') return false
  try {
    return kernelTypes.has(statfsSync(path).type)
  } catch {
    // What cannot be asked cannot be opened either; the open says why.
    return false
  }
}

let rootDevice: bigint | null | undefined

/**
 * The device of the root folder, which is unmounted under nobody: what lies on it need not be asked
 * about. Null where the root is a view itself, and elsewhere than on Linux.
 */
export function plainRootDevice(): bigint | null {
  rootDevice ??=
    process.platform === 'linux' && !isKernelView('/') ? lstatSync('/', { bigint: true }).dev : null
  return rootDevice
}

/** The same for an open descriptor. Most lie on the device of the root, and then no more is asked. */
export const isHeldKernelView = (
  held: number,
  device = fstatSync(held, { bigint: true }).dev,
): boolean => device !== plainRootDevice() && isKernelView(`/proc/self/fd/${held}`)
