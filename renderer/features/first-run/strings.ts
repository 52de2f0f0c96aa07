// Every word of the first run: what is offered to a newcomer, and the tour.
import type { Tier } from '../../../contract/call/tier.ts'

export const strings = {
  welcome: 'To begin with',
  workspace: 'Your workspace',
  workspaceText: 'Agents work in this folder, and ask before they touch anything else.',
  workspaceChange: 'Choose another',
  servers: 'Tool servers of another client',
  serversText:
    'Take over the MCP servers that Claude, Cursor, VS Code or another client has here. Each is reviewed before it counts.',
  serversGo: 'See what is here',
  models: 'A model on this machine',
  modelsLooking: 'Looking at the usual ports of this machine…',
  modelsNone:
    'Nothing answers at the usual ports of Ollama, LM Studio, llama.cpp and vLLM. Start one of them and look again.',
  modelsUnseen:
    'Ollama, LM Studio, llama.cpp and vLLM are found at their usual ports. Nothing leaves this machine.',
  modelsLook: 'Look for models',
  modelsAgain: 'Look again',
  serverAt: (server: string, address: string) => `${server} at ${address}`,
  noModels: (server: string) =>
    `${server} runs here and has no model yet. Fetch one with it, then look again.`,
  pick: (server: string) => `Model of ${server}`,
  use: (model: string) => `Use ${model}`,
  using: 'Setting it up and asking it for one word…',
  used: (model: string, text: string, time: string) =>
    `${model} is set, and answered “${text}” in ${time}.`,
  mute: (model: string) => `${model} is set, but did not answer:`,
  tryAgain: 'Ask it again',
  manual: 'Back to playing the model yourself',
  inUse: 'In use',
  tour: 'See the gate work',
  tourText:
    'Three real calls in a demo folder: one is allowed, one waits for you, one is refused. Leave it whenever you like.',
  tourStart: 'Take the tour',
  tourAgain: 'Begin it anew',
  tourOpen: 'Go on with it',
  tourStarting: 'Making the demo folder…',
  tourFolder: 'Demo folder',
  tourRemove: 'Remove the demo folder',
  tourRemoved:
    'The demo folder is removed. The run and its rows of the journal stay, under the name “tour”.',
  strip: 'Tour',
  stepOf: (step: number) => `Step ${step} of 3`,
  steps: {
    1: {
      title: 'Allowed',
      before: 'The agent of the tour reads a letter in the demo folder.',
      next: '',
    },
    2: {
      title: 'Held',
      before:
        'The card above shows exactly what would be written, where, and why you are asked. Allow it once or deny it: here both are fine.',
      next: 'Next: it wants to write',
    },
    3: {
      title: 'Refused',
      before: 'The agent of the tour asks for a private key of yours.',
      next: 'Next: it asks for a key',
    },
  },
  judging: 'The gate looks at it.',
  running: 'It runs.',
  allowed: (tier: Tier) =>
    `It ran at once, and you were not asked: reading in the workspace is ${tier}, which your policy lets run.`,
  allowedOther: (tier: Tier) =>
    `It ran at once, and you were not asked: your policy lets this ${tier} call run.`,
  heldYes:
    'It waited until you said yes, and then did just what the card showed. A changed file or policy would have voided your yes.',
  heldNo:
    'It waited, you said no, and nothing was done. The agent is told so, and cannot ask around you.',
  heldLate: 'Nobody answered in time, which counts as a no for this once. Nothing was done.',
  stopped:
    'Refused, and you were not even asked: keys and password stores are on the STOP list, and no rule or yes opens it.',
  refused: 'It was refused:',
  cancelled: 'It was stopped before it ended. You can begin the step again.',
  failed: 'It was let through, and then failed:',
  journal: 'See it in the journal',
  again: 'Do this step again',
  done: 'That is the whole tour. Everything else works the same way: every call of every agent comes through this gate.',
  newRun: 'Begin your own run',
  leave: 'Leave the tour',
} as const
