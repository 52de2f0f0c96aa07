// Variables that change what later commands are or do. Data only.
import { STEERING } from './steering-variables.ts'
import { READ_ONLY } from '../read-only/programs.ts'

const BEGINNINGS = [
  'BASH_',
  'ZSH_',
  'zsh_',
  'XDG_',
  'LESS',
  'BAT_',
  'ZSTD_',
  'PROCPS_',
  'SYSTEMD_',
  'UNZIP',
  'ZIPOPT',
  'LD_',
  'DYLD_',
  'BASH_FUNC_',
  'GIT_',
  'PYTHON',
  'PERL',
  'LUA_INIT',
  'npm_config_',
  'NPM_CONFIG_',
  'PIP_',
  'CARGO_',
  'COR_',
  'DOTNET_',
]

/** Of git only these change nothing but what is written into a commit or shown. */
const MILD = new Set([
  ...[
    'GIT_AUTHOR_NAME',
    'GIT_AUTHOR_EMAIL',
    'GIT_AUTHOR_DATE',
    'GIT_COMMITTER_NAME',
    'GIT_COMMITTER_EMAIL',
    'GIT_COMMITTER_DATE',
  ],
  ...[
    'GIT_OPTIONAL_LOCKS',
    'GIT_TERMINAL_PROMPT',
    'GIT_MERGE_AUTOEDIT',
    'GIT_LITERAL_PATHSPECS',
    'PYTHONUNBUFFERED',
    'PYTHONDONTWRITEBYTECODE',
  ],
  ...[
    'PYTHONIOENCODING',
    'PYTHONUTF8',
    'PYTHONHASHSEED',
    'CARGO_TERM_COLOR',
    'CARGO_INCREMENTAL',
    'DOTNET_CLI_TELEMETRY_OPTOUT',
    'DOTNET_NOLOGO',
  ],
])

/**
 * Numbers by nature, in one shell or another: what they are set to is reckoned, and reckoning can
 * run what stands in it.
 */
const NUMBERS = new Set([
  ...[
    'RANDOM',
    'SRANDOM',
    'SECONDS',
    'LINENO',
    'HISTCMD',
    'BASHPID',
    'EPOCHSECONDS',
    'EPOCHREALTIME',
    'UID',
    'EUID',
    'GID',
    'EGID',
    'PPID',
  ],
  ...[
    'OPTIND',
    'COLUMNS',
    'LINES',
    'HISTSIZE',
    'SAVEHIST',
    'KEYTIMEOUT',
    'TMOUT',
    'ERRNO',
    'SHLVL',
    'FUNCNEST',
    'LISTMAX',
    'MAILCHECK',
  ],
  ...[
    'LOGCHECK',
    'BAUD',
    'DIRSTACKSIZE',
    'TTYIDLE',
    'REPORTTIME',
    'REPORTMEMORY',
    'BASH_ARGV0',
    'BASH_SUBSHELL',
    '_',
  ],
])

/** Setting it to anything but a number can run something. */
export const reckons = (name: string): boolean => NUMBERS.has(name)

/** Setting it can decide what runs. */
export const steers = (name: string): boolean =>
  !MILD.has(name) &&
  (STEERING.has(name) ||
    /(^|_)(EDITOR|PAGER|SHELL|COMMAND|WRAPPER)$/.test(name) ||
    BEGINNINGS.some((each) => name.startsWith(each)))

/**
 * What programs take from their surroundings without doing more than they would: language, colours,
 * names of a run.
 */
const SURROUNDINGS =
  /^(?:LANG|LC_[A-Z]+|TZ|TERM|NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|COLORTERM|LS_COLORS|GREP_COLORS?|JQ_COLORS|CI|DEBUG|NODE_ENV|RUST_BACKTRACE|RUST_LOG|LOG_LEVEL|QUOTING_STYLE|TIME_STYLE|BLOCK_SIZE|COLUMNS|LINES|DEBIAN_FRONTEND)$/

/** No pager and no editor: what the name says to run does nothing. */
const NOTHING: Readonly<Record<string, readonly string[]>> = {
  PAGER: ['', 'cat'],
  EDITOR: ['true', ':'],
}
export const runsNothing = (name: string, value: string | null): boolean =>
  value !== null &&
  NOTHING[
    /^(?:[A-Z]+_)*(PAGER|EDITOR)$|^MAN(PAGER)$/
      .exec(name)
      ?.slice(1)
      .find((each) => each !== undefined) ?? ''
  ]?.includes(value) === true

/** Named for a program of the allow-list: what it means to that program is not known. */
export const surrounds = (name: string, value: string | null): boolean =>
  !MILD.has(name) &&
  !SURROUNDINGS.test(name) &&
  !runsNothing(name, value) &&
  Object.hasOwn(READ_ONLY, (name.split('_')[0] ?? '').toLowerCase())
