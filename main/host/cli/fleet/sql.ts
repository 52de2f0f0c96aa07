// `gatehouse fleet init`, `add` and `revoke`: the SQL that an administrator of the shared database
// applies. Gatehouse itself never has an administrator's rights there, so it prints.
import { failure } from '../../../../contract/failure.ts'
import { MachineName } from '../../../../contract/fleet/machine.ts'
import { PersonName } from '../../../../contract/policy/config/fleet-config.ts'
import { addMachineSql, LONGEST_NAME, revokeMachineSql } from '../../../fleet/schema/machine-sql.ts'
import { KNOWN, schemaSql } from '../../../fleet/schema/versions.ts'
import { printJson, type Call, type Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { withSession } from '../session/with-session.ts'

function print({ context, json }: Call, sql: string): number {
  if (json) printJson(context, { sql })
  else context.out(sql)
  return exit.done
}

export const fleetInit: Command = {
  name: 'fleet init',
  operands: [],
  options: ['print', 'from'],
  usage: '[--print] [--from VERSION]',
  summary: 'Print the SQL that makes the tables of a fleet, or brings them up to date',
  async run(call) {
    const given = call.options.get('from') ?? '0'
    const from = /^\d{1,6}$/.test(given) ? Number(given) : null
    if (from === null || from > KNOWN.newest)
      return complain(
        call.context,
        failure(
          'usage',
          `--from takes the version that the tables have now, a whole number up to ${KNOWN.newest}.`,
          from === null
            ? 'See it with: select gatehouse.version()'
            : 'Update Gatehouse, if the tables have a higher one.',
        ),
        call.json,
      )
    // An empty text would look as if something had gone wrong.
    const sql = schemaSql(from)
    return print(
      call,
      sql === '' ? `-- Version ${from} is the newest: nothing is to be added.\n` : sql,
    )
  },
}

const KEY = /^[0-9a-f]{64}$/

export const fleetAdd: Command = {
  name: 'fleet add',
  operands: ['MACHINE', 'KEY', 'PERSON'],
  options: [],
  usage: '',
  summary:
    'Print the SQL that adds a machine to the fleet, with the key that `fleet identity` shows there',
  async run(call) {
    const [name = '', key = '', person = ''] = call.operands
    const machine = MachineName.safeParse(name)
    if (!machine.success) return badName(call)
    if (name.length > LONGEST_NAME)
      return complain(
        call.context,
        failure(
          'usage',
          `The name of a machine with a database role has at most ${LONGEST_NAME} letters: PostgreSQL would cut the role’s name off.`,
          'Give the machine a shorter name in its configuration: fleet.machine.',
        ),
        call.json,
      )
    if (!KEY.test(key))
      return complain(
        call.context,
        failure(
          'usage',
          'A machine’s key has 64 hexadecimal digits.',
          'Run on that machine: gatehouse fleet identity',
        ),
        call.json,
      )
    if (!PersonName.safeParse(person).success)
      return complain(
        call.context,
        failure(
          'usage',
          'A person’s name is one line of at most 100 letters, and not empty.',
          'As in: gatehouse fleet add ada-laptop KEY Ada',
        ),
        call.json,
      )
    const publicKey = Buffer.from(key, 'hex')
    return print(call, addMachineSql({ machine: machine.data, person, publicKey }))
  },
}

export const fleetRevoke: Command = {
  name: 'fleet revoke',
  operands: ['MACHINE'],
  options: [],
  usage: '',
  summary: 'Print the SQL that removes a machine from the fleet; its rows stay',
  async run(call) {
    const machine = MachineName.safeParse(call.operands[0])
    return machine.success ? print(call, revokeMachineSql(machine.data)) : badName(call)
  },
}

const badName = ({ context, json }: Call): number =>
  complain(
    context,
    failure(
      'usage',
      'A machine’s name has lower-case letters, digits and hyphens, at most 63 of them, and begins with a letter or digit.',
    ),
    json,
  )

export const fleetIdentity: Command = {
  name: 'fleet identity',
  operands: [],
  options: [],
  usage: '',
  summary:
    'Show this machine’s name and public key, for the administrator of the fleet and for those who approve with you',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json } = call
      const identity = await session.call('fleet.identity', {})
      if (!identity.ok) return complain(context, identity.error, json)
      const { machine, publicKey } = identity.value
      if (json) printJson(context, identity.value)
      else context.out(`${machine} ${publicKey}\n`)
      return exit.done
    }),
}
