// Secrets that came with the environment Gatehouse was started in. It uses few of them, but none
// may be shown.
import { isCredentialName } from './json-fields.ts'

/**
 * By the names of their variables. Paths, switches and plain words are no secrets, whatever their
 * names say.
 */
export function environmentSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isSecret(name, value) ? [value] : [],
  )
}

function isSecret(name: string, value: string): boolean {
  if (!isCredentialName(name) || name === 'PWD' || name === 'OLDPWD') return false
  return name.startsWith('GATEHOUSE_') || !/^(?:[./~].*|[A-Za-z]*|\d*|[A-Za-z]:\\.*)$/s.test(value)
}
