// Every word of the part on agents in Settings.
export const agentStrings = {
  title: 'Agent limits',
  text: 'How much the agents of Gatehouse may use. A step that could exceed a limit is not started. A day ends at midnight on this machine.',
  words:
    'agent steps rounds minutes time tokens money cost budget price day run limit maxSteps spend context contextTokens window compaction',
  maxSteps: 'Steps for one message',
  contextTokens: 'Tokens that a model is sent at once',
  contextNone: 'As its server says',
  scopes: { run: 'For each run', day: 'For all runs of a day' },
  fields: { steps: 'Steps', minutes: 'Minutes at work', tokens: 'Tokens', cost: 'Money' },
  hints: {
    minutes: 'Time that calls wait for you does not count.',
    contextTokens: 'The model gets a summary of what is older.',
    cost: 'An amount and its currency, such as 2.50 USD. A model without a price in that currency is not asked.',
  },
  none: 'No limit',
  bad: {
    steps: 'A whole number from 1 to 100,000, or empty for no limit.',
    minutes: 'A number above 0 and up to 10,080, or empty for no limit.',
    tokens: 'A whole number of at least 1, or empty for no limit.',
    cost: 'An amount and three letters, such as 2.50 USD, or empty for no limit.',
    maxSteps: 'A whole number from 1 to 200.',
    contextTokens: 'A whole number from 4,000 to 10,000,000, or empty for what its server says.',
  },
  restsUntil: (time: string) =>
    `This server failed five times in a row. Agents try it again at ${time}.`,
}
