// The keychain of the desktop is locked when a credential is to be stored.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './driver/fault.ts'
import { quote } from './driver/quote.ts'
import { withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

const SECRET = 'a-credential-of-this-fault-4711'

export const fault: Fault = {
  name: 'keychain-locked',
  fault: 'the keychain of the desktop is locked when a credential is to be stored',
  mustHappen:
    'it says so and how to go on, runs without stored secrets, and writes none in the clear',
  short: true,
  run: () =>
    withApp(async (app) => {
      const program = app.run(join(import.meta.dirname, 'driver/locked-keychain.ts'), [])
      const person = await app.person()
      const refused = await person.call('secrets.set', {
        name: 'one',
        hosts: ['example.org'],
        value: SECRET,
      })
      must(!refused.ok, 'a credential was stored')
      const said = refused.ok ? '' : `${refused.error.text} ${refused.error.hint ?? ''}`
      must(/keychain/i.test(said) && !/mistake/.test(said), `it said: ${said}`)
      must(
        (await (await app.agent()).call('list_dir', { path: '.' })).result?.isError !== true,
        'calls do not run',
      )
      program.child.kill('SIGTERM')
      const { code, stdout, stderr } = await program.ended
      must(code === 0, `it ended with ${code}: ${stderr}`)
      const written = readdirSync(app.home, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile() && existsSync(join(one.parentPath, one.name)))
        .filter((one) => readFileSync(join(one.parentPath, one.name)).includes(SECRET))
      must(
        written.length === 0 && !(stdout + stderr).includes(SECRET),
        `it lies in ${written.map(({ name }) => name).join(', ')}`,
      )
      return `It was refused: ${quote(said, 130)} No file of the home folder holds it, and calls ran on.`
    }),
}
