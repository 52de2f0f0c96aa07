// Every word of the first run: what is offered to a newcomer, and the tour.
import type { Tier } from '../../../contract/call/tier.ts'
import { tierWord } from '../../state/tier-word.ts'

export const strings = {
  welcome: 'Get started',
  protect: 'Protect an agent you already use',
  protectText: 'You see the change to its settings first, and can undo it.',
  chat: 'Chat with an agent here',
  chatText: 'It needs a model: local, or with a key.',
  chatReady: (model: string) => `Connected: ${model}. Type a task below.`,
  chatKey: 'Use an API key…',
  chatChange: 'Change model or key…',
  preset: 'How much should agents do without asking?',
  /** In few words, for those that are as they were shipped. */
  presetShort: {
    flow: 'Work in the workspace runs and can be undone. Asks at its border.',
    ask: 'Every change waits for you, with its diff. Reading runs.',
    careful: 'Only reading files runs. Everything else asks.',
    'read-only': 'Agents only read. Nothing is changed or sent.',
  } as Readonly<Record<string, string>>,
  recommended: 'Recommended',
  presetChosen: (name: string) => `${name} is in use.`,
  noCopy: 'No sandbox works here, so agents cannot run commands.',
  workspace: 'Agents work in',
  workspaceChange: 'Choose another folder',
  serversGo: 'Import MCP servers…',
  modelsFinding: 'Searching this machine…',
  modelsNone:
    'No local model found (Ollama, LM Studio, llama.cpp, vLLM). Start one, then search again.',
  modelsUnseen: 'Finds Ollama, LM Studio, llama.cpp and vLLM. Nothing leaves this machine.',
  modelsFind: 'Look for models',
  modelsAgain: 'Search again',
  serverAt: (server: string, address: string) => `${server} at ${address}`,
  noModels: (server: string) =>
    `${server} runs here and has no model yet. Download one, then search again.`,
  pick: (server: string) => `Model of ${server}`,
  use: (model: string) => `Use ${model}`,
  using: 'Connecting…',
  used: (model: string, time: string) => `Connected to ${model} (${time}).`,
  mute: (model: string) => `${model} is set up, but did not answer:`,
  tryAgain: 'Try again',
  manual: 'Play the model yourself again',
  inUse: 'In use',
  tour: 'Take the one-minute tour',
  tourText: 'Three real calls in a demo folder: one runs, one waits for you, one is denied.',
  tourStart: 'Take the tour',
  tourAgain: 'Start over',
  tourOpen: 'Continue tour',
  tourStarting: 'Creating the demo folder…',
  tourFolder: 'Demo folder',
  tourRemove: 'Remove the demo folder',
  tourRemoved:
    'The demo folder was removed. The run and its journal rows stay, under the name “tour”.',
  strip: 'Tour',
  stepOf: (step: number) => `Step ${step} of 3`,
  steps: {
    1: {
      title: 'Allowed',
      before: 'The tour’s agent reads a letter in the demo folder.',
      next: '',
    },
    2: {
      title: 'Held',
      before:
        'The card above shows exactly what would be written, where, and why it needs approval. Allow it once or deny it; either is fine here.',
      next: 'Next: it wants to write',
    },
    3: {
      title: 'Denied',
      before: 'The tour’s agent asks for one of your private keys.',
      next: 'Next: it asks for a key',
    },
  },
  judging: 'The gate checks the call.',
  running: 'It runs.',
  allowed: (tier: Tier) =>
    `This ran without approval: reading files in your workspace is ${tierWord[tier]} (${tier}), which your policy allows.`,
  allowedOther: (tier: Tier) => `This ran without approval: your policy allows this ${tier} call.`,
  heldApprove:
    'It waited for your approval, then did exactly what the card showed. If the file or your policy had changed meanwhile, Gatehouse would have asked again.',
  heldNo:
    'It waited, you denied it, and nothing was done. The agent is told, and cannot bypass you.',
  heldLate: 'Nobody answered in time, so the call was denied once. Nothing was done.',
  stopped:
    'Denied without asking you: keys and password stores are on the STOP list, and nothing can override that.',
  refused: 'It was denied:',
  cancelled: 'It was stopped before it ended. You can repeat the step.',
  failed: 'It was allowed, then failed:',
  journal: 'See it in the journal',
  again: 'Repeat this step',
  done: 'The tour is complete. Every call of every agent goes through this gate.',
  newRun: 'Start a run',
  leave: 'Leave the tour',
  explain: 'Explain',
  close: 'Close',
} as const
