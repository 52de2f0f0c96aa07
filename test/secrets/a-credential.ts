// A credential, and the words that tests of its store have in common.
import type { NewCredential } from '../../contract/credential.ts'

export const passphrase = 'a horse that is correct'
export const value = 'tok-9f8e7d6c5b4a'
export const https = (host: string, port = 443) => ({ protocol: 'https:', host, port })
export const tickets: NewCredential = {
  name: 'tickets',
  hosts: ['api.example.org'],
  header: 'authorization',
  template: 'Bearer {}',
  value,
}

export const codeOf = (result: { ok: boolean; error?: { code: string } }): string =>
  result.ok ? 'ok' : (result.error?.code ?? '')
