// Programs that the tables list, and those whose arguments do not tell what they do. Data only.
import { PROGRAMS } from './programs.ts'
import { splitNames } from '../split-names.ts'

/** Names of these run something that is decided by what they are given. */
export const HIDDEN: ReadonlySet<string> = new Set(
  splitNames(`
    source . trap alias unalias enable let complete compgen bind fc history expect script screen
    tmux vi vim nvim view ex ed emacs nano gdb lldb strace ltrace m4 bc dc osascript pwsh
    powershell cmd wine at batch fzf entr qemu-system-x86_64 ld.so hash csh tcsh fish
  `),
)

/** A name that rules or tables know; taking it for a function changes what it means. */
export const isListed = (name: string): boolean =>
  PROGRAMS.has(name) || HIDDEN.has(name) || OTHER.has(name)

const OTHER: ReadonlySet<string> = new Set(
  splitNames(`
    date hostname truncate ssh git find fd fdfind sed gsed awk gawk mawk nawk rm dd tar bsdtar curl
    wget rsync scp chmod kill env sudo doas xargs parallel eval exec command builtin sh bash dash
    zsh ksh node python python3 perl ruby php lua npm npx pnpm yarn bun deno pip pip3 uv cargo go
    gem bundle composer export declare typeset local readonly read unset mapfile readarray getopts
    nice nohup time timeout watch busybox toybox egrep fgrep dotnet poetry chroot
  `),
)
