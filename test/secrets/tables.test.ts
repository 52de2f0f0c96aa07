// Secrets in tables: the name is in another line than the value.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'
import { tries } from '../soak.ts'

const redactor = openRedactor({ known: () => [] })
const shown = async (text: string): Promise<string> => (await redactor.text(text)).text
const HIDDEN = '[secret: credential-setting]'

const tables: readonly (readonly [what: string, text: string, shown: string])[] = [
  [
    'values by commas',
    'user,password\nada,honeycomb\nbob,thunderbolt9',
    `user,password\nada,${HIDDEN}\nbob,${HIDDEN}`,
  ],
  [
    'values by semicolons, with ends of line as on Windows',
    'name;api_key;mail\r\nada;k3y9f8e7d6;a@x.org\r\n',
    `name;api_key;mail\r\nada;${HIDDEN};a@x.org\r\n`,
  ],
  ['values by tabs', 'login\tdb_password\nada\thoneycomb', `login\tdb_password\nada\t${HIDDEN}`],
  [
    'an export of a password manager, with commas in quotes',
    '"url","user name","password"\n"https://x.org/a,b","ada","honey,comb7"\n',
    `"url","user name","password"\n"https://x.org/a,b","ada","${HIDDEN}"\n`,
  ],
  [
    'Markdown',
    '| User | Password |\n|------|:--------:|\n| ada | `honeycomb` |\n\nThat | is all |\n',
    `| User | Password |\n|------|:--------:|\n| ada | \`${HIDDEN}\` |\n\nThat | is all |\n`,
  ],
  [
    'what psql prints',
    ' id | token \n----+-------\n 1  | honeycomb7x\n(1 row)\n',
    ` id | token \n----+-------\n 1  | ${HIDDEN}\n(1 row)\n`,
  ],
  [
    'what mysql prints',
    '+------+-----------+\n| user | password  |\n+------+-----------+\n| ada  | honeycomb |\n+------+-----------+\n',
    `+------+-----------+\n| user | password  |\n+------+-----------+\n| ada  | ${HIDDEN} |\n+------+-----------+\n`,
  ],
  [
    'columns under rules',
    'user      password\n----      --------\nada       honeycomb\n',
    `user      password\n----      --------\nada       ${HIDDEN}\n`,
  ],
]

const alike: readonly string[] = [
  'user, password and token\nare three, words, here',
  'Enter user, password\nand wait, please\n',
  'import user,token\nfrom a,b',
  'SELECT user,password\nFROM users,logins',
  'function f(user,password){\nreturn g(a,b)',
  '  user,\n  password,\n  host,\n',
  '| name | token |\n|---|---|\n| limit | string |',
  '| Shortcut | Key |\n|---|---|\n| Save | Ctrl+Shift+S |',
  'column  token\n------  -----\na       string\n',
  'user,password\n,\n',
  'user;password\nada',
  'key,value\ncolour,green7blue',
]

describe('a table', () => {
  it.each(tables)('of %s is shown without its secrets', async (_what, text, without) => {
    expect(await shown(text)).toBe(without)
  })

  it.each(alike)('is not seen in %j', async (text) => {
    expect(await shown(text)).toBe(text)
  })

  it('is shown the same however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...tables),
        fc.array(fc.nat(80), { maxLength: 6 }),
        async ([, text, without], cuts) => {
          const stream = redactor.stream()
          let said = ''
          let at = 0
          for (const cut of cuts.toSorted((a, b) => a - b)) {
            said += await stream.push(text.slice(at, Math.max(at, cut)))
            at = Math.max(at, cut)
          }
          said += await stream.push(text.slice(at))
          expect(said + (await stream.end())).toBe(without)
        },
      ),
      { numRuns: tries(200) },
    )
  })

  it('of many thousand rows hides each of them', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => `ada${at},honeycomb${at}`)
    expect(await shown(['user,password', ...rows].join('\n'))).toBe(
      ['user,password', ...rows.map((row) => `${row.split(',')[0]},${HIDDEN}`)].join('\n'),
    )
  })
})
