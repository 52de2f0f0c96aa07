// The exfiltration guard that was switched on while the file could not be written: it stays on until a
// change of the switch is written.
import type { Config } from '../../contract/policy/config/config.ts'
import type { ConfigPatch } from '../../contract/policy/config/config-patch.ts'
import { relaxesIn } from './relaxation/relaxes.ts'

export type HeldGuard = {
  isOn(): boolean
  set(on: boolean): void
  /** The same object as long as it says the same: the one who builds on it can tell by that. */
  over(config: Config): Config
  /**
   * What the patch alone makes looser, whatever else somebody wrote into the file meanwhile. A
   * guard that is held on counts as on.
   */
  relaxesBy(patch: ConfigPatch, from: Config, to: Config): readonly string[]
}

const withGuard = (config: Config): Config => ({
  ...config,
  exfiltrationGuard: { ...config.exfiltrationGuard, enabled: true },
})

export function heldGuard(): HeldGuard {
  let isOn = false
  let held: { readonly of: Config; readonly on: Config } | null = null
  return {
    isOn: () => isOn,
    set: (on) => void (isOn = on),
    over(config) {
      if (!isOn) return config
      if (held?.of !== config) held = { of: config, on: withGuard(config) }
      return held.on
    },
    relaxesBy: (patch, from, to) =>
      isOn
        ? relaxesIn(withGuard(from), patch.exfiltrationGuard === undefined ? withGuard(to) : to)
        : relaxesIn(from, to),
  }
}
