// Programs that look for text and for files. `find` has a language of its own and a file of its
// own.
import type { Family, Form } from './form.ts'

const GREP = `-E -F -G -P -e:text -f:file -i -y -v -w -x -c -L -l -m:number -o -q -s -b -H -h -n -T -Z -A:number -B:number -C:number
  -# -a -I -d:read|skip|recurse -D:read|skip -r -R -z -U -u --extended-regexp --fixed-strings --basic-regexp --perl-regexp
  --regexp:text --file:file --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count
  --color?always|never|auto --colour?always|never|auto --files-without-match --files-with-matches --max-count:number
  --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label:text --line-number
  --initial-tab --null --after-context:number --before-context:number --context:number --group-separator:text
  --no-group-separator --text --binary-files:binary|text|without-match --devices:read|skip --directories:read|skip|recurse
  --exclude:text --exclude-from:file --exclude-dir:text --include:text --recursive --dereference-recursive --line-buffered
  --null-data --binary -V --help --version`
const grep: readonly Form[] = [
  {
    options: GREP,
    first: 'text',
    instead: ['-e', '-f', '--regexp', '--file', '-V', '--help', '--version'],
    operands: 'file',
    deepWith: ['-r', '-R', '--recursive', '--dereference-recursive', '-d', '--directories'],
  },
]
const RG = `-e:text -f:file -s -i -S -F -P -v -w -x -m:number -a -j:number -u -g:text -. -L -d:number -t:text -T:text -A:number -B:number
  -C:number -b -c -H -I -M:number -n -N -o -p -q -r:text -U -l -0 -V -h -E:text --regexp:text --file:file --case-sensitive
  --ignore-case --smart-case --fixed-strings --pcre2 --no-pcre2 --invert-match --word-regexp --line-regexp --max-count:number
  --text --threads:number --unrestricted --glob:text --iglob:text --glob-case-insensitive --hidden --no-hidden --follow
  --max-depth:number --max-filesize:number --type:text --type-not:text --type-add:text --type-clear:text --no-ignore
  --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-parent --no-ignore-vcs --ignore-file:file
  --ignore-vcs --one-file-system --binary --after-context:number --before-context:number --context:number --byte-offset
  --color:never|auto|always|ansi --colors:text --column --context-separator:text --count --count-matches --crlf --debug
  --encoding:text --field-context-separator:text --field-match-separator:text --files-with-matches --files-without-match
  --heading --no-heading --include-zero --json --line-buffered --line-number --no-line-number --max-columns:number
  --max-columns-preview --mmap --no-mmap --multiline --multiline-dotall --no-config --no-filename --with-filename
  --no-messages --no-require-git --null --null-data --only-matching --passthru --path-separator:text --pretty --quiet
  --replace:text --sort:none|path|modified|accessed|created --sortr:none|path|modified|accessed|created --stats --trace --trim
  --vimgrep --no-unicode --auto-hybrid-regex --engine:default|pcre2|auto --dfa-size-limit:number --regex-size-limit:number
  --pcre2-version --version --help`

const FD: readonly Form[] = [
  {
    options: `-H -I -u -s -i -g -F -a -L -p -0 -d:number -E:text -t:text -e:text -S:text -c:auto|always|never -j:number -1 -q -V -h
    --hidden --no-ignore --no-ignore-vcs --unrestricted --case-sensitive --ignore-case --glob --fixed-strings --absolute-path
    --follow --full-path --print0 --max-depth:number --min-depth:number --exact-depth:number --exclude:text --type:text
    --extension:text --size:text --changed-within:text --changed-before:text --owner:text --color:auto|always|never
    --threads:number --max-results:number --quiet --show-errors --one-file-system --prune --version --help`,
    first: 'text',
    operands: 'file',
  },
]

export const SEARCH: Family = {
  grep,
  egrep: grep,
  fgrep: grep,
  rg: [
    { options: `${RG} --files --type-list`, operands: 'deep', requiredOptions: ['--files'] },
    { options: `${RG} --type-list`, operands: null, requiredOptions: ['--type-list'] },
    { options: RG, first: 'text', instead: ['-e', '-f', '--regexp', '--file'], operands: 'deep' },
  ],
  fd: FD,
  fdfind: FD,
}
