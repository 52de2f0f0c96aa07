// `gatehouse fleet machines` and `fleet verify`: what the shared database has of all machines, and
// whether somebody changed a journal.
import { counted } from '../../../../contract/counted.ts'
import type { FleetMachine, MachineCheck } from '../../../../contract/fleet/state.ts'
import { printJson, type Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { clock, columns, visible } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'

export const fleetMachines: Command = {
  name: 'fleet machines',
  operands: [],
  options: [],
  usage: '',
  summary: 'List the machines of the fleet, with what each sent last',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json } = call
      const machines = await session.call('fleet.machines', {})
      if (!machines.ok) return complain(context, machines.error, json)
      if (json) printJson(context, { machines: machines.value })
      else
        context.out(
          columns([
            ['MACHINE', 'PERSON', 'LAST ROW', 'RECEIVED', ''],
            ...machines.value.map((machine) => [
              machine.machine,
              visible(machine.person),
              machine.last === null ? 'none yet' : String(machine.last.seq),
              machine.last === null ? '' : clock(machine.last.received),
              stateOf(machine),
            ]),
          ]),
        )
      return exit.done
    }),
}

const stateOf = ({ revoked }: FleetMachine): string =>
  revoked === null ? '' : `revoked ${clock(revoked)}`

export const fleetVerify: Command = {
  name: 'fleet verify',
  operands: [],
  options: [],
  usage: '',
  summary: 'Check the rows of every machine against the heads that it signed',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json } = call
      const checks = await session.call('fleet.verify', {})
      if (!checks.ok) return complain(context, checks.error, json)
      const good = checks.value.every(({ findings }) => findings.length === 0)
      if (json) printJson(context, { good, machines: checks.value })
      else for (const check of checks.value) context.out(checkText(check))
      return good ? exit.done : exit.failed
    }),
}

function checkText({ machine, rows, from, to, findings }: MachineCheck): string {
  const what = from === null ? 'no rows yet' : `${counted(rows, 'row')}, ${from} to ${to}`
  if (findings.length === 0) return `${machine}: intact, ${what}\n`
  return `${machine}: NOT INTACT, ${what}\n${findings
    .map(({ fault, text }) => `  ${fault}: ${visible(text)}\n`)
    .join('')}`
}
