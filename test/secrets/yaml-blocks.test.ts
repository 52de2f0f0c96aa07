// Secrets in blocks of YAML, which begin on the line behind their name.
import { describe, expect, it } from 'vitest'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'

const redactor = openRedactor({ known: () => [] })
const shown = async (text: string): Promise<string> => (await redactor.text(text)).text

const hidden: readonly (readonly [text: string, secret: string])[] = [
  ['password: |\n  honeycomb', 'honeycomb'],
  ['password: |-\n  honeycomb\nuser: ada', 'honeycomb'],
  ['db:\n  password: >\n    honeycomb\n  host: x', 'honeycomb'],
  ['  - name: x\n    password: |2\n      thunderbolt7\n', 'thunderbolt7'],
  ['stringData:\n  DB_PASSWORD: |\n    pumpkin-pie\n  DB_USER: ada\n', 'pumpkin-pie'],
  ['password: | # of the database\n  honeycomb', 'honeycomb'],
  ['password: |\r\n  honeycomb\r\nuser: ada', 'honeycomb'],
  ['api_key: |\n\n  k3y9f8e7d6c5b4a3\n', 'k3y9f8e7d6c5b4a3'],
  ['client_secret: |-\n\thoneycombs1\n', 'honeycombs1'],
  ['"passphrase": >-\n  marble9staircase', 'marble9staircase'],
  ['token: |\n  abcdefgh12345678\n  ijklmnop90123456\n', 'ijklmnop90123456'],
]
const alike: readonly string[] = [
  'password: |\n  Please enter the password that you were given.',
  'token: |\n  ${{ secrets.TOKEN }}\n',
  'password: |\nhost: example.org',
  'password: |\n',
  'description: |\n  honeycomb',
  'run: |\n  npm test\n  npm run build\n',
  'secrets: |\n  one two\n  three four',
  'password: >\n  {{ vault_password }}\n',
  'token: |\n  changeme\n',
]

describe('a block of YAML', () => {
  it.each(hidden)('%j is hidden', async (text, secret) => {
    expect(await shown(text)).not.toContain(secret)
  })

  it('keeps what is around it', async () => {
    expect(await shown('db:\n  password: |\n    honeycomb\n  host: example.org\n')).toBe(
      'db:\n  password: |\n    [secret: credential-setting]\n  host: example.org\n',
    )
  })

  it.each(alike)('%j stays', async (text) => expect(await shown(text)).toBe(text))
})
