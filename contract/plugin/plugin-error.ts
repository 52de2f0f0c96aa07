// The codes of everything that can go wrong with a plugin, one for each step. Stable: programs and
// tests compare them.

/** Reading and judging a manifest, before anything runs. */
export const DECLARED_ERRORS = {
  tooLarge: 'plugin.manifest-too-large',
  unreadable: 'plugin.manifest-unreadable',
  syntax: 'plugin.manifest-syntax',
  key: 'plugin.manifest-key',
  value: 'plugin.manifest-value',
  args: 'plugin.manifest-args',
  name: 'plugin.manifest-name',
  program: 'plugin.program-missing',
  taken: 'plugin.name-taken',
  shadowed: 'plugin.name-shadowed',
  externalDenied: 'plugin.external-denied',
  unregistered: 'plugin.unregistered',
  mismatch: 'plugin.fingerprint-mismatch',
  unreviewed: 'plugin.not-reviewed',
  changed: 'plugin.changed',
  unknown: 'plugin.unknown',
} as const

/** Running one. */
export const RUN_ERRORS = {
  notAllowed: 'plugin.not-allowed',
  network: 'plugin.network-not-allowed',
  start: 'plugin.start-failed',
  timeout: 'plugin.timeout',
  cancelled: 'plugin.cancelled',
  stdoutOverflow: 'plugin.stdout-overflow',
  stderrOverflow: 'plugin.stderr-overflow',
  memory: 'plugin.out-of-memory',
  disk: 'plugin.disk-overflow',
  exit: 'plugin.exit-code',
  signal: 'plugin.signal',
  empty: 'plugin.no-answer',
  json: 'plugin.answer-not-json',
  partial: 'plugin.answer-cut',
  trailing: 'plugin.answer-trailing',
  shape: 'plugin.answer-shape',
  version: 'plugin.answer-version',
  id: 'plugin.answer-id',
  data: 'plugin.answer-data',
  failed: 'plugin.failed',
} as const
