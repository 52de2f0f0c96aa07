// Shows a folder of root to an ordinary user as if it were his: what he makes there belongs to root
// outside, and what belongs to root can be written by him, in that mount and nowhere else. The kernel
// does it (mounts with mapped ids, Linux 5.12 and later); Perl makes the three calls that have no
// program on many systems. Text only: `spawner/stage.ts` runs it, in the helper's own mounts.
import { numberOf, type Arch } from './syscalls.ts'

/** Where Perl looks for nothing but itself: see decision 8. */
export const PERL = '/usr/bin/perl'

const NEW_USER = 0x10000000
const AT_FDCWD = -100
const CLONE = 1
const CLOSE_ON_EXEC = 0x80000
const EMPTY_PATH = 0x1000
const RECURSIVE = 0x8000
const ID_MAP = 0x100000
const FROM_EMPTY_PATH = 4
/** As many numbers as there are for users. */
const MOST_IDS = 4_294_967_294

/**
 * Each number but two is mapped to itself; root's files are `uid`'s there, and files of `uid`
 * itself are nobody's.
 */
const mapOf = (uid: number): string =>
  [`0 ${uid} 1`, `1 1 ${uid - 1}`, `${uid + 1} ${uid + 1} ${MOST_IDS - uid - 1}`].join('\\n')

/** Arguments of Perl: after them the folder, and the empty place it is to be seen at. */
export function mappedMountArgs(
  arch: Arch,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): readonly string[] {
  const call = (name: Parameters<typeof numberOf>[0]): number => numberOf(name, arch)
  return [
    '-e',
    `use strict; my ($from, $at) = @ARGV;
sub fail { print STDERR "$_[0]: $!"; exit 1 }
pipe(my $ready, my $say_ready) or fail('pipe'); pipe(my $over, my $say_over) or fail('pipe');
my $child = fork(); defined $child or fail('fork');
if ($child == 0) {
  close $say_over;
  syscall(${call('unshare')}, ${NEW_USER}) == 0 or exit 1;
  syswrite $say_ready, 'x'; sysread $over, my $byte, 1; exit 0;
}
close $say_ready; close $over;
sysread($ready, my $byte, 1) == 1 or fail('user namespace');
for (['uid_map', "${mapOf(uid)}\\n"], ['gid_map', "${mapOf(gid)}\\n"]) {
  open(my $map, '>', "/proc/$child/$_->[0]") or fail($_->[0]);
  defined syswrite($map, $_->[1]) or fail($_->[0]); close $map;
}
open(my $users, '<', "/proc/$child/ns/user") or fail('user namespace');
my $tree = syscall(${call('open_tree')}, ${AT_FDCWD}, $from, ${CLONE | CLOSE_ON_EXEC | RECURSIVE});
$tree >= 0 or fail('open_tree');
my $empty = "\\0"; my $attributes = pack('QQQQ', ${ID_MAP}, 0, 0, fileno($users));
syscall(${call('mount_setattr')}, $tree, $empty, ${EMPTY_PATH | RECURSIVE}, $attributes, 32) == 0 or fail('mount_setattr');
syscall(${call('move_mount')}, $tree, $empty, ${AT_FDCWD}, $at, ${FROM_EMPTY_PATH}) == 0 or fail('move_mount');
close $say_over; waitpid $child, 0;`,
  ]
}
