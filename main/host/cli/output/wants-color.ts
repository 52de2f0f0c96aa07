// Whether output is coloured: on a terminal and nowhere else (decision 74). Pure.

type Env = Readonly<Record<string, string | undefined>>

/** `terminal`: what is written is shown on one. */
export function wantsColor(env: Env, terminal: boolean): boolean {
  const { NO_COLOR: none, FORCE_COLOR: force, CLICOLOR_FORCE: forced, CLICOLOR: some } = env
  if (!terminal || isSet(none)) return false
  if (isSet(force)) return isOn(force)
  if (isSet(forced) && isOn(forced)) return true
  return some !== '0' && env['TERM'] !== 'dumb'
}

const isSet = (value: string | undefined): value is string => value !== undefined && value !== ''
const isOn = (value: string): boolean => value !== '0' && value.toLowerCase() !== 'false'
