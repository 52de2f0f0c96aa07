// Words of the card on which a server asks something.
export const questionStrings = {
  title: (server: string) => `The server ${server} asks you something`,
  during: (tool: string, client: string | null) =>
    `It is working on ${tool}${client === null ? '' : ` for ${client}`} and waits for you.`,
  asks: {
    sampling: 'It wants an answer from a model to:',
    elicitation: 'It wants you to fill in:',
    roots: 'It wants to know the folders the agent works in.',
  },
  said: (server: string) => `Words of the server ${server}`,
  note: 'The server gets what you enter and may send it on. Never enter a password or key. The question ends with the call, after ten minutes, or when Gatehouse restarts.',
  choose: 'Choose…',
  deny: 'Deny',
  answer: 'Send this answer',
  passOn: (client: string | null) => `Let ${client ?? 'the client'} answer`,
} as const
