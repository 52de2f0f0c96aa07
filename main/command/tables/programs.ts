// What programs do, by name. Data only: a program that is not here is not known, and that is what
// is said of it.
import { LOOKING } from './looking-programs.ts'
import { list, writes, builds, network, privileged, destructive, type Program } from './program.ts'
import { splitNames } from '../split-names.ts'

export const PROGRAMS: ReadonlyMap<string, Program> = new Map([
  ...LOOKING,
  // Write what they are given.
  ...list(
    'mkdir touch tee rmdir mkfifo gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd dos2unix unix2dos',
    writes,
  ),
  [
    'mv',
    {
      effects: [],
      operands: 'write',
      valued: ['t', 'S', 'target-directory', 'suffix'],
      risky: { t: 'write', 'target-directory': 'write' },
    },
  ],
  [
    'cp',
    {
      effects: [],
      operands: 'into',
      valued: ['t', 'S', 'target-directory', 'suffix'],
      deepWith: ['r', 'R', 'recursive', 'a', 'archive'],
      risky: { t: 'write', 'target-directory': 'write' },
    },
  ],
  [
    'ln',
    {
      effects: [],
      operands: 'write',
      valued: ['t', 'S', 'target-directory', 'suffix'],
      risky: { t: 'write', 'target-directory': 'write' },
    },
  ],
  [
    'install',
    {
      effects: [],
      operands: 'into',
      valued: splitNames('t S g m o target-directory suffix group mode owner strip-program'),
      risky: {
        t: 'write',
        'target-directory': 'write',
        o: 'privileged',
        owner: 'privileged',
        g: 'privileged',
        group: 'privileged',

        'strip-program': 'opaque',
        s: 'unknown',
        strip: 'unknown',
        d: 'writes-inside',
        directory: 'writes-inside',
      },
    },
  ],
  [
    'patch',
    {
      effects: ['writes-inside'],
      operands: 'write',
      valued: ['p', 'i', 'd', 'o', 'r', 'input', 'directory', 'output'],
      risky: { i: 'read', d: 'write', o: 'write', r: 'write', directory: 'write', output: 'write' },
    },
  ],
  [
    'zip',
    {
      effects: ['writes-inside'],
      operands: 'write',
      risky: { T: 'unknown', TT: 'opaque', 'unzip-command': 'opaque', m: 'destructive' },
    },
  ],
  [
    'unzip',
    { effects: ['writes-inside'], operands: 'read', valued: ['d', 'x'], risky: { d: 'write' } },
  ],
  ...list('split csplit', { effects: ['writes-inside'], operands: 'write' }),
  [
    'mktemp',
    {
      effects: ['writes-outside'],
      operands: 'write',
      valued: ['p'],
      risky: { p: 'write', t: 'writes-outside', tmpdir: 'writes-outside' },
    },
  ],

  // Build, test, format: they run the code of the workspace and write into it.
  ...list(
    'make gmake ninja cmake ctest meson bazel gradle mvn tsc eslint prettier oxlint oxfmt biome jest vitest mocha ava',
    builds,
  ),
  ...list(
    'pytest tox nox mypy ruff black isort flake8 pylint rustc rustfmt gcc g++ cc c++ clang clang++ javac kotlinc gofmt',
    builds,
  ),
  ...list(
    'rspec rubocop rake phpunit webpack vite rollup esbuild swc babel parcel turbo nx just task',
    builds,
  ),

  // Go out.
  ...list(
    'ssh sftp ftp telnet nc ncat netcat socat dig nslookup host ping ping6 traceroute tracepath mtr whois nmap',
    network,
  ),
  ...list(
    'docker podman kubectl helm terraform aws gcloud az gh glab heroku vercel netlify flyctl lynx w3m links aria2c axel',
    network,
  ),
  ...list(
    'http https xh httpie mail sendmail rclone restic s3cmd gsutil svn hg twine brew',
    network,
  ),

  // Take rights, or are of use only to those who have them.
  ...list(
    'su passwd chpasswd useradd userdel usermod groupadd groupdel groupmod adduser deluser addgroup visudo vipw chsh chfn',
    privileged,
  ),
  ...list(
    'mount umount losetup swapon swapoff insmod modprobe rmmod depmod setcap iptables ip6tables nft ufw firewall-cmd',
    privileged,
  ),
  ...list(
    'reboot shutdown halt poweroff init telinit chown chgrp apt apt-get dpkg yum dnf rpm pacman apk zypper snap flatpak',
    privileged,
  ),
  ...list(
    'systemctl service crontab at batch sysctl setenforce semanage auditctl ip ifconfig route arp tc hwclock',
    privileged,
  ),
  ...list(
    'update-alternatives ldconfig grub-install efibootmgr cryptsetup lvm lvremove vgremove pvremove zfs zpool setfacl',
    privileged,
  ),
  ...list(
    'newgrp sg pivot_root mknod loginctl timedatectl hostnamectl launchctl dscl diskutil',
    privileged,
  ),
  ['systemctl', { ...privileged, readOnlyArgs: /^(status|show|cat|list-\S+|is-\S+|--version)\b/ }],
  ['service', { ...privileged, readOnlyArgs: / status$|^--status-all$/ }],
  ['crontab', { ...privileged, readOnlyArgs: /^-l$/ }],
  ['mount', { ...privileged, readOnlyArgs: /^(-l)?$/ }],
  ['sysctl', { ...privileged, readOnlyArgs: /^(-a|-n )?[\w. -]*$/ }],
  [
    'ip',
    {
      ...privileged,
      readOnlyArgs: /^(-\w+ )*(a|addr|address|link|l|r|route|neigh)( (show|list|ls))?$/,
    },
  ],
  ['ifconfig', { ...privileged, readOnlyArgs: /^(-a)?$/ }],
  ['apt', { ...privileged, readOnlyArgs: /^(list|search|show|policy)\b/ }],
  ['dpkg', { ...privileged, readOnlyArgs: /^(-l|-L|-s|-S|--list|--status|--listfiles)\b/ }],
  ['rpm', { ...privileged, readOnlyArgs: /^-q\w*\b/ }],

  // Leave nothing to put back.
  ...list(
    'shred wipefs fdisk sfdisk cfdisk gdisk sgdisk parted mkswap blkdiscard badblocks hdparm srm wipe scrub',
    destructive,
  ),
  ['killall', { effects: ['unknown'], operands: 'text' }],
  ['pkill', { effects: ['unknown'], operands: 'text' }],
])
