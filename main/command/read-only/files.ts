// Programs that list, name and describe files.
import type { Family, Form } from './form.ts'

const HELP = '--help --version'
const any = { anyWord: true } as const
const reads = (options: string, more: Partial<Form> = {}): readonly Form[] => [
  { options: `${options} ${HELP}`, operands: 'file', ...more },
]
const LS = `-a -A -b -B -c -C -d -D -f -F -g -G -h -H -i -I:text -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -T:number -u -U -v
  -w:number -x -X -Z -1 --all --almost-all --author --escape --block-size:text --ignore-backups --color?always|never|auto
  --directory --dired --classify?always|never|auto --file-type --format:across|commas|horizontal|long|single-column|verbose|vertical
  --full-time --group-directories-first --no-group --human-readable --si --dereference-command-line --hide:text
  --dereference-command-line-symlink-to-dir --hyperlink?always|never|auto --indicator-style:none|slash|file-type|classify --inode
  --ignore:text --kibibytes --dereference --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name
  --quoting-style:literal|locale|shell|shell-always|shell-escape|shell-escape-always|c|escape --reverse --recursive --size
  --sort:none|size|time|version|extension|width|name --time:atime|access|use|ctime|status|birth|creation|mtime
  --time-style:text --tabsize:number --width:number --context --zero`

export const FILES: Family = {
  ls: reads(LS, any),
  dir: reads(LS, any),
  vdir: reads(LS, any),
  stat: reads(
    '-L -f -c:text -t --dereference --file-system --cached:always|never|default --format:text --printf:text --terse',
    any,
  ),
  df: reads(
    `-a -B:text -h -H -i -k -l -P -T -t:text -x:text --all --block-size:text --human-readable --si --inodes --local --no-sync
    --output?text --portability --total --print-type --type:text --exclude-type:text`,
    any,
  ),
  du: reads(
    `-0 -a -b -B:text -c -D -d:number -H -h -k -L -l -m -P -S -s -t:text -X:file -x --null --all --apparent-size --block-size:text
    --total --dereference-args --max-depth:number --human-readable --inodes --dereference --count-links --no-dereference
    --separate-dirs --si --summarize --threshold:text --time?atime|access|use|ctime|status --time-style:text --exclude-from:file
    --exclude:text --one-file-system`,
    any,
  ),
  readlink: reads(
    '-f -e -m -n -q -s -v -z --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero',
    any,
  ),
  realpath: reads(
    `-e -m -L -P -q -s -z --canonicalize-existing --canonicalize-missing --logical --physical --quiet --relative-to:file
    --relative-base:file --strip --no-symlinks --zero`,
    any,
  ),
  basename: [
    { options: `-a -s:text -z --multiple --suffix:text --zero ${HELP}`, operands: 'text', ...any },
  ],
  dirname: [{ options: `-z --zero ${HELP}`, operands: 'text', ...any }],
  pwd: [{ options: `-L -P --logical --physical ${HELP}`, operands: null }],
  lsattr: reads('-R -V -a -d -l -p -v', any),
  getfacl: reads(
    `-a -d -c -e -E -s -R -L -P -t -p -n --access --default --omit-header --all-effective --no-effective --skip-base --recursive
    --logical --physical --tabular --absolute-names --numeric`,
    any,
  ),
  namei: reads(
    '-x -m -o -l -n -v -Z --mountpoints --modes --owners --long --nosymlinks --vertical',
    any,
  ),
  tree: reads(
    `-a -d -l -f -x -L:number -P:text -I:text -p -s -h -u -g -D -F -q -N -Q -S -n -C -A -i -r -t -c -U -v -X -J --gitignore
    --ignore-case --matchdirs --metafirst --prune --info --noreport --charset:text --filelimit:number --si --timefmt:text --inodes
    --device --dirsfirst --filesfirst --sort?name|ctime|mtime|size|version --du`,
  ),
  file: reads(
    `-b -c -d -E -F:text -h -i -k -l -L -N -n -P:text -r -s -0 -e:text --brief --mime --mime-type --mime-encoding
    --exclude:text --extension --separator:text --keep-going --no-dereference --dereference --no-pad --raw --print0 --apple`,
  ),
  nm: reads(
    `-a -A -o -B -C -D -f:bsd|sysv|posix -g -l -n -v -p -P -r -S -s -t:d|o|x -u --debug-syms --print-file-name --demangle?text
    --dynamic --extern-only --line-numbers --numeric-sort --no-sort --reverse-sort --print-size --size-sort --undefined-only
    --defined-only --special-syms`,
  ),
  size: reads('-A -B -d -o -x -t --common --radix:8|10|16 --totals'),
  tar: [
    {
      options:
        '-t -v -z -j -J -f:local-file --list --verbose --gzip --bzip2 --xz --zstd --file:local-file --numeric-owner --full-time',
      requiredOptions: ['-t', '--list'],
      operands: 'text',
      oldBundle: true,
    },
    { options: '--version', operands: null, requiredOptions: ['--version'] },
  ],
}
