// Programs that print, count, sort and compare text. Their options are those of the GNU and
// util-linux manuals.
import type { Family, Form } from './form.ts'

const HELP = '--help --version'
const reads = (options: string, more: Partial<Form> = {}): readonly Form[] => [
  { options: `${options} ${HELP}`, operands: 'file', ...more },
]
const any = { anyWord: true } as const
const SUMS =
  '-b -c -t -z --binary --check --tag --text --zero --ignore-missing --quiet --status --strict -w --warn'
const sums = reads(SUMS, any)
const BASE = '-d -i -w:number --decode --ignore-garbage --wrap:number'

export const TEXT: Family = {
  cat: reads(
    '-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting',
    any,
  ),
  tee: [
    {
      options: `-i -p --ignore-interrupts ${HELP}`,
      operands: '/dev/null|/dev/stderr|/dev/stdout|/dev/tty',
    },
  ],
  tac: reads('-b -r -s:text --before --regex --separator:text', any),
  head: reads(
    '-# -c:number -n:number -q -v -z --bytes:number --lines:number --quiet --silent --verbose --zero-terminated',
    any,
  ),
  tail: reads(
    `-# -c:number -f -F -n:number -q -s:number -v -z --bytes:number --follow?name|descriptor --lines:number --pid:number --quiet
    --retry --silent --sleep-interval:number --verbose --zero-terminated --max-unchanged-stats:number`,
    any,
  ),
  wc: reads(
    '-c -m -l -L -w --bytes --chars --lines --max-line-length --words --total:auto|always|only|never',
    any,
  ),
  nl: reads(
    `-b:text -d:text -f:text -h:text -i:number -l:number -n:ln|rn|rz -p -s:text -v:number -w:number --body-numbering:text
    --section-delimiter:text --footer-numbering:text --header-numbering:text --line-increment:number --join-blank-lines:number
    --number-format:ln|rn|rz --no-renumber --number-separator:text --starting-line-number:number --number-width:number`,
    any,
  ),
  cut: reads(
    `-b:text -c:text -d:text -f:text -n -s -z --bytes:text --characters:text --delimiter:text --fields:text --complement
    --only-delimited --output-delimiter:text --zero-terminated`,
    any,
  ),
  paste: reads('-d:text -s -z --delimiters:text --serial --zero-terminated', any),
  join: reads(
    `-a:1|2 -e:text -i -j:number -o:text -t:text -v:1|2 -1:number -2:number -z --ignore-case --check-order --nocheck-order --header
    --zero-terminated`,
    any,
  ),
  comm: reads(
    '-1 -2 -3 -z --check-order --nocheck-order --output-delimiter:text --total --zero-terminated',
    any,
  ),
  fold: reads('-b -s -w:number --bytes --spaces --width:number', any),
  fmt: reads(
    '-c -p:text -s -t -u -w:number -g:number --crown-margin --prefix:text --split-only --tagged-paragraph --uniform-spacing --width:number --goal:number',
    any,
  ),
  pr: reads(
    '-a -d -F -f -h:text -J -l:number -m -o:number -r -t -T -v -W:number -w:number --across --double-space --header:text --length:number --merge --width:number',
    any,
  ),
  expand: reads('-i -t:text --initial --tabs:text', any),
  unexpand: reads('-a -t:text --all --first-only --tabs:text', any),
  rev: reads('', any),
  od: reads(
    `-A:d|o|x|n -j:number -N:number -S:number -t:text -v -w?number -a -b -c -d -f -i -l -o -s -x --address-radix:d|o|x|n
    --skip-bytes:number --read-bytes:number --strings?number --format:text --output-duplicates --width?number --endian:big|little`,
    any,
  ),
  hexdump: reads(
    '-b -c -C -d -o -x -e:text -n:number -s:number -v --canonical --length:number --skip:number --no-squeezing',
    any,
  ),
  xxd: reads(
    '-a -b -c:number -e -E -g:number -i -l:number -o:number -p -ps -r -s:number -u -C -d',
    { most: 1 },
  ),
  cksum: reads('-a:text --algorithm:text -l:number --base64 --raw --untagged -c --check', any),
  sum: reads('-r -s --sysv', any),
  md5sum: sums,
  sha1sum: sums,
  sha224sum: sums,
  sha256sum: sums,
  sha384sum: sums,
  sha512sum: sums,
  b2sum: reads(`${SUMS} -l:number --length:number`, any),
  base64: reads(BASE, any),
  base32: reads(BASE, any),
  basenc: reads(
    `${BASE} --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85`,
    any,
  ),
  strings: reads(
    '-a -f -n:number -t:o|d|x -e:s|S|b|l|B|L -w -# --all --print-file-name --bytes:number --radix:o|d|x --encoding:s|S|b|l|B|L',
    any,
  ),
  tsort: reads('', any),
  cmp: reads(
    '-b -i:text -l -n:number -s --print-bytes --ignore-initial:text --verbose --bytes:number --quiet --silent',
    any,
  ),
  column: reads(
    `-c:number -s:text -t -x -o:text -N:text -R:text -H:text -T:text -W:text -O:text -n:text -J -L --output-width:number --table
    --table-columns:text --table-right:text --separator:text --output-separator:text --fillrows --json --table-name:text`,
    any,
  ),
  colrm: [{ options: HELP, operands: 'number' }],
  look: [
    {
      options: '-a -d -f -t:text --alternative --alphanum --ignore-case --terminate:text',
      first: 'text',
      operands: 'file',
      ...any,
    },
  ],
  tr: [
    {
      options: `-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1 ${HELP}`,
      operands: 'text',
      ...any,
    },
  ],
  uniq: reads(
    `-c -d -D -f:number -i -s:number -u -w:number -z --count --repeated --all-repeated?none|prepend|separate --skip-fields:number
    --group?separate|prepend|append|both --ignore-case --skip-chars:number --unique --check-chars:number --zero-terminated`,
    { most: 1 },
  ),
  sort: reads(
    `-b -d -f -g -i -M -h -n -R -r -V -c -C -k:text -m -s -S:text -t:text -u -z --ignore-leading-blanks --dictionary-order
    --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort
    --reverse --sort:general-numeric|human-numeric|month|numeric|random|version --version-sort --batch-size:number
    --check?quiet|silent|diagnose-first --debug --key:text --merge --parallel:number --stable --buffer-size:text
    --field-separator:text --unique --zero-terminated --random-source:file`,
  ),
  shuf: [
    {
      options: `-e -n:number -r -z --echo --head-count:number --repeat --zero-terminated ${HELP}`,
      operands: 'text',
      requiredOptions: ['-e', '--echo'],
    },
    {
      options: `-i:text -n:number -r -z --input-range:text --head-count:number --repeat --zero-terminated --random-source:file ${HELP}`,
      operands: 'file',
    },
  ],
  iconv: reads('-f:text -t:text -c -l -s --from-code:text --to-code:text --list --silent'),
  diff: reads(
    `-q -s -c -C:number -u -U:number -e -n -y -W:number -p -F:text -t -T -r -N -x:text -X:file -S:text -i -E -Z -b -w -B -I:text -a
    -d -# --normal --brief --report-identical-files --context?number --unified?number --ed --rcs --side-by-side --width:number
    --left-column --suppress-common-lines --show-c-function --show-function-line:text --label:text --expand-tabs --initial-tab
    --tabsize:number --suppress-blank-empty --recursive --no-dereference --new-file --unidirectional-new-file
    --ignore-file-name-case --no-ignore-file-name-case --exclude:text --exclude-from:file --starting-file:text --from-file:file
    --to-file:file --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space
    --ignore-blank-lines --ignore-matching-lines:text --text --strip-trailing-cr --minimal --horizon-lines:number
    --speed-large-files --color?never|always|auto`,
    { deepWith: ['-r', '--recursive'] },
  ),
  numfmt: [
    {
      options: `-d:text -z --debug --delimiter:text --field:text --format:text --from:text --from-unit:number --grouping --header?number
      --invalid:abort|fail|warn|ignore --padding:number --round:up|down|from-zero|towards-zero|nearest --suffix:text --to:text
      --to-unit:number --zero-terminated ${HELP}`,
      operands: 'text',
      ...any,
    },
  ],
  zcat: reads('-f -v', any),
  bzcat: reads('', any),
  xzcat: reads('-q -v --quiet --verbose', any),
  zstdcat: reads('-q -v', any),
  sed: [
    {
      options: `-n -e:sed -E -r -s -u -z -l:number --quiet --silent --expression:sed --regexp-extended --separate --unbuffered
      --null-data --zero-terminated --posix --debug --sandbox --line-length:number ${HELP}`,
      first: 'sed',
      instead: ['-e', '--expression', '--help', '--version'],
      operands: 'file',
    },
  ],
  awk: [
    { options: '-F:text -v:text', first: 'awk', operands: 'file' },
    { options: '--version', operands: null, requiredOptions: ['--version'] },
  ],
  gawk: [
    {
      options:
        '-F:text -v:text --posix --traditional --re-interval --csv --field-separator:text --assign:text',
      first: 'awk',
      operands: 'file',
    },
    { options: '--version', operands: null, requiredOptions: ['--version'] },
  ],
  mawk: [{ options: '-F:text -v:text', first: 'awk', operands: 'file' }],
  jq: [
    {
      options: `-c -r -j -a -s -n -e -S -C -M -R -# --compact-output --raw-output --raw-output0 --join-output --ascii-output --slurp
      --null-input --exit-status --sort-keys --color-output --monochrome-output --raw-input --tab --indent:number --unbuffered
      --stream --stream-errors --seq --arg&text --argjson&text --slurpfile&file --rawfile&file --args --jsonargs -h --help -V --version`,
      first: 'jq',
      instead: ['-h', '--help', '-V', '--version'],
      operands: 'file',
    },
  ],
}
