// Rights, services, devices and connections of the machine itself.
import { each, type Danger, type Dangers } from './danger.ts'

const dials: readonly Danger[] = [
  ['network', null, null],
  ['opaque', null, /^-(e|c|-exec|-sh-exec|-lua-exec|-command)/],
]

export const MACHINE: Dangers = {
  curl: [
    ['destructive', / delete /i, /^(-[a-zA-Z]*X|--req\w*)$/],
    ['destructive', null, /^(-[a-zA-Z]*X|--req\w*=)delete$/i],
    // What it does is in a file of options, and may be to write anywhere.
    ['opaque', null, /^(--engine|-[a-zA-Z]*K|--conf)/],
  ],
  wget: [
    ['destructive', null, /^--met\w*=delete$/i],
    ['destructive', / delete /i, /^--met\w*$/],
  ],
  ...each('http https httpie xh xhs', [
    ['network', null, null],
    ['destructive', / delete /i, null],
  ]),
  // A terminal or a session of its own starts what its words, or a person's settings, name.
  ...each(
    'xterm uxterm urxvt rxvt st foot konsole gnome-terminal mate-terminal xfce4-terminal terminator tilix alacritty kitty wezterm zellij byobu dtach abduco mosh-server ttyd gotty',
    [['opaque', null, null]],
  ),
  ...each('watchexec nodemon reflex chokidar onchange', [
    [
      'opaque',
      null,
      /^(-x.*|--exec.*|-c|--command.*|-s|--start-process.*|--shell.*|-r|--require.*)$/,
    ],
    ['opaque', / (rm|shred|unlink|sh|bash|dash|zsh|eval|sudo) /, null],
  ]),
  // Their words are command lines, each for a shell, or for whatever a file of rules names.
  ...each('concurrently npm-run-all2 mprocs overmind foreman hivemind honcho', [
    ['opaque', / \S/, null],
  ]),
  ...each('watchexec watchman-make', [['opaque', / \S|-/, null]]),
  // Other programs of this person, which no sandbox holds, are asked to act: the desktop, what shows
  // files of a kind, a terminal that gets keys as if they were typed.
  ...each('dbus-send dbus-launch qdbus qdbus6 qdbus-qt5 xdotool ydotool wtype dotool xte xvkbd', [
    ['opaque', null, null],
  ]),
  ...each('gdbus busctl', [['opaque', / (call|emit|set-property) /, null]]),
  ...each('xdg-open open kde-open kde-open5 exo-open gtk-launch dex cygstart wslview', [
    ['opaque', / \S/, null],
  ]),
  // Of all programs of this person, whatever started them: outside of a sandbox that is everything.
  ...each('killall killall5 pkill skill snice slay xkill taskkill stop-process', [
    ['destructive', null, null],
  ]),
  fuser: [['destructive', null, /^(-[a-zA-Z]*k|--kill)/]],
  // PowerShell and cmd, where an agent runs its commands by them.
  ...each('remove-item ri del erase rd', [
    ['writes-inside', null, null],
    ['destructive', / (\/[sq]|\S*[*?]\S*) /i, null],
    ['destructive', null, /^-(r|fo)\w*$/i],
  ]),
  ...each(
    'invoke-expression invoke-command start-process wscript cscript mshta rundll32 regsvr32 msiexec certutil bitsadmin wsl',
    [['opaque', null, null]],
  ),
  ...each('clear-content clear-item clear-disk format-volume stop-computer restart-computer', [
    ['destructive', null, null],
  ]),
  ...each('set-executionpolicy new-localuser add-localgroupmember', [['privileged', null, null]]),
  ...each('nc ncat netcat', dials),
  socat: [
    ['network', null, null],
    [
      'opaque',
      /(exec|system|shell|pty|open|create|gopen|pipe):|(?:EXEC|SYSTEM|SHELL|PTY|OPEN|CREATE|GOPEN):/i,
      null,
    ],
  ],
  ...each('ssh scp sftp mosh autossh sshfs sshpass', [
    ['network', null, null],
    ['opaque', null, /^-(o.*|F.*|I.*|J.*|L.*|R.*|D.*|W.*|S.*|w.*|E.*|M.*|-server.*|-ssh.*)$/],
    [
      'destructive',
      / (rm|dd|mkfs\S*|shred|shutdown|reboot|halt|poweroff|kill|killall|pkill|drop|truncate|wipefs|userdel|docker|systemctl|sudo) /,
      null,
    ],
  ]),
  openssl: [
    ['network', / (s_client|s_server|s_time|ocsp) /, null],
    ['opaque', / (s_server|engine) /, null],
    ['opaque', null, /^-(engine|provider|provider-path|config|proxy_cmd|keylogfile|writerand)/],
    ['writes-inside', null, /^-(out|keyout|writerand|CAcreateserial|outdir)/],
    [
      'opaque',
      / (genrsa|genpkey|req|ca|pkcs12|pkcs8|rsa|ec|pkey|enc|cms|smime|rand) /,
      /^-?(in|inkey|key|engine)$/,
    ],
  ],
  ...each(
    'telnet ftp tftp rsh rlogin rexec cu minicom picocom websocat wscat grpcurl evans masscan zmap hping3 wireshark',
    [['network', null, null]],
  ),
  ...each('tcpdump tshark', [
    ['network', null, null],
    ['privileged', null, null],
    ['opaque', null, /^-(z|-postrotate)/],
  ]),
  nmap: [
    ['network', null, null],
    ['opaque', null, /^--?(script|datadir|iL|resume|o[NXSGA])/],
  ],
  lftp: [
    ['network', null, null],
    ['opaque', null, null],
  ],
  ...each(
    'su doas sudo sudoedit pkexec run0 gosu su-exec setpriv runas calife super kdesu gksu gksudo',
    [['privileged', null, null]],
  ),
  ...each(
    'visudo vipw vigr pwconv passwd chpasswd chage gpasswd useradd userdel usermod newusers groupadd groupdel groupmod adduser deluser dscl sysadminctl dseditgroup',
    [['privileged', null, null]],
  ),
  ...each(
    'setcap setfacl chattr chown chgrp chcon restorecon semanage setsebool apparmor_parser aa-complain aa-disable setenforce capsh fscrypt',
    [['privileged', null, null]],
  ),
  ...each(
    'kexec insmod rmmod modprobe depmod dkms bpftool bpftrace perf systemtap stap sysctl update-initramfs mkinitcpio dracut grub-install grub-mkconfig update-grub bootctl efibootmgr mokutil nvram fwupdmgr flashrom',
    [['privileged', null, null]],
  ),
  ...each(
    'iptables ip6tables iptables-restore nft ufw firewall-cmd ebtables ipset pfctl ipfw tc brctl bridge ethtool iw iwconfig nmcli netplan ifup ifdown wpa_cli rfkill networksetup scutil',
    [['privileged', null, null]],
  ),
  ...each(
    'at batch atrm anacron incrontab systemd-run systemd-nspawn loginctl initctl rc-service rc-update update-rc.d chkconfig sv svc s6-rc supervisorctl pm2 monit',
    [['privileged', null, null]],
  ),
  ...each(
    'csrutil spctl tccutil defaults pmset kextload kmutil bless diskutil hdiutil asr tmutil xattr security dscacheutil profiles softwareupdate installer pkgutil systemsetup codesign',
    [['privileged', null, null]],
  ),
  ...each(
    'reg regedit netsh sc schtasks wmic bcdedit icacls takeown net cipher diskpart format vssadmin wevtutil fsutil',
    [['privileged', null, null]],
  ),
  ...each(
    'apt-mark apt-key add-apt-repository debconf-set-selections dpkg-reconfigure dpkg-divert localectl timedatectl hostnamectl update-ca-certificates update-ca-trust mkcert certbot fstrim swapon swapoff',
    [['privileged', null, null]],
  ),
  ...each('trash-empty', [['destructive', null, null]]),
  ollama: [['destructive', / rm /, null]],
  gio: [
    ['destructive', null, /^--empty$/],
    ['opaque', / (open|launch|mount) /, null],
  ],
  ...each('apt-get aptitude yay paru emerge xbps-install eopkg port pkg opkg swupd guix', [
    ['privileged', null, null],
  ]),
  ...each(
    'mkfs mke2fs mkswap fdisk sfdisk gdisk sgdisk cfdisk parted partprobe wipefs blkdiscard hdparm sg_format nvme badblocks cryptsetup mdadm lvremove vgremove pvremove lvcreate zpool zfs btrfs xfs_admin tune2fs resize2fs e2fsck fsck debugfs dmsetup losetup',
    [
      ['destructive', null, null],
      ['privileged', null, null],
    ],
  ),
  ...each('dd', [
    ['destructive', / of=\/dev\//, null],
    ['privileged', / of=\/(etc|boot|sys|proc|usr|bin|sbin|lib)/, null],
  ]),
  ...each('shred srm wipe scrub sfill', [['destructive', null, null]]),
  ...each('journalctl', [
    ['destructive', null, /^--(vacuum|rotate|flush|relinquish|sync|setup)/],
    ['opaque', null, /^-+(D|directory|M|machine|root|image)/],
  ]),
  ...each('gpg gpg2', [
    [
      'destructive',
      null,
      /^--(delete|export-secret|import|edit-key|gen|quick|full|change|passwd|send|recv|refresh|clear|delete-secret)/,
    ],
    ['opaque', null, null],
  ]),
  ...each(
    'pass op bw lpass keepassxc-cli secret-tool kwallet-query keyctl ssh-add ssh-agent ssh-keygen age age-keygen sops',
    [['opaque', null, null]],
  ),
  ...each('zip zipnote zipcloak', [
    ['opaque', null, /^-(TT|-unzip-command|@)/],
    ['destructive', null, /^-(?!-)[a-zA-Z]*m|^--(move|delete)/],
  ]),
  // One program for all of them: which it is, an option says.
  coreutils: [['opaque', null, /^--coreutils-prog/]],
  ...each('cpio', [['opaque', null, /^--(rsh|rsh-command)/]]),
  ...each('code codium cursor windsurf code-insiders code-server code-oss zed', [
    ['opaque', null, /^--(install-ext\w*|extensionDevelopmentPath|extensions-dir|user-data-dir)/],
    ['opaque', / (tunnel|serve-web) /, null],
  ]),
  emacsclient: [['opaque', null, /^(-[a-zA-Z]*e|--eval)/]],
  ...each('7z 7za 7zr rar', [
    ['writes-inside', null, null],
    ['destructive', / (d|delete) /, null],
    ['destructive', null, /^-(sdel|df|dw|dr)/],
    ['writes-outside', null, /^-o(\/|~|\.\.)/],
  ]),
  ...each('gzip gunzip bzip2 xz unxz zstd compress pigz lz4 brotli', [
    ['destructive', null, /^-(?!-)[a-zA-Z]*r|^--(recursive|rm)/],
  ]),
  ...each('rsync', [
    [
      'opaque',
      null,
      /^(-[a-zA-Z]*e.*|--rsh.*|--rsync-path.*|-M.*|--remote-option.*|--daemon|--config.*)$/,
    ],
    ['destructive', null, /^--(del\w*|remove-s\w*|inplace$|delete-.*)/],
  ]),
  ...each('gdb lldb strace ltrace dtrace rr valgrind heaptrack', [['opaque', null, null]]),
  ...each('find gfind bfs', [['destructive', null, /^-delete$/]]),
  ...each('xargs parallel gxargs', [
    ['destructive', / (rm|shred|unlink|srm|truncate|kill) /, null],
  ]),
}
