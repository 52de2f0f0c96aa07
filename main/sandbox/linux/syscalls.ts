// The system-call numbers of the two architectures we filter on, from the kernel's own tables.
// -1: this architecture has no such call.

export type Arch = 'x64' | 'arm64'

/** name → [x86_64, arm64] */
export const syscalls = {
  socket: [41, 198],
  socketpair: [53, 199],
  clone: [56, 220],
  clone3: [435, 435],
  ioctl: [16, 29],
  open: [2, -1],
  openat: [257, 56],
  openat2: [437, 437],
  creat: [85, -1],
  mknod: [133, -1],
  mknodat: [259, 33],
  chmod: [90, -1],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],

  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],

  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  open_by_handle_at: [304, 265],
  name_to_handle_at: [303, 264],
  fanotify_init: [300, 262],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  swapon: [167, 224],
  swapoff: [168, 225],

  unshare: [272, 97],
  setns: [308, 268],
  sethostname: [170, 161],
  setdomainname: [171, 162],

  bpf: [321, 280],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],

  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  acct: [163, 89],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  vhangup: [153, 58],
  syslog: [103, 116],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  _sysctl: [156, -1],
  uselib: [134, -1],
  ioperm: [173, -1],
  iopl: [172, -1],
  modify_ldt: [154, -1],
} as const satisfies Record<string, readonly [x64: number, arm64: number]>

export type Syscall = keyof typeof syscalls

export const numberOf = (name: Syscall, arch: Arch): number =>
  syscalls[name][arch === 'x64' ? 0 : 1]
