// System call numbers of the two processors that a filter can be written for. x86-64 is tested; arm64 comes from the
// kernel's table and has not been run.

export interface Processor {
  /** AUDIT_ARCH_*: a call of any other architecture kills the process. */
  readonly architecture: number;
  /** Numbers from here on belong to another calling convention (x32). */
  readonly foreignFrom?: number;
  readonly denied: Readonly<Record<string, number>>;
  readonly mounting: Readonly<Record<string, number>>;
  readonly absent: Readonly<Record<string, number>>;
  readonly ioctl: number;
  readonly socket: number;
  readonly socketpair: number;
}

/** io_uring carries out other calls unfiltered. */
const absent = { io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 };
const newMountCalls = {
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
  open_tree_attr: 467,
};
const sameOnBoth = { pidfd_getfd: 438, quotactl_fd: 443 };

const x64: Processor = {
  architecture: 0xc000003e,
  foreignFrom: 0x40000000,
  denied: {
    ...sameOnBoth,
    keyctl: 250,
    add_key: 248,
    request_key: 249,
    bpf: 321,
    perf_event_open: 298,
    userfaultfd: 323,
    ptrace: 101,
    process_vm_readv: 310,
    process_vm_writev: 311,
    kcmp: 312,
    setns: 308,
    open_by_handle_at: 304,
    init_module: 175,
    finit_module: 313,
    delete_module: 176,
    kexec_load: 246,
    kexec_file_load: 320,
    reboot: 169,
    swapon: 167,
    swapoff: 168,
    quotactl: 179,
    acct: 163,
    syslog: 103,
    settimeofday: 164,
    clock_settime: 227,
    iopl: 172,
    ioperm: 173,
    modify_ldt: 154,
    lookup_dcookie: 212,
    vhangup: 153,
    fanotify_init: 300,
  },
  mounting: { ...newMountCalls, mount: 165, umount2: 166, pivot_root: 155 },
  absent,
  ioctl: 16,
  socket: 41,
  socketpair: 53,
};

const arm64: Processor = {
  architecture: 0xc00000b7,
  denied: {
    ...sameOnBoth,
    keyctl: 219,
    add_key: 217,
    request_key: 218,
    bpf: 280,
    perf_event_open: 241,
    userfaultfd: 282,
    ptrace: 117,
    process_vm_readv: 270,
    process_vm_writev: 271,
    kcmp: 272,
    setns: 268,
    open_by_handle_at: 265,
    init_module: 105,
    finit_module: 273,
    delete_module: 106,
    kexec_load: 104,
    kexec_file_load: 294,
    reboot: 142,
    swapon: 224,
    swapoff: 225,
    quotactl: 60,
    acct: 89,
    syslog: 116,
    settimeofday: 170,
    clock_settime: 112,
    lookup_dcookie: 18,
    vhangup: 58,
    fanotify_init: 262,
  },
  mounting: { ...newMountCalls, mount: 40, umount2: 39, pivot_root: 41 },
  absent,
  ioctl: 29,
  socket: 198,
  socketpair: 199,
};

export const processors: Readonly<Record<string, Processor>> = { x64, arm64 };
