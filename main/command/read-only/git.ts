// git, verb by verb, in the forms that only read. A verb that is not here may be an alias.
// `repository`: settings of the repository may name programs (a file system monitor, a converter, a
// signature program): they are looked at before it counts.
import type { Family, Form, Listed } from './form.ts'

/**
 * What is shown of commits and differences, for all verbs that do. No `--output`, `--ext-diff`,
 * `--textconv`, `--show-signature`.
 */
export const DIFF = `-p -u --patch -s --no-patch -U:number --unified:number --raw --patch-with-raw --patch-with-stat --indent-heuristic
  --no-indent-heuristic --minimal --patience --histogram --anchored:text --diff-algorithm:patience|minimal|histogram|myers|default
  --stat?text --stat-width:number --stat-name-width:number --stat-count:number --compact-summary --numstat --shortstat
  --dirstat?text --cumulative --summary -z --name-only --name-status --color?always|never|auto --no-color --color-moved?text
  --no-color-moved --color-words?text --word-diff?color|plain|porcelain|none --word-diff-regex:text --no-renames --rename-empty
  --no-rename-empty --check --full-index --binary --abbrev?number --no-abbrev -B?text -M?text --find-renames?text -C?text
  --find-copies?text --find-copies-harder -D --irreversible-delete -l:number --diff-filter:text -S:text -G:text --find-object:text
  --pickaxe-all --pickaxe-regex -O:file -R --relative?text --no-relative -a --text --ignore-cr-at-eol --ignore-space-at-eol -b
  --ignore-space-change -w --ignore-all-space --ignore-blank-lines -I:text --inter-hunk-context:number -W --function-context
  --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules?none|untracked|dirty|all --submodule?short|log
  --src-prefix:text --dst-prefix:text --no-prefix --default-prefix --line-prefix:text --ita-invisible-in-index`
const LOG = `${DIFF} -# -n:number --max-count:number --skip:number --since:text --after:text --until:text --before:text --author:text
  --committer:text --grep:text --grep-reflog:text --all-match --invert-grep -i --regexp-ignore-case --basic-regexp -E
  --extended-regexp -F --fixed-strings -P --perl-regexp --remove-empty --merges --no-merges --min-parents:number
  --max-parents:number --first-parent --not --all --branches?text --tags?text --remotes?text --glob:text --exclude:text --reflog
  --ignore-missing --cherry-mark --cherry-pick --left-only --right-only --cherry -g --walk-reflogs --merge --boundary
  --simplify-by-decoration --full-history --dense --sparse --simplify-merges --ancestry-path?text --date-order --author-date-order
  --topo-order --reverse --no-walk?sorted|unsorted --do-walk --pretty?format --format:format --abbrev-commit --no-abbrev-commit
  --oneline --encoding:text --expand-tabs?number --no-expand-tabs --notes?text --no-notes --no-show-signature
  --relative-date --date:text --parents --children --left-right --graph --no-graph --show-linear-break?text --follow --no-decorate
  --decorate?short|full|auto|no --decorate-refs:text --decorate-refs-exclude:text --source --mailmap --no-mailmap --use-mailmap
  --full-diff --log-size -L:text -c --cc -m --diff-merges:off|none|on|first-parent|1|separate|m|combined|c|dense-combined|cc --no-diff-merges --clear-decorations -q -t -r`
const LIST = `--sort:text --format:format --color?always|never|auto --no-color -i --ignore-case --contains%text --no-contains%text --merged%text
  --no-merged%text --points-at:text --no-column`

const reads = (
  options: string,
  operands: string | null = 'text',
  more: Partial<Form> = {},
): readonly Form[] => [{ options, operands, repository: true, ...more }]
const shows = reads(LOG)
const BRANCH = `-a -r -v -vv --all --remotes --verbose --abbrev?number --no-abbrev --column?text ${LIST}`
const TAG = `-n?number ${LIST}`
const REFLOG = '-# -n:number --oneline --all --date:text --format:format'
const CONFIG =
  '--global --system --local --worktree -z --null --name-only --show-origin --show-scope --type:text --bool --int --path --default:text --includes --no-includes'

const VERBS: Readonly<Record<string, Listed>> = {
  status: reads(
    `-s --short -b --branch --show-stash --porcelain?v1|v2|1|2 --long -v --verbose -u?no|normal|all --untracked-files?no|normal|all
    --ignore-submodules?none|untracked|dirty|all --ignored?traditional|no|matching -z --column?text --no-column --ahead-behind
    --no-ahead-behind --renames --no-renames --find-renames?text`,
  ),
  log: shows,
  show: shows,
  whatchanged: shows,
  diff: reads(
    `${DIFF} -# --cached --staged --merge-base --no-index -0 -1 -2 -3 --base --ours --theirs`,
    'file',
  ),
  'diff-tree': reads(
    `${DIFF} -r -t --root --no-commit-id -m -c --cc --merge-base --pretty?format --format:format`,
  ),
  'diff-index': reads(`${DIFF} -m --cached --merge-base`),
  'diff-files': reads(`${DIFF} -q -0 -1 -2 -3`),
  shortlog: reads(
    `-n -s -e -c -w?text --numbered --summary --email --committer --group:text --format:format --since:text --until:text --after:text --before:text --author:text --no-merges --all -#`,
  ),
  'rev-parse': reads(
    `--verify -q --quiet --short --short?number --abbrev-ref --abbrev-ref?strict|loose --symbolic --symbolic-full-name --show-toplevel
    --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-git-dir --is-inside-work-tree
    --is-bare-repository --is-shallow-repository  --show-object-format --all --branches --tags
    --remotes --revs-only --no-revs --flags --no-flags --git-path:text --path-format:absolute|relative --sq --not --local-env-vars`,
  ),
  'rev-list': reads(
    `${LOG} --count --objects --objects-edge --header --timestamp --disk-usage --no-commit-header --max-age:number --min-age:number`,
  ),
  'ls-files': reads(
    `-c -d -m -o -i -s -u -k -t -v -z -x:text -X:file --cached --deleted --modified --others --ignored --stage --unmerged --killed
    --directory --no-empty-directory --exclude:text --exclude-from:file --exclude-per-directory:text --exclude-standard
    --error-unmatch --with-tree:text --full-name --abbrev?number --eol --deduplicate --format:text`,
  ),
  'ls-tree': reads(
    '-d -r -t -l -z --long --name-only --name-status --object-only --full-name --full-tree --abbrev?number --format:text',
  ),
  blame: reads(
    `-b --root --show-stats -L:text -l -t -S:file --reverse --first-parent -p --porcelain --line-porcelain --incremental
    --encoding:text --date:text -M?number -C?number -c --score-debug -f --show-name -n --show-number -s -e --show-email -w
    --abbrev:number --color-lines --color-by-age --ignore-rev:text --ignore-revs-file:file --no-progress`,
  ),
  annotate: reads('-l -t -S:file -L:text -w -M?number -C?number'),
  describe: reads(
    `--all --tags --contains --abbrev?number --candidates:number --exact-match --debug --long --match:text --exclude:text --always
    --first-parent --dirty?text --broken?text`,
  ),
  grep: reads(
    `--cached --untracked --no-index --exclude-standard --no-exclude-standard -a --text -i --ignore-case -I --max-depth:number -r
    --recursive --no-recursive -w --word-regexp -v --invert-match -h -H --full-name -E --extended-regexp -G --basic-regexp -P
    --perl-regexp -F --fixed-strings -n --line-number --column -l --files-with-matches --name-only -L --files-without-match -z
    --null -o --only-matching -c --count --color?always|never|auto --no-color --break --heading -p --show-function -# -A:number
    -B:number -C:number --after-context:number --before-context:number --context:number -W --function-context -m:number
    --max-count:number -f:file -e:text --and --or --not --all-match -q --quiet --no-textconv --threads:number`,
    'file',
    { first: 'text', instead: ['-e', '-f'], deepWith: ['--no-index'] },
  ),
  'cat-file': [
    {
      options: '-t -s -e -p --allow-unknown-type',
      operands: 'text',
      requiredOptions: ['-t', '-s', '-e', '-p'],
      repository: true,
    },
    { options: '', operands: 'text', first: 'blob|tree|commit|tag', repository: true },
  ],
  'show-ref': reads(
    '--head --heads --branches --tags -d --dereference -s --hash?number --verify --exists --abbrev?number -q --quiet',
  ),
  'for-each-ref': reads(
    `--count:number --include-root-refs --omit-empty --exclude:text --shell --perl --python --tcl --stdin ${LIST}`,
  ),
  'merge-base': reads('-a --all --octopus --independent --is-ancestor --fork-point'),
  'name-rev': reads(
    '--tags --refs:text --exclude:text --all --name-only --no-undefined --always --annotate-stdin',
  ),
  'check-ignore': reads('-q --quiet -v --verbose -z -n --non-matching --no-index --stdin', 'file'),
  'check-attr': reads('-a --all --cached --source:text -z'),
  'check-mailmap': reads('--stdin'),
  'check-ref-format': reads(
    '--branch --allow-onelevel --no-allow-onelevel --refspec-pattern --normalize',
  ),
  'count-objects': reads('-v --verbose -H --human-readable', null),
  'range-diff': reads(`${DIFF} --no-dual-color --creation-factor:number --left-only --right-only`),
  cherry: reads('-v --abbrev?number'),
  'show-branch': reads(
    '-a --all -r --remotes --current --topo-order --date-order --sparse --more:number --list --merge-base --independent --no-name --sha1-name --topics',
  ),
  'patch-id': reads('--stable --unstable --verbatim', null),
  stripspace: reads('-s --strip-comments -c --comment-lines', null),
  'get-tar-commit-id': reads('', null),
  version: [{ options: '--build-options', operands: null }],
  var: reads('-l'),
  branch: [
    { options: BRANCH, operands: null, repository: true },
    {
      options: `--list -l ${BRANCH}`,
      operands: 'text',
      requiredOptions: ['--list', '-l'],
      repository: true,
    },
    {
      options: BRANCH,
      operands: 'text',
      requiredOptions: ['--contains', '--no-contains', '--merged', '--no-merged', '--points-at'],
      repository: true,
    },
    {
      options: '--show-current',
      operands: null,
      requiredOptions: ['--show-current'],
      repository: true,
    },
  ],
  tag: [
    { options: TAG, operands: null, repository: true },
    {
      options: `-l --list ${TAG}`,
      operands: 'text',
      requiredOptions: ['-l', '--list'],
      repository: true,
    },
    {
      options: TAG,
      operands: 'text',
      requiredOptions: ['--contains', '--no-contains', '--merged', '--no-merged', '--points-at'],
      repository: true,
    },
  ],
  remote: {
    options: '-v --verbose',
    verbs: { 'get-url': reads('--all --push') },
    alone: reads('-v --verbose', null),
  },
  stash: {
    options: '',
    verbs: { list: shows, show: reads(`${DIFF} --include-untracked --only-untracked`) },
  },
  worktree: { options: '', verbs: { list: reads('-v --verbose --porcelain -z', null) } },
  notes: {
    options: '--ref:text',
    verbs: { list: reads(''), show: reads('') },
    alone: reads('--ref:text', null),
  },
  reflog: {
    options: REFLOG,
    verbs: { show: shows, list: reads('', null), exists: reads(''), HEAD: shows },
    alone: reads(REFLOG, null),
  },
  'symbolic-ref': reads('-q --quiet --short --recurse --no-recurse', 'text', { most: 1 }),
  'hash-object': reads('-t:text --stdin --no-filters --path:text', 'file'),
  apply: reads(
    '--check --stat --numstat --summary -p:number -v --verbose -q --quiet -R --reverse',
    'file',
    {
      requiredOptions: ['--check', '--stat', '--numstat', '--summary'],
    },
  ),
  config: [
    {
      options: `--get --get-all --get-regexp --get-urlmatch ${CONFIG}`,
      operands: 'text',
      requiredOptions: ['--get', '--get-all', '--get-regexp', '--get-urlmatch'],
      repository: true,
    },
    {
      options: `-l --list ${CONFIG}`,
      operands: null,
      requiredOptions: ['-l', '--list'],
      repository: true,
    },
    { options: CONFIG, operands: 'config-key', most: 1, repository: true },
    {
      options: `${CONFIG} --all --regexp --value:text --fixed-value --url:text`,
      first: 'get|list',
      operands: 'text',
      most: 2,
      repository: true,
    },
  ],
}

export const GIT: Family = {
  git: {
    options:
      '-P --no-pager --no-optional-locks --literal-pathspecs --no-replace-objects --icase-pathspecs --noglob-pathspecs -C:file -c:setting',
    verbs: VERBS,
    alone: [
      { options: '--version -v --exec-path --html-path --man-path --info-path', operands: null },
    ],
  },
}
