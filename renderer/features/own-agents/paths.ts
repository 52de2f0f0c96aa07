// Where the parts of this screen are.
export const LIST = '/agents/own'
export const NEW_PATH = '/agents/new'
export const pathOf = (name: string): string => `${LIST}/${encodeURIComponent(name)}`
