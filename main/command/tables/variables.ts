// Variables that change what later commands are or do. Data only.
import { STEERING } from './steering-variables.ts'
import { splitNames } from '../split-names.ts'

const BEGINNINGS = splitNames(`
  BASH_ ZSH_ zsh_ XDG_ LESS BAT_ ZSTD_ PROCPS_ SYSTEMD_ UNZIP ZIPOPT LD_ DYLD_ BASH_FUNC_ GIT_
  PYTHON PERL LUA_INIT npm_config_ NPM_CONFIG_ PIP_ CARGO_ COR_ DOTNET_
`)

/** Of git only these change nothing but what is written into a commit or shown. */
const MILD: ReadonlySet<string> = new Set(
  splitNames(`
    GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
    GIT_COMMITTER_DATE GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT GIT_MERGE_AUTOEDIT
    GIT_LITERAL_PATHSPECS PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8
    PYTHONHASHSEED CARGO_TERM_COLOR CARGO_INCREMENTAL DOTNET_CLI_TELEMETRY_OPTOUT DOTNET_NOLOGO
  `),
)

/**
 * Numbers by nature, in one shell or another: what they are set to is reckoned, and reckoning can
 * run what is in it.
 */
const NUMBERS: ReadonlySet<string> = new Set(
  splitNames(`
    RANDOM SRANDOM SECONDS LINENO HISTCMD BASHPID EPOCHSECONDS EPOCHREALTIME UID EUID GID EGID PPID
    OPTIND COLUMNS LINES HISTSIZE SAVEHIST KEYTIMEOUT TMOUT ERRNO SHLVL FUNCNEST LISTMAX MAILCHECK
    LOGCHECK BAUD DIRSTACKSIZE TTYIDLE REPORTTIME REPORTMEMORY BASH_ARGV0 BASH_SUBSHELL _
  `),
)

/** Setting it to anything but a number can run something. */
export const reckons = (name: string): boolean => NUMBERS.has(name)

/** Setting it can decide what runs. */
export const steers = (name: string): boolean =>
  !MILD.has(name) &&
  (STEERING.has(name) ||
    /(^|_)(EDITOR|PAGER|SHELL|COMMAND|WRAPPER)$/.test(name) ||
    BEGINNINGS.some((each) => name.startsWith(each)))

/**
 * What programs take from their surroundings without doing more than they would, whichever they are:
 * language, time zone, colours, width, how much they say, names of a run. Each by the pages of the
 * programs that read it. Not here: what is a path, a host, an address, a program or options.
 */
const SURROUNDINGS: ReadonlySet<string> = new Set(
  splitNames(`
    LANG LANGUAGE TZ TERM COLORTERM COLUMNS LINES LC_ALL LC_ADDRESS LC_COLLATE LC_CTYPE
    LC_IDENTIFICATION LC_MEASUREMENT LC_MESSAGES LC_MONETARY LC_NAME LC_NUMERIC LC_PAPER
    LC_TELEPHONE LC_TIME NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE FORCE_HYPERLINK LS_COLORS
    GREP_COLOR GREP_COLORS JQ_COLORS TREE_COLORS EXA_COLORS QUOTING_STYLE TIME_STYLE BLOCK_SIZE
    BLOCKSIZE DF_BLOCK_SIZE DU_BLOCK_SIZE LS_BLOCK_SIZE TABSIZE CI DEBUG VERBOSE NODE_ENV LOG_LEVEL
    DEBIAN_FRONTEND SOURCE_DATE_EPOCH RUST_BACKTRACE RUST_LOG NODE_NO_WARNINGS NODE_DISABLE_COLORS
  `),
)

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

/**
 * Handed to a program it may change what that does: every name that is not known to be harmless. What
 * a name means to a program is known to that program alone.
 */
export const steersProgram = (name: string, value: string | null): boolean =>
  !MILD.has(name) && !SURROUNDINGS.has(name) && !runsNothing(name, value)
