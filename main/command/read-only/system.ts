// Programs that say what the machine, its users and its processes are.
import type { Family, Form } from './form.ts'
import { splitNames } from '../split-names.ts'

const HELP = '--help --version'
const says = (
  options: string,
  operands: string | null = null,
  more: Partial<Form> = {},
): readonly Form[] => [{ options: `${options} ${HELP}`, operands, ...more }]
const any = { anyWord: true } as const
const asks = (verbs: string, options: string): Readonly<Record<string, readonly Form[]>> =>
  Object.fromEntries(splitNames(verbs).map((verb) => [verb, [{ options, operands: 'text' }]]))

export const SYSTEM: Family = {
  whoami: says(''),
  groups: says('', 'text', any),
  logname: says(''),
  tty: says('-s --silent --quiet'),
  nproc: says('--all --ignore:number'),
  arch: says(''),
  id: says(
    '-a -Z -g -G -n -r -u -z --context --group --groups --name --real --user --zero',
    'text',
    any,
  ),
  users: says(''),
  who: says(
    '-a -b -d -H -l -m -p -q -r -s -t -T -w -u --all --boot --dead --heading --login --lookup --process --count --runlevel --short --time --mesg --users',
  ),
  uptime: says('-p -s -h -V --pretty --since'),
  free: says(
    '-b -k -m -g -h -w -c:number -s:number -l -t -v --bytes --kilo --mega --giga --human --wide --count:number --seconds:number --lohi --total --si',
  ),
  uname: says(
    '-a -s -n -r -v -m -p -i -o --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system',
  ),
  date: [
    {
      options: `-d:text -u -R -I?date|hours|minutes|seconds|ns -r:file -f:file --date:text --debug --file:file
      --iso-8601?date|hours|minutes|seconds|ns --rfc-email --rfc-3339:date|seconds|ns --reference:file --utc --universal ${HELP}`,
      operands: 'date-format',
      most: 1,
    },
  ],
  hostname: says('-s --short'),
  ps: [
    {
      options: `-A -a -d -e -f -F -l -j -y -L -T -m -H -M -w -N -V -c -p:text -u:text -U:text -g:text -G:text -s:text -t:text -C:text
      -o:text -O:text --deselect --pid:text --ppid:text --user:text --User:text --group:text --tty:text --sort:text --format:text
      --forest --no-headers --headers --cols:number --columns:number --width:number --rows:number --info --help?s|l|o|t|m|a --version`,
      operands: 'text',
    },
  ],
  pgrep: says(
    `-a -c -d:text -f -g:text -G:text -i -l -n -o -O:number -P:text -s:text -t:text -u:text -U:text -v -w -x -F:file -L -r:text
    --list-full --count --delimiter:text --full --list-name --newest --oldest --older:number --parent:text --terminal:text --euid:text
    --uid:text --inverse --exact --ns:number`,
    'text',
  ),
  lscpu: says(
    '-a -b -c -C?text -e?text -J -p?text -x -y --all --online --offline --caches?text --extended?text --json --parse?text --hex --physical',
  ),
  lsblk: says(
    `-a -b -D -d -e:text -f -I:text -i -J -l -m -M -n -o:text -O -P -p -r -S -s -t -T?text -x:text -z --all --bytes --discard --nodeps
    --exclude:text --fs --include:text --ascii --json --list --perms --noheadings --output:text --output-all --pairs --paths --raw
    --scsi --inverse --topology --tree?text --sort:text`,
    'file',
  ),
  cal: says(
    '-1 -3 -n:number -s -m -j -y -Y -w --one --three --months:number --sunday --monday --julian --year --twelve --week?number',
    'text',
    any,
  ),
  locale: says('-a -c -k --all-locales --category-name --keyword-name', 'text'),
  getconf: [{ options: '-a', operands: 'text' }],
  printenv: says('-0 --null', 'text', any),
  which: [{ options: '-a', operands: 'text', ...any }],
  whereis: [{ options: '-b -m -s -u -l -h -V', operands: 'text' }],
  seq: says('-f:text -s:text -w --format:text --separator:text --equal-width', 'text', {
    ...any,
    noOptions: true,
  }),
  sleep: says('', 'text', any),
  expr: [{ options: '', operands: 'text', anyWord: true, noOptions: true }],
  factor: says('-h --exponents', 'text', any),
  yes: says('', 'text', any),
  kill: [
    {
      options: '-l -L --list --table',
      operands: 'text',
      requiredOptions: ['-l', '-L', '--list', '--table'],
    },
  ],
  sync: says('-d -f --data --file-system', 'file', any),
  tput: [
    {
      options: '',
      operands:
        'cols|lines|colors|bold|smul|rmul|sgr0|setaf|setab|rev|dim|el|cuu1|cr|0|1|2|3|4|5|6|7|8',
    },
  ],
  clear: [{ options: '-x', operands: null }],

  mount: [{ options: '-l', operands: null }],
  ifconfig: [{ options: '-a', operands: null }],
  sysctl: [
    { options: '-a', operands: null, requiredOptions: ['-a'] },
    { options: '-n', operands: 'kernel.ostype|kernel.osrelease|kernel.hostname|vm.swappiness' },
  ],
  ip: {
    options: '-4 -6 -s -d -o -br -c -j',
    verbs: Object.fromEntries(
      'a addr address link l r route neigh'
        .split(' ')
        .map((verb) => [verb, [{ options: '', operands: 'show|list|ls' }]]),
    ),
  },
  crontab: [{ options: '-l', operands: null, requiredOptions: ['-l'] }],
  systemctl: {
    options: '--user --system --no-pager -l --full -a --all -q --quiet',
    verbs: asks(
      'status show cat list-units list-unit-files list-timers list-sockets list-dependencies is-active is-enabled is-failed is-system-running',
      '--no-pager -l --full -a --all -q --quiet -n:number --lines:number -p:text --property:text --type:text -t:text --state:text --user --system --failed --value',
    ),
  },
  dpkg: [
    {
      options: '-l -L -s -S --list --listfiles --status --search',
      operands: 'text',
      requiredOptions: ['-l', '-L', '-s', '-S', '--list', '--listfiles', '--status', '--search'],
    },
  ],
}
