// The text of the launcher: a perl program that builds the wall round itself and then becomes the
// command. It must not be built inside Gatehouse: threads that exist already stay outside of it.
// Why perl: docs/decisions/0008-second-wall.md.
//
// Words before `--` come in pairs, name and value; after it is the command. Nothing is read from a
// file, the environment or a module. Whatever fails ends the launcher before the command starts:
// `LANDLOCK_EXIT`, one line that begins with `LANDLOCK_SAYS`.

/**
 * Exit code when the wall could not be built. A command may use it too; the line on standard error
 * tells them apart.
 */
export const LANDLOCK_EXIT = 125
/** The name of the process that ends everything when the overseer is killed: at most 15 letters. */
export const KEEPER = 'gatehouse-keep'
export const LANDLOCK_SAYS = 'gatehouse-wall: '

/**
 * The calls that perl has no word for. Those of Landlock have one number everywhere: 444, 445, 446.
 */
export const launcherCalls = {
  x64: { prctl: 157, capset: 126, prlimit: 302, setsid: 112, kill: 62 },
  arm64: { prctl: 167, capset: 91, prlimit: 261, setsid: 157, kill: 129 },
} as const

/**
 * Is before `launcherProgram` where the words come from descriptor 4, with NUL between them. So
 * a launcher can wait for its command. The last one must be `WHOLE`: words that are cut off,
 * because Gatehouse died, run nothing.
 */
export const takeWords = String.raw`
open(my $told, '<&=', 4) or exit ${LANDLOCK_EXIT};
my $words = '';
1 while sysread $told, $words, 65536, length $words;
close $told;
@ARGV = split /\0/, $words, -1;
(pop(@ARGV) // '') eq 'whole' or exit ${LANDLOCK_EXIT};
undef $words;
`
export const WHOLE = 'whole'

export const launcherProgram = String.raw`
sub fail { syswrite STDERR, "${LANDLOCK_SAYS}@_\n"; exit ${LANDLOCK_EXIT} }
sub must { my ($what, $got) = @_; fail("$what: $!") if $got < 0; $got }
sub number { my ($text) = @_; $text =~ /\A[0-9]{1,19}\z/ or fail("not a number: $text"); 0 + $text }

# 1. What is wanted.
my (%o, @paths, @ports, @limits, @same, %inherited, $ended);
while (@ARGV) {
  my $name = shift @ARGV;
  if ($name eq '--') { $ended = 1; last }
  my $value = shift @ARGV;
  if ($name =~ /\A(?:ls|ro|rw|so|tt)\z/) { push @paths, [$name, $value] }
  elsif ($name eq 'port') { push @ports, number($value) }
  elsif ($name eq 'limit') { push @limits, [map { number($_) } split /:/, $value] }
  elsif ($name eq 'same') { push @same, [split /:/, $value, 3] }
  elsif ($name =~ /\A(?:prctl|capset|prlimit|setsid|kill|least|tcp|filter|supervise)\z/) { $o{$name} = number($value) }
  elsif ($name eq 'env') { my ($variable, $text) = split /=/, $value, 2; $inherited{$variable} = $text }
  elsif ($name eq 'cwd' || $name eq 'differs') { $o{$name} = $value }
  else { fail("unknown word $name") }
}
fail("no command") unless $ended && @ARGV;

# 2. What this kernel can. Rights grew with its versions; those it does not know are left out, never those it knows.
my ($zero, $one) = (0, 1);
my $abi = must('this kernel has no Landlock', syscall(444, $zero, $zero, $one));
fail("this kernel has Landlock $abi, and $o{least} is needed") if $abi < $o{least};
my $of_files = 0x7 | ($abi >= 3 ? 1 << 14 : 0) | ($abi >= 5 ? 1 << 15 : 0);
my $every = 0x1fff | ($abi >= 2 ? 1 << 13 : 0) | ($abi >= 3 ? 1 << 14 : 0) | ($abi >= 5 ? 1 << 15 : 0);
# Execute, read, list; then write, remove, make folders, files, pipes and links, rename between folders, cut short.
# Nobody gets: devices made. Sockets are made (so) only where a program was granted its own. Steered are terminals (tt) only.
my %may = (ls => 0x8, ro => 0xd, rw => (0xd | 2 | 16 | 32 | 128 | 256 | 1024 | 4096 | 1 << 13 | 1 << 14) & $every);
$may{tt} = ($may{rw} | 1 << 15) & $every;
$may{so} = $may{rw} | 512;

sub wall {
  my ($files, $tcp, $scopes, @rules) = @_;
  my $wanted = pack('QQQ', $files, $tcp, $scopes);
  my $set = must('the wall cannot be begun', syscall(444, $wanted, $abi >= 6 ? 24 : $abi >= 4 ? 16 : 8, $zero));
  for (@rules) {
    my ($kind, $path) = @$_;
    # O_PATH and O_CLOEXEC: named, not opened.
    sysopen(my $at, $path, 0x280000) or fail("$path: $!");
    # Another command may have put a link there meanwhile; what is written must be what was named.
    $kind eq 'ro' || $kind eq 'ls' || readlink('/proc/self/fd/' . fileno $at) eq $path or fail("$path leads elsewhere");
    my $rule = pack('Ql', -d $at ? $may{$kind} : $may{$kind} & $of_files, fileno $at);
    must($path, syscall(445, $set, $one, $rule, $zero));
  }
  for (@ports) {
    last unless $tcp;
    my $rule = pack('QQ', 2, $_);
    must("port $_", syscall(445, $set, 2, $rule, $zero));
  }
  must('the wall cannot be closed', syscall(446, $set, $zero));
  open(my $done, '<&=', $set) and close $done;
}

# 3. Nothing can be gained any more, and what root has is given away.
must('no_new_privs', syscall($o{prctl}, 38, $one, $zero, $zero, $zero));
if ($> == 0) {
  for my $capability (0 .. 63) { last if syscall($o{prctl}, 24, $capability, $zero, $zero, $zero) < 0 }
  my ($who, $none) = (pack('Ll', 0x20080522, 0), pack('L6', (0) x 6));
  must('capabilities', syscall($o{capset}, $who, $none));
}

# 4. Alone, without a process namespace: this process stays as an overseer, behind a wall of its own that no signal
# crosses. The command is behind a second one inside it, so it cannot reach the overseer. "Kill everybody" then means
# everybody behind the wall, in one step of the kernel. A keeper does it when the overseer itself is killed.
if ($o{supervise}) {
  my $owner = getppid;
  must('to die with Gatehouse', syscall($o{prctl}, $one, 9, $zero, $zero, $zero));
  # Shown, not believed: a signal that reached our owner before must not reach it now.
  kill(0, $owner) == 1 && getppid == $owner or fail("the owner cannot be seen: $!");
  syscall($o{setsid});
  must('to adopt daemons', syscall($o{prctl}, 36, $one, $zero, $zero, $zero));
  fail('no scope for signals') if $abi < 6;
  wall(0, 0, 2);
  kill(0, $owner) == 0 && $! == 1 or fail('the wall does not hold signals');
  my ($everybody, $killed) = (-1, 9);
  pipe(my $life, my $held) && pipe(my $named, my $naming) or fail("pipe: $!");
  my $keeper = fork;
  defined $keeper or fail("fork: $!");
  if (!$keeper) {
    close $held; close $named;
    # Without the mark that what is left behind is found by: who looks for it would end the one that ends the rest.
    $0 = '${KEEPER}';
    # It ends when everybody else has.
    $SIG{$_} = 'IGNORE' for qw(HUP INT TERM);
    syswrite $naming, 'k';
    close $naming;
    my $left;
    do { $left = sysread($life, my $nothing, 1) } until defined $left;
    syscall($o{kill}, $everybody, $killed);
    exit 0;
  }
  close $naming;
  (sysread($named, my $nothing, 1) // 0) == 1 or fail('the keeper ended');
  close $named;
  my $command = fork;
  defined $command or fail("fork: $!");
  if ($command) {
    close $life;
    1 while waitpid($command, 0) == -1 && $! == 4;
    my $end = $?;
    syscall($o{kill}, $everybody, $killed);
    1 while waitpid(-1, 0) > 0 || $! == 4;
    exit($end & 127 ? 128 + ($end & 127) : $end >> 8);
  }
  close $held; close $life;
}

# 5. Where it runs, and with how much. A bound that is tighter already stays.
if (defined $o{cwd}) { chdir $o{cwd} or fail("$o{cwd}: $!") }
for (@same) {
  my ($device, $inode, $path) = @$_;
  my @is = lstat $path;
  if (!@is || "$is[0]:$is[1]" ne "$device:$inode") { syswrite STDERR, "$o{differs}\n"; exit ${LANDLOCK_EXIT} }
}
for (@limits) {
  my ($which, $most) = @$_;
  my $now = pack('QQ', 0, 0);
  must("limit $which", syscall($o{prlimit}, $zero, $which, $zero, $now));
  my $hard = (unpack 'QQ', $now)[1];
  $most = $hard if $hard < $most;
  my $bound = pack('QQ', $most, $most);
  must("limit $which", syscall($o{prlimit}, $zero, $which, $bound, $zero));
}

# 6. The wall, the filter, nothing inherited, and the command.
wall($every, $o{tcp} && $abi >= 4 ? 3 : 0, $abi >= 6 ? 3 : 0, @paths);
if (defined $o{filter}) {
  # A pipe or a file, read to its end: half a filter is none.
  my $filter = '';
  open(my $bytes, '<&=', $o{filter}) or fail("the filter cannot be read: $!");
  while (my $got = must('the filter cannot be read', sysread($bytes, $filter, 65536, length $filter) // -1)) { last if length $filter > 65536 }
  my $length = length $filter;
  fail('the filter is empty') if $length == 0 || $length % 8;
  my $program = pack('Sx6P', $length / 8, $filter);
  must('the filter was not taken', syscall($o{prctl}, 22, 2, $program, $zero, $zero));
}
must('descriptors', syscall(436, 3, 0xffffffff, 4));
%ENV = %inherited if %inherited;
exec { $ARGV[0] } @ARGV;
fail("$ARGV[0] cannot be started: $!");
`
