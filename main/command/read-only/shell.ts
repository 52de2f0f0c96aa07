// Words of the shell itself. What they set is noted by `builtins.ts`; what is listed here runs
// nothing and opens nothing.
import type { Family, Form } from './form.ts'

const words = (options: string, more: Partial<Form> = {}): readonly Form[] => [
  { options, operands: 'text', anyWord: true, ...more },
]
const plain = words('', { noOptions: true })

export const SHELL: Family = {
  echo: plain,
  true: plain,
  false: plain,
  ':': plain,
  printf: plain,
  test: [{ options: '', operands: 'test', noOptions: true, anyWord: true }],
  '[': [{ options: '', operands: 'test', noOptions: true, anyWord: true }],
  exit: plain,
  return: plain,
  break: plain,
  continue: plain,
  shift: plain,
  times: plain,
  cd: words('-L -P -e -@'),
  chdir: words(''),
  pushd: words('-n -#', { noOptions: true }),
  popd: words('-n -#', { noOptions: true }),
  dirs: words('-l -p -v -#'),
  set: words(
    '-e -u -x -f -v -a -b -C -E -T -h -o:errexit|nounset|pipefail|noglob|xtrace|verbose|noclobber|errtrace',
  ),
  shopt: [
    {
      options: '-s -u -q -p',
      operands: 'nullglob|globstar|dotglob|nocaseglob|failglob|inherit_errexit',
    },
  ],
  jobs: [{ options: '-l -n -p -r -s', operands: 'text' }],
  wait: words('-n -f -p:text'),
  ulimit: words('-S -H -a -b -c -d -e -f -i -k -l -m -n -p -q -r -s -t -u -v -x'),
  umask: words('-S -p'),
  export: words('-n -p -f'),
  readonly: words('-a -A -p -f'),
  local: words('-a -A -i -l -r -t -u -x -n -g -p -f -F'),
  declare: words('-a -A -i -l -r -t -u -x -n -g -p -f -F'),
  typeset: words('-a -A -i -l -r -t -u -x -n -g -p -f -F'),
  unset: words('-v -f -n'),
  read: words('-r -s -e -a:text -d:text -i:text -n:number -N:number -p:text -t:number -u:number'),
  mapfile: words('-t -d:text -n:number -O:number -s:number -u:number -C:text -c:number'),
  readarray: words('-t -d:text -n:number -O:number -s:number -u:number -C:text -c:number'),
  getopts: words('', { noOptions: true }),
  type: words('-a -f -p -P -t'),
}

/**
 * Their own words, before the command that they lead to. What that does is told by a part of its
 * own.
 */
export const WRAPPING: Family = {
  env: words(
    '-i -0 -u:text -C:file -v --ignore-environment --null --unset:text --chdir:file --debug',
    { anyWord: true },
  ),
  nice: words('-# -n:number --adjustment:number'),
  ionice: words('-c:text -n:number -t --class:text --classdata:number --ignore'),
  timeout: words(
    '-k:text -s:text -v -f -p --foreground --preserve-status --kill-after:text --signal:text --verbose',
  ),
  gtimeout: words(
    '-k:text -s:text -v --foreground --preserve-status --kill-after:text --signal:text --verbose',
  ),
  time: words('-p -v -f:text --portability --verbose --format:text'),
  fakeroot: words('-u -v -l:text -s:file -i:file'),
  'xvfb-run': words('-a -n:number -s:text --auto-servernum --server-num:number --server-args:text'),
  flock: words(
    `-n -x -s -e -u -o -F -v -w:number -E:number -c:text --nonblock --nb --exclusive --shared --unlock --close --no-fork --verbose
    --timeout:number --wait:number --conflict-exit-code:number --command:text`,
  ),
  stdbuf: words('-i:text -o:text -e:text --input:text --output:text --error:text'),
  setsid: words('-w -f -c --wait --fork --ctty'),
  taskset: words('-c -a --cpu-list --all-tasks'),
  chrt: words('-b -f -i -o -r -R'),
  caffeinate: words('-d -i -m -s -u -t:number -w:number'),
  unbuffer: words('-p'),
  builtin: words(''),
  command: words('-v -V -p'),
  exec: words('-c -l -a:text'),
  eval: plain,
  busybox: words('--list --help'),
  toybox: words(''),
  watch: words(
    `-b -c -C -d -e -g -n:number -p -t -w --beep --color --no-color --differences?permanent --errexit --chgexit --interval:number
    --precise --no-title --no-wrap`,
  ),
  xargs: words(
    `-0 -d:text -E:text -I:text -i?text -L:number -n:number -P:number -r -s:number -t -x -o -a:file --null --delimiter:text
    --replace?text --max-lines?number --max-args:number --max-procs:number --no-run-if-empty --max-chars:number --verbose --exit
    --arg-file:file --process-slot-var:text`,
  ),
  gxargs: words('-0 -d:text -I:text -L:number -n:number -P:number -r -t -x --null'),
  parallel: words(
    '-j:text -k -0 -N:number -n:number -I:text -a:file --jobs:text --keep-order --null --delay:text --timeout:text --colsep:text --will-cite --halt:text --dry-run',
  ),
  sh: words(
    '-c -e -u -x -f -n -v -a -b -C -h -o:errexit|nounset|pipefail|noglob|xtrace|verbose|noclobber|posix --posix --norc --noprofile --restricted --verbose --noediting --version',
  ),
}
