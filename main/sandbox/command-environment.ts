// What a command finds of its own: its variables, and the places that are thrown away with its sandbox.

/**
 * Of their own, so that what programs leave in them on their own is not taken for what a command
 * put beside the workspace: see `left-behind.ts`.
 */
export const COMMAND_HOME = '/run/gatehouse/home'
export const COMMAND_TMP = '/run/gatehouse/tmp'
/** A small place of its own for the mark of when a job began that a sandbox had waited for. */
export const COMMAND_BEGAN = '/run/gatehouse/began'

/** The whole environment of a command; a shell adds PWD. */
export const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: COMMAND_HOME,
  TMPDIR: COMMAND_TMP,
  USER: 'gatehouse',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  // Looking at a repository then writes nothing into it: Git would note what it has just compared.
  GIT_OPTIONAL_LOCKS: '0',
  // npm asks its registry for a newer npm with every script it runs. Nothing could come of it.
  npm_config_update_notifier: 'false',
} as const
