// Variables that change what later commands are or do. Data only.
import { READ_ONLY } from '../read-only/programs.ts'

const EXACT = new Set([
  // Tied to others in one shell, or tables of what names mean there: `path=.` sets PATH.
  ...[
    'path',
    'cdpath',
    'fpath',
    'manpath',
    'module_path',
    'mailpath',
    'fignore',
    'psvar',
    'prompt',
    'argv',
    'status',
    'options',
  ],
  ...[
    'commands',
    'aliases',
    'galiases',
    'saliases',
    'functions',
    'builtins',
    'reswords',
    'nameddirs',
    'userdirs',
    'modules',
    'parameters',
  ],
  ...[
    'dis_aliases',
    'dis_functions',
    'dis_builtins',
    'historywords',
    'jobstates',
    'keymaps',
    'widgets',
    'zle_highlight',
    'PROMPT',
    'RPROMPT',
  ],
  ...[
    'NULLCMD',
    'RPS1',
    'SPROMPT',
    'PROMPT2',
    'PROMPT3',
    'PROMPT4',
    'TIMEFMT',
    'WATCHFMT',
    'FIGNORE',
    'FCEDIT',
    'MAILPATH',
  ],
  // Where temporary files go, how options are read, and settings of programs in the allow-list of
  // what only reads.
  ...[
    'TMPDIR',
    'TMP',
    'TEMP',
    '_POSIX2_VERSION',
    'GREP_OPTIONS',
    'MAGIC',
    'TAPE',
    'RSH',
    'GZIP',
    'BZIP',
    'BZIP2',
    'XZ_OPT',
    'XZ_DEFAULTS',
  ],
  ...[
    'PS_FORMAT',
    'PS_PERSONALITY',
    'LIBPROC_HIDE_KERNEL',
    'TERMINFO_DIRS',
    'DEBUGINFOD_URLS',
    'MANOPT',
    'MANPATH',
    'AWS_CONFIG_FILE',
  ],
  ...[
    'PATH',
    'ENV',
    'BASH_ENV',
    'IFS',
    'PROMPT_COMMAND',
    'SHELLOPTS',
    'BASHOPTS',
    'SHELL',
    'CDPATH',
    'HOME',
    'PWD',
    'OLDPWD',
    'PS0',
    'PS1',
  ],
  ...[
    'PS2',
    'PS4',
    'HISTFILE',
    'FPATH',
    'ZDOTDIR',
    'EDITOR',
    'VISUAL',
    'PAGER',
    'BROWSER',
    'MANPAGER',
    'LESSOPEN',
    'LESSCLOSE',
    'LESSEDIT',
  ],
  ...[
    'NODE_OPTIONS',
    'NODE_PATH',
    'NODE_REPL_EXTERNAL_MODULE',
    'RUBYOPT',
    'RUBYLIB',
    'JAVA_TOOL_OPTIONS',
    '_JAVA_OPTIONS',
    'JDK_JAVA_OPTIONS',
  ],
  ...[
    'CLASSPATH',
    'GOFLAGS',
    'MAKEFLAGS',
    'GNUMAKEFLAGS',
    'MFLAGS',
    'RUSTC_WRAPPER',
    'RUSTC_WORKSPACE_WRAPPER',
    'RUSTFLAGS',
    'RUSTC',
    'CC',
  ],
  ...[
    'CXX',
    'LD',
    'AR',
    'TAR_OPTIONS',
    'POSIXLY_CORRECT',
    'RIPGREP_CONFIG_PATH',
    'SUDO_ASKPASS',
    'SSH_ASKPASS',
    'DISPLAY_COMMAND',
    'PARALLEL',
  ],
  // zsh: programs of its own choice.
  ...[
    'NULLCMD',
    'READNULLCMD',
    'STTY',
    'ARGV0',
    'MODULE_PATH',
    'HISTCHARS',
    'precmd_functions',
    'preexec_functions',
    'chpwd_functions',
  ],
  ...[
    'RSYNC_RSH',
    'RSYNC_CONNECT_PROG',
    'CVS_RSH',
    'SVN_SSH',
    'HGEDITOR',
    'XDG_CONFIG_HOME',
    'LOCPATH',
    'NLSPATH',
    'TERMINFO',
    'TERMCAP',
  ],
  ...[
    'GCONV_PATH',
    'GETCONF_DIR',
    'HOSTALIASES',
    'RESOLV_HOST_CONF',
    'MALLOC_TRACE',
    'OPENSSL_CONF',
    'OPENSSL_MODULES',
    'AWKPATH',
    'AWKLIBPATH',
  ],
  ...[
    'LUA_INIT',
    'LUA_PATH',
    'LUA_CPATH',
    'PHPRC',
    'PHP_INI_SCAN_DIR',
    'DOCKER_HOST',
    'KUBECONFIG',
    'CURL_HOME',
    'WGETRC',
    'FZF_DEFAULT_COMMAND',
  ],
  ...[
    'EXINIT',
    'VIMINIT',
    'VIM',
    'VIMRUNTIME',
    'MYVIMRC',
    'SED',
    'TMPPREFIX',
    'JQ_LIBRARY_PATH',
    'BASH_LOADABLES_PATH',
    'GLOBIGNORE',
    'EXECIGNORE',
  ],
])

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
  (EXACT.has(name) ||
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
