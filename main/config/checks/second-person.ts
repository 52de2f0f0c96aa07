// What is wrong with a rule that asks for a second person, and with the machines of others. Pure;
// says where by path.
import { samePerson } from '../../../contract/fleet/same-person.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { Fault } from '../fault.ts'
import { sharedFleet } from '../../../contract/policy/config/fleet-config.ts'

export const secondPersonFaults = ({ rules, fleet }: Config): readonly Fault[] => [
  ...rules.flatMap(({ id, effect, approvers }, at): readonly Fault[] => {
    if (approvers !== 2) return []
    const path = ['rules', at, 'approvers']
    if (effect !== 'confirm')
      return [
        {
          path,
          text: `Rule ${id} has the effect ${effect}, so nobody approves what it is about.`,
          hint: 'Write effect: confirm, or remove approvers.',
        },
      ]
    return sharedFleet(fleet) === null
      ? [
          {
            path,
            text: `Rule ${id} needs a second person, and this machine is in no fleet ${fleet === null ? '' : 'with a database '}in which one could answer.`,
            hint: 'Write a fleet section with database, person and peers, as the guide on fleets says, or remove approvers.',
          },
        ]
      : []
  }),
  ...(fleet?.peers ?? []).flatMap((peer, at): readonly Fault[] => {
    const path = ['fleet', 'peers', at]
    const others = fleet?.peers.slice(0, at) ?? []
    if (peer.machine === fleet?.machine)
      return [
        {
          path: [...path, 'machine'],
          text: `${peer.machine} is this machine.`,
          hint: 'Name machines of other persons only.',
        },
      ]
    if (fleet?.person !== null && fleet !== null && samePerson(peer.person, fleet.person))
      return [
        {
          path: [...path, 'person'],
          text: `${peer.machine} is a machine of ${fleet.person} as well, so its approval would not be that of a second person.`,
          hint: 'Name machines of other persons only.',
        },
      ]
    const twice = others.find(({ machine, key }) => machine === peer.machine || key === peer.key)
    return twice === undefined
      ? []
      : [
          {
            path: [...path, twice.machine === peer.machine ? 'machine' : 'key'],
            text: `${peer.machine} has the ${twice.machine === peer.machine ? 'name' : 'key'} of another entry.`,
            hint: 'Write each machine once, with its own key.',
          },
        ]
  }),
]

/** It works as written, and every such call waits until its time is over. */
export const nobodySecond = ({ rules, fleet }: Config): readonly (readonly [number, string])[] =>
  rules.flatMap(({ id, approvers }, at) =>
    approvers !== 2 || fleet === null || (fleet.person !== null && fleet.peers.length > 0)
      ? []
      : [
          [
            at,
            `Rule ${id} needs a second person, and ${fleet.person === null ? 'fleet.person does not say who you are' : 'fleet.peers names no machine of another person'}: nobody can give the second approval.`,
          ] as const,
        ],
  )
