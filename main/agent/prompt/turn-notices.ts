// The notices a person reads when a turn ends, with the reason.

export type Notice = {
  readonly tone: 'info' | 'error'
  readonly text: string
  readonly hint: string
}

export const tooManySteps = (steps: number): Notice => ({
  tone: 'info',
  text: `Paused after ${steps} steps, the limit for one message.`,
  hint: 'Send a message such as “go on”, or raise agent.maxSteps in the configuration.',
})
export const tooLong = (tokens: number, limit: number): Notice => ({
  tone: 'info',
  text: `Paused: what the model has to know is about ${tokens} tokens, and ${limit} fit.`,
  hint: 'Start a new run, give the agent fewer tools, or raise agent.contextTokens in the configuration.',
})
export const goingRound = (streak: string): Notice => ({
  tone: 'error',
  text: `Ended: the model made ${streak}.`,
  hint: 'Tell it what to do differently, or give it what it needs.',
})
export const warnedOf = (streak: string): Notice => ({
  tone: 'info',
  text: `The model made ${streak}, despite a warning.`,
  hint: '',
})
export const nudged = (used: string): Notice => ({
  tone: 'info',
  text: `The agent was asked to finish: ${used} are used.`,
  hint: 'It can go on until the limit is reached.',
})
export const cutAtLength: Notice = {
  tone: 'info',
  text: 'The answer was cut at the model’s length limit.',
  hint: 'Send “go on” to have the rest.',
}
export const silence: Notice = {
  tone: 'info',
  text: 'The model ended its turn without a message.',
  hint: 'Send a message, or press Retry.',
}
export const askedAgain: Notice = {
  tone: 'info',
  text: 'The model gave an empty answer, so it is asked again.',
  hint: '',
}
export const brokeOff = (text: string, seconds: number): Notice => ({
  tone: 'info',
  text: `${text} It is asked again in ${seconds} s.`,
  hint: 'What it said so far is kept.',
})
