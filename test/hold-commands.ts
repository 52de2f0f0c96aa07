// Configuration under which every command is held as it is: without it a command runs in a staged
// copy first, and what it did there is asked about.
export const holdCommands =
  'rules:\n  - { id: hold, when: { tools: [exec] }, effect: confirm, reason: Commands are asked about here. }\n'
